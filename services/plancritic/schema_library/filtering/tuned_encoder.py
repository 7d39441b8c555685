"""The tuned encoder: the base's published weights and the low-rank changes that ship, put together in the cache."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationError
from safetensors import SafetensorError
from safetensors.numpy import load_file

from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.embedding import EncoderMissingError, EncoderSourceError, OnnxEncoder
from plancritic.embedding.assembly import source_folder, write_encoder
from plancritic.embedding.model_folder import ModelFolder, read_model_folder

#: What ships: all-MiniLM-L6-v2, tuned.
SHIPPED_MODEL = Path(__file__).parent / "models" / "minilm"
CHANGES_FILE = "low_rank.safetensors"
CARD_FILE = "card.json"
CALIBRATION_FILE = "calibration.json"
#: In a model folder whose base is not the one that every installation has: the whole encoder.
ENCODER_FOLDER = "encoder"


class ModelCard(Contract):
    """Where a tuned encoder comes from; `name` is the encoder's identity, which a calibration names too."""

    name: str
    base: str
    base_sha256: str
    changes_sha256: str
    corpus_sha256: str
    text_version: int
    train_domains: tuple[str, ...]
    validation_domains: tuple[str, ...]
    seed: int
    settings: dict[str, float | int | None]
    epoch: int = Field(description="The epoch that was best on the validation domains.")
    epochs: int
    ended: str
    validation_accuracy_before: float
    validation_accuracy: float
    command: str


def tuned_encoder(cache: Path, folder: Path = SHIPPED_MODEL, threads: int = 0) -> OnnxEncoder:
    """Return the tuned encoder of a model folder, assembled in the cache unless it is there already.

    Raises:
        ContractError: The folder is broken, the base's weights are missing or not those it was tuned from, or the
            cache cannot be written.
    """
    card = read_card(folder)
    whole = folder / ENCODER_FOLDER
    try:
        if whole.is_dir():
            return OnnxEncoder(whole, threads)
        place = cache / f"schema-encoder-{card.changes_sha256[:12]}"
        try:
            encoder = OnnxEncoder(place, threads)
            if encoder.name == card.name:
                return encoder
        except EncoderMissingError:
            pass  # not assembled yet, or by another version
        assemble(folder, read_model_folder(source_folder()), place)
        return OnnxEncoder(place, threads)
    except (EncoderMissingError, EncoderSourceError) as error:
        fault = Fault(code=FaultCode.MODEL_MISSING, message=str(error), remedy=error.remedy)
        raise ContractError(fault) from error
    except OSError as error:
        fault = Fault(
            code=FaultCode.MODEL_MISSING,
            message=f"the tuned encoder cannot be put into the cache {str(cache)!r}: {error.strerror or error}",
            remedy="make the folder writable, or name another one with PLANCRITIC_CACHE",
        )
        raise ContractError(fault) from error


def assemble(folder: Path, base: ModelFolder, place: Path) -> None:
    """Write the encoder that a model folder's changes make of its base.

    Raises:
        ContractError: The base or the changes are not those that the card names.
    """
    card = read_card(folder)
    if base.sha256 != card.base_sha256:
        raise unusable_model(folder, f"it changes other weights than those of {base.name!r} (another SHA-256)")
    path = folder / CHANGES_FILE
    try:
        if hashlib.sha256(path.read_bytes()).hexdigest() != card.changes_sha256:
            raise unusable_model(folder, f"{CHANGES_FILE} is not the one that its card names (another SHA-256)")
        changes = load_file(path)
    except (OSError, SafetensorError) as error:
        raise unusable_model(folder, f"{CHANGES_FILE} cannot be read ({error})") from error
    weights = with_changes(base.weights, changes)
    write_encoder(place, card.name, weights, base.architecture, base.tokenizer, card.changes_sha256)


def with_changes(
    weights: Mapping[str, NDArray[np.float32]], changes: Mapping[str, NDArray[Any]]
) -> dict[str, NDArray[np.float32]]:
    """Return the weights with each low-rank change (`<name>.up` times `<name>.down`) added to the one it names."""
    changed = dict(weights)
    for name in sorted({each.rsplit(".", 1)[0] for each in changes}):
        up, down = (changes[f"{name}.{which}"].astype(np.float32) for which in ("up", "down"))
        changed[name] = (weights[name] + up @ down).astype(np.float32)
    return changed


def read_card(folder: Path) -> ModelCard:
    """Read a model folder's card. Raises `ContractError` where it is missing or broken."""
    try:
        return ModelCard.model_validate(json.loads((folder / CARD_FILE).read_bytes()))
    except (OSError, ValueError, ValidationError) as error:
        raise unusable_model(folder, f"{CARD_FILE} cannot be read ({error})") from error


def unusable_model(folder: Path, reason: str) -> ContractError:
    """Return the refusal of a model folder."""
    return ContractError(
        Fault(
            code=FaultCode.MODEL_UNUSABLE,
            message=f"the tuned encoder {folder.name!r} cannot be used: {reason}",
            remedy="restore the folder, or make it again: `plancritic train encoder`",
        )
    )
