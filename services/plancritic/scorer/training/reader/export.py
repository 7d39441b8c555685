"""Writes a reader network as an ONNX graph: texts and a problem's facts in, the grounding out."""

from __future__ import annotations

import torch
from torch import nn

from plancritic.reading.model import OUTPUTS
from plancritic.scorer.training.networks.export import graph_of, sample_facts, sample_texts
from plancritic.scorer.training.networks.network import Facts, GroundingNetwork, Texts

INPUTS = (*Texts._fields, *Facts._fields)


def export_reader(network: GroundingNetwork) -> bytes:
    """Return the graph in single precision; its outputs are probabilities of `OUTPUTS`."""
    given = (*sample_texts(network.dimensions), *sample_facts(network.dimensions))
    return graph_of(_Reading(network), INPUTS, given, OUTPUTS)


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
