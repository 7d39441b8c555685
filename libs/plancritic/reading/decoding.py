"""Constraints put together from what a reader network says of a text, the likeliest readings first.

The network decides many things apart: whether a fact belongs to a request, each of its roles, and the operator of the
request. A reading is one way to decide all of them; its probability is the product. The likeliest ways are found by
best-first search over the decisions, each of which may be turned round (the k best of independent choices; Huang and
Chiang 2005 for the general case). A fact's roles are decided with its belonging: those of a fact that does not belong
are no decision.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from plancritic.pddl.language import And, Atom, Condition, Constraint, ConstraintType, Not, Or
from plancritic.pddl.specification import canonical_key
from plancritic.reading.structure import (
    EACH,
    FIRST,
    HOLDS,
    OPERATORS,
    REQUESTS,
    ROLES,
    SECOND,
    TOGETHER,
    TWO_CONDITIONS,
    operator_bounds,
)

#: Pairs of fact and request that are less likely than this are in no reading.
_LEAST_RELEVANCE = 0.02
#: A pair less likely than this has its likeliest roles where it belongs, and its request the likeliest operator.
_LIKELY = 0.15
#: A decision is turned round only where the other side has at least this probability.
_LEAST_OTHER = 0.01
#: Ways of deciding that are looked at for one text.
_MOST_WAYS = 200
#: Operators of a request and assignments of a pair's roles that are tried, the likeliest first.
_OPERATORS_TRIED, _ROLES_TRIED = 4, 6


@dataclass(frozen=True, slots=True)
class Grounding:
    """What the network says of one text.

    `facts` and `requests` (pairs,) say which pairs it looked at closely, `relevance` (pairs,) how likely each is part
    of what is asked, `roles` (pairs, ROLES) probabilities, `operators` (pairs, OPERATORS) probabilities of what the
    request asks. `bounds` (TIMES,) are the times of the text, -1 for none.
    """

    facts: NDArray[np.int64]
    requests: NDArray[np.int64]
    relevance: NDArray[np.float64]
    roles: NDArray[np.float64]
    operators: NDArray[np.float64]
    bounds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class LearnedReading:
    """Constraints that a text may ask for together, none where it asks for nothing, and how likely."""

    constraints: tuple[Constraint, ...]
    probability: float


@dataclass(frozen=True, slots=True)
class _Decision:
    """A choice between values, the likeliest first, with the logarithms of their probabilities.

    Of a pair (`request` is None) a value is empty where it does not belong, else its roles; of a request it is the row
    of its operator.
    """

    place: int
    request: int | None
    values: tuple[tuple[int, ...], ...]
    logarithms: tuple[float, ...]


def readings_of(grounding: Grounding, atoms: Sequence[Atom], most: int) -> list[LearnedReading]:
    """Return up to `most` readings, the likeliest first; probabilities of ways with the same meaning are added up.

    What cannot be put together (an order without a second condition, a time that the text does not name) is left out,
    so the probabilities need not add up to one.
    """
    decisions = _decisions(grounding)
    found: dict[str, LearnedReading] = {}
    for number, (chosen, logarithm) in enumerate(_ways(decisions)):
        if number >= _MOST_WAYS or len(found) >= 2 * most:
            break
        constraints = _constraints(grounding, atoms, decisions, chosen)
        if constraints is None:
            continue
        key = canonical_key(constraints) if constraints else ""
        known = found.get(key, LearnedReading(constraints, 0.0))
        found[key] = replace(known, probability=known.probability + math.exp(logarithm))
    return sorted(found.values(), key=lambda each: -each.probability)[:most]


def _decisions(grounding: Grounding) -> list[_Decision]:
    considered = [row for row in range(len(grounding.facts)) if grounding.relevance[row] >= _LEAST_RELEVANCE]
    found = [_pair(row, float(grounding.relevance[row]), grounding.roles[row]) for row in considered]
    for request in range(REQUESTS):
        members = [row for row in considered if grounding.requests[row] == request]
        if not members:
            continue
        weights = np.array([grounding.relevance[row] for row in members])
        mixed = (weights[:, None] * np.log(grounding.operators[members] + 1e-9)).sum(axis=0) / weights.sum()
        mixed = np.exp(mixed - mixed.max())
        mixed /= mixed.sum()
        tried = _OPERATORS_TRIED if weights.max() >= _LIKELY else 1
        order = [int(each) for each in np.argsort(-mixed)[:tried]]
        kept = [each for place, each in enumerate(order) if place == 0 or mixed[each] >= _LEAST_OTHER]
        logarithms = tuple(math.log(float(mixed[each]) + 1e-9) for each in kept)
        found.append(_Decision(request, request, tuple((each,) for each in kept), logarithms))
    return found


def _pair(row: int, relevance: float, roles: NDArray[np.float64]) -> _Decision:
    """Return the decision whether a pair belongs, and with which roles."""
    likeliest = tuple(int(share >= 0.5) for share in roles)
    flips = sorted(range(ROLES), key=lambda role: abs(float(roles[role]) - 0.5))[:3]
    assignments = {likeliest}
    if relevance >= _LIKELY:
        for turned in product((False, True), repeat=len(flips)):
            changed = list(likeliest)
            for role, is_turned in zip(flips, turned, strict=True):
                changed[role] ^= int(is_turned)
            assignments.add(tuple(changed))
    options: list[tuple[tuple[int, ...], float]] = [((), 1.0 - relevance)]
    for each in assignments:
        shares = [float(share) if value else 1.0 - float(share) for share, value in zip(roles, each, strict=True)]
        options.append((each, relevance * math.prod(shares)))
    options.sort(key=lambda option: (-option[1], option[0]))
    kept = [option for place, option in enumerate(options) if place == 0 or option[1] >= _LEAST_OTHER]
    # What may be left out or taken in stays so, however uncertain the roles are.
    if all(value for value, _ in kept) or not any(value for value, _ in kept):
        kept.append(next(option for option in options if bool(option[0]) != bool(kept[0][0])))
    kept = kept[:_ROLES_TRIED]
    return _Decision(
        row, None, tuple(value for value, _ in kept), tuple(math.log(max(share, 1e-9)) for _, share in kept)
    )


def _ways(decisions: Sequence[_Decision]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield ways to decide, the likeliest first, each as the choice of every decision, with its logarithm."""
    # Decisions by what turning them round costs: a way's successors turn round one further on.
    open_ones = [n for n, each in enumerate(decisions) if len(each.values) > 1]
    open_ones.sort(key=lambda n: decisions[n].logarithms[0] - decisions[n].logarithms[1])
    best = sum(each.logarithms[0] for each in decisions)
    start = tuple(0 for _ in decisions)
    queue: list[tuple[float, int, tuple[int, ...]]] = [(-best, 0, start)]
    while queue:
        cost, place, chosen = heapq.heappop(queue)
        yield chosen, -cost
        for later in range(place, len(open_ones)):
            number = open_ones[later]
            decision, value = decisions[number], chosen[number]
            if value + 1 < len(decision.values):
                changed = (*chosen[:number], value + 1, *chosen[number + 1 :])
                step = decision.logarithms[value] - decision.logarithms[value + 1]
                # A decision with more values may be turned again.
                further = later if value + 2 < len(decision.values) else later + 1
                heapq.heappush(queue, (cost + step, further, changed))


