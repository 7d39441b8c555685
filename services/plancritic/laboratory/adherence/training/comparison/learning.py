"""What every compared network is given and gives back: parts of data sets in, a judge of further parts out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from plancritic.adherence.dataset import Dataset, Example, Split
from plancritic.domains.folder import DomainFolder
from plancritic.embedding import Encoder
from plancritic.laboratory.adherence.measurement.examination import problems
from plancritic.pddl.execution import Trajectory, execute
from plancritic.pddl.language import parse_plan
from plancritic.wording import Lexicon


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """How to train. It ends after `epochs`, when validation has not improved for `patience` looks at it, or when
    `budget_seconds` of CPU are used up; the best weights are kept.

    Validation is looked at after every epoch, or after `look_after` examples where an epoch is longer, on a sample of
    `validation_examples` at most.
    """

    seed: int = 0
    epochs: int = 100
    patience: int = 5
    batch: int = 64
    learning_rate: float = 3e-4
    budget_seconds: float | None = None
    look_after: int = 8192
    validation_examples: int = 3000
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Look:
    """Progress: validation was looked at."""

    epochs: float
    training_loss: float
    validation_loss: float
    validation_accuracy: float
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Note:
    """Progress in words: what is done now that takes a while without a look."""

    text: str


#: Who is told of progress.
Progress = Callable[[Look | Note], None]


class Corpus:
    """A data set with its domain's bundle; lexicons and executed plans are made once."""

    def __init__(self, bundle: DomainFolder, dataset: Dataset) -> None:
        """`bundle` is that of the domain's folder; problems of the data set are added to it."""
        self.domain = bundle.name
        self.bundle = bundle
        self.dataset = dataset
        self._lexicons: dict[str, Lexicon] = {}
        self._trajectories: dict[int, Trajectory] = {}

    @cached_property
    def whole_bundle(self) -> DomainFolder:
        """The bundle with the data set's own problems."""
        return self.dataset.bundle(self.bundle)

    def lexicon(self, problem: str) -> Lexicon:
        """The words of a problem."""
        if problem not in self._lexicons:
            self._lexicons[problem] = Lexicon(self.whole_bundle, problem)
        return self._lexicons[problem]

    def trajectory(self, plan: int) -> Trajectory:
        """What executing plan number `plan` comes to."""
        if plan not in self._trajectories:
            shown = self.dataset.plans[plan]
            self._trajectories[plan] = execute(self.lexicon(shown.problem).problem, parse_plan(shown.text))
        return self._trajectories[plan]

    def part(self, split: Split) -> Part:
        """The examples of a split."""
        return Part(self, tuple(example for example in self.dataset.examples if example.split == split))


@dataclass(frozen=True, slots=True)
class Part:
    """Some examples over the plans of a corpus; their labels and texts may be others than the data set's."""

    corpus: Corpus
    examples: tuple[Example, ...]

    def saying(self, text: str) -> Part:
        """The same with another text: `statement`, `mid_level_goal` or `in_words`."""
        if text == "statement":
            return self
        return Part(self.corpus, tuple(replace(each, text=getattr(each, text)) for each in self.examples))

    @property
    def dataset(self) -> Dataset:
        """These examples alone as a data set."""
        return replace(self.corpus.dataset, examples=self.examples)

    @property
    def problems(self) -> list[str]:
        """The problem of each example; of a sample of a problem, that problem."""
        return problems(self.corpus.dataset, self.examples)


@dataclass(frozen=True, slots=True)
class Learned:
    """How training went. `epochs` are passes over the examples, `ended` is `validation loss`, `budget` or `epochs`."""

    network: str
    parameters: int
    epochs: float
    best_epoch: float
    ended: str
    validation_loss: float


class Judge(Protocol):
    """A trained network."""

    @property
    def learned(self) -> Learned:
        """How it was trained."""

    def probabilities(self, part: Part) -> NDArray[np.float32]:
        """The probability for each example that its plan adheres to its text, shape (examples,)."""


class Learner(Protocol):
    """Trains a network of one kind."""

    def __call__(
        self,
        training: Sequence[Part],
        validation: Sequence[Part],
        encoder: Encoder,
        settings: LearningSettings,
        progress: Progress,
    ) -> Judge:
        """Train on parts, of one domain or several; the same settings and parts train the same network.

        Raises `NotEnoughData` where a side has no examples.
        """
