"""Trains both networks of a reader on a corpus, fits their temperatures, exports them and writes the card."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import torch

from plancritic.embedding import CachedEncoder
from plancritic.laboratory.adherence.training.checkpoint import Checkpoint
from plancritic.laboratory.adherence.training.networks.encoder_layers import upper_layers
from plancritic.laboratory.reading.corpus.canonical import canonical_texts
from plancritic.laboratory.reading.corpus.joined import joined_texts
from plancritic.laboratory.reading.corpus.texts import TextAsked, corpus_texts, worded_texts
from plancritic.laboratory.reading.corpus.utterances import Utterance, part_of
from plancritic.laboratory.reading.training.examples import PreparedTexts, Problems
from plancritic.laboratory.reading.training.export import export_reader
from plancritic.laboratory.reading.training.graph_weights import restored
from plancritic.laboratory.reading.training.learning import ReaderLook, ReaderSettings, learn_reader, reading_loss
from plancritic.laboratory.reading.training.network import ReaderNetwork
from plancritic.reading.model import CARD_FILE, NETWORKS, READING, WRITING, ReaderCard, read_card

#: Temperatures that are tried; the one with the least loss on validation is taken.
TEMPERATURES = (0.7, 0.85, 1.0, 1.2, 1.4, 1.7, 2.0, 2.5)
_TEXTS = 32
#: Canonical sentences of each problem that a network is trained on.
_CANONICAL = 50
#: Copies of each text about other things. An epoch sees the text or one of them; each takes as long to make ready.
_COPIES = 1
#: Texts made of two, for each text that somebody wrote.
_JOINED = 0.25


@dataclass(frozen=True, slots=True)
class ReaderCorpus:
    """Utterances, where their domains lie, and the reader whose networks are trained further (None: new networks)."""

    utterances: tuple[Utterance, ...]
    roots: tuple[Path, ...]
    start: Path | None = None

    @property
    def writers(self) -> tuple[str, ...]:
        """The writers of the training part, sorted: both networks learn from all of them."""
        return tuple(sorted({each.writer for each in self.utterances if part_of(each) == "train"}))


def train_reader(
    corpus: ReaderCorpus,
    encoder: CachedEncoder,
    settings: ReaderSettings,
    out: Path,
    command: str,
    progress: Callable[[str, ReaderLook], None],
    names: Sequence[str] = NETWORKS,
) -> ReaderCard | None:
    """Train the networks of these names, write `out`, and return the card; None while the other network is missing.

    A training that was stopped goes on from the checkpoint that it left in `out`. Two processes may train a network
    each: who ends last writes the card.

    Raises:
        BadCheckpoint: a checkpoint in `out` keeps another training.
        ContractError: the corpus starts with a folder that holds no reader that can be used.
        ValueError: the corpus has no training part, or starts with networks of another encoder, or with those in `out`.
    """
    if corpus.start is not None and read_card(corpus.start).encoder != encoder.name:
        raise ValueError(f"the networks in {str(corpus.start)!r} are not of the encoder {encoder.name!r}")
    if corpus.start is not None and corpus.start.resolve() == out.resolve():
        raise ValueError(f"{str(out)!r} is where the training starts from: what it writes would replace that")
    texts = corpus_texts(corpus.utterances, "train")
    out.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(NETWORKS):
        if name not in names:
            continue
        path = _checkpoint(out, name)
        if not path.exists():
            # What an earlier training left is no half of this one.
            for file in (READING, WRITING):
                (out / file.format(name)).unlink(missing_ok=True)
        checkpoint = Checkpoint(path, command, resume=path.exists())
        network = train_network(corpus, encoder, settings, number, partial(progress, name), checkpoint)
        for file, graph in zip((READING, WRITING), export_reader(network), strict=True):
            (out / file.format(name)).write_bytes(graph)
    if not all((out / WRITING.format(name)).is_file() for name in NETWORKS):
        return None
    card = ReaderCard(
        encoder=encoder.name,
        dimensions=encoder.dimensions,
        layers=len(network.decoder),
        width=network.width,
        command=command,
        seed=settings.seed,
        writers=corpus.writers,
        domains=tuple(sorted({each.domain for each in texts})),
        utterances=len(texts),
    )
    (out / CARD_FILE).write_text(card.model_dump_json(indent=2) + "\n", encoding="utf-8")
    for name in NETWORKS:
        _checkpoint(out, name).unlink(missing_ok=True)
    return card


def train_network(
    corpus: ReaderCorpus,
    encoder: CachedEncoder,
    settings: ReaderSettings,
    number: int,
    progress: Callable[[ReaderLook], None],
    checkpoint: Checkpoint | None = None,
) -> ReaderNetwork:
    """Train a network (`number` 0 or 1), and fit its temperature.

    The two differ by their first weights, and by the order, copies, joined and canonical texts that they see: with half
    of the writers each they remembered what they had seen, and knew less (Lakshminarayanan et al. 2017, section 2.4).

    Raises:
        BadCheckpoint: the checkpoint keeps another training.
        ContractError: the corpus starts with a folder that holds no reader that can be used.
        ValueError: the corpus has no training part.
    """
    texts = corpus_texts(corpus.utterances, "train")
    if not texts:
        raise ValueError("the corpus has no utterance to train on")
    problems = Problems(encoder, corpus.roots)
    validation = PreparedTexts(corpus_texts(corpus.utterances, "validation"), problems)
    worded = worded_texts()
    random.Random(settings.seed).shuffle(worded)
    canonical = canonical_sentences(texts, problems, _CANONICAL, settings.seed + number)
    joined = joined_texts(texts, int(_JOINED * len(texts)), settings.seed + number)
    training = PreparedTexts(
        [*texts, *joined, *worded[: len(texts)], *canonical], problems, _COPIES, settings.seed + number
    )
    torch.manual_seed(settings.seed + number)
    if corpus.start is None:
        network = ReaderNetwork(encoder.dimensions, upper_layers(encoder.name))
    else:
        network = restored(corpus.start, NETWORKS[number])
    network.to(settings.device)
    own = replace(settings, seed=settings.seed + number)
    learn_reader(network, training, validation, own, progress, checkpoint)
    network.temperature.fill_(_temperature(network, validation))
    network.cpu()
    return network


def _checkpoint(out: Path, name: str) -> Path:
    return out / f".{name}.checkpoint.pt"


def canonical_sentences(texts: Sequence[TextAsked], problems: Problems, count: int, seed: int) -> list[TextAsked]:
    """Return up to `count` canonical sentences about each problem of the texts; the same seed gives the same."""
    found: list[TextAsked] = []
    for domain, problem in sorted({(each.domain, each.problem) for each in texts}):
        read = problems.input(domain, problem)
        found += canonical_texts(domain, problem, read.lexicon, read.vocabulary, count, seed)
    return found


def _temperature(network: ReaderNetwork, validation: PreparedTexts) -> float:
    """Return the temperature of the logits with the least loss on validation."""
    losses = []
    with torch.inference_mode():
        for temperature in TEMPERATURES:
            total = [reading_loss(network, make(), temperature).item() for make in validation.batches(_TEXTS)]
            losses.append(sum(total))
    return TEMPERATURES[losses.index(min(losses))]
