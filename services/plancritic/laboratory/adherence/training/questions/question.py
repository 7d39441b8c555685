"""What one text asks of a plan: constraints, and how they came to be asked together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from plancritic.domains import DeedEntry
from plancritic.pddl.language import Atom, Condition, Constraint, ConstraintType, Not, Or
from plancritic.wording import Lexicon


@dataclass(frozen=True, slots=True)
class Quantified:
    """How a group was made: its members stand at argument `place` of the first condition.

    They are the objects of `type` but `exceptions`, or with `group` those of the lexicon's group of that name. With
    `mode` "all" there is a constraint for each member. With "any" there is one, whose first condition is an `Or` of
    the facts of the members: one of them is enough.
    """

    type: str
    place: int
    exceptions: tuple[str, ...] = ()
    mode: Literal["all", "any"] = "all"
    group: str | None = None

    def members(self, lexicon: Lexicon) -> tuple[str, ...]:
        """The objects that it speaks of."""
        everything = lexicon.problem.objects_of(self.type) if self.group is None else lexicon.groups[self.group]
        return tuple(name for name in everything if name not in self.exceptions)


@dataclass(frozen=True, slots=True)
class Activity:
    """How a request about things was made: each is done to all objects of its type, or left undone."""

    entry: DeedEntry
    types: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """Constraints that one text asks for together. `texts` are wordings given with it (an archetype's meaning).

    `parts` are the two or three questions that a statement combines, in their order; `constraints` are then those of
    all parts. A condition may be an `Or` of two literals ("either A or B") without any group behind it.
    """

    constraints: tuple[Constraint, ...]
    quantified: Quantified | None = None
    deed: Activity | None = None
    texts: tuple[str, ...] = ()
    parts: tuple[Question, ...] = ()
    #: The archetype whose ground truth it is.
    archetype: str | None = None

    @property
    def sort(self) -> str:
        """The type of its constraints, or `conjunction` where they are of several types or about unlike things."""
        types = {constraint.type.value for constraint in self.constraints}
        alike = len(self.constraints) == 1 or self.quantified is not None
        return types.pop() if len(types) == 1 and alike else "conjunction"

    @property
    def chain(self) -> tuple[Condition, ...]:
        """The conditions, the first one first, of which each of three is to come about before the next; else none."""
        if len(self.constraints) != 2 or not all(
            each.type is ConstraintType.SOMETIME_BEFORE for each in self.constraints
        ):
            return ()
        (second, first), (third, before_it) = (constraint.conditions for constraint in self.constraints)
        return (first, second, third) if before_it == second else ()


def for_members(constraint: Constraint, group: Quantified, members: Sequence[str]) -> tuple[Constraint, ...]:
    """The constraint once for each member in the group's place, or once for any of them."""
    first = constraint.conditions[0]
    atom = fact_of(first)
    assert atom is not None
    literals: list[Condition] = []
    for member in members:
        moved = Atom(atom.predicate, (*atom.arguments[: group.place], member, *atom.arguments[group.place + 1 :]))
        literals.append(Not(moved) if isinstance(first, Not) else moved)
    firsts = literals if group.mode == "all" else [Or(tuple(literals))]
    return tuple(replace(constraint, conditions=(one, *constraint.conditions[1:])) for one in firsts)


def fact_of(condition: Condition) -> Atom | None:
    """The fact of a literal; None of another condition."""
    inner = condition.condition if isinstance(condition, Not) else condition
    return inner if isinstance(inner, Atom) else None
