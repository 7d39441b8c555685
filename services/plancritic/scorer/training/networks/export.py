"""Writes a trained network as an ONNX graph that takes any number of texts, tokens, facts, plans and states."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import nn
from torch.export import Dim

from plancritic.adherence.facts import PLACES, STANDING
from plancritic.adherence.mentions import KINDS, TIMES
from plancritic.scorer.training.networks.network import Facts, GroundingNetwork, Plans, Texts

#: The graph's inputs, in the order in which the network takes them; its output is `adherence`.
INPUTS = (*Texts._fields, *Facts._fields, *Plans._fields, "plan", "text")
_OPSET = 20


def export(network: GroundingNetwork) -> bytes:
    """The graph in single precision: adherence (pairs,) in [0, 1] for `plan[i]` and `text[i]`."""
    texts, facts, plans, plan, text = _sample(network.dimensions)
    dynamic = tuple(
        # The last axis of these is fixed; every other one is as long as it comes.
        dict.fromkeys(range(value.ndim - (name in _FIXED_LAST)), Dim.DYNAMIC)
        for name, value in zip(INPUTS, (*texts, *facts, *plans, plan, text), strict=True)
    )
    served = _Served(network).eval()
    with warnings.catch_warnings(), _quiet("torch.onnx"):
        # The exporter warns of libraries and types of its own that we do not use.
        warnings.simplefilter("ignore")
        program = torch.onnx.export(
            served,
            (*texts, *facts, *plans, plan, text),
            dynamo=True,
            dynamic_shapes=dynamic,
            input_names=INPUTS,
            output_names=["adherence"],
            opset_version=_OPSET,
            verbose=False,
        )
    assert program is not None, "with dynamo the exporter returns its program"
    graph: bytes = program.model_proto.SerializeToString()
    return graph


_FIXED_LAST = frozenset(
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


def _sample(dimensions: int) -> tuple[Texts, Facts, Plans, torch.Tensor, torch.Tensor]:
    """Inputs with a different length on every axis, so that none is taken for another."""
    texts, length, objects, predicates, facts, plans, states, pairs = 3, 17, 11, 7, 40, 5, 13, 9
    return (
        Texts(
            torch.zeros(texts, length, dimensions),
            torch.ones(texts, length),
            torch.zeros(texts, objects, length, KINDS),
            torch.zeros(texts, length, TIMES),
            torch.full((texts, TIMES), -1.0),
        ),
        Facts(
            torch.zeros(objects, dimensions),
            torch.zeros(predicates, dimensions),
            torch.zeros(facts, PLACES, dtype=torch.int64),
            torch.zeros(facts, dtype=torch.int64),
            torch.zeros(facts, PLACES),
            torch.zeros(facts, STANDING),
            torch.ones(facts),
        ),
        Plans(torch.zeros(plans, facts, states), torch.zeros(plans, states), torch.ones(plans, states)),
        torch.zeros(pairs, dtype=torch.int64),
        torch.zeros(pairs, dtype=torch.int64),
    )


@contextmanager
def _quiet(name: str) -> Iterator[None]:
    """Keeps a logger's warnings back."""
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
