"""The networks that ours is compared with: that of [EA] IV-C, and the same told what steps change and when.

Both read one vector a step with an LSTM and know a step, a change and a statement by their sentence embeddings alone.
"""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from plancritic.adherence.mentions import TIMES
from plancritic.embedding import Encoder
from plancritic.laboratory.adherence.training.comparison.baseline_inputs import (
    BOUND_TIMES,
    STEP_TIMES,
    Embedded,
    PlanReader,
)
from plancritic.laboratory.adherence.training.comparison.learning import (
    Judge,
    Learned,
    Learner,
    LearningSettings,
    Look,
    Note,
    Part,
    Progress,
)
from plancritic.laboratory.adherence.training.errors import NotEnoughData


class Standard(nn.Module):  # type: ignore[misc]
    """Centres each component of vectors and gives it unit variance, by the vectors that `fit` saw; never trained."""

    def __init__(self, dimensions: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(dimensions))
        #: One over the deviation; at first that of vectors of length one.
        self.register_buffer("factor", torch.full((dimensions,), dimensions**0.5))

    def fit(self, vectors: torch.Tensor) -> None:
        """Take mean and deviation from vectors (count, dimensions)."""
        self.mean.copy_(vectors.mean(dim=0))
        self.factor.copy_(1.0 / (vectors.std(dim=0, correction=0) + 1e-6))

    def forward(self, vectors: torch.Tensor) -> torch.Tensor:
        """The same shape."""
        standardised: torch.Tensor = (vectors - self.mean) * self.factor
        return standardised


