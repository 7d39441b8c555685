"""What a card says of how well its model judges: found with the served graph, on the data of its training.

Needs no torch, so that the card of a model can be made anew without training it again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plancritic.adherence.dataset import Dataset
from plancritic.adherence.model_card import TEST_FILE, Evaluation, ModelCard
from plancritic.laboratory.adherence.measurement.accuracy import evaluate, labels_of, unsure, unsure_band
from plancritic.laboratory.adherence.measurement.examination import probabilities
from plancritic.laboratory.adherence.training.comparison.learning import Corpus, Note, Part
from plancritic.laboratory.adherence.training.data.apart import split_in_words
from plancritic.scorer.serving import CARD_FILE, AdherenceModel


def appraised(
    model: AdherenceModel,
    corpora: Sequence[Corpus],
    suites: Mapping[str, Dataset],
    in_torch: NDArray[np.float32] | None = None,
    progress: Callable[[Note], None] = lambda _: None,
) -> ModelCard:
    """The model's card with a band and figures found anew; what it says of the graph and its training stays.

    The figures are of the first corpus; the band is fitted on the validation examples of all. `suites` are further data
    over the first corpus' plans, by name; one without examples is left out. `in_torch` is what the network that was
    exported says of the first corpus' validation examples: from it the parity, which else stays as it is; `progress` is
    told what is judged.
    """
    card = model.card
    validation = [corpus.part("validation") for corpus in corpora]

    def answers(part: Part, name: str) -> NDArray[np.float32]:
        progress(Note(f"judging {len(part.examples)} examples of {part.corpus.domain}, {name}"))
        return probabilities(model, part.corpus.bundle, part.dataset, part.examples)

    served = [answers(part, "validation") for part in validation]
    labels = [labels_of(part.examples) for part in validation]
    band = unsure_band(list(zip(served, labels, strict=True)), card.threshold)

    def judged(part: Part, found: NDArray[np.float32]) -> Evaluation:
        return evaluate(part.examples, found, card.threshold, part.problems, band)

    test = corpora[0].part("test")
    held_out = {name: Part(Corpus(corpora[0].bundle, suite), suite.examples) for name, suite in suites.items()}
    return card.model_copy(
        update={
            "split": split_in_words(corpora),
            "unsure": band,
            "validation": judged(validation[0], served[0]),
            "unsure_on_validation": tuple(
                unsure(part.examples, found, card.threshold, band) if part.examples else None
                for part, found in zip(validation, served, strict=True)
            ),
            "test": judged(test, answers(test, "test")) if test.examples else None,
            "held_out": {name: judged(part, answers(part, name)) for name, part in held_out.items() if part.examples},
            "parity": card.parity if in_torch is None else float(f"{np.abs(served[0] - in_torch).max():.1e}"),
        }
    )


def write_appraisal(folder: Path, card: ModelCard, dataset: Dataset) -> ModelCard:
    """Put the data set's test split and the card, which names that file's SHA-256, into a model folder; the card."""
    test = folder / TEST_FILE
    dataset.of_split("test").write(test)
    card = card.model_copy(update={"test_sha256": hashlib.sha256(test.read_bytes()).hexdigest()})
    write_card(folder, card)
    return card


def write_card(folder: Path, card: ModelCard) -> None:
    """Write a model folder's card in one piece."""
    beside = folder / f".{CARD_FILE}.part"
    try:
        beside.write_bytes(card.model_dump_json(indent=2).encode() + b"\n")
        beside.replace(folder / CARD_FILE)
    finally:
        beside.unlink(missing_ok=True)
