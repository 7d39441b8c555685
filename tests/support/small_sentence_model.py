"""A sentence-transformers folder with random weights, small enough to be tuned in a second."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file
from tokenizers import Tokenizer, models, pre_tokenizers, processors

HIDDEN, INNER, LAYERS, HEADS, POSITIONS = 24, 48, 2, 2, 300
_LITTLE = ("before", "after", "no", "longer", "not", "the", "a", "is", "in", "on", "of", "and", ":", ",", ".")
WORDS = (*_LITTLE, "batch", "oven", "sack", "hot", "full", "vacant", "shaped", "planned", "risen")


def write_small_model(folder: Path, kind: str = "bert", pooling: str = "mean_tokens", seed: int = 0) -> Path:
    """Write it; weights of RoBERTa's kind have their prefix and two positions more, as published ones do."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    prefix = "" if kind == "bert" else f"{kind}."
    weights: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = {}

    def add(name: str, *shape: int) -> None:
        weights[f"{prefix}{name}"] = rng.normal(0, 0.3, shape).astype(np.float32)

    def add_norm(name: str) -> None:
        weights[f"{prefix}{name}.weight"] = np.ones(HIDDEN, np.float32)
        add(f"{name}.bias", HIDDEN)

    vocabulary = {word: row for row, word in enumerate(("[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS))}
    add("embeddings.word_embeddings.weight", len(vocabulary), HIDDEN)
    add("embeddings.position_embeddings.weight", POSITIONS, HIDDEN)
    add("embeddings.token_type_embeddings.weight", 2 if kind == "bert" else 1, HIDDEN)
    add_norm("embeddings.LayerNorm")
    for layer in range(LAYERS):
        start = f"encoder.layer.{layer}"
        for part in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"):
            add(f"{start}.{part}.weight", HIDDEN, HIDDEN)
            add(f"{start}.{part}.bias", HIDDEN)
        add(f"{start}.intermediate.dense.weight", INNER, HIDDEN)
        add(f"{start}.intermediate.dense.bias", INNER)
        add(f"{start}.output.dense.weight", HIDDEN, INNER)
        add(f"{start}.output.dense.bias", HIDDEN)
        add_norm(f"{start}.attention.output.LayerNorm")
        add_norm(f"{start}.output.LayerNorm")
    save_file(weights, str(folder / "model.safetensors"))
    config = {
        "model_type": kind,
        "hidden_act": "gelu",
        "hidden_size": HIDDEN,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "layer_norm_eps": 1e-5,
    }
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "1_Pooling").mkdir(exist_ok=True)
    modes = {f"pooling_mode_{each}": each == pooling for each in ("cls_token", "mean_tokens", "max_tokens")}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({"word_embedding_dimension": HIDDEN, **modes}))
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder
