"""The weights inside a reader's graphs: made a network again to train further, and written back into the graphs.

Graphs are all that is kept of a training. The exporter keeps the names of parameters, except that the weight of a
linear layer becomes a transposed constant without a name: it is the factor of the product to which the layer's bias is
added. Keys and values for the decoder are computed where a text is read, so a decoder's parameters are in both graphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, numpy_helper
from torch import nn

from plancritic.laboratory.adherence.training.networks.encoder_layers import HEADS, EncoderLayer
from plancritic.laboratory.reading.training.export import HALF
from plancritic.laboratory.reading.training.network import ReaderNetwork
from plancritic.reading.model import READING, WRITING, unusable

#: What the exporter puts before the name of each parameter of the network.
_PREFIX = "network."
_LAYER = r"{}\.(\d+)\."


@dataclass(frozen=True, slots=True)
class _Kept:
    """A parameter in a graph: its name in the network, what holds it, whether it is transposed there."""

    parameter: str
    initialiser: TensorProto
    transposed: bool

    def values(self) -> NDArray[np.float32]:
        found: NDArray[np.float32] = numpy_helper.to_array(self.initialiser).astype(np.float32)
        return found.T if self.transposed else found

    def replace(self, values: NDArray[np.float32]) -> None:
        dtype = np.float16 if self.initialiser.data_type == TensorProto.FLOAT16 else np.float32
        stored = np.array(values.T if self.transposed else values, dtype=dtype, order="C")
        self.initialiser.CopyFrom(numpy_helper.from_array(stored, self.initialiser.name))


def restored(folder: Path, name: str) -> ReaderNetwork:
    """Return the network of this name of a reader's folder, as its graphs have it, ready to be trained further.

    Its weights are those of the graphs, most of them in half precision; its temperature is that of the graphs.

    Raises:
        ContractError: `model_unusable` where a graph or a parameter of the network is missing, or does not fit.
    """
    weights: dict[str, torch.Tensor] = {}
    for file in (READING, WRITING):
        path = folder / file.format(name)
        for each in _kept(_loaded(folder, path)):
            weights[each.parameter] = torch.from_numpy(each.values().copy())
    try:
        network = _network(weights)
        network.load_state_dict(weights)
    except KeyError as error:
        raise unusable(folder, f"the graphs of network {name!r} have no parameter {error.args[0]!r}") from error
    except (RuntimeError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise unusable(folder, f"the graphs of network {name!r} are of another network ({reason})") from error
    network.eval()
    return network


def rewritten(folder: Path, name: str, network: ReaderNetwork) -> tuple[bytes, bytes]:
    """Return the reading and the writing graph of a folder's network with the weights of `network` in them.

    They are the graphs that an export of `network` would give, in a fraction of the time.

    Raises:
        ContractError: `model_unusable` where a graph is missing or is that of another network.
    """
    weights = {key: value.detach().cpu().numpy() for key, value in network.state_dict().items()}
    graphs = []
    for file in (READING, WRITING):
        model = _loaded(folder, folder / file.format(name))
        for each in _kept(model):
            if each.parameter not in weights or weights[each.parameter].shape != each.values().shape:
                raise unusable(folder, f"{file.format(name)} is of another network: it has {each.parameter!r}")
            each.replace(weights[each.parameter])
        graphs.append(model.SerializeToString())
    return graphs[0], graphs[1]


def _loaded(folder: Path, path: Path) -> onnx.ModelProto:
    try:
        return onnx.load_from_string(path.read_bytes())
    except OSError as error:
        raise unusable(folder, f"{path.name} cannot be read ({error.strerror or error})") from error
    except Exception as error:  # protobuf's own type, of a wheel that onnx brings along
        raise unusable(folder, f"{path.name} is not a graph") from error


def _kept(model: onnx.ModelProto) -> Iterator[_Kept]:
    """Yield the parameters that a graph holds."""
    stored = {each.name.removesuffix(HALF): each for each in model.graph.initializer}
    for key, each in stored.items():
        if key.startswith(_PREFIX):
            yield _Kept(key.removeprefix(_PREFIX), each, transposed=False)
    product_of = {node.output[0]: node for node in model.graph.node if node.op_type == "MatMul"}
    for node in model.graph.node:
        if node.op_type != "Add":
            continue
        for bias, product in (node.input, reversed(node.input)):
            if bias.startswith(_PREFIX) and bias.endswith(".bias") and product in product_of:
                weight = stored.get(product_of[product].input[1])
                if weight is not None:
                    yield _Kept(f"{bias.removeprefix(_PREFIX).removesuffix('bias')}weight", weight, transposed=True)


def _network(weights: Mapping[str, torch.Tensor]) -> ReaderNetwork:
    """Return a network with as many layers, and as wide, as the weights are for."""
    width, dimensions = weights["token.weight"].shape
    upper = nn.ModuleList()
    for number in range(_count(weights, "upper")):
        inner, wide = weights[f"upper.{number}.wide.weight"].shape
        upper.append(EncoderLayer(wide, HEADS, inner, dropout=0.1))
    layers = _count(weights, "encoder"), _count(weights, "decoder")
    return ReaderNetwork(dimensions, upper, width, weights["related.weight"].shape[1], layers)


def _count(weights: Mapping[str, torch.Tensor], kind: str) -> int:
    found = (re.match(_LAYER.format(kind), key) for key in weights)
    return 1 + max((int(each[1]) for each in found if each is not None), default=-1)
