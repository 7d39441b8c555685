"""Libraries with seeded faults: right schemas, some with one named fault, as several writers would leave them."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plancritic.laboratory.schema.measurement.pairs import ScoredAction
from plancritic.pddl.faults import FAULT_KINDS
from plancritic.schema_library.filtering.conformal import is_kept


@dataclass(frozen=True)
class SeededAction:
    """An action's distinct candidates: the right one if somebody wrote it, and faulty ones, by their similarities."""

    action: str
    true: float | None
    faulty: tuple[float, ...]


@dataclass(frozen=True)
class Sieve:
    """What a threshold did to a library; combinations are the products of an action's candidates."""

    true: int
    true_dropped: int
    faulty: int
    faulty_dropped: int
    combinations: int
    combinations_left: int


def seeded_library(scored: Sequence[ScoredAction], writers: int, rate: float, seed: int) -> tuple[SeededAction, ...]:
    """Return the candidates of so many writers for one domain, who each err in an action with this probability.

    A fault's kind is drawn first, every kind as likely as the others, then the fault. What several wrote counts once.
    """
    rng = random.Random(f"{seed} {scored[0].domain}" if scored else seed)
    library = []
    for each in scored:
        kinds = [kind for kind in FAULT_KINDS if each.wrong[kind]]
        chosen: set[tuple[str, int]] = set()
        right = False
        for _ in range(writers):
            if kinds and rng.random() < rate:
                kind = rng.choice(kinds)
                chosen.add((kind, rng.randrange(len(each.wrong[kind]))))
            else:
                right = True
        faulty = tuple(each.wrong[kind][place] for kind in kinds for name, place in sorted(chosen) if name == kind)
        library.append(SeededAction(each.action, each.true if right else None, faulty))
    return tuple(library)


def sieve(libraries: Sequence[Sequence[SeededAction]], least: float | None) -> Sieve:
    """Return what a threshold drops of libraries, summed; combinations are summed too."""
    true = [each.true for library in libraries for each in library if each.true is not None]
    faulty = [other for library in libraries for each in library for other in each.faulty]
    before = after = 0
    for library in libraries:
        before += math.prod((each.true is not None) + len(each.faulty) for each in library)
        after += math.prod(_left(each, least) for each in library)
    return Sieve(
        true=len(true),
        true_dropped=sum(not is_kept(each, least) for each in true),
        faulty=len(faulty),
        faulty_dropped=sum(not is_kept(each, least) for each in faulty),
        combinations=before,
        combinations_left=after,
    )


def by_domain(scored: Sequence[ScoredAction]) -> Mapping[str, tuple[ScoredAction, ...]]:
    """Return the actions of each domain."""
    names = dict.fromkeys(each.domain for each in scored)
    return {name: tuple(each for each in scored if each.domain == name) for name in names}


def _left(action: SeededAction, least: float | None) -> int:
    faulty = sum(is_kept(each, least) for each in action.faulty)
    return faulty + (action.true is not None and is_kept(action.true, least))
