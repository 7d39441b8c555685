"""Writers whose mistakes are known: how far the right candidate is behind, as the agreement's threshold needs it.

Mistakes of writers are not independent: a misleading sentence misleads several. So half of the actions have a shared
mistake, which each writer follows with the same probability, and every writer slips on his own besides.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.pddl.faults import FAULT_KINDS, FaultySchema, faulty_schemas
from plancritic.pddl.language import Action, SchemaEditError
from plancritic.schema_library.candidates.merging import canonical_text
from plancritic.schema_library.corpus import CorpusDomain
from plancritic.schema_library.filtering.agreement import writers_behind

WRITERS = (3, 5, 7, 10)
#: How probably a writer slips on his own.
SLIPS = (0.2, 0.4, 0.6)
#: How probably a writer follows the mistake that an action shares; drawn for each action, half of them have none.
FOLLOWING = (0.0, 0.0, 0.0, 0.3, 0.5, 0.7)
LIBRARIES = 2


@dataclass(frozen=True, slots=True)
class RightCandidate:
    """By how many writers the right candidate of an action is behind, and how the writers were misled."""

    domain: str
    following: float
    behind: int


def right_candidates(domains: Sequence[CorpusDomain], libraries: int = LIBRARIES) -> tuple[RightCandidate, ...]:
    """Return the right candidate of each action in seeded libraries, where anybody wrote it; the same at every call."""
    found = []
    for domain in domains:
        for number in range(1, libraries + 1):
            for writers in WRITERS:
                for slip in SLIPS:
                    rng = random.Random(f"{number} {domain.name} {writers} {slip}")
                    for action in domain.description.actions:
                        found += _right_candidate(domain, domain.reference.actions[action], writers, slip, rng)
    return tuple(found)


def _right_candidate(
    domain: CorpusDomain, right: Action, writers: int, slip: float, rng: random.Random
) -> list[RightCandidate]:
    faults = faulty_schemas(right, domain.reference)
    following = rng.choice(FOLLOWING)
    shared = _with_fault(right, faults, rng)
    votes: dict[str, int] = {}
    schemas: dict[str, Action] = {}
    for _ in range(writers):
        schema = shared if rng.random() < following else right
        if rng.random() < slip:
            schema = _with_fault(schema, faults, rng)
        text = canonical_text(schema)
        schemas.setdefault(text, schema)
        votes[text] = votes.get(text, 0) + 1
    wanted = canonical_text(right)
    if wanted not in votes:
        return []
    behind = writers_behind(tuple(schemas.values()), tuple(votes.values()))
    return [RightCandidate(domain.name, following, behind[list(schemas).index(wanted)])]


def _with_fault(schema: Action, faults: Sequence[FaultySchema], rng: random.Random) -> Action:
    """Return a schema with one fault of a right one that fits it, every kind as likely; the schema if none fits."""
    for kind in rng.sample(FAULT_KINDS, len(FAULT_KINDS)):
        several = [each for each in faults if each.kind == kind]
        for fault in rng.sample(several, len(several)):
            try:
                return fault.in_schema(schema)
            except SchemaEditError:
                continue
    return schema
