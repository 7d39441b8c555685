"""Similarities of true pairs and of pairs with a wrong schema, and how often the true one is nearer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from plancritic.contracts.modelling.descriptions import Register
from plancritic.embedding import Encoder
from plancritic.laboratory.schema.corpus import CorpusDomain, true_pairs
from plancritic.pddl.faults import FAULT_KINDS, FaultKind, faulty_schemas
from plancritic.schema_library.filtering.schema_text import description_text, schema_text

#: Where a wrong schema comes from: another domain (easy), another action of the domain (semi-hard), or a fault (hard).
NegativeKind = Literal["easy", "semi-hard"] | FaultKind
NEGATIVE_KINDS: tuple[NegativeKind, ...] = ("easy", "semi-hard", *FAULT_KINDS)


@dataclass(frozen=True)
class ScoredAction:
    """An action's similarity to its schema and to wrong ones, by kind."""

    domain: str
    action: str
    register: Register
    true: float
    wrong: Mapping[NegativeKind, tuple[float, ...]]

    @property
    def faulty(self) -> tuple[float, ...]:
        """The similarities to schemas with a fault."""
        return tuple(each for kind in FAULT_KINDS for each in self.wrong[kind])


def scored_actions(encoder: Encoder, domains: Sequence[CorpusDomain], register: Register) -> tuple[ScoredAction, ...]:
    """Score every action of the domains against its schema, all its faults and all other actions' schemas."""
    pairs = true_pairs(domains, register)
    described = encoder.encode([description_text(each.domain.description, each.action, register) for each in pairs])
    right = encoder.encode([schema_text(each.schema) for each in pairs])
    cosines = described @ right.T
    found = []
    for row, pair in enumerate(pairs):
        own = schema_text(pair.schema)
        # A fault that the text does not show is no wrong schema to the encoder (a condition that stands twice).
        faults = {schema_text(each.schema): each.kind for each in faulty_schemas(pair.schema, pair.domain.reference)}
        faults.pop(own, None)
        similarities = encoder.encode(list(faults)) @ described[row]
        wrong: dict[NegativeKind, list[float]] = {kind: [] for kind in NEGATIVE_KINDS}
        for kind, similarity in zip(faults.values(), similarities, strict=True):
            wrong[kind].append(float(similarity))
        for column, other in enumerate(pairs):
            if column != row:
                near = other.domain is pair.domain
                wrong["semi-hard" if near else "easy"].append(float(cosines[row, column]))
        frozen = {kind: tuple(values) for kind, values in wrong.items()}
        found.append(ScoredAction(pair.domain.name, pair.action, register, float(cosines[row, row]), frozen))
    return tuple(found)


def accuracy(scored: Iterable[ScoredAction], kind: NegativeKind) -> float | None:
    """Return how often a description is nearer to its schema than to a wrong one, mean over the actions; a tie is half.

    None where no action has a wrong schema of this kind.
    """
    shares = [
        float(np.mean([(each.true > other) + 0.5 * (each.true == other) for other in each.wrong[kind]]))
        for each in scored
        if each.wrong[kind]
    ]
    return float(np.mean(shares)) if shares else None


def separation(scored: Sequence[ScoredAction]) -> float:
    """Return how often a true pair is nearer than a faulty pair of any action: what one threshold for all can use."""
    true = np.array([each.true for each in scored])
    faulty = np.array([other for each in scored for other in each.faulty])
    return float(np.mean(true[:, None] > faulty[None, :]))
