"""What a candidate is kept or dropped by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CandidateScores:
    """The scores of a candidate; those that nobody computed are None.

    `similarity` is the cosine of its text and the action's description, `behind` by how many writers it is less
    supported than the best supported candidate of its action, `gap` how far both together put it behind the most
    probable candidate (a difference of log-odds, 0 for that one).
    """

    similarity: float
    behind: int | None = None
    gap: float | None = None
