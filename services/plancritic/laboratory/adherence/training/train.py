"""Trains the scorer on data files and writes the model folder."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from plancritic.adherence.dataset import Dataset
from plancritic.adherence.model_card import TEST_FILE, ModelCard, TrainingCard
from plancritic.embedding import Encoder
from plancritic.laboratory.adherence.measurement.accuracy import evaluate
from plancritic.laboratory.adherence.training.appraisal import appraised, write_appraisal, write_card
from plancritic.laboratory.adherence.training.checkpoint import Checkpoint
from plancritic.laboratory.adherence.training.comparison.learning import Corpus, LearningSettings, Progress
from plancritic.laboratory.adherence.training.data.apart import check_apart, split_in_words
from plancritic.laboratory.adherence.training.errors import UnfaithfulExport
from plancritic.laboratory.adherence.training.grounding import learn
from plancritic.laboratory.adherence.training.networks.export import export
from plancritic.scorer.serving import CARD_FILE, GRAPH_FILE, AdherenceModel

THRESHOLD = 0.5
#: Most that what is served may differ from the network: served probabilities are rounded to four places.
PARITY = 1e-4


def train_model(
    domain: str,
    corpora: Sequence[Corpus],
    encoder: Encoder,
    settings: LearningSettings,
    folder: Path,
    command: str,
    progress: Progress,
    suites: Mapping[str, Dataset] | None = None,
    checkpoint: Checkpoint | None = None,
) -> ModelCard:
    """Train on the corpora's examples for training, export, evaluate what was exported, write `folder`; the card.

    The first corpus is the one that the card's figures are of; `suites` are further data over its plans. Until all is
    judged `folder` keeps what it has. Raises `MixedSplits` where the corpora share what must be apart, `NotEnoughData`
    where a side of the split has no examples, `BadCheckpoint` where the checkpoint keeps another training,
    `UnfaithfulExport` where what is served differs from the network by more than `PARITY`, `OSError` where something
    cannot be written.
    """
    started = time.process_time()
    check_apart(corpora)
    training = [corpus.part("train") for corpus in corpora]
    validation = [corpus.part("validation") for corpus in corpora]
    judge = learn(training, validation, encoder, settings, progress, checkpoint)
    earlier = 0.0 if checkpoint is None else checkpoint.earlier_cpu_seconds
    graph = export(judge.network)
    first = validation[0]
    in_torch = judge.probabilities(first)
    card = ModelCard(
        name=f"{domain} scorer",
        domain=domain,
        network=judge.learned.network,
        encoder=encoder.name,
        dimensions=encoder.dimensions,
        parameters=judge.learned.parameters,
        threshold=THRESHOLD,
        # The band and the figures are of what is served, see below.
        unsure=(THRESHOLD, THRESHOLD),
        temperature=round(float(judge.network.temperature), 4),
        graph_bytes=len(graph),
        graph_sha256=hashlib.sha256(graph).hexdigest(),
        data=tuple(corpus.dataset.card for corpus in corpora),
        training=TrainingCard(
            command=command if checkpoint is None else checkpoint.command,
            seed=settings.seed,
            epochs=round(judge.learned.epochs),
            best_epoch=round(judge.learned.best_epoch),
            learning_rate=settings.learning_rate,
            examples=sum(len(part.examples) for part in training),
            ended=judge.learned.ended,
            cpu_seconds=0.0,
        ),
        split=split_in_words(corpora),
        validation=evaluate(first.examples, in_torch, THRESHOLD, first.problems),
        parity=0.0,
    )
    with _beside(folder) as made:
        (made / GRAPH_FILE).write_bytes(graph)
        write_card(made, card)
        card = appraised(AdherenceModel(made, encoder), corpora, suites or {}, in_torch, progress)
        if card.parity > PARITY:
            raise UnfaithfulExport(
                f"the exported graph differs from the network by {card.parity}, at most {PARITY} is allowed"
            )
        seconds = round(earlier + time.process_time() - started, 1)
        card = card.model_copy(update={"training": card.training.model_copy(update={"cpu_seconds": seconds})})
        card = write_appraisal(made, card, corpora[0].dataset)
        folder.mkdir(exist_ok=True)
        # The card comes last: it names the other two by their SHA-256, so that one of another model is told.
        for name in (GRAPH_FILE, TEST_FILE, CARD_FILE):
            (made / name).replace(folder / name)
    if checkpoint is not None:
        checkpoint.remove()
    return card


@contextmanager
def _beside(folder: Path) -> Iterator[Path]:
    """An empty folder on the same disk for what takes the place of `folder`'s files; it is gone at the end."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as name:
        yield Path(name)
