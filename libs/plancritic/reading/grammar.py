"""Readings as sequences of symbols: which may follow which, and what constraints a sequence stands for.

The grammar is that of the constraints that people ask for (DESIGN section 4), so that every sequence it allows is
well-formed and typed, and names only facts that can come about or cease:

    reading    = END | UNSAYABLE | request+ END
    request    = type bound* condition+
    bound      = ZERO | time | SUM time time
    condition  = fact | NOT fact | (AND | OR) condition condition+ STOP
    fact       = predicate argument*
    argument   = object | (EACH | ANY | ALL) several
    several    = set (EXCEPT object+)? STOP | object object+ STOP

EACH makes a request of every one of several things, ANY joins the facts of them by "or", ALL by "and". A parser that
writes a tree symbol by symbol, and points to what is named, is that of Yin and Neubig (2017) and Wang et al. (2020).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, auto

import numpy as np
from numpy.typing import NDArray

from plancritic.pddl.language import And, Atom, Condition, Constraint, ConstraintType, Not, Or
from plancritic.reading.vocabulary import ANY, Vocabulary


class Sign(IntEnum):
    """The fixed symbols; the types of constraints come last, in the order of `TYPES`."""

    END = 0
    UNSAYABLE = auto()
    NOT = auto()
    AND = auto()
    OR = auto()
    EACH = auto()
    ANY = auto()
    ALL = auto()
    EXCEPT = auto()
    STOP = auto()
    ZERO = auto()
    SUM = auto()


TYPES = (
    ConstraintType.ALWAYS,
    ConstraintType.SOMETIME,
    ConstraintType.AT_END,
    ConstraintType.AT_MOST_ONCE,
    ConstraintType.WITHIN,
    ConstraintType.HOLD_AFTER,
    ConstraintType.HOLD_DURING,
    ConstraintType.SOMETIME_BEFORE,
    ConstraintType.SOMETIME_AFTER,
    ConstraintType.ALWAYS_WITHIN,
)
#: What stands before the first symbol of a sequence.
START = -1
#: How many symbols there are before the items of a problem.
SIGNS = len(Sign) + len(TYPES)
#: Bounds and conditions that follow a type.
_BOUNDS = {
    ConstraintType.WITHIN: 1,
    ConstraintType.HOLD_AFTER: 1,
    ConstraintType.ALWAYS_WITHIN: 1,
    ConstraintType.HOLD_DURING: 2,
}
_TWO = frozenset((ConstraintType.SOMETIME_BEFORE, ConstraintType.SOMETIME_AFTER, ConstraintType.ALWAYS_WITHIN))
_TYPE = {kind: len(Sign) + number for number, kind in enumerate(TYPES)}
#: Requests of one text, conditions inside one another, parts of a condition or list, symbols of a reading.
REQUESTS, _DEPTH, _PARTS, MOST_SYMBOLS = 6, 2, 12, 120

_QUANTIFIERS = (Sign.EACH, Sign.ANY, Sign.ALL)


class Expected(IntEnum):
    """What has to come next."""

    FIRST = 0
    REQUEST = auto()
    BOUND = auto()
    TIME = auto()
    CONDITION = auto()
    MORE = auto()
    PREDICATE = auto()
    ARGUMENT = auto()
    SEVERAL = auto()
    EXCEPTIONS = auto()
    EXCEPTED = auto()
    MORE_EXCEPTED = auto()
    OBJECTS = auto()


@dataclass(frozen=True, slots=True)
class _Goal:
    """A part that has to come: `predicate` and `place` of an argument, `count` parts so far, `depth` of a condition,
    `listed` the objects named already."""

    expected: Expected
    predicate: int = -1
    place: int = 0
    count: int = 0
    depth: int = 0
    listed: frozenset[int] = frozenset()
    members: frozenset[int] = frozenset()


def type_symbol(kind: ConstraintType) -> int:
    """Return the symbol of a type of constraints."""
    return _TYPE[kind]


@dataclass(frozen=True, slots=True)
class Progress:
    """A sequence as far as it is written: what has to come, the last of it first.

    `requests` were begun; `each` says that the request at hand is made of each of several, `quantified` that the fact
    at hand has one argument that stands for several, `chosen` are its arguments so far.
    """

    goals: tuple[_Goal, ...] = (_Goal(Expected.FIRST),)
    requests: int = 0
    each: bool = False
    quantified: bool = False
    chosen: tuple[int, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether nothing may follow."""
        return not self.goals

    @property
    def expected(self) -> Expected:
        """What has to come next."""
        return self.goals[-1].expected

    def allowed(self, vocabulary: Vocabulary, times: int) -> NDArray[np.bool_]:
        """Return which symbols may come next (SIGNS + items,); `times` are how many times the text names."""
        goal = self.goals[-1]
        found = np.zeros(SIGNS + vocabulary.count, dtype=np.bool_)
        first_object, first_set, first_time = (
            SIGNS + each for each in (vocabulary.first_object, vocabulary.first_set, vocabulary.first_time)
        )
        match goal.expected:
            case Expected.FIRST | Expected.REQUEST:
                found[Sign.END] = True
                found[Sign.UNSAYABLE] = goal.expected is Expected.FIRST
                if self.requests < REQUESTS:
                    found[len(Sign) : SIGNS] = True
                    if times == 0:
                        for kind in (ConstraintType.WITHIN, ConstraintType.HOLD_AFTER, ConstraintType.HOLD_DURING):
                            found[_TYPE[kind]] = False
                        found[_TYPE[ConstraintType.ALWAYS_WITHIN]] = False
            case Expected.BOUND | Expected.TIME:
                found[first_time : first_time + times] = True
                if goal.expected is Expected.BOUND:
                    found[Sign.ZERO], found[Sign.SUM] = True, times > 1
            case Expected.CONDITION | Expected.MORE | Expected.PREDICATE:
                if goal.expected is not Expected.MORE or goal.count < _PARTS:
                    found[SIGNS:first_object] = vocabulary.nameable
                    found[Sign.NOT] = goal.expected is not Expected.PREDICATE
                    found[[Sign.AND, Sign.OR]] = goal.expected is not Expected.PREDICATE and goal.depth < _DEPTH
                found[Sign.STOP] = goal.expected is Expected.MORE and goal.count > 1
            case Expected.ARGUMENT:
                admitted = self._completing(goal, vocabulary)
                found[[first_object + each for each in admitted]] = True
                if not self.quantified and len(admitted) > 1:
                    found[list(_QUANTIFIERS)] = True
                    found[Sign.EACH] = not self.each
            case Expected.SEVERAL:
                named, admitted = self._completing(goal, vocabulary), vocabulary.admitted[goal.predicate][goal.place]
                found[[first_object + each for each in named]] = True
                for number, several in enumerate(vocabulary.sets):
                    is_named = not named.isdisjoint(several.members)
                    found[first_set + number] = is_named and len(admitted.intersection(several.members)) > 1
            case Expected.OBJECTS:
                admitted = self._completing(goal, vocabulary) - goal.listed
                if len(goal.listed) < _PARTS:
                    found[[first_object + each for each in admitted]] = True
                found[Sign.STOP] = len(goal.listed) > 1
            case Expected.EXCEPTIONS:
                found[[Sign.STOP, Sign.EXCEPT]] = True
            case Expected.EXCEPTED | Expected.MORE_EXCEPTED:
                left = goal.members - goal.listed
                if len(left) > 1:
                    found[[first_object + each for each in left]] = True
                found[Sign.STOP] = goal.expected is Expected.MORE_EXCEPTED
        return found

    def _completing(self, goal: _Goal, vocabulary: Vocabulary) -> frozenset[int]:
        return vocabulary.completing(goal.predicate, goal.place, self.chosen[: goal.place])

    def after(self, symbol: int, vocabulary: Vocabulary) -> Progress:
        """Return the progress once `symbol`, which is allowed, has come."""
        *rest, goal = self.goals
        item = symbol - SIGNS
        match goal.expected:
            case Expected.FIRST | Expected.REQUEST:
                return self._with_request(symbol)
            case Expected.BOUND if symbol == Sign.SUM:
                rest += [_Goal(Expected.TIME), _Goal(Expected.TIME)]
            case Expected.CONDITION | Expected.MORE | Expected.PREDICATE:
                return self._with_condition(symbol, vocabulary)
            case Expected.ARGUMENT if symbol in _QUANTIFIERS:
                rest.append(replace(goal, expected=Expected.SEVERAL))
                each, chosen = self.each or symbol == Sign.EACH, (*self.chosen, ANY)
                return replace(self, goals=tuple(rest), quantified=True, each=each, chosen=chosen)
            case Expected.ARGUMENT:
                return replace(self, goals=tuple(rest), chosen=(*self.chosen, item - vocabulary.first_object))
            case Expected.SEVERAL:
                if item >= vocabulary.first_set:
                    members = vocabulary.admitted[goal.predicate][goal.place].intersection(
                        vocabulary.sets[item - vocabulary.first_set].members
                    )
                    rest.append(replace(goal, expected=Expected.EXCEPTIONS, members=members))
                else:
                    listed = frozenset((item - vocabulary.first_object,))
                    rest.append(replace(goal, expected=Expected.OBJECTS, listed=listed))
            case Expected.EXCEPTIONS if symbol == Sign.EXCEPT:
                rest.append(replace(goal, expected=Expected.EXCEPTED))
            case Expected.OBJECTS | Expected.EXCEPTED | Expected.MORE_EXCEPTED if symbol != Sign.STOP:
                expected = Expected.OBJECTS if goal.expected is Expected.OBJECTS else Expected.MORE_EXCEPTED
                listed = goal.listed | {item - vocabulary.first_object}
                rest.append(replace(goal, expected=expected, listed=listed))
        return replace(self, goals=tuple(rest))

    def _with_request(self, symbol: int) -> Progress:
        if symbol in (Sign.END, Sign.UNSAYABLE):
            return replace(self, goals=())
        kind = TYPES[symbol - len(Sign)]
        goals = [_Goal(Expected.REQUEST), _Goal(Expected.CONDITION)]
        if kind in _TWO:
            goals.append(_Goal(Expected.CONDITION))
        goals += [_Goal(Expected.BOUND)] * _BOUNDS.get(kind, 0)
        return Progress(tuple(goals), self.requests + 1)

    def _with_condition(self, symbol: int, vocabulary: Vocabulary) -> Progress:
        *rest, goal = self.goals
        if symbol == Sign.STOP:
            return replace(self, goals=tuple(rest))
        if goal.expected is Expected.MORE:
            rest.append(replace(goal, count=goal.count + 1))
        if symbol in (Sign.AND, Sign.OR):
            rest.append(_Goal(Expected.MORE, depth=goal.depth + 1))
        elif symbol == Sign.NOT:
            rest.append(_Goal(Expected.PREDICATE))
        else:
            predicate = symbol - SIGNS
            places = len(vocabulary.admitted[predicate])
            rest += [_Goal(Expected.ARGUMENT, predicate, place) for place in reversed(range(places))]
            return replace(self, goals=tuple(rest), quantified=False, chosen=())
        return replace(self, goals=tuple(rest))


