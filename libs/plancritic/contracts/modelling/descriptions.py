"""A planning domain described in words, with the problem in PDDL: what domain models are built and repaired from."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from plancritic.contracts.envelope import Contract

#: How an action is described: in full, or as somebody says it who knows the trade but not planning.
Register = Literal["detailed", "layman"]


class ActionDescription(Contract):
    """What an action does, in words, in one register or in both.

    `parameters` prescribes the signature, as PDDL writes it (`?x - book ?y - book`); None: whoever models it chooses.
    `duration` says how long the action takes, in words or as PDDL writes it (`(/ (distance ?a ?b) (speed ?v))`); None:
    nobody says.
    """

    detailed: str | None = None
    layman: str | None = None
    parameters: str | None = None
    duration: str | None = None

    def text(self, register: Register) -> str | None:
        """Return the description in a register; None where it was not written in it."""
        return self.detailed if register == "detailed" else self.layman


class DomainDescription(Contract):
    """A domain in words.

    `types` maps a type, or `type - parent`, to its meaning; `predicates` maps a declaration as PDDL writes it
    (`(on ?x ?y - block)`) to its meaning; `actions` maps a name to its description, in the order in which they are
    modelled. `functions` maps a declaration of a number (`(distance ?a ?b - place)`) to its meaning and unit. `problem`
    is PDDL text.
    """

    domain: str = Field(min_length=1, max_length=200)
    overview: str = ""
    types: dict[str, str] = Field(default_factory=dict)
    predicates: dict[str, str] = Field(min_length=1)
    functions: dict[str, str] = Field(default_factory=dict)
    actions: dict[str, ActionDescription] = Field(min_length=1)
    problem: str | None = None

    @property
    def is_temporal(self) -> bool:
        """Whether some action is said to take time."""
        return any(each.duration is not None for each in self.actions.values())
