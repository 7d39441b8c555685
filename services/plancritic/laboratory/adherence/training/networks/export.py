"""Writes a trained network as an ONNX graph that takes any number of texts, tokens, facts, plans and states."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

import onnx
import torch
from torch import nn
from torch.export import Dim

from plancritic.adherence.facts import PLACES, STANDING
from plancritic.adherence.mentions import KINDS, TIMES
from plancritic.laboratory.adherence.training.networks.network import Facts, GroundingNetwork, Plans, Texts

#: The graph's inputs, in the order in which the network takes them; its output is `adherence`.
INPUTS = (*Texts._fields, *Facts._fields, *Plans._fields, "plan", "text")
_OPSET = 20


def export(network: GroundingNetwork) -> bytes:
    """The graph in single precision: adherence (pairs,) in [0, 1] for `plan[i]` and `text[i]`."""
    texts, facts = sample_texts(network.dimensions), sample_facts(network.dimensions)
    plans, plan, text = _sample_plans()
    return graph_of(_Served(network), INPUTS, (*texts, *facts, *plans, plan, text), ("adherence",))


def graph_of(
    served: nn.Module,
    inputs: Sequence[str],
    given: tuple[torch.Tensor, ...],
    outputs: Sequence[str],
    fixed: Mapping[str, Collection[int]] | None = None,
) -> bytes:
    """Return the ONNX graph of a module that takes `inputs`, of which `given` are examples; no path is in it.

    `fixed` are the axes of an input that are always as long as in the example: the last one of FIXED_LAST unless told.
    Every other axis is as long as it comes.
    """
    lasting = dict.fromkeys(FIXED_LAST, (-1,)) if fixed is None else fixed
    dynamic = tuple(
        {
            axis: Dim.DYNAMIC
            for axis in range(value.ndim)
            if axis not in lasting.get(name, ()) and axis - value.ndim not in lasting.get(name, ())
        }
        for name, value in zip(inputs, given, strict=True)
    )
    with warnings.catch_warnings(), _quiet("torch.onnx"):
        # The exporter warns of libraries and types of its own that we do not use.
        warnings.simplefilter("ignore")
        program = torch.onnx.export(
            served.eval(),
            given,
            dynamo=True,
            dynamic_shapes=dynamic,
            input_names=inputs,
            output_names=outputs,
            opset_version=_OPSET,
            verbose=False,
        )
    assert program is not None, "with dynamo the exporter returns its program"
    graph: bytes = without_traces(program.model_proto).SerializeToString()
    return graph


def without_traces(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return the model without what its exporter notes of each node, in place: where our source lies on this machine.

    What it computes, and the names of its weights, stay.
    """
    graph = model.graph
    for part in (model, graph, *graph.node, *graph.input, *graph.output, *graph.value_info, *graph.initializer):
        for trace in ("metadata_props", "doc_string"):
            part.ClearField(trace)
    return model


FIXED_LAST = frozenset(
    ("tokens", "mentions", "counted", "bounds", "objects", "sentences", "arguments", "alone", "standing")
)


class _Served(nn.Module):  # type: ignore[misc]
    """The network with flat inputs, and probabilities for its output."""

    def __init__(self, network: GroundingNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(
        self,
        tokens: torch.Tensor,
        passage: torch.Tensor,
        mentions: torch.Tensor,
        counted: torch.Tensor,
        bounds: torch.Tensor,
        objects: torch.Tensor,
        sentences: torch.Tensor,
        arguments: torch.Tensor,
        predicates: torch.Tensor,
        alone: torch.Tensor,
        standing: torch.Tensor,
        present: torch.Tensor,
        truth: torch.Tensor,
        times: torch.Tensor,
        passed: torch.Tensor,
        plan: torch.Tensor,
        text: torch.Tensor,
    ) -> torch.Tensor:
        texts = Texts(tokens, passage, mentions, counted, bounds)
        facts = Facts(objects, sentences, arguments, predicates, alone, standing, present)
        return torch.sigmoid(self.network(texts, facts, Plans(truth, times, passed), plan, text))


#: A different length on every axis, so that none is taken for another.
_COUNT, _LENGTH, _OBJECTS, _PREDICATES, _FACTS, _PLANS, _STATES, _PAIRS = 3, 17, 11, 7, 40, 5, 13, 9


def sample_texts(dimensions: int) -> Texts:
    """Return made-up texts to export a network with."""
    return Texts(
        torch.zeros(_COUNT, _LENGTH, dimensions),
        torch.ones(_COUNT, _LENGTH),
        torch.zeros(_COUNT, _OBJECTS, _LENGTH, KINDS),
        torch.zeros(_COUNT, _LENGTH, TIMES),
        torch.full((_COUNT, TIMES), -1.0),
    )


def sample_facts(dimensions: int) -> Facts:
    """Return made-up facts to export a network with."""
    return Facts(
        torch.zeros(_OBJECTS, dimensions),
        torch.zeros(_PREDICATES, dimensions),
        torch.zeros(_FACTS, PLACES, dtype=torch.int64),
        torch.zeros(_FACTS, dtype=torch.int64),
        torch.zeros(_FACTS, PLACES),
        torch.zeros(_FACTS, STANDING),
        torch.ones(_FACTS),
    )


def _sample_plans() -> tuple[Plans, torch.Tensor, torch.Tensor]:
    """Return made-up plans, and which of them is judged by which text."""
    return (
        Plans(torch.zeros(_PLANS, _FACTS, _STATES), torch.zeros(_PLANS, _STATES), torch.ones(_PLANS, _STATES)),
        torch.zeros(_PAIRS, dtype=torch.int64),
        torch.zeros(_PAIRS, dtype=torch.int64),
    )


@contextmanager
def _quiet(name: str) -> Iterator[None]:
    """Keep a logger's warnings back."""
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
