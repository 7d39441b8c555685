"""Constraints written as a sequence of symbols (`grammar`): what a reader is trained to write, and judges.

One meaning can be written in several ways: "both vans" is a set or a list, and requests have an order. The first way
follows the text: requests in the order in which the last of their things is first mentioned, parts and lists in the
order in which theirs are, a set where the text does not name its members one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import TypeVar

from plancritic.pddl.language import And, Atom, Condition, Constraint, ConstraintType, Not, Or, negate
from plancritic.reading.grammar import MOST_SYMBOLS, REQUESTS, SIGNS, Sign, type_symbol
from plancritic.reading.vocabulary import Vocabulary

#: Objects that a set may leave out.
_EXCEPTIONS = 2
#: Two times are the same that differ by less.
_SAME_TIME = 1e-3
_LAST = 1_000_000
#: So many requests are written in every order; of more there are too many orders, and two neighbours change places.
_REORDERED = 3

_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class Mentioned:
    """What a text names: the times it speaks of, and where it first names each object (by row), itself (`places`) or
    in a group (`groups`)."""

    times: tuple[float, ...]
    places: Mapping[int, int]
    groups: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Several:
    """A fact said of several things: `place` is the argument that differs, `objects` are the rows that it takes."""

    sign: Sign
    atom: Atom
    holds: bool
    place: int
    objects: tuple[int, ...]


class NotSayable(ValueError):
    """The grammar has no sequence for these constraints, or the text does not name what they need."""


def writings(constraints: Sequence[Constraint], vocabulary: Vocabulary, mentioned: Mentioned) -> list[tuple[int, ...]]:
    """Return the ways to write constraints, the one that follows the text first; none asks for nothing: END alone.

    Raises:
        NotSayable: see there.
    """
    found: list[tuple[int, ...]] = []
    for sets_first in (True, False):
        for written in _Writer(vocabulary, mentioned, sets_first).readings(constraints):
            if written not in found:
                found.append(written)
    return found


class _Writer:
    def __init__(self, vocabulary: Vocabulary, mentioned: Mentioned, sets_first: bool) -> None:
        self._vocabulary = vocabulary
        self._mentioned = mentioned
        self._sets_first = sets_first

    def readings(self, constraints: Sequence[Constraint]) -> list[tuple[int, ...]]:
        """Return the sequences with the orders of the requests that are likely, the one that follows the text first."""
        requests = sorted(self._request(group) for group in self._requests(constraints))
        if len(requests) > REQUESTS:
            raise NotSayable(f"{len(requests)} requests")
        if (length := sum(len(written) for _, written in requests) + 1) > MOST_SYMBOLS:
            raise NotSayable(f"{length} symbols")
        return [(*(symbol for _, written in order for symbol in written), int(Sign.END)) for order in _orders(requests)]

    def _requests(self, constraints: Sequence[Constraint]) -> list[list[Constraint]]:
        """Constraints that differ in one argument of one fact are one request, made of each."""
        groups: list[list[Constraint]] = []
        for constraint in constraints:
            for group in groups:
                if self._varied([*group, constraint]) is not None:
                    group.append(constraint)
                    break
            else:
                groups.append([constraint])
        return groups

    def _varied(self, group: Sequence[Constraint]) -> tuple[int, _Several] | None:
        """The side of the conditions, and the fact on it, that tells the constraints apart; None where more does."""
        first = group[0]
        if any((each.type, each.bounds) != (first.type, first.bounds) for each in group):
            return None
        sides = [n for n, side in enumerate(zip(*(each.conditions for each in group), strict=True)) if len({*side}) > 1]
        if len(sides) != 1:
            return None
        several = self._several(Sign.EACH, [each.conditions[sides[0]] for each in group])
        return None if several is None else (sides[0], several)

    def _several(self, sign: Sign, conditions: Sequence[Condition]) -> _Several | None:
        """The fact that the conditions say of several things each; None where they differ in more."""
        literals = [_literal(each) for each in conditions]
        if any(each is None for each in literals) or len(conditions) < 2:
            return None
        known = [each for each in literals if each is not None]
        atoms = [atom for atom, _ in known]
        if len({(atom.predicate, holds) for atom, holds in known}) > 1:
            return None
        places = [n for n, chosen in enumerate(zip(*(a.arguments for a in atoms), strict=True)) if len({*chosen}) > 1]
        if len(places) != 1 or len({*atoms}) < len(atoms):
            return None
        rows = [self._object(atom.arguments[places[0]]) for atom in atoms]
        return _Several(sign, atoms[0], known[0][1], places[0], tuple(rows))

    def _request(self, group: Sequence[Constraint]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Where a request stands in the text, to sort by, and the request's symbols."""
        constraint = group[0]
        if not constraint.atoms():
            raise NotSayable("a bound on the plan")
        varied = self._varied(group) if len(group) > 1 else None
        conditions = [
            self._fact_of_several(varied[1]) if varied is not None and side == varied[0] else self._condition(condition)
            for side, condition in enumerate(constraint.conditions)
        ]
        bounds = self._bounds(constraint)
        symbols = (type_symbol(constraint.type), *bounds, *(each for _, written in conditions for each in written))
        return self._standing(group, bounds), symbols

    def _standing(self, group: Sequence[Constraint], bounds: Sequence[int]) -> tuple[int, ...]:
        """Where the text first names the last of a request's things, and the first of them; which of its times.

        The last one counts first: "the scout to A before B, and on to C" names the scout once for both.
        """
        rows = {self._object(name) for each in group for atom in each.atoms() for name in atom.arguments}
        places = [self._mentioned.places.get(row, self._mentioned.groups.get(row, _LAST)) for row in rows]
        said = [place for place in places if place < _LAST] or [_LAST]
        return max(said), min(said), *bounds

    def _bounds(self, constraint: Constraint) -> list[int]:
        found: list[int] = []
        after = -1
        for number, bound in enumerate(constraint.bounds):
            place = self._time(bound, after)
            if place is not None:
                found.append(place + SIGNS + self._vocabulary.first_time)
                after = place
            elif number == 0 and abs(bound) < _SAME_TIME:
                found.append(Sign.ZERO)
            else:
                found += self._sum(bound)
        if constraint.type is ConstraintType.HOLD_DURING and abs(constraint.bounds[0]) < _SAME_TIME:
            # "Not before 5": the beginning is hardly ever said.
            found[0] = int(Sign.ZERO)
        return found

    def _time(self, bound: float, after: int) -> int | None:
        places = [n for n, time in enumerate(self._mentioned.times) if abs(time - bound) < _SAME_TIME]
        return next((place for place in places if place > after), places[0] if places else None)

    def _sum(self, bound: float) -> list[int]:
        first_time = SIGNS + self._vocabulary.first_time
        times = self._mentioned.times
        for one, other in combinations(range(len(times)), 2):
            if abs(times[one] + times[other] - bound) < _SAME_TIME:
                return [int(Sign.SUM), first_time + one, first_time + other]
        raise NotSayable(f"the text does not name the time {bound:g}")

    def _condition(self, condition: Condition) -> tuple[int, list[int]]:
        """Where the text first names something of a condition, and its symbols."""
        literal = _literal(condition)
        if literal is not None:
            return self._fact(*literal)
        if isinstance(condition, Not):
            # Only facts are denied: what is denied of several is pushed down to them.
            inner = condition.condition
            if isinstance(inner, And | Or):
                make = Or if isinstance(inner, And) else And
                return self._condition(make(tuple(negate(each) for each in inner.conditions)))
        if isinstance(condition, And | Or):
            sign = Sign.AND if isinstance(condition, And) else Sign.OR
            several = self._several(Sign.ALL if sign is Sign.AND else Sign.ANY, condition.conditions)
            if several is not None:
                return self._fact_of_several(several)
            parts = sorted(self._condition(each) for each in condition.conditions)
            if len(parts) > 1:
                symbols = [int(sign), *(each for _, written in parts for each in written), int(Sign.STOP)]
                return parts[0][0], symbols
            if parts:
                return parts[0]
        raise NotSayable(f"no condition for {condition}")

    def _fact(self, atom: Atom, holds: bool) -> tuple[int, list[int]]:
        predicate = self._vocabulary.predicate_row.get(atom.predicate)
        if predicate is None:
            raise NotSayable(f"no action changes {atom.predicate}")
        rows = [self._object(each) for each in atom.arguments]
        place = min((self._place(row) for row in rows), default=_LAST)
        arguments = [SIGNS + self._vocabulary.first_object + row for row in rows]
        return place, [*([] if holds else [int(Sign.NOT)]), SIGNS + predicate, *arguments]

    def _fact_of_several(self, several: _Several) -> tuple[int, list[int]]:
        place, symbols = self._fact(several.atom, several.holds)
        at = len(symbols) - len(several.atom.arguments) + several.place
        first = SIGNS + self._vocabulary.first_object
        listed = sorted(several.objects, key=lambda row: (self._place(row), row))
        inside = self._set(several)
        named_alone = all(row in self._mentioned.places for row in several.objects)
        if inside is None or named_alone == self._sets_first:
            inside = [*(first + row for row in listed), int(Sign.STOP)]
        place = min(place, self._place(listed[0]))
        return place, [*symbols[:at], int(several.sign), *inside, *symbols[at + 1 :]]

    def _set(self, several: _Several) -> list[int] | None:
        """The symbols of a set with exceptions that stands for the objects; None where none does."""
        predicate = self._vocabulary.predicate_row[several.atom.predicate]
        admitted = self._vocabulary.admitted[predicate][several.place]
        wanted = frozenset(several.objects)
        best: tuple[int, int, list[int]] | None = None
        for number, each in enumerate(self._vocabulary.sets):
            members = admitted.intersection(each.members)
            if not wanted <= members or len(members - wanted) > min(_EXCEPTIONS, len(wanted) - 1):
                continue
            left_out = sorted(members - wanted, key=lambda row: (self._place(row), row))
            symbols = [SIGNS + self._vocabulary.first_set + number]
            if left_out:
                symbols += [int(Sign.EXCEPT), *(SIGNS + self._vocabulary.first_object + row for row in left_out)]
            # Of two sets alike for this fact the smaller is the type that the predicate takes.
            key = len(left_out), len(each.members)
            if best is None or key < best[:2]:
                best = (*key, [*symbols, int(Sign.STOP)])
        return None if best is None else best[2]

    def _object(self, name: str) -> int:
        row = self._vocabulary.row.get(name)
        if row is None:
            raise NotSayable(f"no object {name}")
        return row

    def _place(self, row: int) -> int:
        return self._mentioned.places.get(row, _LAST)


def _orders(parts: Sequence[_Part]) -> list[tuple[_Part, ...]]:
    if len(parts) <= _REORDERED:
        return list(permutations(parts))
    neighbours = ((*parts[:at], parts[at + 1], parts[at], *parts[at + 2 :]) for at in range(len(parts) - 1))
    return [tuple(parts), *neighbours]


def _literal(condition: Condition) -> tuple[Atom, bool] | None:
    match condition:
        case Atom():
            return condition, True
        case Not(Atom() as atom):
            return atom, False
    return None
