"""How likely given constraints are by what a reader network says of a text: the judge of candidates made elsewhere."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import permutations

from plancritic.pddl.language import Atom, Constraint
from plancritic.reading.decoding import Grounding
from plancritic.reading.parts import FactPart, parts_of, requests_of
from plancritic.reading.structure import REQUESTS, ROLES

#: A decision that the network holds for less likely than this is held for so likely.
_LEAST = 1e-4


def likelihood(grounding: Grounding, constraints: Sequence[Constraint], row: Mapping[Atom, int]) -> float | None:
    """Return the probability that the text asks for these constraints, in (0, 1].

    None where the network has no word on one of them: a bound on the plan's end or on a number is about no fact. It is
    the probability of the best order of their requests; more requests than the network tells apart have the least one.
    `row` is the row of each fact of the problem in its table.
    """
    if any(not each.atoms() for each in constraints):
        return None
    requests = requests_of(constraints)
    if len(requests) > REQUESTS:
        return _LEAST
    best = -math.inf
    for order in permutations(requests):
        given = [constraint for request in order for constraint in request]
        if any(atom not in row for each in given for atom in each.atoms()):
            return _LEAST
        best = max(best, _logarithm(grounding, parts_of(given, grounding.bounds, row)))
    return max(_LEAST, math.exp(best))


def _logarithm(grounding: Grounding, parts: Sequence[FactPart]) -> float:
    """Return the logarithm of the product of all decisions, those on facts that have no part among them."""
    wanted = {(part.fact, part.request): part for part in parts}
    places = {
        (int(fact), int(request)): place
        for place, (fact, request) in enumerate(zip(grounding.facts, grounding.requests, strict=True))
    }
    total = 0.0
    operators: dict[int, tuple[int, list[int]]] = {}
    for key, part in wanted.items():
        place = places.get(key)
        if place is None or part.operator < 0:
            return math.log(_LEAST)
        total += _log(float(grounding.relevance[place]))
        for role in range(ROLES):
            share = float(grounding.roles[place, role])
            total += _log(share if part.roles[role] > 0 else 1.0 - share)
        operators.setdefault(part.request, (part.operator, []))[1].append(place)
    for operator, members in operators.values():
        weights = [float(grounding.relevance[place]) for place in members]
        logarithms = [_log(float(grounding.operators[place, operator])) for place in members]
        total += sum(w * each for w, each in zip(weights, logarithms, strict=True)) / max(sum(weights), _LEAST)
    for key, place in places.items():
        if key not in wanted:
            total += _log(1.0 - float(grounding.relevance[place]))
    return total


def _log(probability: float) -> float:
    return math.log(min(max(probability, _LEAST), 1.0))
