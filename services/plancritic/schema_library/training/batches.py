"""Texts for training: each action of some domains with its descriptions, its schema and faulty schemas."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plancritic.pddl.language import Action
from plancritic.schema_library.corpus import FAULT_KINDS, CorpusDomain, FaultKind, FaultySchema, faulty_schemas
from plancritic.schema_library.filtering.schema_text import description_text, schema_text
from plancritic.schema_library.training.wording import worded


#: Faults and descriptions by rule in the pool of an action.
_FAULTS, _BY_RULE = 16, 6


@dataclass(frozen=True)
class Group:
    """An action's texts: anchors with the schema that each describes, as a place in `schemas`.

    All of `schemas` differ in meaning, so that for each anchor all but one are hard negatives. The first is the right
    one. `same_domain` lists groups of a batch that are of other actions of the domain.
    """

    domain: str
    anchors: tuple[str, ...]
    described: tuple[int, ...]
    schemas: tuple[str, ...]


class ActionTexts:
    """An action, its right schema, and a pool of faults and of descriptions made by rule, drawn once.

    A pool keeps the number of different texts small: what the encoder's fixed layers make of each is remembered.
    """

    def __init__(self, domain: CorpusDomain, action: str, rng: random.Random) -> None:
        right = domain.reference.actions[action]
        self.domain = domain.name
        self.right = schema_text(right)
        pool = _drawn(right, domain, _FAULTS, rng)
        self._faults: dict[FaultKind, list[str]] = {kind: [] for kind in FAULT_KINDS}
        for fault in pool:
            self._faults[fault.kind].append(schema_text(fault.schema))
        description = domain.description
        self._people = tuple(description_text(description, action, each) for each in ("detailed", "layman"))
        described = [right, *(rng.choice(pool).schema if pool else right for _ in range(_BY_RULE - 1))]
        self._by_rule = [(schema_text(each), worded(each, description, rng)) for each in described]

    def group(self, faults: int, rng: random.Random) -> Group:
        """Return its texts with so many faulty schemas at most, and one description made by rule."""
        described, text = rng.choice(self._by_rule)
        schemas = [self.right]
        if described != self.right:
            schemas.append(described)
        left = {kind: [each for each in found if each != described] for kind, found in self._faults.items()}
        while len(schemas) <= faults and any(left.values()):
            chosen = left[rng.choice([kind for kind, found in left.items() if found])]
            schemas.append(chosen.pop(rng.randrange(len(chosen))))
        return Group(self.domain, (*self._people, text), (0, 0, schemas.index(described)), tuple(schemas))


def _drawn(right: Action, domain: CorpusDomain, faults: int, rng: random.Random) -> list[FaultySchema]:
    """Draw faults, every kind as likely as the others, none twice."""
    by_kind: dict[FaultKind, list[FaultySchema]] = {kind: [] for kind in FAULT_KINDS}
    seen = {schema_text(right)}
    for fault in faulty_schemas(right, domain.reference):
        text = schema_text(fault.schema)
        if text not in seen:
            seen.add(text)
            by_kind[fault.kind].append(fault)
    chosen: list[FaultySchema] = []
    while len(chosen) < faults and any(by_kind.values()):
        found = by_kind[rng.choice([kind for kind, found in by_kind.items() if found])]
        chosen.append(found.pop(rng.randrange(len(found))))
    return chosen


def batches(
    texts: Sequence[Sequence[ActionTexts]], domains: int, faults: int, rng: random.Random
) -> Iterator[list[Group]]:
    """Go once through all domains in random order, so many in a batch, all actions of each."""
    order = rng.sample(range(len(texts)), len(texts))
    for first in range(0, len(order), domains):
        chosen = order[first : first + domains]
        yield [each.group(faults, rng) for row in chosen for each in texts[row]]