@dataclass(frozen=True, slots=True)
class Followed:
    """A sequence with what is expected at each place of it (length,), and which symbols are allowed there (length,
    SIGNS + items)."""

    symbols: tuple[int, ...]
    expected: tuple[int, ...]
    allowed: NDArray[np.bool_]

    @property
    def is_allowed(self) -> bool:
        """Whether the grammar allows the whole sequence."""
        return bool(self.allowed[np.arange(len(self.symbols)), self.symbols].all())


def followed(symbols: tuple[int, ...], vocabulary: Vocabulary, times: int) -> Followed:
    """Return a sequence as the grammar follows it; `times` are how many times its text names."""
    progress, expected, allowed = Progress(), [], []
    for symbol in symbols:
        expected.append(int(progress.expected))
        allowed.append(progress.allowed(vocabulary, times))
        progress = progress.after(symbol, vocabulary)
    return Followed(symbols, tuple(expected), np.array(allowed))


def constraints_of(symbols: Sequence[int], vocabulary: Vocabulary, times: Sequence[float]) -> tuple[Constraint, ...]:
    """Return the constraints that a finished sequence stands for.

    Raises:
        ValueError: the times of a window do not follow one another, a fact says the same twice of one thing, or a
            condition is to be before, after or within some time of itself: nobody means that.
    """
    return tuple(dict.fromkeys(_Builder(symbols, vocabulary, times).requests()))


