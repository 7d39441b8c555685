"""Trains the network on a data file and writes the model folder."""

from __future__ import annotations

import copy
import hashlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from plancritic.embedding import Encoder
from plancritic.scorer.card import NO_STEPS, Accuracy, ModelCard, TrainingCard
from plancritic.scorer.evaluation import accuracy, accuracy_by, calibration
from plancritic.scorer.serving import CARD_FILE, GRAPH_FILE, AdherenceModel
from plancritic.scorer.training import network as networks
from plancritic.scorer.training.dataset import Dataset, Example, ShownPlan
from plancritic.scorer.training.export import export, round_weights

THRESHOLD = 0.5


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """How to train. Training ends after `epochs`, or when validation loss has not improved for `patience` epochs.

    `hold_out` names a problem all of whose plans are for validation; without it a share of the families of plans of
    every problem is. No plan is on both sides, nor a variation of it, nor one with the same steps.
    """

    seed: int = 0
    epochs: int = 100
    patience: int = 5
    batch: int = 64
    learning_rate: float = 1e-3
    validation_share: float = 0.15
    hold_out: str | None = None
    network: str = "matching"
    #: Size of the LSTM; None takes the network's own.
    hidden: int | None = None
    threads: int = 0


@dataclass(frozen=True, slots=True)
class Epoch:
    """Progress: one epoch is done."""

    number: int
    training_loss: float
    validation_loss: float
    validation_accuracy: float
    seconds: float


class Split(NamedTuple):
    """Examples for training, for validation, and those on plans for validation in wordings that training sees."""

    training: list[Example]
    validation: list[Example]
    familiar: list[Example]


def split(dataset: Dataset, settings: TrainingSettings) -> Split:
    """Examples apart by families of plans, never by row, and by wording where the data hold some back.

    Raises `ValueError` where a side is left without examples.
    """
    generator = random.Random(settings.seed)
    families: dict[str, list[str]] = {}
    for plan in dataset.plans:
        known = families.setdefault(plan.problem, [])
        if plan.family not in known:
            known.append(plan.family)
    if settings.hold_out is not None:
        chosen = {(settings.hold_out, family) for family in families.get(settings.hold_out, ())}
    else:
        chosen = set()
        for problem, known in families.items():
            count = max(1, round(len(known) * settings.validation_share)) if len(known) > 1 else 0
            chosen.update((problem, family) for family in generator.sample(known, count))
    held = {plan.steps for plan in dataset.plans if (plan.problem, plan.family) in chosen}
    training, validation, familiar = Split([], [], [])
    for example in dataset.examples:
        plan = dataset.plans[example.plan]
        if (plan.problem, plan.family) in chosen:
            (validation if example.held_back else familiar).append(example)
        elif plan.steps not in held and not example.held_back:
            # The same steps may come about in two families; they are on the side of validation only.
            training.append(example)
    seen = {example.text for example in training}
    validation = [example for example in validation if example.text not in seen]
    if not any(example.held_back for example in dataset.examples):
        validation, familiar = familiar, []
    if not training or not validation:
        raise ValueError("the split leaves one side without examples; make more plans or hold out another problem")
    return Split(training, validation, familiar)


