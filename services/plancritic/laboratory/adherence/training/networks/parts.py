"""Constraints taken apart as the grounding network says them: facts, their part in which request, which operator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from plancritic.laboratory.adherence.training.networks.structure import (
    EACH,
    FIRST,
    HOLDS,
    REQUESTS,
    ROLES,
    TOGETHER,
    operator_of,
)
from plancritic.pddl.language import And, Atom, Condition, Constraint, Not, Or


@dataclass(frozen=True, slots=True)
class FactPart:
    """The part that the fact in row `fact` of a problem's table has in a request of a text.

    `roles` are -1 or 1 as `structure` lists them; `operator` is a row of OPERATORS, -1 where none says the constraint
    with the times of the text.
    """

    fact: int
    request: int
    roles: tuple[int, ...]
    operator: int


def parts_of(
    constraints: Sequence[Constraint], bounds: Sequence[float], row: Mapping[Atom, int]
) -> tuple[FactPart, ...]:
    """Return the parts of all facts of the constraints that `row` knows, by the times `bounds` of their text.

    Constraints alike but for one literal, as of a group, are one request, made of each; all others are their own.
    """
    found: dict[tuple[int, int], tuple[list[int], int]] = {}
    for number, request in enumerate(requests_of(constraints)):
        operator, place = operator_of(request[0], bounds), min(number, REQUESTS - 1)
        for constraint in request:
            for side, condition in enumerate(constraint.conditions):
                # What is common to all is asked with each of the others, not by itself.
                common = all(other.conditions[side] == condition for other in request)
                for atom, holds in _literals(condition, True):
                    if (fact := row.get(atom)) is None:
                        continue
                    roles = found[fact, place][0] if (fact, place) in found else [-1] * ROLES
                    roles[FIRST + side] = 1
                    roles[HOLDS] = 1 if holds else -1
                    roles[TOGETHER] = 1 if isinstance(condition, And) else -1
                    roles[EACH] = -1 if common else 1
                    found[fact, place] = (roles, -1 if operator is None else operator)
    return tuple(FactPart(*key, tuple(roles), operator) for key, (roles, operator) in sorted(found.items()))


def requests_of(constraints: Sequence[Constraint]) -> list[list[Constraint]]:
    """Return the constraints by request: those that are alike but for one literal are one."""
    requests: list[list[Constraint]] = []
    for constraint in constraints:
        for request in requests:
            if _alike([*request, constraint]):
                request.append(constraint)
                break
        else:
            requests.append([constraint])
    return requests


def _alike(constraints: Sequence[Constraint]) -> bool:
    """Whether the constraints differ in nothing but one literal each, on the same side and held alike.

    Two that differ on both sides ("A before B, B before C") say nothing of A and C, which one request would.
    """
    if len({(each.type, each.bounds) for each in constraints}) > 1:
        return False
    sides = [set(side) for side in zip(*(each.conditions for each in constraints), strict=True)]
    varied = [side for side in sides if len(side) > 1]
    literals = [list(_literals(condition, True)) for side in varied for condition in side]
    return (
        len(varied) <= 1
        and all(len(each) == 1 for each in literals)
        and len({(atom.predicate, holds) for ((atom, holds),) in literals}) <= 1
    )


def _literals(condition: Condition, holds: bool) -> Iterator[tuple[Atom, bool]]:
    """The facts of a condition, and whether each is to hold."""
    match condition:
        case Atom():
            yield condition, holds
        case Not():
            yield from _literals(condition.condition, not holds)
        case And() | Or():
            for each in condition.conditions:
                yield from _literals(each, holds)