class _Builder:
    """Reads a sequence again and puts its constraints together."""

    def __init__(self, symbols: Sequence[int], vocabulary: Vocabulary, times: Sequence[float]) -> None:
        self._symbols = iter(symbols)
        self._vocabulary = vocabulary
        self._times = times

    def requests(self) -> Iterator[Constraint]:
        for symbol in self._symbols:
            if symbol in (Sign.END, Sign.UNSAYABLE):
                return
            kind = TYPES[symbol - len(Sign)]
            bounds = tuple(self._bound() for _ in range(_BOUNDS.get(kind, 0)))
            if len(bounds) == 2 and bounds[0] >= bounds[1]:
                raise ValueError(f"no window from {bounds[0]:g} to {bounds[1]:g}")
            conditions = [self._condition(next(self._symbols)) for _ in range(2 if kind in _TWO else 1)]
            for made in _of_each(conditions):
                if len(made) == 2 and made[0] == made[1]:
                    raise ValueError(f"{kind.value} of one condition with itself")
                yield Constraint(kind, tuple(made), bounds)

    def _bound(self) -> float:
        symbol = next(self._symbols)
        if symbol == Sign.ZERO:
            return 0.0
        if symbol == Sign.SUM:
            return self._time(next(self._symbols)) + self._time(next(self._symbols))
        return self._time(symbol)

    def _time(self, symbol: int) -> float:
        return self._times[symbol - SIGNS - self._vocabulary.first_time]

    def _condition(self, symbol: int) -> Condition | list[Condition]:
        """A condition, or one for each thing that the request is made of."""
        if symbol in (Sign.AND, Sign.OR):
            parts: list[Condition | list[Condition]] = []
            while (following := next(self._symbols)) != Sign.STOP:
                parts.append(self._condition(following))
            make = And if symbol == Sign.AND else Or
            made: list[Condition] = [make(tuple(each)) for each in _of_each(parts)]
            return made if any(isinstance(each, list) for each in parts) else made[0]
        holds = symbol != Sign.NOT
        predicate = (symbol if holds else next(self._symbols)) - SIGNS
        return self._fact(predicate, holds)

    def _fact(self, predicate: int, holds: bool) -> Condition | list[Condition]:
        arguments: list[list[int]] = []
        how = None
        for admitted in self._vocabulary.admitted[predicate]:
            symbol = next(self._symbols)
            if symbol in _QUANTIFIERS:
                how = symbol
                arguments.append(self._several(admitted))
            else:
                arguments.append([symbol - SIGNS - self._vocabulary.first_object])
        name, objects = self._vocabulary.predicates[predicate], self._vocabulary.objects
        found: list[Condition] = []
        for chosen in _combinations(arguments):
            atom = Atom(name, tuple(objects[each] for each in chosen))
            found.append(atom if holds else Not(atom))
        if how == Sign.EACH:
            return found
        if how is None or len(found) == 1:
            return found[0]
        return And(tuple(found)) if how == Sign.ALL else Or(tuple(found))

    def _several(self, admitted: frozenset[int]) -> list[int]:
        item = next(self._symbols) - SIGNS
        if item < self._vocabulary.first_set:
            found = [item - self._vocabulary.first_object]
            while (symbol := next(self._symbols)) != Sign.STOP:
                found.append(symbol - SIGNS - self._vocabulary.first_object)
            return found
        members = set(admitted.intersection(self._vocabulary.sets[item - self._vocabulary.first_set].members))
        if next(self._symbols) == Sign.EXCEPT:
            while (symbol := next(self._symbols)) != Sign.STOP:
                members.discard(symbol - SIGNS - self._vocabulary.first_object)
        return sorted(members)


def _of_each(parts: Sequence[Condition | list[Condition]]) -> list[list[Condition]]:
    """The parts once for each thing where one of them has one for each, else once."""
    count = next((len(each) for each in parts if isinstance(each, list)), 1)
    return [[each[row] if isinstance(each, list) else each for each in parts] for row in range(count)]


def _combinations(arguments: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for choices in arguments:
        found = [(*each, choice) for each in found for choice in choices]
    return found
