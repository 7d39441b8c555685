"""Tune a sentence encoder so that an action's description is nearer to its schema than to any other."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from plancritic.laboratory.schema.corpus import CorpusDomain
from plancritic.laboratory.schema.training.batches import ActionTexts, DomainTexts, Group, batches, content_words
from plancritic.laboratory.schema.training.sentence_model import SentenceModel


@dataclass(frozen=True)
class TuningSettings:
    """How long and how hard; the shares of negatives are those of [DK].

    `across` weighs triplets whose negative belongs to another anchor: the filter has one threshold for all actions,
    so that similarities must be comparable between them.
    """

    seed: int = 0
    epochs: int = 26
    learning_rate: float = 1e-3
    margin: float = 0.2
    easy: float = 0.0
    semi_hard: float = 0.4
    hard: float = 0.6
    across: float = 1.0
    rank: int = 32
    tuned_layers: int = 2
    dropout: float = 0.1
    faults: int = 5
    variants: int = 0
    domains_in_batch: int = 2
    validation_domains: int = 3
    threads: int = 2
    budget_seconds: float | None = None


@dataclass(frozen=True)
class Progress:
    """What is known after an epoch; `accuracy` is of true against faulty pairs of the validation domains, all mixed."""

    epoch: int
    loss: float
    accuracy: float
    best: bool
    seconds: float


@dataclass(frozen=True)
class Tuned:
    """The changes with the best accuracy on validation domains; `epoch` 0 is the base itself."""

    changes: dict[str, NDArray[np.float32]]
    epoch: int
    accuracy: float
    accuracy_before: float
    epochs: int
    ended: Literal["epochs", "budget", "interrupted"]
    train_domains: tuple[str, ...]
    validation_domains: tuple[str, ...]


def tune(
    model: SentenceModel,
    domains: Sequence[CorpusDomain],
    settings: TuningSettings,
    progress: Callable[[Progress], None] = lambda _: None,
) -> Tuned:
    """Tune the model on domains, some of which only tell which epoch was best.

    Ctrl-C ends it with the best epoch so far.
    """
    torch.manual_seed(settings.seed)
    torch.set_num_threads(settings.threads)
    rng = random.Random(settings.seed)
    order = rng.sample(list(domains), len(domains))
    held, learnt = order[: settings.validation_domains], order[settings.validation_domains :]
    words = sorted({word for domain in learnt for word in content_words(domain)})
    texts = [DomainTexts(domain, words, settings.variants, rng) for domain in learnt]
    # Drawn once, so that epochs are compared on the same pairs.
    fixed = random.Random(settings.seed)
    checked = [
        ActionTexts(domain, action, fixed).group(12, fixed) for domain in held for action in domain.description.actions
    ]
    steps = settings.epochs * -(-len(texts) // settings.domains_in_batch)
    optimizer = torch.optim.AdamW(model.parameters(), lr=settings.learning_rate, weight_decay=0.01)
    # The tenth that warms up must be more than one step.
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, settings.learning_rate, total_steps=max(steps, 20), pct_start=0.1, cycle_momentum=False
    )
    started = time.monotonic()
    before = best = accuracy(model, checked)
    changes, best_epoch, epoch = model.changes(), 0, 0
    ended: Literal["epochs", "budget", "interrupted"] = "epochs"
    try:
        for epoch in range(1, settings.epochs + 1):
            model.train()
            losses = []
            for batch in batches(texts, settings.domains_in_batch, settings.faults, rng):
                loss = triplet_loss(model, batch, settings)
                optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                schedule.step()
                losses.append(float(loss.detach()))
            reached = accuracy(model, checked)
            better = reached > best
            if better:
                best, best_epoch, changes = reached, epoch, model.changes()
            seconds = time.monotonic() - started
            progress(Progress(epoch, float(np.mean(losses)), reached, better, seconds))
            if settings.budget_seconds is not None and seconds > settings.budget_seconds:
                ended = "budget"
                break
    except KeyboardInterrupt:
        ended = "interrupted"
    names = tuple(sorted(each.name for each in learnt)), tuple(sorted(each.name for each in held))
    return Tuned(changes, best_epoch, best, before, epoch, ended, *names)


def triplet_loss(model: SentenceModel, batch: Sequence[Group], settings: TuningSettings) -> torch.Tensor:
    """Return the mean hinge of `margin - cos(anchor, its schema) + cos(anchor, negative)`, by kind of negative.

    The kinds are weighed by their shares: the same in expectation as drawing negatives in these shares.
    """
    anchors, schemas, own = _encoded(model, batch)
    cosines = anchors @ schemas.T  # (anchors, schemas)
    of_group = torch.tensor([row for row, group in enumerate(batch) for _ in group.schemas])
    anchor_group = torch.tensor([row for row, group in enumerate(batch) for _ in group.anchors])
    domain = [group.domain for group in batch]
    same_domain = torch.tensor([[one == other for other in domain] for one in domain])
    right = torch.zeros(len(of_group), dtype=torch.bool)
    right[torch.tensor([sum(len(group.schemas) for group in batch[:row]) for row in range(len(batch))])] = True
    same_action = anchor_group[:, None] == of_group[None, :]
    near = same_domain[anchor_group][:, of_group]
    positive = cosines[torch.arange(len(own)), own]
    hinge = functional.relu(settings.margin - positive[:, None] + cosines)
    is_own = torch.zeros_like(same_action)
    is_own[torch.arange(len(own)), own] = True
    hard = same_action & ~is_own
    loss = hinge.new_zeros(())
    for share, chosen in (
        (settings.easy, ~near & right[None, :]),
        (settings.semi_hard, near & ~same_action & right[None, :]),
        (settings.hard, hard),
    ):
        if share and bool(chosen.any()):
            loss = loss + share * hinge[chosen].mean()
    if settings.across:
        # Anchors of one manner are compared: each register has its own threshold.
        manner = torch.tensor([place for group in batch for place in range(len(group.anchors))])
        for each in range(int(manner.max()) + 1):
            rows = manner == each
            negatives = cosines[rows][hard[rows]]
            loss = (
                loss
                + settings.across
                / 3
                * functional.relu(settings.margin - positive[rows][:, None] + negatives[None, :]).mean()
            )
    return loss


def accuracy(model: SentenceModel, groups: Sequence[Group]) -> float:
    """Return how often a true pair is nearer than a faulty one, of all pairs in a register, mean of the registers."""
    model.eval()
    with torch.inference_mode():
        anchors, schemas, _ = _encoded(model, groups)
        cosines = (anchors @ schemas.T).numpy()
    found = []
    for manner in (0, 1):
        true, faulty, anchor, schema = [], [], 0, 0
        for group in groups:
            row = cosines[anchor + manner, schema : schema + len(group.schemas)]
            true.append(row[0])
            faulty.extend(row[1:])
            anchor += len(group.anchors)
            schema += len(group.schemas)
        found.append(float(np.mean(np.array(true)[:, None] > np.array(faulty)[None, :])))
    return float(np.mean(found))


def _encoded(model: SentenceModel, groups: Sequence[Group]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Vectors of all anchors and of all schemas, and the place of each anchor's schema."""
    anchors = [text for group in groups for text in group.anchors]
    schemas = [text for group in groups for text in group.schemas]
    vectors = model([*anchors, *schemas])
    own, first = [], 0
    for group in groups:
        own += [first + place for place in group.described]
        first += len(group.schemas)
    return vectors[: len(anchors)], vectors[len(anchors) :], torch.tensor(own)
