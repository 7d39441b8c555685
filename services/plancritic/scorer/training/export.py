"""Writes a trained network as an ONNX graph with dynamic batch and length.

The graph is assembled from the weights with the `onnx` package: ONNX has an operator for the LSTM, which takes the
true length of each plan, so a batch may hold plans of different lengths. Weights are stored in half precision and
computed with in single precision; `round_weights` rounds the torch network first, so that what is evaluated is what
ships and both agree.
"""

from __future__ import annotations

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from plancritic.scorer.training.network import MatchingNetwork, Network, PublishedNetwork, Standard, Whitening

_OPSET = 20


def round_weights(network: Network) -> None:
    """Round every weight to half precision, in place."""
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.copy_(parameter.half().float())


def export(network: Network) -> bytes:
    """The graph: `steps` (batch, length, d), `lengths` (batch,) int32, `text` (batch, d) in; `adherence` (batch,) out.

    Steps beyond a plan's length are ignored. Raises `ValueError` if a weight is not a number of half precision.
    """
    graph = _Graph()
    pooled = _matching(graph, network) if isinstance(network, MatchingNetwork) else _published(graph, network)
    x = graph.add("Relu", graph.dense(pooled, network.first, "first"))
    x = graph.add("Relu", graph.dense(x, network.second, "second"))
    decided = graph.add("Sigmoid", graph.dense(x, network.last, "last"))
    graph.add("Squeeze", decided, graph.integer(1), output="adherence")
    return graph.model(network.dimensions)


def _published(graph: _Graph, network: PublishedNetwork) -> str:
    steps = graph.standardised("steps", network.standard_steps)
    text = graph.standardised("text", network.standard_texts)
    # One copy of the text for each step: (batch, 1, d) to (batch, length, d).
    length = graph.add("Slice", graph.add("Shape", "steps"), graph.integer(1), graph.integer(2))
    shape = graph.add("Concat", graph.integer(1), length, graph.integer(1), axis=0)
    repeated = graph.add("Expand", graph.add("Unsqueeze", text, graph.integer(1)), shape)
    _, last = graph.lstm(graph.add("Concat", steps, repeated, axis=2), network.lstm)
    return last


def _matching(graph: _Graph, network: MatchingNetwork) -> str:
    step = graph.dense(graph.whitened("steps", network.whiten_steps), network.step, "step")
    wanted = graph.dense(graph.whitened("text", network.whiten_texts), network.text, "text")
    beside = graph.add("Unsqueeze", wanted, graph.integer(1))
    both = graph.add("Concat", graph.add("Mul", step, beside), graph.add("Add", step, beside), axis=2)
    compared = graph.add("Relu", graph.dense(both, network.compare, "compare"))
    states, last = graph.lstm(compared, network.lstm)
    # 1 for a step of the plan, 0 for padding: (batch, length, 1).
    length = graph.add("Squeeze", graph.add("Slice", graph.add("Shape", "steps"), graph.integer(1), graph.integer(2)))
    places = graph.add("Range", graph.integer(0, scalar=True), length, graph.integer(1, scalar=True))
    lengths = graph.add("Unsqueeze", graph.add("Cast", "lengths", to=TensorProto.INT64), graph.integer(1))
    inside = graph.add("Cast", graph.add("Less", places, lengths), to=TensorProto.FLOAT)
    inside = graph.add("Unsqueeze", inside, graph.integer(2))
    # A comparison is at least 0 and a state within 1 of it, so padding moved there is never the maximum.
    kept = graph.add("Mul", compared, inside)
    below = graph.add("Mul", graph.add("Sub", inside, graph.scalar(1.0)), graph.scalar(10.0))
    highest = graph.add("ReduceMax", graph.add("Add", states, below), graph.integer(1), keepdims=0)
    strongest = graph.add("ReduceMax", kept, graph.integer(1), keepdims=0)
    total = graph.add("ReduceSum", kept, graph.integer(1), keepdims=0)
    mean = graph.add("Div", total, graph.add("Cast", lengths, to=TensorProto.FLOAT))
    return graph.add("Concat", last, highest, strongest, mean, wanted, axis=1)


