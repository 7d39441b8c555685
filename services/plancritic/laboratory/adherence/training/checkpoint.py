"""The file that keeps a training between epochs, so that one that was stopped is taken up again, and no other."""

from __future__ import annotations

import hashlib
import inspect
import io
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel

from plancritic.adherence.model_card import FORMAT
from plancritic.embedding import Encoder
from plancritic.laboratory.adherence.training.comparison.learning import LearningSettings, Part
from plancritic.laboratory.adherence.training.errors import BadCheckpoint

#: What a training is known by: the same give the same weights, but for the order in which threads sum.
Fingerprint = Mapping[str, str | int | float | None]
#: Modules that decide what is learnt from a data set.
_LEARNING = (
    *(f"adherence.{name}" for name in ("durations", "facts", "inputs", "mentions", "tokens", "traces")),
    *(f"laboratory.adherence.training.{name}" for name in ("comparison.learning", "examples", "grounding")),
    *(
        f"laboratory.adherence.training.networks.{name}"
        for name in ("encoder_layers", "network", "operators", "parts", "structure")
    ),
)


@dataclass(slots=True)
class State:
    """How far training has come. `cpu_seconds` are those of every process that took part."""

    weights: dict[str, Any]
    epochs: int = 0
    best: float = float("inf")
    best_epoch: int = 0
    cpu_seconds: float = 0.0
    ended: str | None = None


@dataclass(frozen=True, slots=True)
class Training:
    """All that goes on from one epoch to the next."""

    network: nn.Module
    mean: AveragedModel
    optimizer: torch.optim.Optimizer
    shuffler: random.Random
    state: State


def fingerprint(
    training: Sequence[Part], validation: Sequence[Part], encoder: Encoder, settings: LearningSettings
) -> Fingerprint:
    """What a training on these is known by."""
    digest = hashlib.sha256()
    for parts in (training, validation):
        for part in parts:
            digest.update(part.corpus.bundle.folder_sha256.encode())
            for row in (*part.dataset.problems, *part.dataset.plans, *part.examples):
                digest.update(repr(row).encode())
        digest.update(b"/")
    return {
        "format": FORMAT,
        "code": _code(),
        "data": digest.hexdigest()[:16],
        "encoder": encoder.name,
        "dimensions": encoder.dimensions,
        "seed": settings.seed,
        "epochs": settings.epochs,
        "patience": settings.patience,
        "learning rate": settings.learning_rate,
        "budget": settings.budget_seconds,
    }


def _code() -> str:
    """A digest of the modules by which the same data and seed give the same weights; what exports them is not of it."""
    sources = (inspect.getsource(import_module(f"plancritic.{name}")) for name in _LEARNING)
    return hashlib.sha256("".join(sources).encode()).hexdigest()[:16]


class Checkpoint:
    """The file of one training.

    `command` is the one that the training was begun with, `earlier_cpu_seconds` what processes before this one took.
    """

    def __init__(self, path: Path, command: str, resume: bool = False) -> None:
        """With `resume` training goes on from what is in the file; else the first epoch is written over it."""
        self.path = path
        self.command = command
        self.resume = resume
        self.earlier_cpu_seconds = 0.0

    def save(self, training: Training, known_by: Fingerprint) -> None:
        """Write the file in one piece. Raises `OSError` where that cannot be."""
        kept = {
            "fingerprint": dict(known_by),
            "command": self.command,
            "network": training.network.state_dict(),
            "mean": training.mean.state_dict(),
            "optimizer": training.optimizer.state_dict(),
            "state": {name: getattr(training.state, name) for name in State.__slots__},
            "shuffler": training.shuffler.getstate(),
            "torch": torch.get_rng_state(),
        }
        # Saved into memory first: torch calls a full disk a runtime error.
        content = io.BytesIO()
        torch.save(kept, content)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        beside = self.path.with_name(f".{self.path.name}.part")
        try:
            beside.write_bytes(content.getbuffer())
            beside.replace(self.path)
        finally:
            # Nothing is left where saving was interrupted.
            beside.unlink(missing_ok=True)

    def restore(self, training: Training, known_by: Fingerprint) -> None:
        """Go on from the file. Raises `BadCheckpoint` where it keeps another training than that of `known_by`."""
        try:
            # Weights alone may be read from the file, never code.
            kept = torch.load(self.path, weights_only=True)
            begun = dict(kept["fingerprint"])
        except (OSError, RuntimeError, UnpicklingError, EOFError, KeyError, TypeError, ValueError) as error:
            raise BadCheckpoint(f"{str(self.path)!r} is not a checkpoint of this version of the program") from error
        for name, value in known_by.items():
            if begun.get(name) != value:
                raise BadCheckpoint(
                    f"{str(self.path)!r} is a checkpoint of another training run: its {name} is {begun.get(name)}, "
                    f"not {value}"
                )
        try:
            training.network.load_state_dict(kept["network"])
            training.mean.load_state_dict(kept["mean"])
            training.optimizer.load_state_dict(kept["optimizer"])
            for name, value in kept["state"].items():
                setattr(training.state, name, value)
            version, numbers, spare = kept["shuffler"]
            training.shuffler.setstate((version, tuple(numbers), spare))
            torch.set_rng_state(kept["torch"])
            self.command = kept["command"]
        except (RuntimeError, KeyError, AttributeError, TypeError, ValueError) as error:
            raise BadCheckpoint(f"{str(self.path)!r} is a checkpoint of another network") from error
        self.earlier_cpu_seconds = training.state.cpu_seconds

    def remove(self) -> None:
        """The training is through."""
        self.path.unlink(missing_ok=True)
