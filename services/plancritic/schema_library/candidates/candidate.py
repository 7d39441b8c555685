"""One candidate for an action, and all candidates of a domain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from plancritic.domains.descriptions import with_schemas
from plancritic.pddl.language import Action, Domain, action_text


@dataclass(frozen=True, slots=True)
class Correction:
    """One thing that was mended in an answer without asking anybody: its `kind`, and what was done, in words."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A schema for an action that one or more instances wrote.

    Schemas that differ only in the names of variables or in the order of conjuncts are one candidate. `text` is its
    canonical PDDL, the key in its action; `instances` names those who wrote it, so that its votes are their number.

    An action with time or numbers is `whole`; `schema` is its STRIPS part then, by which it is scored and combined.
    """

    action: str
    schema: Action
    text: str
    instances: tuple[str, ...]
    corrections: tuple[Correction, ...] = ()
    whole: Action | None = None

    @property
    def strips_text(self) -> str:
        """The PDDL of `schema`."""
        return (
            self.text
            if self.whole is None
            else "".join((*action_text(self.action, self.schema, self.schema.parameters), "))"))
        )

    @property
    def votes(self) -> int:
        """How many instances wrote it."""
        return len(self.instances)


@dataclass(frozen=True, slots=True)
class Dropped:
    """A block of an answer that could not be made a schema, with the reason."""

    action: str | None
    instance: str
    text: str
    reason: str


@dataclass(frozen=True)
class Library:
    """Candidates of each action, in the description's order of actions, most votes first.

    `skeleton` is the domain with types and predicates and without actions.
    """

    skeleton: Domain
    candidates: Mapping[str, tuple[Candidate, ...]]
    dropped: tuple[Dropped, ...] = ()


def domain_of(skeleton: Domain, chosen: Mapping[str, Candidate]) -> Domain:
    """Return the whole domain that has one candidate for each action; its `text` is its PDDL."""
    return with_schemas(skeleton, {each.schema.name: each.whole or each.schema for each in chosen.values()})