def _constraints(
    grounding: Grounding, atoms: Sequence[Atom], decisions: Sequence[_Decision], chosen: Sequence[int]
) -> tuple[Constraint, ...] | None:
    """Return what a way of deciding asks; None where it cannot be put together."""
    members: dict[int, list[int]] = {}
    operators: dict[int, int] = {}
    roles: dict[int, tuple[int, ...]] = {}
    for decision, place in zip(decisions, chosen, strict=True):
        value = decision.values[place]
        if decision.request is not None:
            operators[decision.request] = value[0]
        elif value:
            members.setdefault(int(grounding.requests[decision.place]), []).append(decision.place)
            roles[decision.place] = value
    found: list[Constraint] = []
    for request in sorted(members):
        made = _request(grounding, atoms, members[request], operators[request], roles)
        if made is None:
            return None
        found += made
    return tuple(dict.fromkeys(found))


def _request(
    grounding: Grounding,
    atoms: Sequence[Atom],
    members: Sequence[int],
    operator: int,
    roles: Mapping[int, tuple[int, ...]],
) -> list[Constraint] | None:
    kind, window, place = OPERATORS[operator]
    bounds = operator_bounds(window, place, grounding.bounds)
    if any(bound < 0.0 for bound in bounds) or (len(bounds) == 2 and bounds[0] >= bounds[1]):
        return None
    alone: list[tuple[int, Condition]] = []
    sides: list[list[tuple[Condition, bool]]] = [[], []]
    for row in members:
        fact = int(grounding.facts[row])
        if fact >= len(atoms):
            return None
        literal: Condition = atoms[fact] if roles[row][HOLDS] else Not(atoms[fact])
        for side, role in enumerate((FIRST, SECOND)):
            if not roles[row][role]:
                continue
            if roles[row][EACH]:
                alone.append((side, literal))
            else:
                sides[side].append((literal, bool(roles[row][TOGETHER])))
    wanted = 2 if kind in TWO_CONDITIONS else 1
    if wanted == 1 and (sides[1] or any(side for side, _ in alone)):
        return None
    common = [_condition(side) for side in sides]
    if not alone:
        conditions = common[:wanted]
        return None if None in conditions else [_made(kind, conditions, bounds)]
    found = []
    for side, literal in alone:
        conditions = [literal if side == place else common[place] for place in range(wanted)]
        if common[side] is not None or None in conditions:
            return None
        found.append(_made(kind, conditions, bounds))
    return found


def _made(kind: ConstraintType, conditions: Sequence[Condition | None], bounds: tuple[float, ...]) -> Constraint:
    return Constraint(kind, tuple(each for each in conditions if each is not None), bounds)


def _condition(literals: Sequence[tuple[Condition, bool]]) -> Condition | None:
    if not literals:
        return None
    if len(literals) == 1:
        return literals[0][0]
    together = sum(each for _, each in literals) * 2 > len(literals)
    parts = tuple(literal for literal, _ in literals)
    return And(parts) if together else Or(parts)
