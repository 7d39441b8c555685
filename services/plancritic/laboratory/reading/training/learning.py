"""Trains a reader network to write what texts ask, symbol by symbol."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from torch.optim.swa_utils import AveragedModel

from plancritic.laboratory.adherence.training.checkpoint import Checkpoint, State, Training
from plancritic.laboratory.reading.training.examples import PreparedTexts, ReadBatch
from plancritic.laboratory.reading.training.network import ReaderNetwork

Precision = Literal["float32", "bfloat16"]

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
    epochs: int = 8
    learning_rate: float = 1e-3
    threads: int = 2
    device: str = "cpu"
    #: Of the products of matrices in training: half the bits take half the time where the processor has them built in.
    precision: Precision = "float32"


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
    checkpoint: Checkpoint | None = None,
) -> ReaderNetwork:
    """Train a network in place and return it with the mean of its weights; same settings and texts, same network.

    With a `checkpoint` the training is kept in its file after each epoch; one that resumes goes on from there.

    Raises:
        BadCheckpoint: the file keeps another training.
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
    known_by = {"settings": str(settings), "texts": training.digest, "validation": validation.digest}
    kept = Training(network, mean, optimizer, shuffler, State({}))
    if checkpoint is not None and checkpoint.resume:
        checkpoint.restore(kept, known_by)
    started = time.monotonic()
    for epoch in range(kept.state.epochs, settings.epochs):
        batches = training.batches(_TEXTS, shuffler, _DROPOUT)
        network.train()
        total = 0.0
        for number, make in enumerate(batches):
            share = (epoch + number / len(batches)) / settings.epochs
            for group in optimizer.param_groups:
                group["lr"] = settings.learning_rate * group["pace"] * _pace(share)
            with torch.autocast(settings.device, torch.bfloat16, enabled=settings.precision == "bfloat16"):
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
        kept.state.epochs = epoch + 1
        if checkpoint is not None:
            checkpoint.save(kept, known_by)
    network.load_state_dict(copy.deepcopy(mean.module.state_dict()))
    network.eval()
    return network


def reading_loss(network: ReaderNetwork, batch: ReadBatch, temperature: float = 1.0) -> torch.Tensor:
    """Return the mean over texts of the negative logarithm of the probability of what is to be written.

    Logits are divided by `temperature`; only symbols that the grammar allows share the probability.
    """
    batch = batch.on(network.place.weight.device)
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
