"""How far writers agree with a candidate: what a library knows of it and a single pair of words and schema does not.

A schema is a set of literals: types of parameters, conditions, effects. About each literal a writer agrees with a
candidate if both have it or neither has. A candidate's support is the number of writers who agree with it about its
most disputed literal. It is behind by as many writers as the best supported candidate of its action has more. A slip is
behind by most of the writers; of a description that about as many read one way as the other no reading is far behind.
The best supported one is behind by none, so that an action is never left without a candidate.

Other schemas are read in a candidate's parameters, so that fewest literals differ: names and order of parameters do not
matter, up to seven of them. Of several such readings the one that is next to the order of parameters counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from plancritic.pddl.language import Action, Atom, Condition, FactEffect, Not, conjuncts

_Place = Literal["type", "condition", "effect"]
#: Place, whether it is denied, predicate or type, and arguments: parameters by number, constants by name.
_Literal = tuple[_Place, bool, str, tuple[int | str, ...]]


def writers_behind(schemas: Sequence[Action], votes: Sequence[int]) -> tuple[int, ...]:
    """Return by how many writers each of an action's candidates is behind the best supported one.

    The schemas are different candidates for one action, in STRIPS with negation and equality; `votes` says how many
    writers wrote each.
    """
    supported = _supports(schemas, votes)
    return tuple(max(supported) - each for each in supported)


def means_the_same(one: Action, other: Action) -> bool:
    """Return whether two schemas differ in nothing but names, order and repetition, of parameters too.

    Beyond seven parameters not every order is tried, and a yes may be missed.
    """
    return not _differences(_Literals.of(one), _Literals.of(other))


def _supports(schemas: Sequence[Action], votes: Sequence[int]) -> list[int]:
    """Return how many writers agree with each candidate about its most disputed literal."""
    read = [_Literals.of(each) for each in schemas]
    found = []
    for one in read:
        against: Counter[_Literal] = Counter()
        for other, writers in zip(read, votes, strict=True):
            for literal in _differences(one, other):
                against[literal] += writers
        found.append(sum(votes) - max(against.values(), default=0))
    return found


#: A schema's parameters can be read in factorially many ways: after so many steps the best way so far counts. Of up to
#: seven parameters all ways are tried.
_MOST_TRIED = 20_000


@dataclass(frozen=True)
class _Literals:
    """A schema's literals; `decided[n]` are those whose last parameter, in the order of parameters, is number n."""

    parameters: int
    all: frozenset[_Literal]
    decided: tuple[tuple[_Literal, ...], ...]

    @classmethod
    def of(cls, schema: Action) -> _Literals:
        """Read them."""
        numbers = {each.name: number for number, each in enumerate(schema.parameters)}
        found = frozenset(_literals(schema, numbers))
        decided: list[list[_Literal]] = [[] for _ in numbers]
        for literal in found:
            last = max((each for each in literal[3] if isinstance(each, int)), default=None)
            if last is not None:
                decided[last].append(literal)
        return cls(len(numbers), found, tuple(map(tuple, decided)))


def _differences(one: _Literals, other: _Literals) -> frozenset[_Literal]:
    """Return the literals that only one of two schemas has, in the parameters of the first."""
    if one.all == other.all:
        return frozenset()
    reading = _best_reading(one, other)
    return one.all ^ {_renamed(each, reading) for each in other.all}


def _best_reading(one: _Literals, other: _Literals) -> tuple[int, ...]:
    """Return which parameter of the first schema each one of the other is; numbers beyond the last are new ones."""
    places = range(max(one.parameters, other.parameters))
    #: How many literals are decided by this parameter or a later one: no more of them can be common.
    still = [sum(len(each) for each in other.decided[number:]) for number in range(other.parameters + 1)]
    most = -1
    best: tuple[int, ...] = ()
    tried = 0

    def read(chosen: tuple[int, ...], common: int) -> None:
        nonlocal most, best, tried
        tried += 1
        if common + still[len(chosen)] <= most or (best and tried > _MOST_TRIED):
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


def _renamed(literal: _Literal, reading: tuple[int, ...]) -> _Literal:
    place, denied, predicate, arguments = literal
    renamed = (reading[each] if isinstance(each, int) else each for each in arguments)
    return place, denied, predicate, _in_order(predicate, tuple(renamed))


def _in_order(predicate: str, arguments: tuple[int | str, ...]) -> tuple[int | str, ...]:
    # Equality is the same both ways round.
    return tuple(sorted(arguments, key=str)) if predicate == "=" else arguments


def _literals(schema: Action, numbers: dict[str, int]) -> Iterator[_Literal]:
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


def _literal(place: _Place, denied: bool, atom: Atom, numbers: dict[str, int]) -> _Literal:
    arguments = tuple(numbers.get(each, each) for each in atom.arguments)
    return place, denied, atom.predicate, _in_order(atom.predicate, arguments)


def _parts(condition: Condition) -> Iterator[Condition]:
    for part in conjuncts(condition):
        if part == condition:
            yield part
        else:
            yield from _parts(part)
