"""Candidate readings with what they come to on a bank of plans."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.translation import Reading, ReadingKind
from plancritic.posterior import CandidateEvidence


def candidate(
    constraint: str,
    satisfied: Sequence[bool],
    score: float = 0.5,
    kind: ReadingKind = "reading",
    shown: int = 0,
    impossible: bool = False,
) -> CandidateEvidence:
    """A candidate of one constraint; where no plan of the bank satisfies it, none was found or it is impossible."""
    reading = Reading(mid_level_goal=constraint, constraints=(constraint,), score=score, kind=kind)
    unplanned = not any(satisfied) and not impossible
    return CandidateEvidence(reading, tuple(satisfied), shown, impossible, unplanned)
