"""What a text asks of its session, as values: commands found, and targets between which a person has to choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from plancritic.contracts.errors import ContractError, Fault
from plancritic.contracts.questions import RejectedReading
from plancritic.contracts.sessions import StatementInForce
from plancritic.contracts.translation import Statement
from plancritic.coordinator.commands.corrections import Entry
from plancritic.coordinator.mentions.named import Mention, tokens_of
from plancritic.coordinator.sessions.acts import Asked
from plancritic.coordinator.understanding.questions import Effect, Variant

_BY_VARIANT: dict[Variant, str] = {
    "part": "only a part of {statement}",
    "all": "all of these statements",
    "beside": "none of them: it is a new request",
}


@dataclass(frozen=True)
class Target:
    """What a command may mean: a statement, or the name at a place of its text; `leads_to` says what results.

    `variant` tells apart what may be done to it; `constraints` are those that a choice shows, where not the entry's.
    """

    entry: Entry
    leads_to: str
    mention: Mention | None = None
    variant: Variant = ""
    constraints: tuple[str, ...] = ()

    @property
    def at(self) -> int | None:
        """Return where in the text the name begins; None where the whole statement is meant."""
        return None if self.mention is None else self.mention.start

    @property
    def shown(self) -> tuple[str, ...]:
        """Return the constraints that a choice shows."""
        return self.constraints or self.entry.constraints

    @property
    def sentence(self) -> str:
        """Return it as a person is offered it: two names in a statement are told apart by their places, too."""
        entry, text = self.entry, self.entry.statement.text
        statement = f'{entry.statement.id}: "{text}" (said in turn {entry.turn})'
        if self.variant:
            return _BY_VARIANT[self.variant].format(statement=statement)
        if self.mention is None:
            return statement
        start, end = self.mention.start, self.mention.end
        return f"{text[start:end]!r} (word {len(tokens_of(text[:start])) + 1}) in {statement}"

    def is_chosen(self, effect: Effect | None) -> bool:
        """Return whether a person chose this one."""
        if effect is None:
            return False
        return (effect.statement, effect.at, effect.variant) == (self.entry.statement.id, self.at, self.variant)


@dataclass(frozen=True)
class Spoken:
    """A turn's statements without its commands: what to say and drop instead, to go back (`undo`), or to `accept`.

    `taken_as` tells in a sentence what each command was taken for.
    """

    statements: tuple[Statement, ...]
    drop: tuple[str, ...] = ()
    #: Of what is dropped, what a statement replaces.
    replaced: tuple[str, ...] = ()
    #: By their ids, statements that were made of earlier ones, with their readings: they are not read again.
    changed: Mapping[str, StatementInForce] = field(default_factory=dict)
    #: What asks about the plan or asks for nothing.
    asked: tuple[Asked, ...] = ()
    undo: bool = False
    accept: bool = False
    #: Statements whose readings were not meant.
    rejected: tuple[RejectedReading, ...] = ()
    taken_as: tuple[str, ...] = ()


def in_place_of(said: Statement, text: str, entry: Entry) -> Spoken:
    """Return the turn in which a text that was made of what was said holds in the place of a statement."""
    statement, name = said.composed(text, entry.statement.strength), entry.statement.id
    told, drop = f"in place of statement {name} ({entry.statement.text!r}), which is not in force", tuple[str, ...]()
    if isinstance(entry, StatementInForce):
        told, drop = f"replaces statement {name} ({entry.statement.text!r})", (name,)
    return Spoken((statement,), drop=drop, replaced=drop, taken_as=(f"{said.quoted!r}: {text!r} {told}.",))


class AmbiguousTarget(ContractError):
    """A command may mean several statements, or names in them: `targets`, the newest first, all of them last."""

    def __init__(self, said: Statement, fault: Fault, targets: Sequence[Target]) -> None:
        super().__init__(fault)
        self.said = said
        self.targets = tuple(sorted(targets, key=lambda each: (each.variant in ("all", "beside"), -each.entry.turn)))
