"""A scorer model that needs no training, and an encoder that needs no weights."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from plancritic.adherence.facts import PLACES, STANDING
from plancritic.adherence.mentions import KINDS, TIMES
from plancritic.adherence.model_card import Accuracy, DataCard, Evaluation, ModelCard, TrainingCard
from plancritic.embedding import TokenVectors, Vectors
from plancritic.pddl.execution import execute
from plancritic.pddl.grounding import ground_atoms
from plancritic.pddl.language import Problem, parse_plan
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


def plain_graph(
    dimensions: int,
    output: str = "adherence",
    half: float = 0.5,
    takes: Mapping[str, tuple[int, list[str | int]]] | None = None,
) -> bytes:
    """A graph with a scorer's inputs and output that needs no training.

    Adherence is what the text says (the mean of its tokens' first numbers, moved to [0, 1]) times what the plan does
    (the mean share of facts that hold in its states): see `plain_adherence`. To spoil it, give its output another
    name, what the text says another `half`, or inputs (by name) another type and shape.
    """
    nodes = [
        helper.make_node("Slice", ["tokens", "zero", "one", "two"], ["first"]),
        helper.make_node("Squeeze", ["first", "two"], ["flat"]),
        helper.make_node("Sign", ["passage"], ["inside"]),
        helper.make_node("Mul", ["flat", "inside"], ["heard"]),
        helper.make_node("ReduceSum", ["heard", "one"], ["sum"], keepdims=0),
        helper.make_node("ReduceSum", ["inside", "one"], ["count"], keepdims=0),
        helper.make_node("Div", ["sum", "count"], ["mean"]),
        helper.make_node("Mul", ["mean", "half"], ["halved"]),
        helper.make_node("Add", ["halved", "half"], ["said"]),
        helper.make_node("ReduceSum", ["truth", "one"], ["holding"], keepdims=0),
        helper.make_node("Mul", ["holding", "passed"], ["kept"]),
        helper.make_node("ReduceSum", ["kept", "one"], ["held"], keepdims=0),
        helper.make_node("ReduceSum", ["passed", "one"], ["states"], keepdims=0),
        helper.make_node("ReduceSum", ["present", "zero"], ["facts"], keepdims=0),
        helper.make_node("Div", ["held", "states"], ["each"]),
        helper.make_node("Div", ["each", "facts"], ["done"]),
        helper.make_node("Gather", ["said", "text"], ["of_text"]),
        helper.make_node("Gather", ["done", "plan"], ["of_plan"]),
        helper.make_node("Mul", ["of_text", "of_plan"], [output]),
    ]
    constants = [
        numpy_helper.from_array(np.array([number], dtype=np.int64), name)
        for number, name in enumerate(("zero", "one", "two"))
    ]
    constants.append(numpy_helper.from_array(np.array(half, dtype=np.float32), "half"))
    whole, single = TensorProto.INT64, TensorProto.FLOAT
    inputs: dict[str, tuple[int, list[str | int]]] = {
        "tokens": (single, ["texts", "length", dimensions]),
        "passage": (single, ["texts", "length"]),
        "mentions": (single, ["texts", "things", "length", KINDS]),
        "counted": (single, ["texts", "length", TIMES]),
        "bounds": (single, ["texts", TIMES]),
        "objects": (single, ["things", dimensions]),
        "sentences": (single, ["kinds", dimensions]),
        "arguments": (whole, ["rows", PLACES]),
        "predicates": (whole, ["rows"]),
        "alone": (single, ["rows", PLACES]),
        "standing": (single, ["rows", STANDING]),
        "present": (single, ["rows"]),
        "truth": (single, ["plans", "rows", "passing"]),
        "times": (single, ["plans", "passing"]),
        "passed": (single, ["plans", "passing"]),
        "plan": (whole, ["pairs"]),
        "text": (whole, ["pairs"]),
        **(takes or {}),
    }
    graph = helper.make_graph(
        nodes,
        "plain",
        [helper.make_tensor_value_info(name, kind, shape) for name, (kind, shape) in inputs.items()],
        [helper.make_tensor_value_info(output, single, ["pairs"])],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def plain_adherence(problem: Problem, plan: str, text: str, encoder: HashEncoder) -> float:
    """What the plain graph gives, from the executed plan and the encoder alone."""
    (tokens,) = encoder.encode_tokens([text])
    said = float(tokens.vectors[:, 0].mean()) / 2 + 0.5
    states = execute(problem, parse_plan(plan)).states
    return said * sum(len(state.facts) for state in states) / len(states) / len(ground_atoms(problem))


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
    card = ModelCard(
        name="plain",
        domain="waterway",
        network="none",
        encoder="hash",
        dimensions=DIMENSIONS,
        parameters=0,
        threshold=0.5,
        unsure=(0.4, 0.6),
        temperature=1.0,
        graph_bytes=len(graph),
        graph_sha256=hashlib.sha256(graph).hexdigest(),
        data=(data_card(),),
        training=TrainingCard(
            command="", seed=0, epochs=0, best_epoch=0, learning_rate=0, examples=0, ended="", cpu_seconds=0
        ),
        split="",
        validation=Evaluation(
            overall=Accuracy(examples=0, accuracy=0), guessing=0, expected_calibration_error=0, calibration=()
        ),
        parity=0,
    )
    return card.model_copy(update=changes)


def write_model(folder: Path, graph: bytes, **changes: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / GRAPH_FILE).write_bytes(graph)
    (folder / CARD_FILE).write_text(model_card(graph, **changes).model_dump_json())
    return folder
