"""Writes a reader network as two ONNX graphs: one reads a text, one writes symbols."""

from __future__ import annotations

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from plancritic.laboratory.adherence.training.networks.export import graph_of
from plancritic.laboratory.reading.training.network import Memory, ReaderNetwork, TextTensors
from plancritic.reading.grammar import SIGNS
from plancritic.reading.inputs import MARKS
from plancritic.reading.model import READ_OUTPUTS, WRITE_INPUTS, WRITE_OUTPUTS

#: A different length on every axis, so that none is taken for another.
_LENGTH, _ITEMS, _SEQUENCES, _SYMBOLS, _EARLIER = 17, 11, 3, 5, 7
#: Weights of so many numbers are kept in half precision, under their name with this ending.
_LARGE, HALF = 1000, ".half"
#: Axes of inputs that are always as long: the text of a call is one, the rest are sizes of the network.
_FIXED = {
    "tokens": (0, 2),
    "called": (0, 2),
    "besides": (0, 2),
    "kinds": (0,),
    "marks": (0, 2),
    "relations": (0,),
    "present": (0,),
    "seen": (0, 1, 2, 4),
    "blocked": (0,),
    "pointers": (0, 2),
    "items": (0, 2),
    "past": (0, 1, 4),
}


def export_reader(network: ReaderNetwork) -> tuple[bytes, bytes]:
    """Return both graphs, their weights in half precision; logits are divided by the network's temperature."""
    rows = _LENGTH + _ITEMS
    texts = TextTensors(
        torch.zeros(1, _LENGTH, network.dimensions),
        torch.zeros(1, _ITEMS, network.dimensions),
        torch.zeros(1, _ITEMS, network.dimensions),
        torch.zeros(1, rows, dtype=torch.int64),
        torch.zeros(1, rows, len(MARKS)),
        torch.zeros(1, rows, rows, dtype=torch.int64),
        torch.ones(1, rows),
    )
    reading = graph_of(_Reading(network), TextTensors._fields, texts, READ_OUTPUTS, _FIXED)
    memory = network.remember(texts)
    written = (
        *memory,
        torch.full((_SEQUENCES, _SYMBOLS), SIGNS, dtype=torch.int64),
        torch.zeros(_SEQUENCES, _SYMBOLS, dtype=torch.int64),
        torch.zeros(len(network.decoder), 2, _SEQUENCES, _EARLIER, network.width),
    )
    writing = graph_of(_Writing(network), WRITE_INPUTS, written, WRITE_OUTPUTS, _FIXED)
    return _halved(reading), _halved(writing)


def _halved(graph: bytes) -> bytes:
    """Return a graph that keeps its large weights in half precision; it computes in single precision as before."""
    model = onnx.load_from_string(graph)
    casts = []
    for weight in model.graph.initializer:
        if weight.data_type != TensorProto.FLOAT or np.prod(weight.dims) < _LARGE:
            continue
        values = numpy_helper.to_array(weight).astype(np.float16)
        name, half = weight.name, f"{weight.name}{HALF}"
        weight.CopyFrom(numpy_helper.from_array(values, half))
        casts.append(helper.make_node("Cast", [half], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    written: bytes = model.SerializeToString()
    return written


class _Reading(nn.Module):  # type: ignore[misc]
    def __init__(self, network: ReaderNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(
        self,
        tokens: torch.Tensor,
        called: torch.Tensor,
        besides: torch.Tensor,
        kinds: torch.Tensor,
        marks: torch.Tensor,
        relations: torch.Tensor,
        present: torch.Tensor,
    ) -> tuple[torch.Tensor, ...]:
        return tuple(self.network.remember(TextTensors(tokens, called, besides, kinds, marks, relations, present)))


class _Writing(nn.Module):  # type: ignore[misc]
    def __init__(self, network: ReaderNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(
        self,
        seen: torch.Tensor,
        blocked: torch.Tensor,
        pointers: torch.Tensor,
        items: torch.Tensor,
        symbols: torch.Tensor,
        expected: torch.Tensor,
        past: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        logits, known = self.network.write(Memory(seen, blocked, pointers, items), symbols, expected, past)
        return logits / self.network.temperature, known
