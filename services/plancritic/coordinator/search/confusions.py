"""How readings go wrong in practice: which constraint type is read where which was meant.

The counts are data (`confusions.json`), made by `python -m tests.bench.confusions` from every reading that the offline
translator offers for `domains/*/wordings/texts.jsonl`, problems 1 to 3, whose meaning is known; where the file comes
from stands in it. Mutation takes its chances from them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict

from plancritic.pddl.language import Constraint, ConstraintType

#: How one constraint is made of another ([EA] algorithm 1): its condition negated, its type or an object replaced.
Modification = Literal["negate", "type", "argument"]
MODIFICATIONS: tuple[Modification, ...] = get_args(Modification)
_WORD = re.compile(r"[^\s()]+")


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
    """Counts over the wrong readings: `types[read][meant]`, of constraints that share a fact."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    provenance: Provenance
    types: dict[ConstraintType, dict[ConstraintType, int]]

    def type_weights(self, read: ConstraintType, candidates: Sequence[ConstraintType]) -> list[float]:
        """Return how much speaks for each candidate where `read` was read: the root of its count, add-one smoothed.

        Who draws with replacement until the right one comes is done soonest, on average, if each is drawn by the root
        of its probability: by the probability itself the likely ones are drawn over and over. Source: W. H. Press,
        "Strong profiling is not mathematically optimal for discovering rare malfeasors", PNAS 106 (2009).
        """
        seen = self.types.get(read, {})
        return [math.sqrt(seen.get(candidate, 0) + 1.0) for candidate in candidates]


@cache
def shipped_confusions() -> Confusions:
    """Return the counts that ship with the coordinator."""
    text = resources.files("plancritic.coordinator.search").joinpath("confusions.json").read_text(encoding="utf-8")
    return Confusions.model_validate_json(text)


@dataclass(frozen=True)
class Difference:
    """A constraint that was read where another one was meant."""

    read: Constraint
    meant: Constraint

    @property
    def modification(self) -> Modification | None:
        """The one modification that makes what was meant, but for its times; None where none does."""
        read, meant = self.read, self.meant
        if read.type is not meant.type:
            shared = min(len(read.conditions), len(meant.conditions))
            return "type" if read.conditions[:shared] == meant.conditions[:shared] else None
        if read.negated().conditions == meant.conditions:
            return "negate"
        return "argument" if _one_argument_apart(str(read), str(meant)) else None


def differences(read: Sequence[Constraint], meant: Sequence[Constraint]) -> tuple[Difference, ...]:
    """Return the constraints of a reading that differ from what was meant, each with the one it stands for.

    What both have is left out; of the rest those with most facts in common belong together. What has no fact and no
    type in common with anything left is passed over: it was not confused but left out, or made up.
    """
    open_reads = [each for each in read if each not in meant]
    found = []
    for wanted in (each for each in meant if each not in read):
        best = max(open_reads, key=lambda each: _likeness(each, wanted), default=None)
        if best is not None and _likeness(best, wanted) > (0, 0):
            open_reads.remove(best)
            found.append(Difference(best, wanted))
    return tuple(found)


def counted(found: Sequence[Difference]) -> Counter[tuple[ConstraintType, ConstraintType]]:
    """Counts of (type read, type meant) where they differ."""
    return Counter((each.read.type, each.meant.type) for each in found if each.read.type is not each.meant.type)


def _likeness(one: Constraint, other: Constraint) -> tuple[int, int]:
    shared = set(one.atoms()) & set(other.atoms())
    return (len(shared), int(one.type is other.type))


def _one_argument_apart(one: str, other: str) -> bool:
    """Whether two constraints of one type have the same words but for one object."""
    mine, yours = _WORD.findall(one), _WORD.findall(other)
    return len(mine) == len(yours) and sum(a != b for a, b in zip(mine, yours, strict=True)) == 1
