"""Jobs for the scorer: plans x statements in, adherence out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from plancritic.contracts.envelope import Message
from plancritic.contracts.specification import ObjectHash, ProblemReference


class ScorePlans(Message):
    """Job: judge with the learned scorer whether each plan adheres to each text.

    `texts` are statements in a person's words. `model` is the hash of the model's archive in the object
    store; one run names the same model in all its jobs. Without it the domain's current one is taken.
    """

    problem: ProblemReference
    plans: tuple[str, ...] = Field(min_length=1, max_length=1000)
    texts: tuple[str, ...] = Field(min_length=1, max_length=1000)
    model: ObjectHash | None = None


class Scores(Message):
    """Result of `ScorePlans`: `adherence[i][j]` is the probability, in [0, 1], that plan i adheres to text j."""

    kind: Literal["scores"] = "scores"
    job: str
    #: The model's name, for people.
    model: str
    #: The hash of the archive of the model that judged; a job that names it is judged by this very model.
    version: ObjectHash
    #: At or above it the model calls a plan adherent.
    threshold: float
    #: Between these probabilities the model is unsure (see `is_unsure`): the answer is not to be relied on.
    unsure: tuple[float, float]
    adherence: tuple[tuple[float, ...], ...]


def is_unsure(probability: float, band: tuple[float, float]) -> bool:
    """Whether a model with this band is unsure of a probability: between the ends, of the ends themselves it is sure.

    So a model with a band whose ends are one is always sure.
    """
    low, high = band
    return low < probability < high
