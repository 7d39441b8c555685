"""Trains a reader network to write what texts ask, symbol by symbol."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.optim.swa_utils import AveragedModel

from plancritic.scorer.training.reader.examples import PreparedTexts, ReadBatch
from plancritic.scorer.training.reader.network import ReaderNetwork

#: Texts of one batch.
_TEXTS = 32
#: Shares of names and of verbs that a text's lexicon is kept from knowing in training.
_DROPOUT = (0.1, 0.15)
#: What of a running mean of weights is kept at each step, and the part of the rate at which the encoder's own layers
#: learn.
_KEPT, _UPPER_PACE, _DECAY = 0.998, 0.1, 0.05


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """How to train."""

    seed: int = 1
    epochs: int = 16
    learning_rate: float = 1e-3
    threads: int = 2


@dataclass(frozen=True, slots=True)
class ReaderLook:
    """Losses after an epoch, and the seconds so far."""

    epoch: int
    training: float
    validation: float
    seconds: float


def learn_reader(
    network: ReaderNetwork,
    training: PreparedTexts,
    validation: PreparedTexts,
    settings: ReaderSettings,
    progress: Callable[[ReaderLook], None],
    checkpoint: Path | None = None,
) -> ReaderNetwork:
    """Train a network in place and return it with the mean of its weights; same settings and texts, same network.

    With a `checkpoint` the training is kept in that file after each epoch, and goes on from it where it is there and
    has the same settings and number of texts.
    """
    torch.set_num_threads(settings.threads)
    torch.manual_seed(settings.seed)
    shuffler = random.Random(settings.seed)
    mean = AveragedModel(network, avg_fn=_running_mean)
    before = {id(parameter) for parameter in network.upper.parameters()}
    new = [parameter for parameter in network.parameters() if id(parameter) not in before]
    groups = [
        {"params": new, "pace": 1.0},
        {"params": [*network.upper.parameters()], "pace": _UPPER_PACE},
    ]
    optimizer = torch.optim.AdamW([group for group in groups if group["params"]], weight_decay=_DECAY)
    known_by = f"{settings} {len(training)} {len(validation)}"
    training_state = _Training(network, mean, optimizer, shuffler, known_by)
    first = 0 if checkpoint is None else training_state.restored(checkpoint)
    started = time.monotonic()
    for epoch in range(first, settings.epochs):
        batches = training.batches(_TEXTS, shuffler, _DROPOUT)
        network.train()
        total = 0.0
        for number, make in enumerate(batches):
            share = (epoch + number / len(batches)) / settings.epochs
            for group in optimizer.param_groups:
                group["lr"] = settings.learning_rate * group["pace"] * _pace(share)
            loss = reading_loss(network, make())
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            mean.update_parameters(network)
            total += loss.item()
        mean.module.eval()
        with torch.inference_mode():
            losses = [reading_loss(mean.module, make()).item() for make in validation.batches(_TEXTS)]
        progress(
            ReaderLook(
                epoch + 1,
                total / max(1, len(batches)),
                float(np.mean(losses)) if losses else 0.0,
                time.monotonic() - started,
            )
        )
        if checkpoint is not None:
            training_state.save(checkpoint, epoch + 1)
    network.load_state_dict(copy.deepcopy(mean.module.state_dict()))
    network.eval()
    return network


@dataclass(frozen=True, slots=True)
class _Training:
    """All that goes on from one epoch to the next; `known_by` tells one training from another."""

    network: ReaderNetwork
    mean: AveragedModel
    optimizer: torch.optim.Optimizer
    shuffler: random.Random
    known_by: str

    def save(self, path: Path, epochs: int) -> None:
        """Write the file in one piece."""
        beside = path.with_suffix(".part")
        torch.save(
            {
                "known by": self.known_by,
                "epochs": epochs,
                "network": self.network.state_dict(),
                "mean": self.mean.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "shuffler": self.shuffler.getstate(),
                "torch": torch.get_rng_state(),
            },
            beside,
        )
        beside.replace(path)

    def restored(self, path: Path) -> int:
        """Go on from the file if it keeps this training; return how many epochs are done."""
        try:
            # Weights alone may be read from the file, never code.
            kept = torch.load(path, weights_only=True)
        except FileNotFoundError:
            return 0
        if kept["known by"] != self.known_by:
            return 0
        self.network.load_state_dict(kept["network"])
        self.mean.load_state_dict(kept["mean"])
        self.optimizer.load_state_dict(kept["optimizer"])
        version, numbers, spare = kept["shuffler"]
        self.shuffler.setstate((version, tuple(numbers), spare))
        torch.set_rng_state(kept["torch"])
        return int(kept["epochs"])


def reading_loss(network: ReaderNetwork, batch: ReadBatch, temperature: float = 1.0) -> torch.Tensor:
    """Return the mean over texts of the negative logarithm of the probability of what is to be written.

    Logits are divided by `temperature`; only symbols that the grammar allows share the probability.
    """
    memory = network.remember(batch.texts)
    logits, _ = network.write(memory, batch.before, batch.expected, network.nothing_written(len(batch.symbols)))
    logits = (logits / temperature).masked_fill(~batch.allowed, -1e9)
    said = torch.gather(torch.log_softmax(logits, dim=2), 2, batch.symbols[:, :, None]).squeeze(2)
    losses = -(said * batch.counted).sum(dim=1)
    return (losses * batch.weights).sum() / batch.weights.sum().clamp(min=1e-6)


def _running_mean(mean: torch.Tensor, weights: torch.Tensor, steps: torch.Tensor | int) -> torch.Tensor:
    kept = min(_KEPT, (1.0 + float(steps)) / (10.0 + float(steps)))
    return mean + (weights - mean) * (1.0 - kept)


def _pace(share: float) -> float:
    """Part of the learning rate after a share of training: up within a twentieth, then down along a cosine."""
    return min(1.0, share / 0.05 + 0.05) * (0.02 + 0.98 * 0.5 * (1.0 + float(np.cos(np.pi * min(share, 1.0)))))
