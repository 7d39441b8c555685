"""One schema read in the parameters of another: a schema is a set of literals, and names say nothing.

Literals are types of parameters, conditions and effects. A reading says which parameter of the one schema each
parameter of the other is. The best one leaves fewest literals different; of several the one next to the order of
parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from plancritic.pddl.language import Action, Atom, Condition, FactEffect, Not, conjuncts

_Place = Literal["type", "condition", "effect"]
#: Place, whether it is denied, predicate or type, and arguments: parameters by number, constants by name.
SchemaLiteral = tuple[_Place, bool, str, tuple[int | str, ...]]
#: Which parameter of the one schema each parameter of the other is; numbers beyond the last are further parameters.
Reading = tuple[int, ...]

#: A schema's parameters can be read in factorially many ways: after so many steps the best way so far counts. Of up to
#: seven parameters all ways are tried.
_MOST_TRIED = 20_000


@dataclass(frozen=True)
class SchemaLiterals:
    """A schema's literals; `decided[n]` are those whose last parameter, in the order of parameters, is number n."""

    parameters: int
    all: frozenset[SchemaLiteral]
    decided: tuple[tuple[SchemaLiteral, ...], ...]

    @classmethod
    def of(cls, schema: Action) -> SchemaLiterals:
        """Read the literals of a schema in STRIPS with negation and equality."""
        numbers = {each.name: number for number, each in enumerate(schema.parameters)}
        found = frozenset(_literals(schema, numbers))
        decided: list[list[SchemaLiteral]] = [[] for _ in numbers]
        for literal in found:
            last = max((each for each in literal[3] if isinstance(each, int)), default=None)
            if last is not None:
                decided[last].append(literal)
        return cls(len(numbers), found, tuple(map(tuple, decided)))


def differences(one: SchemaLiterals, other: SchemaLiterals) -> frozenset[SchemaLiteral]:
    """Return the literals that only one of two schemas has, in the parameters of the first, by the best reading."""
    if one.all == other.all:
        return frozenset()
    reading = best_reading(one, other)
    return one.all ^ {_renamed(each, reading) for each in other.all}


def best_reading(one: SchemaLiterals, other: SchemaLiterals) -> Reading:
    """Return which parameter of the first schema each parameter of the other is, so that fewest literals differ."""
    found = _reading(one, other, 0)
    assert found is not None, "any reading has at least no literal in common"
    return found


def same_reading(one: SchemaLiterals, other: SchemaLiterals) -> Reading | None:
    """Return the reading by which two schemas are the same; None where there is none.

    A bijection of the parameters that respects their types. Beyond seven parameters not every order is tried, so that
    one may be missed.
    """
    if one.parameters != other.parameters or _kinds(one) != _kinds(other):
        return None
    found = _reading(one, other, sum(map(len, other.decided)))
    if found is None or one.all != {_renamed(each, found) for each in other.all}:
        return None
    return found


def _reading(one: SchemaLiterals, other: SchemaLiterals, least: int) -> Reading | None:
    """Return the best reading with at least so many common literals that have parameters."""
    places = range(max(one.parameters, other.parameters))
    #: How many literals are decided by this parameter or a later one: no more of them can be common.
    still = [sum(len(each) for each in other.decided[number:]) for number in range(other.parameters + 1)]
    most = least - 1
    best: Reading | None = None
    tried = 0

    def read(chosen: Reading, common: int) -> None:
        nonlocal most, best, tried
        tried += 1
        # Until there is a reading only those that may be good enough are followed: a bound that cuts early.
        if common + still[len(chosen)] <= most or tried > (_MOST_TRIED if best is not None else 10 * _MOST_TRIED):
            return
        if len(chosen) == other.parameters:
            most, best = common, chosen
            return
        for place in places:
            if place not in chosen:
                longer = (*chosen, place)
                decided = other.decided[len(chosen)]
                read(longer, common + sum(_renamed(each, longer) in one.all for each in decided))

    read((), 0)
    return best


def _kinds(schema: SchemaLiterals) -> list[tuple[str, bool, str]]:
    return sorted(each[:3] for each in schema.all)


def _renamed(literal: SchemaLiteral, reading: Reading) -> SchemaLiteral:
    place, denied, predicate, arguments = literal
    renamed = (reading[each] if isinstance(each, int) else each for each in arguments)
    return place, denied, predicate, _in_order(predicate, tuple(renamed))


def _in_order(predicate: str, arguments: tuple[int | str, ...]) -> tuple[int | str, ...]:
    # Equality is the same both ways round.
    return tuple(sorted(arguments, key=str)) if predicate == "=" else arguments


def _literals(schema: Action, numbers: dict[str, int]) -> Iterator[SchemaLiteral]:
    for parameter in schema.parameters:
        yield "type", False, parameter.type_text, (numbers[parameter.name],)
    for condition in _parts(schema.conditions_at_start):
        denied = isinstance(condition, Not)
        atom = condition.condition if isinstance(condition, Not) else condition
        assert isinstance(atom, Atom), f"{condition} is no literal"
        yield _literal("condition", denied, atom, numbers)
    for effect in schema.effects_at_start:
        assert isinstance(effect, FactEffect), f"{effect} is no literal"
        yield _literal("effect", not effect.becomes, effect.atom, numbers)


def _literal(place: _Place, denied: bool, atom: Atom, numbers: dict[str, int]) -> SchemaLiteral:
    arguments = tuple(numbers.get(each, each) for each in atom.arguments)
    return place, denied, atom.predicate, _in_order(atom.predicate, arguments)


def _parts(condition: Condition) -> Iterator[Condition]:
    for part in conjuncts(condition):
        if part == condition:
            yield part
        else:
            yield from _parts(part)
