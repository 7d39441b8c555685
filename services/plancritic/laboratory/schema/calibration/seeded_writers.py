"""Writers whose mistakes are known: how far the right candidate is behind, as the agreement's threshold needs it.

Mistakes of writers are not independent: a misleading sentence misleads several. Each writer follows it with the same
probability, and every writer slips on his own besides. There are two kinds of libraries: in `half misled` half of the
actions have a misleading sentence, in `one misled` one action of the library has. Of recorded answers six libraries (a
domain in a register) have five actions in which two writers and more share a mistake: the second kind is nearer to
them. The first one is what actions are calibrated on one by one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from plancritic.laboratory.schema.corpus import CorpusDomain
from plancritic.pddl.faults import FAULT_KINDS, FaultySchema, faulty_schemas
from plancritic.pddl.language import Action, SchemaEditError
from plancritic.schema_library.candidates.merging import canonical_text
from plancritic.schema_library.filtering.agreement import writers_behind

WRITERS = (3, 5, 7, 10)
#: How probably a writer slips on his own.
SLIPS = (0.2, 0.4, 0.6)
#: How probably a writer follows the mistake that an action shares; drawn for each action, half of them have none.
MISLED = (0.3, 0.5, 0.7)
FOLLOWING = (0.0, 0.0, 0.0, *MISLED)
LIBRARIES = 2
Kind = Literal["half misled", "one misled"]


@dataclass(frozen=True, slots=True)
class SeededAction:
    """What seeded writers wrote for one action: different schemas with their votes, and which of them is right.

    `library` tells the libraries of a domain apart, `following` how the writers were misled; `right` is None where
    nobody wrote the right schema.
    """

    domain: CorpusDomain
    library: tuple[int, int, float]
    action: str
    following: float
    schemas: tuple[Action, ...]
    votes: tuple[int, ...]
    right: int | None


@dataclass(frozen=True, slots=True)
class RightCandidate:
    """By how many writers the right candidate of an action is behind, and how the writers were misled."""

    domain: str
    library: tuple[int, int, float]
    following: float
    behind: int


def right_candidates(domains: Sequence[CorpusDomain], libraries: int = LIBRARIES) -> tuple[RightCandidate, ...]:
    """Return the right candidate of each action in seeded libraries, where anybody wrote it; the same at every call."""
    return tuple(
        RightCandidate(
            each.domain.name, each.library, each.following, writers_behind(each.schemas, each.votes)[each.right]
        )
        for each in seeded_actions(domains, libraries)
        if each.right is not None
    )


def seeded_actions(
    domains: Sequence[CorpusDomain], libraries: int = LIBRARIES, kind: Kind = "half misled"
) -> Iterator[SeededAction]:
    """Yield every action of seeded libraries; the same at every call."""
    for domain in domains:
        for number in range(1, libraries + 1):
            for writers in WRITERS:
                for slip in SLIPS:
                    rng = random.Random(f"{number} {domain.name} {writers} {slip}")
                    actions = tuple(domain.description.actions)
                    misled = rng.choice(actions) if kind == "one misled" else None
                    for action in actions:
                        chances = FOLLOWING if misled is None else MISLED if action == misled else (0.0,)
                        yield _seeded(domain, action, (number, writers, slip), rng.choice(chances), rng)


def _seeded(
    domain: CorpusDomain, action: str, library: tuple[int, int, float], following: float, rng: random.Random
) -> SeededAction:
    _, writers, slip = library
    right = domain.reference.actions[action]
    faults = faulty_schemas(right, domain.reference)
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
    place = list(votes).index(wanted) if wanted in votes else None
    return SeededAction(domain, library, action, following, tuple(schemas.values()), tuple(votes.values()), place)


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