class PublishedNetwork(nn.Module):  # type: ignore[misc]
    """LSTM of 512 over [embedding(step) ; embedding(statement)], two dense layers of 256 with ReLU and dropout 0.5.

    Source: [EA] IV-C; the dropout stands between the dense layers. The sigmoid is left to the loss. The inputs are
    standardised, of which [EA] says nothing.
    """

    title = "published network, MiniLM encoder: LSTM over [step ; statement], standardised, two dense layers"
    #: Sentences that stand for a step, and numbers beside them.
    sentences = 1
    numbers = 0

    def __init__(self, dimensions: int, hidden: int = 512, dense: int = 256, dropout: float = 0.5) -> None:
        super().__init__()
        self.standard_steps = Standard(self.sentences * dimensions)
        self.standard_texts = Standard(dimensions)
        self.lstm = nn.LSTM((self.sentences + 1) * dimensions + self.numbers, hidden, batch_first=True)
        self.first = nn.Linear(hidden, dense)
        self.second = nn.Linear(dense, dense)
        self.last = nn.Linear(dense, 1)
        self.dropout = nn.Dropout(dropout)

    def fit(self, steps: torch.Tensor, texts: torch.Tensor) -> None:
        """Take what inputs are standardised by from the vectors seen in training."""
        self.standard_steps.fit(steps)
        self.standard_texts.fit(texts)

    def forward(self, steps: torch.Tensor, text: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
        """Logits (batch,) of plans of one length.

        `steps` (batch, length, sentences * dimensions), `text` (batch, dimensions), `numbers` (batch, length, numbers).
        """
        repeated = self.standard_texts(text)[:, None, :].expand(-1, steps.shape[1], -1)
        _, (state, _) = self.lstm(torch.cat([self.standard_steps(steps), repeated, numbers], dim=2))
        x = self.dropout(torch.relu(self.first(state[-1])))
        x = self.dropout(torch.relu(self.second(x)))
        logits: torch.Tensor = self.last(x).squeeze(1)
        return logits


class ChangesNetwork(PublishedNetwork):
    """The same LSTM; each step also brings what it changes in the state, in words, and when it happens, in numbers.

    Numbers: start, end and duration, and how start and end lie to each time that the statement names.
    """

    title = "LSTM over [step ; what it changes ; times ; statement], standardised, two dense layers"
    sentences = 2
    numbers = STEP_TIMES + TIMES * BOUND_TIMES


def baseline(network: type[PublishedNetwork], hidden: int = 512) -> Learner:
    """A learner of one of these networks."""
    return partial(_learn, network, hidden)


def _learn(
    network: type[PublishedNetwork],
    hidden: int,
    training: Sequence[Part],
    validation: Sequence[Part],
    encoder: Encoder,
    settings: LearningSettings,
    progress: Progress,
) -> Judge:
    torch.set_num_threads(settings.threads)
    torch.manual_seed(settings.seed)
    judge = _BaselineJudge(network(encoder.dimensions, hidden), encoder)
    judge.train(training, validation, settings, progress)
    return judge


class _BaselineJudge:
    """A network with what it needs to read plans and statements."""

    def __init__(self, network: PublishedNetwork, encoder: Encoder) -> None:
        self._network = network
        self._embedded = Embedded(encoder)
        self._readers: dict[int, PlanReader] = {}
        self.learned: Learned

    def probabilities(self, part: Part) -> NDArray[np.float32]:
        """The probability for each example that its plan adheres to its text, shape (examples,)."""
        self._reader(part).read(part)
        found = np.empty(len(part.examples), dtype=np.float32)
        self._network.eval()
        with torch.inference_mode():
            for places in self._batches(part, 256, None):
                found[places] = torch.sigmoid(self._logits(part, places)).numpy()
        return found

    def train(
        self,
        training: Sequence[Part],
        validation: Sequence[Part],
        settings: LearningSettings,
        progress: Progress,
    ) -> None:
        """Train until it gets no better, and keep the best weights. Raises `NotEnoughData` where a side is empty."""
        total = sum(len(part.examples) for part in training)
        if not total or not any(part.examples for part in validation):
            raise NotEnoughData("the split leaves one side without examples")
        shuffler = random.Random(settings.seed)
        for part in training:
            progress(Note(f"reading {len(part.examples)} examples of {part.corpus.domain}"))
            self._reader(part).read(part)
        self._fit(training)
        looked_at = _sampled(validation, settings.validation_examples, shuffler)
        optimizer = torch.optim.AdamW(self._network.parameters(), lr=settings.learning_rate)
        halfway = max(1, settings.patience // 2)
        slower = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.3, patience=halfway)
        best, best_epoch, state, since = float("inf"), 0.0, copy.deepcopy(self._network.state_dict()), 0
        started, seen, ended = time.process_time(), 0, "epochs"
        unlooked, loss_sum = 0, 0.0
        stream = self._stream(training, settings, shuffler)
        for part, places, last in stream:
            self._network.train()
            labels = torch.tensor([float(part.examples[place].adheres) for place in places])
            loss = functional.binary_cross_entropy_with_logits(self._logits(part, places), labels)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self._network.parameters(), 1.0)
            optimizer.step()
            seen, unlooked, loss_sum = seen + len(places), unlooked + len(places), loss_sum + loss.item() * len(places)
            used_up = settings.budget_seconds is not None and time.process_time() - started >= settings.budget_seconds
            if not (last or used_up or unlooked >= settings.look_after):
                continue
            found, accuracy = self._look(looked_at)
            slower.step(found)
            epochs = seen / total
            progress(Look(epochs, loss_sum / unlooked, found, accuracy, time.process_time() - started))
            unlooked, loss_sum, since = 0, 0.0, since + 1
            if found < best:
                best, best_epoch, state, since = found, epochs, copy.deepcopy(self._network.state_dict()), 0
            if since >= settings.patience or used_up:
                ended = "budget" if used_up else "validation loss"
                break
        self._network.load_state_dict(state)
        self._network.eval()
        self.learned = Learned(
            network=self._network.title,
            parameters=sum(parameter.numel() for parameter in self._network.parameters()),
            epochs=round(seen / total, 2),
            best_epoch=round(best_epoch, 2),
            ended=ended,
            validation_loss=round(best, 4),
        )

    def _stream(
        self, training: Sequence[Part], settings: LearningSettings, shuffler: random.Random
    ) -> Iterator[tuple[Part, list[int], bool]]:
        """Batches of all epochs; True with the last one of an epoch."""
        for _ in range(settings.epochs):
            batches = [(part, places) for part in training for places in self._batches(part, settings.batch, shuffler)]
            shuffler.shuffle(batches)
            for number, (part, places) in enumerate(batches, start=1):
                yield part, places, number == len(batches)

    def _batches(self, part: Part, size: int, shuffler: random.Random | None) -> Iterator[list[int]]:
        """Places of examples on plans of one length, so that nothing is padded."""
        reader = self._reader(part)
        by_length: dict[int, list[int]] = {}
        for place, example in enumerate(part.examples):
            by_length.setdefault(reader.length(example.plan), []).append(place)
        for group in by_length.values():
            if shuffler is not None:
                shuffler.shuffle(group)
            yield from (group[first : first + size] for first in range(0, len(group), size))

    def _logits(self, part: Part, places: Sequence[int]) -> torch.Tensor:
        reader = self._reader(part)
        steps = reader.steps([part.examples[place].plan for place in places])
        text = self._embedded.vectors([part.examples[place].text for place in places])
        logits: torch.Tensor = self._network(steps, text, reader.numbers(part, places))
        return logits

    def _look(self, parts: Sequence[Part]) -> tuple[float, float]:
        """Mean loss and accuracy."""
        found = np.concatenate([self.probabilities(part) for part in parts])
        labels = np.array([example.adheres for part in parts for example in part.examples])
        clipped = np.clip(found, 1e-7, 1 - 1e-7)
        loss = float(-np.log(np.where(labels, clipped, 1 - clipped)).mean())
        return loss, float(((found >= 0.5) == labels).mean())

    def _fit(self, training: Sequence[Part]) -> None:
        steps: list[torch.Tensor] = []
        texts: set[str] = set()
        for part in training:
            reader = self._reader(part)
            for plan in sorted({example.plan for example in part.examples}):
                steps.append(reader.steps([plan])[0])
            texts.update(example.text for example in part.examples)
        self._network.fit(torch.cat(steps).unique(dim=0), self._embedded.vectors(sorted(texts)))

    def _reader(self, part: Part) -> PlanReader:
        if id(part.corpus) not in self._readers:
            self._readers[id(part.corpus)] = PlanReader(part.corpus, self._embedded, self._network.sentences > 1)
        return self._readers[id(part.corpus)]


def _sampled(parts: Sequence[Part], most: int, generator: random.Random) -> list[Part]:
    """At most this many examples of the parts together."""
    places = [(number, place) for number, part in enumerate(parts) for place in range(len(part.examples))]
    if len(places) > most:
        places = sorted(generator.sample(places, most))
    sampled = [
        Part(part.corpus, tuple(part.examples[place] for own, place in places if own == number))
        for number, part in enumerate(parts)
    ]
    return [part for part in sampled if part.examples]
