"""Read a sentence-transformers model folder (Hugging Face layout): weights, form, tokenizer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file

from plancritic.embedding.architecture import Architecture
from plancritic.embedding.assembly import ENCODER_NAME, SOURCE_SHA256, TOKENIZER_FILE, WEIGHTS_FILE
from plancritic.embedding.errors import EncoderSourceError

#: Row of the position table for the first token, by kind of model: RoBERTa counts from its padding token.
_FIRST_POSITION = {"bert": 0, "roberta": 2, "xlm-roberta": 2, "camembert": 2}
_REMEDY = "name the folder of a sentence-transformers model of BERT's or RoBERTa's kind, with model.safetensors"


@dataclass(frozen=True)
class ModelFolder:
    """An encoder's parts; weights have BERT's names without a prefix, `sha256` is that of the weights' file."""

    name: str
    weights: Mapping[str, NDArray[np.float32]]
    architecture: Architecture
    tokenizer: bytes
    sha256: str


def read_model_folder(folder: Path) -> ModelFolder:
    """Read a model's folder.

    Raises:
        EncoderSourceError: A file is missing or broken, or the model is of a kind that we cannot run.
    """
    try:
        config = json.loads((folder / "config.json").read_bytes())
        tokenizer = (folder / TOKENIZER_FILE).read_bytes()
        path = folder / WEIGHTS_FILE
        weights = _without_prefix(load_file(path))
        _check_modules(folder)
        architecture = _architecture(config, _pooling(folder))
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        named = Path(error.filename).name if error.filename else str(error)
        raise EncoderSourceError(f"{named} of the model folder {folder.name!r} cannot be read", _REMEDY) from error
    except (ValueError, KeyError, TypeError, SafetensorError) as error:
        raise EncoderSourceError(f"the model folder {folder.name!r} cannot be read ({error})", _REMEDY) from error
    last = f"encoder.layer.{architecture.layers - 1}.output.dense.weight"
    if last not in weights or weights[last].shape[0] != architecture.hidden:
        raise EncoderSourceError(f"{WEIGHTS_FILE} of {folder.name!r} is not of the form that config.json says", _REMEDY)
    name = ENCODER_NAME if digest == SOURCE_SHA256 else folder.resolve().name
    return ModelFolder(name, weights, architecture, tokenizer, digest)


def _architecture(config: Mapping[str, Any], pooling: Literal["mean", "first"]) -> Architecture:
    kind = config["model_type"]
    if kind not in _FIRST_POSITION:
        raise ValueError(f"models of the kind {kind!r} are not supported")
    if config.get("hidden_act", "gelu") != "gelu" or config.get("position_embedding_type", "absolute") != "absolute":
        raise ValueError("only exact GELU and absolute positions are supported")
    return Architecture(
        layers=int(config["num_hidden_layers"]),
        heads=int(config["num_attention_heads"]),
        hidden=int(config["hidden_size"]),
        epsilon=float(config.get("layer_norm_eps", 1e-12)),
        first_position=_FIRST_POSITION[kind],
        pooling=pooling,
    )


def _check_modules(folder: Path) -> None:
    """Raise `ValueError` where the folder's model has more parts than a transformer, pooling and normalisation."""
    path = folder / "modules.json"
    if path.is_file():
        kinds = {str(module["type"]).rsplit(".", 1)[-1] for module in json.loads(path.read_bytes())}
        if further := kinds - {"Transformer", "Pooling", "Normalize"}:
            raise ValueError(f"modules of the kind {', '.join(sorted(further))} are not supported")


def _pooling(folder: Path) -> Literal["mean", "first"]:
    """How the folder pools tokens: the mean where it says nothing, as sentence-transformers does."""
    path = folder / "1_Pooling" / "config.json"
    if not path.is_file():
        return "mean"
    modes = {
        name for name, chosen in json.loads(path.read_bytes()).items() if name.startswith("pooling_mode") and chosen
    }
    if modes == {"pooling_mode_mean_tokens"}:
        return "mean"
    if modes == {"pooling_mode_cls_token"}:
        return "first"
    raise ValueError(f"pooling by {', '.join(sorted(modes))} is not supported")


def _without_prefix(weights: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[np.float32]]:
    """Weights as float32 under BERT's own names: a model with a head on top puts its kind before each."""
    prefix = next((name for name in ("bert.", "roberta.", "") if f"{name}{_FIRST_WEIGHT}" in weights), None)
    if prefix is None:
        raise ValueError(f"no weight {_FIRST_WEIGHT}")
    return {
        name.removeprefix(prefix): tensor.astype(np.float32)
        for name, tensor in weights.items()
        if name.startswith(prefix) and np.issubdtype(tensor.dtype, np.floating)
    }


_FIRST_WEIGHT = "embeddings.word_embeddings.weight"
