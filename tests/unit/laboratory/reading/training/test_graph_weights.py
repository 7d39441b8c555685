"""A network made again from its graphs."""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.domains import domains_root
from plancritic.reading.model import NETWORKS

if TYPE_CHECKING:
    from plancritic.laboratory.reading.training.network import ReaderNetwork

pytestmark = [pytest.mark.train, pytest.mark.timeout(600)]

SHIPPED = domains_root() / "shared" / "models" / "reader"
_DIMENSIONS = 24


@pytest.fixture(scope="module")
def network() -> ReaderNetwork:
    """A network with one layer of the sentence encoder, no two parameters of which are alike."""
    import torch

    from plancritic.laboratory.adherence.training.networks.encoder_layers import HEADS, EncoderLayer
    from plancritic.laboratory.reading.training.network import ReaderNetwork

    torch.manual_seed(5)
    upper = torch.nn.ModuleList([EncoderLayer(_DIMENSIONS, HEADS, 50, 0.1)])
    network = ReaderNetwork(_DIMENSIONS, upper, width=48, heads=4, layers=(2, 1))
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.05 * torch.randn_like(parameter))
    network.temperature.fill_(1.7)
    network.eval()
    return network


@pytest.fixture(scope="module")
def graphs(network: ReaderNetwork) -> tuple[bytes, bytes]:
    from plancritic.laboratory.reading.training.export import export_reader

    return export_reader(network)


@pytest.fixture
def folder(graphs: tuple[bytes, bytes], tmp_path: Path) -> Path:
    for kind, graph in zip(("reading", "writing"), graphs, strict=True):
        (tmp_path / f"first.{kind}.onnx").write_bytes(graph)
    return tmp_path


def test_a_network_made_again_has_every_weight_and_the_temperature_of_the_one_that_was_exported(
    network: ReaderNetwork, folder: Path
) -> None:
    import torch

    from plancritic.laboratory.reading.training.graph_weights import restored

    again = restored(folder, "first").state_dict()
    before = network.state_dict()
    assert list(again) == list(before)
    for name, value in before.items():
        assert torch.allclose(value, again[name], rtol=1e-3, atol=1e-5), name
    assert float(again["temperature"]) == pytest.approx(1.7)


def test_a_network_made_again_says_what_the_exported_one_says(network: ReaderNetwork, folder: Path) -> None:
    import torch

    from plancritic.laboratory.reading.training.graph_weights import restored
    from plancritic.laboratory.reading.training.network import TextTensors
    from plancritic.reading.inputs import MARKS
    from plancritic.reading.relations import RELATIONS

    torch.manual_seed(6)
    texts = TextTensors(
        torch.randn(2, 7, _DIMENSIONS),
        torch.randn(2, 5, _DIMENSIONS),
        torch.randn(2, 5, _DIMENSIONS),
        torch.randint(0, 4, (2, 12)),
        torch.rand(2, 12, len(MARKS)),
        torch.randint(0, RELATIONS, (2, 12, 12)),
        torch.ones(2, 12),
    )
    symbols, expected = torch.randint(0, 20, (2, 4)), torch.randint(0, 5, (2, 4))
    said = []
    with torch.inference_mode():
        for each in (network, restored(folder, "first")):
            said.append(each.write(each.remember(texts), symbols, expected, each.nothing_written(2))[0])
    assert torch.allclose(*said, atol=5e-3)


def test_an_export_of_a_network_made_again_gives_the_graphs_that_it_was_made_from(
    graphs: tuple[bytes, bytes], folder: Path
) -> None:
    from plancritic.laboratory.reading.training.export import export_reader
    from plancritic.laboratory.reading.training.graph_weights import restored

    for before, after in zip(graphs, export_reader(restored(folder, "first")), strict=True):
        weights = [
            {each.name: numpy_helper.to_array(each) for each in onnx.load_from_string(graph).graph.initializer}
            for graph in (before, after)
        ]
        assert list(weights[0]) == list(weights[1])
        for name, value in weights[0].items():
            assert np.array_equal(value, weights[1][name]), name


@pytest.mark.parametrize("name", NETWORKS)
def test_the_networks_that_ship_are_written_back_byte_by_byte(name: str) -> None:
    from plancritic.laboratory.reading.training.graph_weights import restored, rewritten

    for kind, graph in zip(("reading", "writing"), rewritten(SHIPPED, name, restored(SHIPPED, name)), strict=True):
        # Compared by their hashes: where they differ, a difference of megabytes takes longer to print than CI waits.
        shipped = (SHIPPED / f"{name}.{kind}.onnx").read_bytes()
        assert (len(graph), sha256(graph).hexdigest()) == (len(shipped), sha256(shipped).hexdigest())


def test_other_weights_are_written_into_both_graphs(network: ReaderNetwork, folder: Path) -> None:
    import torch

    from plancritic.laboratory.reading.training.graph_weights import restored, rewritten

    changed = restored(folder, "first")
    with torch.no_grad():
        for parameter in changed.parameters():
            parameter.add_(0.25)
    changed.temperature.fill_(2.5)
    for kind, graph in zip(("reading", "writing"), rewritten(folder, "first", changed), strict=True):
        (folder / f"first.{kind}.onnx").write_bytes(graph)
    found = restored(folder, "first").state_dict()
    for name, value in changed.state_dict().items():
        assert torch.allclose(value, found[name], rtol=1e-3, atol=1e-3), name


def test_graphs_without_a_parameter_are_refused_by_its_name(folder: Path) -> None:
    from plancritic.laboratory.reading.training.graph_weights import restored

    path = folder / "first.reading.onnx"
    model = onnx.load_from_string(path.read_bytes())
    (bias,) = [each for each in model.graph.initializer if each.name == "network.pointed.bias"]
    bias.name = "lost"
    path.write_bytes(model.SerializeToString())
    with pytest.raises(ContractError, match=r"pointed\.bias") as refused:
        restored(folder, "first")
    assert refused.value.fault.code is FaultCode.MODEL_UNUSABLE


def test_a_graph_that_is_missing_or_none_is_refused(folder: Path) -> None:
    from plancritic.laboratory.reading.training.graph_weights import restored

    with pytest.raises(ContractError, match=r"second\.reading\.onnx cannot be read"):
        restored(folder, "second")
    (folder / "first.writing.onnx").write_bytes(b"no graph")
    with pytest.raises(ContractError, match=r"first\.writing\.onnx is not a graph"):
        restored(folder, "first")


def test_weights_of_another_network_are_not_written_into_graphs(network: ReaderNetwork, folder: Path) -> None:
    from plancritic.laboratory.reading.training.graph_weights import rewritten

    for kind in ("reading", "writing"):
        shutil.copy(SHIPPED / f"first.{kind}.onnx", folder)
    with pytest.raises(ContractError, match="of another network"):
        rewritten(folder, "first", network)
