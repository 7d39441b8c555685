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
from typing import TypeAlias

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
    """A choice between values, the likeliest first, with what each costs: the negative logarithm of its probability.

    Of a pair (`place` is its row) a value is empty where it does not belong, else its roles; of a request (`place` is
    its number) it is the row of its operator.
    """

    place: int
    values: tuple[tuple[int, ...], ...]
    costs: tuple[float, ...]


def readings_of(grounding: Grounding, atoms: Sequence[Atom], most: int) -> list[LearnedReading]:
    """Return up to `most` readings, the likeliest first; probabilities of ways with the same meaning are added up.

    What cannot be put together (an order without a second condition, a time that the text does not name) is left out,
    so the probabilities need not add up to one.
    """
    found: dict[str, LearnedReading] = {}
    for number, (roles, operators, cost) in enumerate(_decided(grounding)):
        if number >= _MOST_WAYS or len(found) >= 2 * most:
            break
        constraints = _constraints(grounding, atoms, roles, operators)
        if constraints is None:
            continue
        key = canonical_key(constraints) if constraints else ""
        known = found.get(key, LearnedReading(constraints, 0.0))
        found[key] = replace(known, probability=known.probability + math.exp(-cost))
    return sorted(found.values(), key=lambda each: -each.probability)[:most]


#: The roles of the pairs that belong, by row, and the operator of each of their requests.
_Roles: TypeAlias = Mapping[int, tuple[int, ...]]
_Operators: TypeAlias = Mapping[int, int]


def _decided(grounding: Grounding) -> Iterator[tuple[_Roles, _Operators, float]]:
    """Yield ways to decide all, the likeliest first, with their costs.

    The operator of a request is decided only where a pair belongs to it.
    """
    considered = [row for row in range(len(grounding.facts)) if grounding.relevance[row] >= _LEAST_RELEVANCE]
    pairs = [_pair(row, float(grounding.relevance[row]), grounding.roles[row]) for row in considered]
    asked = {request: _operator(grounding, considered, request) for request in range(REQUESTS)}
    merged: list[tuple[float, int, _Roles, Iterator[tuple[_Operators, float]], _Operators]] = []
    number = 0
    of_pairs = _ways(pairs)
    following = next(of_pairs, None)
    while following is not None or merged:
        # What is likeliest of the pairs alone costs no less with operators: it is taken in before it may be due.
        while following is not None and (not merged or following[1] <= merged[0][0]):
            chosen, cost = following
            values = [(each.place, each.values[place]) for each, place in zip(pairs, chosen, strict=True)]
            belonging = {row: value for row, value in values if value}
            requests = sorted({int(grounding.requests[row]) for row in belonging})
            ways = _with_operators([asked[each] for each in requests], cost)
            operators, whole = next(ways)
            number += 1
            heapq.heappush(merged, (whole, number, belonging, ways, operators))
            following = next(of_pairs, None)
        cost, _, roles, ways, operators = heapq.heappop(merged)
        yield roles, operators, cost
        further = next(ways, None)
        if further is not None:
            number += 1
            heapq.heappush(merged, (further[1], number, roles, ways, further[0]))


def _with_operators(requests: Sequence[_Decision], cost: float) -> Iterator[tuple[_Operators, float]]:
    for chosen, added in _ways(requests):
        yield {each.place: each.values[place][0] for each, place in zip(requests, chosen, strict=True)}, cost + added


def _operator(grounding: Grounding, considered: Sequence[int], request: int) -> _Decision:
    """Return the decision what a request asks: what its pairs say, each as much as it is likely to belong."""
    members = [row for row in considered if grounding.requests[row] == request]
    if not members:
        return _Decision(request, (), ())
    weights = np.array([grounding.relevance[row] for row in members])
    mixed = (weights[:, None] * np.log(grounding.operators[members] + 1e-9)).sum(axis=0) / weights.sum()
    mixed = np.exp(mixed - mixed.max())
    mixed /= mixed.sum()
    order = [int(each) for each in np.argsort(-mixed)[: _OPERATORS_TRIED if weights.max() >= _LIKELY else 1]]
    kept = [each for place, each in enumerate(order) if place == 0 or mixed[each] >= _LEAST_OTHER]
    return _Decision(
        request, tuple((each,) for each in kept), tuple(-math.log(float(mixed[each]) + 1e-9) for each in kept)
    )


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
    # A pair may be left out and taken in, however uncertain the roles are.
    if all(value for value, _ in kept) or not any(value for value, _ in kept):
        kept.append(next(option for option in options if bool(option[0]) != bool(kept[0][0])))
    kept = kept[:_ROLES_TRIED]
    return _Decision(row, tuple(value for value, _ in kept), tuple(-math.log(max(share, 1e-9)) for _, share in kept))


def _ways(decisions: Sequence[_Decision]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield ways to decide, the cheapest first, each as the place of every decision's value, with its cost."""
    open_ones = [n for n, each in enumerate(decisions) if len(each.values) > 1]
    queue: list[tuple[float, int, tuple[int, ...]]] = [
        (sum(each.costs[0] for each in decisions), 0, tuple(0 for _ in decisions))
    ]
    while queue:
        cost, first, chosen = heapq.heappop(queue)
        yield chosen, cost
        # A way's successors turn one decision on, none before the one that was turned last: each way comes once.
        for later in range(first, len(open_ones)):
            number = open_ones[later]
            decision, value = decisions[number], chosen[number]
            if value + 1 < len(decision.values):
                changed = (*chosen[:number], value + 1, *chosen[number + 1 :])
                heapq.heappush(queue, (cost + decision.costs[value + 1] - decision.costs[value], later, changed))


def _constraints(
    grounding: Grounding, atoms: Sequence[Atom], roles: _Roles, operators: _Operators
) -> tuple[Constraint, ...] | None:
    """Return what a way of deciding asks; None where it cannot be put together."""
    found: list[Constraint] = []
    for request in sorted(operators):
        members = [row for row in sorted(roles) if grounding.requests[row] == request]
        made = _request(grounding, atoms, members, operators[request], roles)
        if made is None:
            return None
        found += made
    return tuple(dict.fromkeys(found))


def _request(
    grounding: Grounding,
    atoms: Sequence[Atom],
    members: Sequence[int],
    operator: int,
    roles: _Roles,
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
