"""How readings go wrong in practice: which constraint type is read where which was meant.

The counts are data (`confusions.json`), made by `python -m tests.bench.confusions` from every reading that the offline
translator offers for `domains/*/wordings/texts.jsonl`, problems 1 to 3, whose meaning is known; where the file comes
from stands in it. Mutation takes its chances from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict

from plancritic.pddl.constraints import Constraint, ConstraintType

#: How one constraint is made of another ([EA] algorithm 1): its condition negated, its type or an object replaced.
Way = Literal["negate", "type", "argument"]
WAYS: tuple[Way, ...] = get_args(Way)


class Provenance(BaseModel):
    """Where the counts come from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: str
    translator: str
    files: dict[str, str]
    texts: int
    readings: int
    wrong: int


class Confusions(BaseModel):
    """Counts over the wrong readings: `types[read][meant]`, and `ways` by what a reading has to be changed in.

    `other` differ in more than one way (another fact altogether, another time).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    provenance: Provenance
    types: dict[ConstraintType, dict[ConstraintType, int]]
    ways: dict[Way, int]
    other: int

    def type_weights(self, read: ConstraintType, candidates: Sequence[ConstraintType]) -> list[float]:
        """How much speaks for each candidate where `read` was read; add-one smoothed, so that none is out of reach."""
        seen = self.types.get(read, {})
        return [seen.get(candidate, 0) + 1.0 for candidate in candidates]

    def way_weights(self) -> dict[Way, float]:
        """How often each way mends a wrong reading, add-one smoothed and summing to one."""
        counts = {way: self.ways.get(way, 0) + 1.0 for way in WAYS}
        total = sum(counts.values())
        return {way: count / total for way, count in counts.items()}


@cache
def shipped_confusions() -> Confusions:
    """The counts that ship with the coordinator."""
    text = resources.files("plancritic.coordinator").joinpath("confusions.json").read_text(encoding="utf-8")
    return Confusions.model_validate_json(text)


@dataclass(frozen=True)
class Difference:
    """What a constraint that was read would have to be changed in to be the one that was meant.

    `way` is None where that is not one of the ways of mutation.
    """

    way: Way | None
    read: Constraint
    meant: Constraint


def differences(read: Sequence[Constraint], meant: Sequence[Constraint]) -> tuple[Difference, ...]:
    """The constraints that a reading has otherwise than was meant, each with the one it stands for.

    What both have is left out; of the rest those with most facts in common belong together. What has no fact and no
    type in common with anything left is passed over: it was not confused but left out, or made up.
    """
    open_reads = [each for each in read if each not in meant]
    found = []
    for wanted in (each for each in meant if each not in read):
        best = max(open_reads, key=lambda each: _likeness(each, wanted), default=None)
        if best is not None and _likeness(best, wanted) > (0, 0):
            open_reads.remove(best)
            found.append(Difference(_way(best, wanted), best, wanted))
    return tuple(found)


def counted(found: Sequence[Difference]) -> tuple[Mapping[tuple[ConstraintType, ConstraintType], int], Counter[Way]]:
    """Counts of (type read, type meant) and of ways."""
    ways = Counter(each.way for each in found if each.way is not None)
    types = Counter((each.read.type, each.meant.type) for each in found if each.way == "type")
    return types, ways


def _likeness(one: Constraint, other: Constraint) -> tuple[int, int]:
    shared = set(one.atoms()) & set(other.atoms())
    return (len(shared), int(one.type is other.type))


def _way(read: Constraint, meant: Constraint) -> Way | None:
    ours, theirs = set(read.atoms()), set(meant.atoms())
    if read.type is not meant.type:
        return "type" if ours & theirs else None
    if read.bounds != meant.bounds:
        return None
    if ours == theirs:
        return "negate"
    ours_left, theirs_left = ours - theirs, theirs - ours
    if len(ours_left) == len(theirs_left) == 1 and _one_argument_apart(ours_left.pop(), theirs_left.pop()):
        return "argument"
    return None


def _one_argument_apart(one: object, other: object) -> bool:
    mine, yours = str(one).split(), str(other).split()
    return (
        len(mine) == len(yours) and sum(a != b for a, b in zip(mine, yours, strict=True)) == 1 and mine[0] == yours[0]
    )
