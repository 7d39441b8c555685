"""Trainings of a few seconds, and what they come to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from tests.support.scorer_model import HashEncoder

if TYPE_CHECKING:
    from plancritic.laboratory.adherence.training.checkpoint import Checkpoint
    from plancritic.laboratory.adherence.training.comparison.learning import Corpus, LearningSettings, Look, Note, Part
    from plancritic.laboratory.adherence.training.grounding import GroundingJudge


class Seen:
    """Keeps what a training tells of its progress."""

    def __init__(self) -> None:
        self.looks: list[Look] = []
        self.notes: list[str] = []

    def __call__(self, seen: Look | Note) -> None:
        from plancritic.laboratory.adherence.training.comparison.learning import Note

        if isinstance(seen, Note):
            self.notes.append(seen.text)
        else:
            self.looks.append(seen)


def settings(**changes: object) -> LearningSettings:
    from plancritic.laboratory.adherence.training.comparison.learning import LearningSettings

    return LearningSettings(**{"epochs": 3, "learning_rate": 3e-3, "threads": 1, **changes})  # type: ignore[arg-type]


def labels(part: Part) -> np.ndarray:
    return np.array([example.adheres for example in part.examples])


def learnt(
    corpus: Corpus, checkpoint: Checkpoint | None = None, seen: Seen | None = None, **changes: object
) -> GroundingJudge:
    from plancritic.laboratory.adherence.training.grounding import learn

    show = Seen() if seen is None else seen
    sides = [corpus.part("train")], [corpus.part("validation")]
    return learn(*sides, HashEncoder(12), settings(**changes), show, checkpoint)


def kept(path: Path, resume: bool = False, command: str = "plancritic train") -> Checkpoint:
    from plancritic.laboratory.adherence.training.checkpoint import Checkpoint

    return Checkpoint(path, command, resume)


def weights(judge: GroundingJudge) -> dict[str, np.ndarray]:
    return {name: value.numpy() for name, value in judge.network.state_dict().items()}


def same(one: GroundingJudge, other: GroundingJudge) -> bool:
    others = weights(other)
    return all(np.array_equal(value, others[name]) for name, value in weights(one).items())