class Trainer:
    """Trains one network; `run` gives it with its best weights, rounded as they will ship."""

    def __init__(self, dataset: Dataset, encoder: Encoder, settings: TrainingSettings) -> None:
        """Embed every step and text once. Raises `ValueError` where the split leaves a side empty."""
        self._settings = settings
        self._plans = dataset.plans
        self.training, self.validation, self.familiar = split(dataset, settings)
        texts = {step for plan in dataset.plans for step in _shown(plan)} | {e.text for e in dataset.examples}
        self._row = {text: index for index, text in enumerate(sorted(texts))}
        self._vectors = torch.from_numpy(encoder.encode(list(self._row)))
        self._steps = [torch.tensor([self._row[step] for step in _shown(plan)]) for plan in dataset.plans]
        if settings.threads:
            torch.set_num_threads(settings.threads)
        torch.manual_seed(settings.seed)
        sizes = {} if settings.hidden is None else {"hidden": settings.hidden}
        self.network = networks.NETWORKS[settings.network](encoder.dimensions, **sizes)
        steps = {row for plan in {self._plan_key(example) for example in self.training} for row in plan}
        wordings = {self._row[example.text] for example in self.training}
        self.network.fit(self._vectors[sorted(steps)], self._vectors[sorted(wordings)])
        self.best_epoch = 0
        self.epochs = 0

    def run(self, progress: Callable[[Epoch], None]) -> networks.Network:
        """Train until it gets no better; `KeyboardInterrupt` leaves nothing written."""
        settings = self._settings
        optimizer = torch.optim.AdamW(self.network.parameters(), lr=settings.learning_rate)
        slower = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.3, patience=1)
        shuffler = random.Random(settings.seed)
        best, state = float("inf"), copy.deepcopy(self.network.state_dict())
        for number in range(1, settings.epochs + 1):
            started = time.monotonic()
            total = 0.0
            for batch in self._batches(self.training, shuffler):
                steps, text, labels = self._tensors(batch)
                loss = functional.binary_cross_entropy_with_logits(self.network(steps, text), labels)
                optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
                optimizer.step()
                total += loss.item() * len(batch)
            probabilities, labels_, loss_ = self.evaluate(self.validation)
            right = float(((probabilities >= THRESHOLD) == labels_).mean())
            progress(Epoch(number, total / len(self.training), loss_, right, time.monotonic() - started))
            slower.step(loss_)
            self.epochs = number
            if loss_ < best:
                best, state, self.best_epoch = loss_, copy.deepcopy(self.network.state_dict()), number
            elif number - self.best_epoch >= settings.patience:
                break
        self.network.load_state_dict(state)
        round_weights(self.network)
        self.network.eval()
        return self.network

    def evaluate(self, examples: Sequence[Example]) -> tuple[NDArray[np.float32], NDArray[np.bool_], float]:
        """Predictions, labels and mean loss, in the order of the examples."""
        place = {id(example): index for index, example in enumerate(examples)}
        probabilities = np.empty(len(examples), dtype=np.float32)
        for batch in self._batches(examples, None):
            steps, text, _ = self._tensors(batch)
            probabilities[[place[id(example)] for example in batch]] = networks.adherence(
                self.network, steps, text
            ).numpy()
        labels = np.array([example.adheres for example in examples])
        clipped = np.clip(probabilities, 1e-7, 1 - 1e-7)
        return probabilities, labels, float(-np.log(np.where(labels, clipped, 1 - clipped)).mean())

    def _batches(self, examples: Sequence[Example], shuffler: random.Random | None) -> Iterator[list[Example]]:
        """Batches of plans of one length, so that nothing is padded."""
        by_length: dict[int, list[Example]] = {}
        for example in examples:
            by_length.setdefault(len(self._steps[example.plan]), []).append(example)
        batches = []
        for group in by_length.values():
            if shuffler is not None:
                shuffler.shuffle(group)
            batches += [group[i : i + self._settings.batch] for i in range(0, len(group), self._settings.batch)]
        if shuffler is not None:
            shuffler.shuffle(batches)
        yield from batches

    def _plan_key(self, example: Example) -> tuple[int, ...]:
        return tuple(self._steps[example.plan].tolist())

    def _tensors(self, batch: Sequence[Example]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        steps = self._vectors[torch.stack([self._steps[example.plan] for example in batch])]
        text = self._vectors[[self._row[example.text] for example in batch]]
        return steps, text, torch.tensor([float(example.adheres) for example in batch])


def train_model(
    dataset: Dataset,
    encoder: Encoder,
    settings: TrainingSettings,
    folder: Path,
    command: str,
    progress: Callable[[Epoch], None],
    held_out: Callable[[Sequence[int]], dict[str, Dataset]] | None = None,
) -> ModelCard:
    """Train, export, evaluate what was exported, write `folder`; the card it wrote.

    `held_out` is given the numbers of the plans for validation and returns suites over them, which the exported graph
    itself judges; validation is judged by the torch network, whose weights are rounded as the graph's are. Raises
    `ValueError` where the data cannot be split.
    """
    started = time.process_time()
    trainer = Trainer(dataset, encoder, settings)
    graph = export(trainer.run(progress))
    probabilities, labels, loss = trainer.evaluate(trainer.validation)
    card = ModelCard(
        name=f"{dataset.card.domain} scorer",
        domain=dataset.card.domain,
        network=f"{trainer.network.title}; LSTM of {trainer.network.lstm.hidden_size}",
        encoder=encoder.name,
        dimensions=encoder.dimensions,
        threshold=THRESHOLD,
        text="statement",
        steps="sentence",
        graph_bytes=len(graph),
        graph_sha256=hashlib.sha256(graph).hexdigest(),
        data=dataset.card,
        training=TrainingCard(
            command=command,
            seed=settings.seed,
            epochs=trainer.epochs,
            best_epoch=trainer.best_epoch,
            learning_rate=settings.learning_rate,
            batch=settings.batch,
            cpu_seconds=round(time.process_time() - started, 1),
        ),
        split=_split_in_words(trainer, settings),
        validation=accuracy(probabilities, labels, THRESHOLD),
        validation_loss=round(loss, 4),
        by_type=accuracy_by([e.sort for e in trainer.validation], probabilities, labels, THRESHOLD),
        calibration=calibration(probabilities, labels),
        validation_familiar=accuracy(*trainer.evaluate(trainer.familiar)[:2], THRESHOLD) if trainer.familiar else None,
    )
    _write(folder, graph, card)
    if held_out is not None:
        model = AdherenceModel(folder, encoder)
        suites = held_out(sorted({example.plan for example in trainer.validation}))
        card = card.model_copy(
            update={
                "held_out": {name: judge(model, suite) for name, suite in suites.items() if suite.examples},
                "held_out_by_archetype": {
                    name: judge_by_sort(model, suite) for name, suite in suites.items() if suite.examples
                },
            }
        )
        _write(folder, graph, card)
    return card


def judge(model: AdherenceModel, suite: Dataset) -> Accuracy:
    """How well a loaded model does on examples."""
    return accuracy(*_judged(model, suite), model.card.threshold)


def judge_by_sort(model: AdherenceModel, suite: Dataset) -> dict[str, Accuracy]:
    """`judge` for each sort of example."""
    return accuracy_by([example.sort for example in suite.examples], *_judged(model, suite), model.card.threshold)


def _judged(model: AdherenceModel, suite: Dataset) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    texts = sorted({example.text for example in suite.examples})
    column = {text: index for index, text in enumerate(texts)}
    scores = model.score([plan.steps for plan in suite.plans], texts)
    probabilities = np.array([scores[e.plan, column[e.text]] for e in suite.examples], dtype=np.float32)
    return probabilities, np.array([e.adheres for e in suite.examples])


def _split_in_words(trainer: Trainer, settings: TrainingSettings) -> str:
    plans = (
        f"by plan, with its variations: {settings.validation_share:.0%} of every problem's for validation"
        if settings.hold_out is None
        else f"by problem: {settings.hold_out} for validation"
    )
    if trainer.familiar:
        return (
            f"{plans}; and by wording: a third of the sentence patterns and of the questions drawn is for validation "
            "only (words for things and deeds are shared); validation_familiar is on the same plans in the other ones"
        )
    return f"{plans}; wordings and questions are shared with training"


def _write(folder: Path, graph: bytes, card: ModelCard) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in ((GRAPH_FILE, graph), (CARD_FILE, card.model_dump_json(indent=2).encode() + b"\n")):
        beside = folder / f".{name}.part"
        beside.write_bytes(content)
        beside.replace(folder / name)


def _shown(plan: ShownPlan) -> tuple[str, ...]:
    return plan.steps or (NO_STEPS,)
