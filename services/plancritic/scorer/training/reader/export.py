"""Writes a reader network as an ONNX graph: texts and a problem's facts in, the grounding out."""

from __future__ import annotations

import warnings

import torch
from torch import nn
from torch.export import Dim

from plancritic.reading.model import OUTPUTS
from plancritic.scorer.training.networks.export import FIXED_LAST, OPSET, quiet, sample_facts, sample_texts
from plancritic.scorer.training.networks.network import Facts, GroundingNetwork, Texts

INPUTS = (*Texts._fields, *Facts._fields)


def export_reader(network: GroundingNetwork) -> bytes:
    """Return the graph in single precision; its outputs are probabilities of `OUTPUTS`."""
    given = (*sample_texts(network.dimensions), *sample_facts(network.dimensions))
    dynamic = tuple(
        # The last axis of these is fixed; every other one is as long as it comes.
        dict.fromkeys(range(value.ndim - (name in FIXED_LAST)), Dim.DYNAMIC)
        for name, value in zip(INPUTS, given, strict=True)
    )
    with warnings.catch_warnings(), quiet("torch.onnx"):
        # The exporter warns of libraries and types of its own that we do not use.
        warnings.simplefilter("ignore")
        program = torch.onnx.export(
            _Reading(network).eval(),
            given,
            dynamo=True,
            dynamic_shapes=dynamic,
            input_names=INPUTS,
            output_names=OUTPUTS,
            opset_version=OPSET,
            verbose=False,
        )
    assert program is not None, "with dynamo the exporter returns its program"
    graph: bytes = program.model_proto.SerializeToString()
    return graph


class _Reading(nn.Module):  # type: ignore[misc]
    """The network with flat inputs, and probabilities for its outputs."""

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
    ) -> tuple[torch.Tensor, ...]:
        texts = Texts(tokens, passage, mentions, counted, bounds)
        facts = Facts(objects, sentences, arguments, predicates, alone, standing, present)
        found = self.network.ground(texts, facts)
        return (
            found.facts,
            found.requests,
            torch.sigmoid(torch.logit(found.relevance, eps=1e-6) / self.network.temperature),
            torch.sigmoid(found.roles / self.network.temperature),
            torch.softmax(found.operators / self.network.temperature, dim=2),
        )
