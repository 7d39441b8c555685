"""Texts for training: each action of some domains with its descriptions, its schema and faulty schemas."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from plancritic.laboratory.schema.corpus import CorpusDomain
from plancritic.laboratory.schema.training.wording import worded
from plancritic.pddl.faults import FAULT_KINDS, FaultKind, FaultySchema, faulty_schemas
from plancritic.pddl.language import Action
from plancritic.schema_library.filtering.schema_text import description_text, schema_text

#: Faults and descriptions by rule in the pool of an action.
_FAULTS, _BY_RULE = 16, 6
#: Words that carry the structure of a sentence: no variant changes them.
_GRAMMAR = frozenset(
    ("with", "from", "into", "onto", "over", "next", "after", "before", "that", "been", "under", "above")
)


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

    def renamed(self, rename: Rename) -> ActionTexts:
        """Return the same texts with other words."""
        other = copy(self)
        other.right = rename(self.right)
        other._faults = {kind: [rename(each) for each in found] for kind, found in self._faults.items()}
        other._people = tuple(rename(each) for each in self._people)
        other._by_rule = [(rename(schema), rename(text)) for schema, text in self._by_rule]
        return other

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


class DomainTexts:
    """All actions of a domain, as people wrote them and in variants with other words.

    A variant has other nouns and predicates, the same in descriptions and schemas. So the encoder cannot learn the
    training domains by heart; it has to compare what is said with what is modelled.
    """

    def __init__(self, domain: CorpusDomain, words: Sequence[str], variants: int, rng: random.Random) -> None:
        written = [ActionTexts(domain, action, rng) for action in domain.description.actions]
        own = content_words(domain)
        foreign = [word for word in words if word not in own]
        self._variants = [written]
        for _ in range(variants):
            rename = Rename(dict(zip(own, rng.sample(foreign, min(len(own), len(foreign))), strict=False)))
            self._variants.append([each.renamed(rename) for each in written])

    def groups(self, faults: int, rng: random.Random) -> list[Group]:
        """Return the texts of all actions, as often in people's words as in others."""
        written, *others = self._variants
        chosen = rng.choice(others) if others and rng.random() < 0.5 else written
        return [each.group(faults, rng) for each in chosen]


class Rename:
    """Puts other words in the place of some, their plurals too."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words
        self._pattern = re.compile(rf"\b({'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})(s?)\b", re.I)

    def __call__(self, text: str) -> str:
        """Return the text with other words."""
        return self._pattern.sub(lambda found: self._words[found[1].lower()] + found[2], text) if self._words else text


def content_words(domain: CorpusDomain) -> tuple[str, ...]:
    """Return the words of the names of types and predicates, without those of grammar."""
    names = (*domain.reference.types, *domain.reference.predicates)
    found = dict.fromkeys(word for name in names for word in name.split("-"))
    return tuple(word for word in found if len(word) > 3 and word not in _GRAMMAR)


def batches(texts: Sequence[DomainTexts], domains: int, faults: int, rng: random.Random) -> Iterator[list[Group]]:
    """Go once through all domains in random order, so many in a batch, all actions of each."""
    order = rng.sample(list(texts), len(texts))
    for first in range(0, len(order), domains):
        yield [group for each in order[first : first + domains] for group in each.groups(faults, rng)]
