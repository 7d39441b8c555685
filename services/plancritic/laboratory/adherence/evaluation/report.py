"""What `plancritic evaluate scorer` finds: a model's answers to a test split and to recorded pairs, and the bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from plancritic.adherence.dataset import Dataset, Example
from plancritic.adherence.model_card import Evaluation, ModelCard
from plancritic.contracts.envelope import Contract
from plancritic.domains.folder import DomainFolder
from plancritic.laboratory.adherence.evaluation.bars import ScorerBar, bars
from plancritic.laboratory.adherence.measurement.accuracy import evaluate
from plancritic.laboratory.adherence.measurement.examination import Scorer, probabilities, problems
from plancritic.laboratory.adherence.training.comparison.table import Comparison


class ExaminedModel(Scorer, Protocol):
    """A model with its card."""

    @property
    def card(self) -> ModelCard:
        """What is known of the model."""


class Report(Contract):
    """The bars and what they rest on.

    `held_out` is what the model's card says of suites in people's words. `recorded` are recorded pairs by split;
    `recorded_in_training` says whether the model was trained on pairs of the kind, so that only their test split is new
    to it. `test_sha256` is that of the model's own test split, None for a card without one.
    """

    domain: str
    model: str
    graph_sha256: str
    test_sha256: str | None
    threshold: float
    band: tuple[float, float]
    data_command: str
    data_seed: int
    test: Evaluation
    bars: tuple[ScorerBar, ...]
    held_out: dict[str, Evaluation]
    recorded: dict[str, Evaluation]
    recorded_in_training: bool
    comparison: Comparison | None


def examined(
    model: ExaminedModel,
    bundle: DomainFolder,
    dataset: Dataset,
    recorded: Dataset | None,
    comparison: Comparison | None,
    progress: Callable[[str], None] = lambda _: None,
) -> Report:
    """Put the model before the test split and the recorded pairs; `progress` is told what is judged.

    Raises `ValueError` where the data have no test split.
    """
    tested = [example for example in dataset.examples if example.split == "test"]
    if not tested:
        raise ValueError("the data have no test split")
    test = _judged(model, bundle, dataset, tested, progress, "test split")
    card = model.card
    # What a model for another domain was found to make of suites says nothing of this one.
    held_out = card.held_out if card.domain == bundle.name else {}
    return Report(
        domain=bundle.name,
        model=card.name,
        graph_sha256=card.graph_sha256,
        test_sha256=card.test_sha256,
        threshold=card.threshold,
        band=card.unsure,
        data_command=dataset.card.command,
        data_seed=dataset.card.seed,
        test=test,
        bars=bars(test, tuple(archetype.name for archetype in bundle.archetypes), held_out),
        held_out=held_out,
        recorded={} if recorded is None else _by_split(model, bundle, recorded, progress),
        recorded_in_training=any("recorded" in data.sources for data in card.data),
        comparison=comparison,
    )


def _by_split(
    model: ExaminedModel, bundle: DomainFolder, recorded: Dataset, progress: Callable[[str], None]
) -> dict[str, Evaluation]:
    splits = ("test", "validation", "train")
    parts = {split: [example for example in recorded.examples if example.split == split] for split in splits}
    return {
        split: _judged(model, bundle, recorded, part, progress, f"recorded pairs, {split}")
        for split, part in parts.items()
        if part
    }


def _judged(
    model: ExaminedModel,
    bundle: DomainFolder,
    dataset: Dataset,
    examples: Sequence[Example],
    progress: Callable[[str], None],
    name: str,
) -> Evaluation:
    progress(f"judging {name}: {len(examples)} examples")
    found = probabilities(model, bundle, dataset, examples)
    return evaluate(examples, found, model.card.threshold, problems(dataset, examples), model.card.unsure)
