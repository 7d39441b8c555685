"""Trains a reader's networks further on the statements of a user, and says by cross-validation whether that helps."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import torch

from plancritic.contracts.envelope import Contract
from plancritic.embedding import CachedEncoder
from plancritic.laboratory.reading.corpus.texts import TextAsked
from plancritic.laboratory.reading.evaluation.reading import ReaderRow, TextRead, rows_of, texts_read
from plancritic.laboratory.reading.training.examples import PreparedTexts, Problems
from plancritic.laboratory.reading.training.graph_weights import restored, rewritten
from plancritic.laboratory.reading.training.learning import ReaderLook, ReaderSettings, learn_reader, reading_loss
from plancritic.laboratory.reading.training.network import ReaderNetwork
from plancritic.laboratory.reading.training.training import TEMPERATURES, canonical_sentences
from plancritic.pddl.specification import canonical_key, check_constraint
from plancritic.reading.model import CARD_FILE, NETWORKS, READING, WRITING, Reader, ReaderCard, read_card

#: Fewer statements than these say nothing about a domain.
LEAST = 10
#: Parts of the statements; each is read by networks that were trained on the others.
FOLDS = 5
#: Readings that are looked at.
AT = 32
#: Copies of each statement about other things, and texts of a batch of which the loss is taken.
_COPIES, _TEXTS = 3, 32
#: Canonical sentences about each problem of the statements; all together are at most as many as the statements.
_CANONICAL = 20
#: How far the weights go from those of the shared networks to those that training ends with: part of the way keeps
#: more of what the networks knew (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models").
_SHARE = 0.75
#: Temperatures that differ by less are the same.
_SAME = 1e-3

#: What a training tells: the part that is held out (None: none), the network, the losses.
Progress = Callable[[int | None, str, ReaderLook], None]


class TooFewStatements(ValueError):
    """Fewer than LEAST statements can be said by a reading, or all of them have one meaning."""


class UnfittingMeaning(ValueError):
    """The ground truth of a statement does not fit its problem: a name is unknown, say."""


class OwnReaderReport(Contract):
    """What was found by holding out each part of the statements in turn.

    `shared` are the rows of the networks as they were, `own` those of networks that were trained further on the other
    parts: a row for each domain, and one for all where there are several. `left_out` are the statements that no reading
    can say. `temperatures` divide the logits of the networks that were written.
    """

    statements: int
    left_out: tuple[str, ...]
    folds: int
    shared: tuple[ReaderRow, ...]
    own: tuple[ReaderRow, ...]
    temperatures: tuple[float, ...]

    @property
    def gains(self) -> bool:
        """Return whether more first readings were right than those of the shared networks."""
        return self.own[-1].first > self.shared[-1].first


def train_own_reader(
    texts: Sequence[TextAsked],
    roots: Sequence[Path],
    encoder: CachedEncoder,
    model: Path,
    settings: ReaderSettings,
    out: Path,
    command: str,
    progress: Progress,
) -> OwnReaderReport:
    """Train the networks of the folder `model` further on texts, write them to the folder `out`, and return the report.

    The report is of networks that were trained for each part anew, on the other parts. Texts of one meaning stay in one
    part, and no copy about other things has a meaning of the part held out: no other wording of a text is learnt
    before the text is read. The same texts and settings give the
    same report and the same weights.

    Raises:
        ContractError: `model` holds no reader that can be used.
        DomainError: no domain, or no problem of it, has a name that a text gives.
        TooFewStatements, UnfittingMeaning: see there.
    """
    card = read_card(model)
    shared = Reader(model, encoder, settings.threads)
    problems = Problems(encoder, roots)
    _check(texts, problems)
    left_out = PreparedTexts(texts, problems).left_out
    kept = [each for each in texts if each not in left_out]
    folds = folds_of(kept, settings.seed)
    if len(kept) < LEAST:
        raise TooFewStatements(f"{len(kept)} statements with a meaning that a reading can say are too few")
    if len(folds) < 2:
        raise TooFewStatements("all statements have the same meaning")
    before = texts_read(shared, kept, roots, AT)
    drawn = _canonical(kept, problems, settings.seed)
    apart = []
    for number, fold in enumerate(folds):
        others = [each for other in (*folds[:number], *folds[number + 1 :]) for each in other]
        meanings = frozenset(map(_meaning, fold))
        training = PreparedTexts([*others, *drawn], problems, _COPIES, settings.seed, meanings)
        apart.append(_trained(model, training, PreparedTexts(fold, problems), settings, partial(progress, number)))
    after: list[TextRead] = []
    for number, fold in enumerate(folds):
        fitted = _temperatures([*apart[:number], *apart[number + 1 :]])
        with TemporaryDirectory(prefix="own-reader-") as scratch:
            _write(Path(scratch), model, apart[number], fitted, card)
            after += texts_read(Reader(Path(scratch), encoder, settings.threads), fold, roots, AT)
    everything = PreparedTexts([*kept, *drawn], problems, _COPIES, settings.seed)
    whole = _trained(model, everything, PreparedTexts((), problems), settings, partial(progress, None))
    temperatures = _temperatures(apart)
    out.mkdir(parents=True, exist_ok=True)
    _write(out, model, whole, temperatures, _own_card(card, kept, command, settings.seed))
    return OwnReaderReport(
        statements=len(kept),
        left_out=tuple(each.text for each in left_out),
        folds=len(folds),
        shared=tuple(rows_of(before)),
        own=tuple(rows_of(after)),
        temperatures=temperatures,
    )


def folds_of(texts: Sequence[TextAsked], seed: int) -> list[list[TextAsked]]:
    """Return FOLDS parts of nearly one size, fewer where there are fewer meanings; the same seed gives the same.

    Texts of one domain that ask for the same are in one part. Those that ask for nothing are spread.
    """
    groups: dict[tuple[str, str], list[TextAsked]] = {}
    for each in texts:
        groups.setdefault((each.domain, _meaning(each)), []).append(each)
    drawn = [groups[key] for key in sorted(groups)]
    random.Random(seed).shuffle(drawn)
    folds: list[list[TextAsked]] = [[] for _ in range(min(FOLDS, len(drawn)))]
    for group in sorted(drawn, key=lambda each: -len(each)):
        min(folds, key=len).extend(group)
    return folds


@dataclass(frozen=True, slots=True)
class _Network:
    """A network that was trained further, and its losses on the part held out by what its logits are divided by."""

    network: ReaderNetwork
    losses: Mapping[float, float]


def _trained(
    model: Path,
    training: PreparedTexts,
    held_out: PreparedTexts,
    settings: ReaderSettings,
    progress: Callable[[str, ReaderLook], None],
) -> list[_Network]:
    """Train both networks of a folder further, each from the weights that it has there."""
    found = []
    for number, name in enumerate(NETWORKS):
        network = restored(model, name)
        lowest = float(network.temperature)
        before = {key: value.clone() for key, value in network.state_dict().items()}
        own = replace(settings, seed=settings.seed + number)
        learn_reader(network, training, held_out, own, partial(progress, name))
        after = network.state_dict()
        network.load_state_dict({key: torch.lerp(value, after[key], _SHARE) for key, value in before.items()})
        found.append(_Network(network, _losses(network, held_out, lowest)))
    return found


def _losses(network: ReaderNetwork, held_out: PreparedTexts, lowest: float) -> dict[float, float]:
    """Return the summed loss by temperature.

    None below that of the network as it was is tried: a few statements are no reason to be surer than before.
    """
    found = {}
    with torch.inference_mode():
        batches = [make() for make in held_out.batches(_TEXTS)]
        for temperature in (lowest, *(each for each in TEMPERATURES if each > lowest + _SAME)):
            found[temperature] = sum(
                reading_loss(network, batch, temperature).item() * len(batch.weights) for batch in batches
            )
    return found


def _temperatures(apart: Sequence[Sequence[_Network]]) -> tuple[float, ...]:
    """Return the temperature of each network with the least loss on the parts that were held out."""
    found = []
    for each in zip(*apart, strict=True):
        losses = {key: sum(one.losses[key] for one in each) for key in each[0].losses}
        found.append(min(losses, key=lambda key: losses[key]))
    return tuple(found)


def _write(
    out: Path, model: Path, networks: Sequence[_Network], temperatures: Sequence[float], card: ReaderCard
) -> None:
    """Write a reader's folder, the card last: without a card a folder is no reader."""
    (out / CARD_FILE).unlink(missing_ok=True)
    for name, each, temperature in zip(NETWORKS, networks, temperatures, strict=True):
        each.network.temperature.fill_(temperature)
        for file, graph in zip((READING, WRITING), rewritten(model, name, each.network), strict=True):
            (out / file.format(name)).write_bytes(graph)
    (out / CARD_FILE).write_text(card.model_dump_json(indent=2) + "\n", encoding="utf-8")


