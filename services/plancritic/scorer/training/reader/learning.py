"""Trains a reader network by structure alone: relevance of facts, their roles, the operator of each request."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel

from plancritic.reading.structure import REQUESTS, ROLES
from plancritic.scorer.training.networks.network import GroundingNetwork
from plancritic.scorer.training.reader.examples import PreparedTexts, ReadBatch

#: Texts of one batch.
_TEXTS = 16
#: Share of the objects of a text whose mentions are kept from the network in training.
_MENTION_DROPOUT = 0.1
#: Weights of the losses on relevance of facts, on their roles and on what is asked.
_RELEVANCE, _ROLES, _OPERATORS = 1.0, 0.5, 0.5
#: What of a running mean of weights is kept at each step, and the part of the rate at which trained layers learn.
_KEPT, _UPPER_PACE, _DECAY = 0.999, 0.05, 0.05


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """How to train."""

    seed: int = 1
    epochs: int = 6
    learning_rate: float = 1.5e-3
    threads: int = 2


@dataclass(frozen=True, slots=True)
class ReaderLook:
    """Losses after an epoch, and the seconds so far."""

    epoch: int
    training: float
    validation: float
    seconds: float


def learn_reader(
    network: GroundingNetwork,
    training: PreparedTexts,
    validation: PreparedTexts,
    settings: ReaderSettings,
    progress: Callable[[ReaderLook], None],
) -> GroundingNetwork:
    """Train a network in place and return it with the mean of its weights; same settings and texts, same network."""
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
    started = time.monotonic()
    for epoch in range(settings.epochs):
        batches = training.batches(_TEXTS, shuffler, _MENTION_DROPOUT)
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
    network.load_state_dict(copy.deepcopy(mean.module.state_dict()))
    network.eval()
    return network


def reading_loss(network: GroundingNetwork, batch: ReadBatch, temperature: float = 1.0) -> torch.Tensor:
    """Return the cross entropy of relevance, roles and operators, weighted, for a batch; logits by `temperature`."""
    found = network.ground(batch.texts, batch.facts, batch.wanted)
    pairs = found.facts * REQUESTS + found.requests
    about = torch.gather(batch.wanted.flatten(1), 1, pairs)
    roles = torch.gather(batch.roles.flatten(1, 2), 1, pairs[:, :, None].expand(-1, -1, ROLES))
    relevance = functional.binary_cross_entropy_with_logits(
        found.logits.clamp(min=-50.0) / temperature, batch.wanted, reduction="none"
    )
    per_text = (relevance * batch.facts.present[:, None]).sum(dim=(1, 2))
    count = about.sum(dim=1).clamp(min=1.0)
    parts = functional.binary_cross_entropy_with_logits(
        found.roles / temperature, 0.5 * (roles + 1.0), reduction="none"
    ).sum(dim=2)
    operator = torch.gather(batch.operators.flatten(1), 1, pairs)
    asked = functional.cross_entropy(
        found.operators.transpose(1, 2) / temperature, operator.clamp(min=0), reduction="none"
    )
    asked = asked * (operator >= 0).to(about.dtype)
    losses = (
        _RELEVANCE * per_text / count.sqrt()
        + _ROLES * (parts * about).sum(dim=1) / count
        + _OPERATORS * (asked * about).sum(dim=1) / count
    )
    return (losses * batch.weights).sum() / batch.weights.sum().clamp(min=1e-6)


def _running_mean(mean: torch.Tensor, weights: torch.Tensor, steps: torch.Tensor | int) -> torch.Tensor:
    kept = min(_KEPT, (1.0 + float(steps)) / (10.0 + float(steps)))
    return mean + (weights - mean) * (1.0 - kept)


def _pace(share: float) -> float:
    """Part of the learning rate after a share of training: up within a twentieth, then down along a cosine."""
    return min(1.0, share / 0.05 + 0.05) * (0.02 + 0.98 * 0.5 * (1.0 + float(np.cos(np.pi * min(share, 1.0)))))