class _Graph:
    """A graph under construction; every method returns the name of its result."""

    def __init__(self) -> None:
        self._nodes: list[onnx.NodeProto] = []
        self._constants: dict[str, onnx.TensorProto] = {}

    def add(self, operator: str, *inputs: str, output: str | None = None, **attributes: object) -> str:
        """One operator."""
        output = output or f"{operator}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output

    def integer(self, value: int, scalar: bool = False) -> str:
        """A whole number, as a list of one unless it is to be a scalar."""
        array = np.array(value if scalar else [value], dtype=np.int64)
        return self._constant(f"{'scalar' if scalar else 'list'}_{value}", array)

    def scalar(self, value: float) -> str:
        """A number in single precision."""
        return self._constant(f"number_{value}", np.array(value, dtype=np.float32))

    def whitened(self, x: str, whitening: Whitening) -> str:
        """Centred and projected. These constants stay in single precision: they are few, and blow differences up."""
        mean = self._constant(f"{x}_mean", _array(whitening.mean))
        return self.add("MatMul", self.add("Sub", x, mean), self._constant(f"{x}_main", _array(whitening.directions)))

    def standardised(self, x: str, standard: Standard) -> str:
        """Centred and of unit variance; in single precision, as above."""
        mean = self._constant(f"{x}_mean", _array(standard.mean))
        return self.add("Mul", self.add("Sub", x, mean), self._constant(f"{x}_factor", _array(standard.factor)))

    def dense(self, x: str, layer: torch.nn.Linear, name: str) -> str:
        """A linear layer over the last axis."""
        product = self.add("MatMul", x, self._weight(f"{name}_w", _array(layer.weight).T))
        return self.add("Add", product, self._weight(f"{name}_b", _array(layer.bias)))

    def lstm(self, x: str, layer: torch.nn.LSTM) -> tuple[str, str]:
        """States (batch, length, hidden), zero beyond a plan's length, and the last state (batch, hidden)."""
        hidden = layer.hidden_size
        kernel = self._weight("lstm_w", _gates(_array(layer.weight_ih_l0), hidden)[None])
        recurrence = self._weight("lstm_r", _gates(_array(layer.weight_hh_l0), hidden)[None])
        biases = [
            self._weight(f"lstm_b_{name}", _gates(_array(bias), hidden)[None])
            for name, bias in (("input", layer.bias_ih_l0), ("hidden", layer.bias_hh_l0))
        ]
        inputs = [self.add("Transpose", x, perm=[1, 0, 2]), kernel, recurrence, self.add("Concat", *biases, axis=1)]
        node = helper.make_node("LSTM", [*inputs, "lengths"], ["lstm_states", "lstm_last", ""], hidden_size=hidden)
        self._nodes.append(node)
        # States come as (length, directions, batch, hidden), the last one as (directions, batch, hidden).
        states = self.add("Transpose", self.add("Squeeze", "lstm_states", self.integer(1)), perm=[1, 0, 2])
        return states, self.add("Squeeze", "lstm_last", self.integer(0))

    def model(self, dimensions: int) -> bytes:
        """The whole, checked and serialised."""
        graph = helper.make_graph(
            self._nodes,
            "adherence",
            [
                helper.make_tensor_value_info("steps", TensorProto.FLOAT, ["batch", "length", dimensions]),
                helper.make_tensor_value_info("lengths", TensorProto.INT32, ["batch"]),
                helper.make_tensor_value_info("text", TensorProto.FLOAT, ["batch", dimensions]),
            ],
            [helper.make_tensor_value_info("adherence", TensorProto.FLOAT, ["batch"])],
            list(self._constants.values()),
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=9)
        onnx.checker.check_model(model)
        return bytes(model.SerializeToString())

    def _constant(self, name: str, value: NDArray[np.generic]) -> str:
        self._constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def _weight(self, name: str, value: NDArray[np.float32]) -> str:
        half = value.astype(np.float16)
        if not np.array_equal(half.astype(np.float32), value):
            raise ValueError(f"weight {name!r} is not rounded to half precision; call round_weights first")
        return self.add("Cast", self._constant(f"{name}_half", half), output=name, to=TensorProto.FLOAT)


def _array(parameter: torch.Tensor) -> NDArray[np.float32]:
    values: NDArray[np.float32] = parameter.detach().numpy()
    return values


def _gates(stacked: NDArray[np.float32], hidden: int) -> NDArray[np.float32]:
    """From torch's order of gates (input, forget, cell, output) to that of ONNX (input, output, forget, cell)."""
    i, f, c, o = (stacked[n * hidden : (n + 1) * hidden] for n in range(4))
    return np.concatenate([i, o, f, c])
