"""The readings of a statement beside its best: whether one comes near, and what it says in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.coordinator.problem.specification import meaning
from plancritic.pddl.language import parse_constraint
from plancritic.wording import Lexicon, constraints_sentence

#: A reading whose score is at least this share of the best one's comes near it. Of 1,133 worded requests that the
#: offline translator reads in two ways or more, the second reading was right for one in three of those with the best
#: right where it came so near (35 to 102 of 512), else for one in eight (22 to 186 of 621).
NEAR = 0.9


def near_readings(read: StatementReadings) -> tuple[Reading, ...]:
    """The readings of another meaning than the best whose score comes near the best one's, best first."""
    if not read.readings:
        return ()
    best = read.readings[0]
    return tuple(
        each for each in read.readings[1:] if each.score >= NEAR * best.score and _meaning(each) != _meaning(best)
    )


def contested_places(translated: Sequence[StatementReadings]) -> frozenset[int]:
    """Return the places of the statements that another reading than the best comes near to."""
    return frozenset(place for place, read in enumerate(translated) if near_readings(read))


def said_back(reading: Reading | None, lexicon: Lexicon) -> str:
    """Return a reading's constraints in plain words, by rule; empty without one."""
    if reading is None:
        return ""
    return constraints_sentence([parse_constraint(each) for each in reading.constraints], lexicon)


def _meaning(reading: Reading) -> str:
    return meaning(frozenset(reading.constraints))
