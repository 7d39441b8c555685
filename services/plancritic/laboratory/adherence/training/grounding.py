"""Trains the grounding network: on the answers, and on which facts each text is about, their part and the operator."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel

from plancritic.embedding import Encoder
from plancritic.laboratory.adherence.training.checkpoint import Checkpoint, State, Training, fingerprint
from plancritic.laboratory.adherence.training.comparison.learning import (
    Learned,
    LearningSettings,
    Look,
    Note,
    Part,
    Progress,
)
from plancritic.laboratory.adherence.training.errors import NotEnoughData
from plancritic.laboratory.adherence.training.examples import Batch, PreparedExamples
from plancritic.laboratory.adherence.training.networks.encoder_layers import upper_layers
from plancritic.laboratory.adherence.training.networks.network import GroundingNetwork
from plancritic.laboratory.adherence.training.networks.structure import REQUESTS, ROLES

#: Texts of one batch, each with all its plans.
_TEXTS = 16
#: Share of the objects of a text whose mentions are kept from the network in training.
_MENTION_DROPOUT = 0.08
#: Weights of the losses on relevance of facts, on their roles and on what is asked, beside that on the answer.
_RELEVANCE, _ROLES, _OPERATORS = 0.5, 0.3, 0.5
#: What of a running mean of weights is kept at each step: the mean is judged and served, not the last weights.
_KEPT = 0.999
#: Layers that were trained before learn at this part of the rate.
_UPPER_PACE = 0.05
_DECAY = 0.05

#: As the network that ships is trained where nothing else is asked.
SETTINGS = LearningSettings(epochs=5, patience=5, learning_rate=1.5e-3)


def learn(
    training: Sequence[Part],
    validation: Sequence[Part],
    encoder: Encoder,
    settings: LearningSettings,
    progress: Progress,
    checkpoint: Checkpoint | None = None,
) -> GroundingJudge:
    """Train on parts, of one domain or several; the same settings and parts train the same network.

    A `checkpoint` is written after every epoch, and training taken up from it where that is asked for. Raises
    `NotEnoughData` where a side has no examples, `BadCheckpoint` where the checkpoint keeps another training.
    """
    torch.set_num_threads(settings.threads)
    torch.manual_seed(settings.seed)
    judge = GroundingJudge(GroundingNetwork(encoder.dimensions, upper_layers(encoder.name)), encoder)
    judge.train(training, validation, settings, progress, checkpoint)
    return judge


class GroundingJudge:
    """A network with what it needs to read plans and statements."""

    def __init__(self, network: GroundingNetwork, encoder: Encoder) -> None:
        self.network = network
        self._encoder = encoder
        self.learned: Learned

    def probabilities(self, part: Part) -> NDArray[np.float32]:
        """The calibrated probability for each example that its plan adheres to its text, shape (examples,)."""
        logits = self.logits(part) / float(self.network.temperature)
        return (1.0 / (1.0 + np.exp(-logits))).astype(np.float32)

    def logits(self, part: Part) -> NDArray[np.float64]:
        """Logits before calibration, shape (examples,)."""
        return self._logits(PreparedExamples(part, self._encoder, exact=True), len(part.examples))

    def train(
        self,
        training: Sequence[Part],
        validation: Sequence[Part],
        settings: LearningSettings,
        progress: Progress,
        checkpoint: Checkpoint | None = None,
    ) -> None:
        """Train to the end of the schedule, or until it gets no better and keep the best weights. Raises as `learn`."""
        total = sum(len(part.examples) for part in training)
        if not total or not any(part.examples for part in validation):
            raise NotEnoughData("the split leaves one side without examples")
        prepared = [self._prepared(part, progress) for part in training if part.examples]
        looked_at = [(self._prepared(part, progress), part) for part in validation if part.examples]
        shuffler = random.Random(settings.seed)
        trained, mean = self.network, AveragedModel(self.network, avg_fn=_running_mean)
        optimizer = _optimizer(trained)
        state = State(copy.deepcopy(trained.state_dict()))
        kept = Training(trained, mean, optimizer, shuffler, state)
        known_by = {} if checkpoint is None else fingerprint(training, validation, self._encoder, settings)
        if checkpoint is not None and checkpoint.resume:
            checkpoint.restore(kept, known_by)
        while state.epochs < settings.epochs and state.ended is None:
            started = time.process_time()
            batches = [batch for part in prepared for batch in part.batches(_TEXTS, shuffler, _MENTION_DROPOUT)]
            shuffler.shuffle(batches)
            loss_sum, seen = 0.0, 0
            self.network = trained.train()
            for number, make in enumerate(batches):
                batch = make()
                used = state.cpu_seconds + time.process_time() - started
                pace = _pace(_share(state.epochs + number / len(batches), used, settings))
                for group in optimizer.param_groups:
                    group["lr"] = settings.learning_rate * group["pace"] * pace
                answer, others = self._losses(batch)
                optimizer.zero_grad()
                (answer + others).backward()
                torch.nn.utils.clip_grad_norm_(trained.parameters(), 1.0)
                optimizer.step()
                mean.update_parameters(trained)
                loss_sum, seen = loss_sum + answer.item() * len(batch.numbers), seen + len(batch.numbers)
                used = state.cpu_seconds + time.process_time() - started
                if settings.budget_seconds is not None and used >= settings.budget_seconds:
                    state.ended = "budget"
                    break
            state.epochs += 1
            state.cpu_seconds += time.process_time() - started
            self.network = mean.module
            loss, accuracy = self._look(looked_at)
            progress(Look(state.epochs, loss_sum / max(seen, 1), loss, accuracy, state.cpu_seconds))
            if loss < state.best:
                state.best, state.best_epoch = loss, state.epochs
                state.weights = copy.deepcopy(mean.module.state_dict())
            elif state.epochs - state.best_epoch >= settings.patience:
                state.ended = "validation loss"
            if checkpoint is not None:
                checkpoint.save(kept, known_by)
        if state.ended is None:
            # Weights that the whole schedule has cooled down are better than the luckiest look on the way.
            state.weights, state.best_epoch = mean.module.state_dict(), state.epochs
        self.network = trained.eval()
        self.network.load_state_dict(state.weights)
        temperature, loss = _cooled(self._signed(looked_at))
        self.network.temperature.fill_(temperature)
        self.learned = Learned(
            network=self.network.title,
            parameters=sum(parameter.numel() for parameter in self.network.parameters()),
            epochs=state.epochs,
            best_epoch=state.best_epoch,
            ended=state.ended or "epochs",
            validation_loss=round(loss, 4),
        )

    def _prepared(self, part: Part, progress: Progress) -> PreparedExamples:
        progress(Note(f"reading {len(part.examples)} examples of {part.corpus.domain}"))
        return PreparedExamples(part, self._encoder)

    def _losses(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Cross entropy of the answers, and of relevance, roles and operators, weighted."""
        found = self.network.ground(batch.texts, batch.facts, batch.wanted)
        pairs = found.facts * REQUESTS + found.requests
        about = torch.gather(batch.wanted.flatten(1), 1, pairs)
        roles = torch.gather(batch.roles.flatten(1, 2), 1, pairs[:, :, None].expand(-1, -1, ROLES))
        given = torch.cat([2.0 * about[:, :, None] - 1.0, roles], dim=2)
        answer = torch.zeros(())
        for known in (given, None):
            logits = self.network.judge(found, batch.texts.bounds, batch.plans, batch.plan, batch.text, known)
            answer = answer + 0.5 * functional.binary_cross_entropy_with_logits(logits, batch.labels)
        relevance = functional.binary_cross_entropy_with_logits(
            found.logits.clamp(min=-50.0), batch.wanted, reduction="none"
        )
        relevance = (relevance * batch.facts.present[:, None]).sum() / batch.wanted.sum().clamp(min=1.0)
        parts = functional.binary_cross_entropy_with_logits(found.roles, 0.5 * (roles + 1.0), reduction="none").sum(
            dim=2
        )
        parts = (parts * about).sum() / about.sum().clamp(min=1.0)
        operator = torch.gather(batch.operators.flatten(1), 1, pairs)
        asked = functional.cross_entropy(found.operators.transpose(1, 2), operator.clamp(min=0), reduction="none") * (
            operator >= 0
        ).to(about.dtype)
        asked = asked.sum() / about.sum().clamp(min=1.0)
        return answer, _RELEVANCE * relevance + _ROLES * parts + _OPERATORS * asked

    def _logits(self, prepared: PreparedExamples, count: int) -> NDArray[np.float64]:
        found = np.empty(count, dtype=np.float64)
        self.network.eval()
        with torch.inference_mode():
            for make in prepared.batches(2 * _TEXTS):
                batch = make()
                grounded = self.network.ground(batch.texts, batch.facts)
                logits = self.network.judge(grounded, batch.texts.bounds, batch.plans, batch.plan, batch.text)
                found[list(batch.numbers)] = logits.numpy()
        return found

    def _look(self, parts: Sequence[tuple[PreparedExamples, Part]]) -> tuple[float, float]:
        """Mean loss, at the temperature that suits best, and accuracy.

        Without it a network that grows surer of itself would look worse while it answers better.
        """
        signed = self._signed(parts)
        _, loss = _cooled(signed)
        return loss, float((signed > 0).mean())

    def _signed(self, parts: Sequence[tuple[PreparedExamples, Part]]) -> NDArray[np.float64]:
        """Logits of what is right: below nought where the answer was wrong, shape (examples,)."""
        logits = np.concatenate([self._logits(prepared, len(part.examples)) for prepared, part in parts])
        labels = np.array([example.adheres for _, part in parts for example in part.examples])
        return np.where(labels, logits, -logits)


