"""A scorer model that needs no training, and an encoder that needs no weights."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from plancritic.embedding import TokenVectors, Vectors
from plancritic.scorer.card import Accuracy, DataCard, ModelCard, TrainingCard
from plancritic.scorer.serving import CARD_FILE, GRAPH_FILE

DIMENSIONS = 8


class HashEncoder:
    """A fixed direction for every text, and for every word of a text as its token."""

    name = "hash"

    def __init__(self, dimensions: int = DIMENSIONS) -> None:
        self.dimensions = dimensions
        self.asked: list[list[str]] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        return self._directions(texts)

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        self.asked.append(list(texts))
        encoded = []
        for text in texts:
            words = list(re.finditer(r"\w+|[^\w\s]", text))
            vectors = self._directions(["[CLS]", *(word.group() for word in words), "[SEP]"])
            encoded.append(TokenVectors(vectors, ((0, 0), *(word.span() for word in words), (0, 0))))
        return encoded

    def _directions(self, texts: Sequence[str]) -> Vectors:
        rows = np.empty((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
            row[:] = np.random.default_rng(seed).normal(size=self.dimensions)
            row /= np.linalg.norm(row)
        return rows


def mean_similarity_graph(dimensions: int) -> bytes:
    """A graph with a scorer's inputs and output: the mean cosine of a plan's steps and the text, moved to [0, 1]."""
    nodes = [
        helper.make_node("Unsqueeze", ["text", "two"], ["column"]),
        helper.make_node("MatMul", ["steps", "column"], ["products"]),
        helper.make_node("ReduceSum", ["products", "ends"], ["sum"], keepdims=0),
        helper.make_node("Cast", ["lengths"], ["count"], to=TensorProto.FLOAT),
        helper.make_node("Div", ["sum", "count"], ["mean"]),
        helper.make_node("Mul", ["mean", "half"], ["halved"]),
        helper.make_node("Add", ["halved", "half"], ["adherence"]),
    ]
    constants = [
        numpy_helper.from_array(np.array([2], dtype=np.int64), "two"),
        numpy_helper.from_array(np.array([1, 2], dtype=np.int64), "ends"),
        numpy_helper.from_array(np.array(0.5, dtype=np.float32), "half"),
    ]
    graph = helper.make_graph(
        nodes,
        "similarity",
        [
            helper.make_tensor_value_info("steps", TensorProto.FLOAT, ["batch", "length", dimensions]),
            helper.make_tensor_value_info("lengths", TensorProto.INT32, ["batch"]),
            helper.make_tensor_value_info("text", TensorProto.FLOAT, ["batch", dimensions]),
        ],
        [helper.make_tensor_value_info("adherence", TensorProto.FLOAT, ["batch"])],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def data_card(domain: str = "waterway") -> DataCard:
    return DataCard(
        domain=domain,
        bundle="0" * 64,
        seed=0,
        command="",
        problems=(),
        instances=0,
        plans=0,
        statements=0,
        examples={},
        positives=0,
        disputed=0,
        cpu_seconds=0,
    )


def model_card(graph: bytes, **changes: object) -> ModelCard:
    nothing = Accuracy(examples=0, accuracy=0.0)
    data = data_card()
    card = ModelCard(
        name="mean similarity", domain="waterway", network="none", encoder="hash", dimensions=DIMENSIONS,
        threshold=0.5, text="statement", steps="sentence", graph_bytes=len(graph),
        graph_sha256=hashlib.sha256(graph).hexdigest(), data=data,
        training=TrainingCard(command="", seed=0, epochs=0, best_epoch=0, learning_rate=0, batch=0, cpu_seconds=0),
        split="", validation=nothing, validation_loss=0, by_type={}, calibration=(),
    )  # fmt: skip
    return card.model_copy(update=changes)


def write_model(folder: Path, graph: bytes, **changes: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / GRAPH_FILE).write_bytes(graph)
    (folder / CARD_FILE).write_text(model_card(graph, **changes).model_dump_json())
    return folder
