"""What `plancritic evaluate scorer` finds: a model's answers to a test split and to recorded pairs, and the bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from plancritic.contracts.envelope import Contract
from plancritic.domains import DomainBundle
from plancritic.scorer.bars import Bar, bars
from plancritic.scorer.card import Evaluation, ModelCard
from plancritic.scorer.comparison import Comparison
from plancritic.scorer.dataset import Dataset, Example
from plancritic.scorer.evaluation import Unsure, evaluate, labels_of, unsure
from plancritic.scorer.examination import Scorer, probabilities, problems


class ExaminedModel(Scorer, Protocol):
    """A model with its card."""

    @property
    def card(self) -> ModelCard:
        """What is known of the model."""


class JudgedPart(Contract):
    """Examples, and the model's answers to them."""

    evaluation: Evaluation
    unsure: Unsure


class Report(Contract):
    """The bars and what they rest on.

    `recorded` are recorded pairs by split; `recorded_in_training` says whether the model was trained on pairs of the
    kind, so that only their test split is new to it.
    """

    domain: str
    model: str
    graph_sha256: str
    threshold: float
    band: tuple[float, float]
    data_command: str
    data_seed: int
    test: JudgedPart
    bars: tuple[Bar, ...]
    recorded: dict[str, JudgedPart]
    recorded_in_training: bool
    comparison: Comparison | None

    @property
    def met(self) -> bool:
        """Whether every bar is."""
        return all(bar.met for bar in self.bars)


def examined(
    model: ExaminedModel,
    bundle: DomainBundle,
    dataset: Dataset,
    recorded: Dataset | None,
    comparison: Comparison | None,
) -> Report:
    """Put the model before the test split and the recorded pairs.

    Raises `ValueError` where the data have no test split.
    """
    tested = [example for example in dataset.examples if example.split == "test"]
    if not tested:
        raise ValueError("the data have no test split")
    test = _judged(model, bundle, dataset, tested)
    card = model.card
    return Report(
        domain=bundle.name,
        model=card.name,
        graph_sha256=card.graph_sha256,
        threshold=card.threshold,
        band=card.unsure,
        data_command=dataset.card.command,
        data_seed=dataset.card.seed,
        test=test,
        bars=bars(test.evaluation, tuple(archetype.name for archetype in bundle.archetypes)),
        recorded={} if recorded is None else _by_split(model, bundle, recorded),
        recorded_in_training=any("recorded" in data.sources for data in card.data),
        comparison=comparison,
    )


def _by_split(model: ExaminedModel, bundle: DomainBundle, recorded: Dataset) -> dict[str, JudgedPart]:
    splits = ("test", "validation", "train")
    parts = {split: [example for example in recorded.examples if example.split == split] for split in splits}
    return {split: _judged(model, bundle, recorded, part) for split, part in parts.items() if part}


def _judged(model: ExaminedModel, bundle: DomainBundle, dataset: Dataset, examples: Sequence[Example]) -> JudgedPart:
    found = probabilities(model, bundle, dataset, examples)
    card = model.card
    return JudgedPart(
        evaluation=evaluate(examples, found, card.threshold, problems(dataset, examples)),
        unsure=unsure(found, labels_of(examples), card.threshold, card.unsure),
    )
