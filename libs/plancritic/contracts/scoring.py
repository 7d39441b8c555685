"""Jobs for the scorer: plans x statements in, adherence out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from plancritic.contracts.envelope import Message
from plancritic.contracts.specification import ProblemReference


class ScorePlans(Message):
    """Job: judge with the learned scorer whether each plan adheres to each text.

    `texts` are statements or mid-level goals, whichever the model was trained on (see `Scores.text`).
    """

    problem: ProblemReference
    plans: tuple[str, ...] = Field(min_length=1, max_length=1000)
    texts: tuple[str, ...] = Field(min_length=1, max_length=1000)


class Scores(Message):
    """Result of `ScorePlans`: `adherence[i][j]` in [0, 1] is that of plan i to text j."""

    kind: Literal["scores"] = "scores"
    job: str
    model: str
    #: At or above it the model calls a plan adherent.
    threshold: float
    adherence: tuple[tuple[float, ...], ...]