def _own_card(shared: ReaderCard, kept: Sequence[TextAsked], command: str, seed: int) -> ReaderCard:
    """Return the card of networks that were trained further: what was measured on the shared ones does not hold."""
    domains = {each.domain for each in kept}
    return ReaderCard(
        encoder=shared.encoder,
        dimensions=shared.dimensions,
        layers=shared.layers,
        width=shared.width,
        command=command,
        seed=seed,
        own=shared.own + len(kept),
        own_domains=tuple(sorted({*shared.own_domains, *domains})),
        writers=shared.writers,
        domains=tuple(sorted({*shared.domains, *domains})),
        utterances=shared.utterances + len(kept),
    )


def _canonical(kept: Sequence[TextAsked], problems: Problems, seed: int) -> list[TextAsked]:
    """Return canonical sentences about the problems; none has a meaning that is held out at some time."""
    each_problem = min(_CANONICAL, len(kept) // len({(each.domain, each.problem) for each in kept}))
    held_out = {(each.domain, _meaning(each)) for each in kept}
    found = canonical_sentences(kept, problems, each_problem, seed)
    return [each for each in found if (each.domain, _meaning(each)) not in held_out]


def _meaning(asked: TextAsked) -> str:
    """Return what is the same for texts that ask for the same; of those that ask for nothing each has its own."""
    return canonical_key(asked.constraints) if asked.constraints else f"nothing: {asked.text}"


def _check(texts: Sequence[TextAsked], problems: Problems) -> None:
    for each in texts:
        problem = problems.input(each.domain, each.problem).lexicon.problem
        for constraint in each.constraints:
            for complaint in check_constraint(constraint, problem):
                raise UnfittingMeaning(f"the ground truth of {each.text!r} does not fit the problem: {complaint}")