def _cooled(signed: NDArray[np.float64]) -> tuple[float, float]:
    """The temperature with the least loss, and that loss (Guo et al. 2017, section 4.2)."""
    temperatures = np.geomspace(0.25, 8.0, 241)
    losses = [float(np.logaddexp(0.0, -signed / temperature).mean()) for temperature in temperatures]
    best = int(np.argmin(losses))
    return float(temperatures[best]), losses[best]


def _optimizer(network: GroundingNetwork) -> torch.optim.Optimizer:
    before = {id(parameter) for parameter in network.upper.parameters()}
    new = [parameter for parameter in network.parameters() if id(parameter) not in before]
    groups = [{"params": new, "pace": 1.0}]
    if before:
        groups.append({"params": list(network.upper.parameters()), "pace": _UPPER_PACE})
    return torch.optim.AdamW(groups, weight_decay=_DECAY)


def _running_mean(mean: torch.Tensor, weights: torch.Tensor, steps: torch.Tensor | int) -> torch.Tensor:
    """The mean after one more step; of few steps less is kept, so that the first weights are soon forgotten."""
    kept = min(_KEPT, (1.0 + float(steps)) / (10.0 + float(steps)))
    return mean + (weights - mean) * (1.0 - kept)


def _share(epochs: float, used: float, settings: LearningSettings) -> float:
    """Share of training that is over, by epochs or by seconds of the budget, whichever will end it."""
    of_epochs = epochs / settings.epochs
    if settings.budget_seconds is None:
        return of_epochs
    return max(of_epochs, used / settings.budget_seconds if settings.budget_seconds > 0.0 else 1.0)


def _pace(share: float) -> float:
    """Part of the learning rate after a share of training: up within a twentieth, then down along a cosine."""
    return min(1.0, share / 0.05 + 0.05) * (0.02 + 0.98 * 0.5 * (1.0 + float(np.cos(np.pi * min(share, 1.0)))))
