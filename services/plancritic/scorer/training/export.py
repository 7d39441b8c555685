"""Writes the trained network as an ONNX graph with dynamic batch and length.

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

from plancritic.scorer.training.network import AdherenceNetwork

_OPSET = 20


def round_weights(network: AdherenceNetwork) -> None:
    """Round every weight to half precision, in place."""
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.copy_(parameter.half().float())


def export(network: AdherenceNetwork) -> bytes:
    """The graph: `steps` (batch, length, d), `lengths` (batch,) int32, `text` (batch, d) in; `adherence` (batch,) out.

    Steps beyond a plan's length are ignored. Raises `ValueError` if a weight is not a number of half precision.
    """
    nodes: list[onnx.NodeProto] = []
    constants: list[onnx.TensorProto] = []

    def constant(name: str, value: NDArray[np.generic]) -> str:
        constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(operator: str, *inputs: str, output: str | None = None, **attributes: object) -> str:
        output = output or f"{operator}_{len(nodes)}"
        nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output

    def weight(name: str, value: NDArray[np.float32]) -> str:
        half = value.astype(np.float16)
        if not np.array_equal(half.astype(np.float32), value):
            raise ValueError(f"weight {name!r} is not rounded to half precision; call round_weights first")
        return add("Cast", constant(f"{name}_half", half), output=name, to=TensorProto.FLOAT)

    def dense(x: str, layer: torch.nn.Linear, name: str) -> str:
        return add(
            "Gemm", x, weight(f"{name}_w", _array(layer.weight)), weight(f"{name}_b", _array(layer.bias)), transB=1
        )

    lstm, hidden = network.lstm, network.lstm.hidden_size
    zero, one, two = (constant(f"int_{i}", np.array([i], dtype=np.int64)) for i in (0, 1, 2))
    # One copy of the text for each step: (batch, 1, d) to (batch, length, d).
    length = add("Slice", add("Shape", "steps"), one, two)
    shape = add("Concat", one, length, one, axis=0)
    scale = constant("scale", np.array(network.scale, dtype=np.float32))
    steps = add("Mul", "steps", scale)
    beside = add("Expand", add("Unsqueeze", add("Mul", "text", scale), one), shape)
    if network.inputs == "products":
        beside = add("Mul", steps, beside)
    sequence = add("Transpose", add("Concat", steps, beside, axis=2), perm=[1, 0, 2])
    kernel = weight("lstm_w", _gates(_array(lstm.weight_ih_l0), hidden)[None])
    recurrence = weight("lstm_r", _gates(_array(lstm.weight_hh_l0), hidden)[None])
    biases = [
        weight(f"lstm_b_{n}", _gates(_array(b), hidden)[None])
        for n, b in (("i", lstm.bias_ih_l0), ("h", lstm.bias_hh_l0))
    ]
    bias = add("Concat", *biases, axis=1)
    nodes.append(
        helper.make_node("LSTM", [sequence, kernel, recurrence, bias, "lengths"], ["", "state", ""], hidden_size=hidden)
    )
    x = add("Squeeze", "state", zero)
    x = add("Relu", dense(x, network.first, "first"))
    x = add("Relu", dense(x, network.second, "second"))
    add("Squeeze", add("Sigmoid", dense(x, network.last, "last")), one, output="adherence")
    d = network.dimensions
    graph = helper.make_graph(
        nodes,
        "adherence",
        [
            helper.make_tensor_value_info("steps", TensorProto.FLOAT, ["batch", "length", d]),
            helper.make_tensor_value_info("lengths", TensorProto.INT32, ["batch"]),
            helper.make_tensor_value_info("text", TensorProto.FLOAT, ["batch", d]),
        ],
        [helper.make_tensor_value_info("adherence", TensorProto.FLOAT, ["batch"])],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=9)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def _array(parameter: torch.Tensor) -> NDArray[np.float32]:
    values: NDArray[np.float32] = parameter.detach().numpy()
    return values


def _gates(stacked: NDArray[np.float32], hidden: int) -> NDArray[np.float32]:
    """From torch's order of gates (input, forget, cell, output) to that of ONNX (input, output, forget, cell)."""
    i, f, c, o = (stacked[n * hidden : (n + 1) * hidden] for n in range(4))
    return np.concatenate([i, o, f, c])
