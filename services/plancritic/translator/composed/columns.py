"""Which names of a stretch stand for which parameter of a predicate, and the facts that come of it.

A column holds the names that stand for one parameter: "the scout and the tug at A" has two in the first and one in
the second.
"""

from __future__ import annotations

from itertools import pairwise, product

from plancritic.english.lists import words
from plancritic.mentions.items import Named
from plancritic.mentions.symbols import NAME, Symbols
from plancritic.mentions.world import World
from plancritic.pddl.language import And, Atom, Condition, Or, Parameter, atoms
from plancritic.translator.composed.states import NEGATORS

#: What may stand between the names of a list.
_LISTED = words(
    ", and or nor - & + / the a at on of to from in for by both either also again any else then as well "
    "with not | is be was mode image picture photo shot between along through towards toward into plus "
    "but than no neither out way one that "
)
_ANY = words("any some either one")
_LEAST_ONE = (("at", "least", "one"), ("one", "or", "other"), ("one", "of"), ("any", "of"))


class Columns:
    """Puts the names of a problem's statements into the columns of predicates."""

    def __init__(self, world: World) -> None:
        self._world = world

    def fitting(self, senses: tuple[Named, ...], parameter: Parameter) -> Named | None:
        """The sense of a name whose objects can stand for a parameter."""
        best: Named | None = None
        for sense in senses:
            objects = tuple(o for o in sense.objects if any(self._world.problem.is_a(o, t) for t in parameter.types))
            if objects and (best is None or len(objects) < len(best.objects)):
                best = Named(objects, sense.kind, sense.negative)
        return best

    def placed(
        self, parameters: tuple[Parameter, ...], symbols: Symbols, named: list[int]
    ) -> tuple[list[list[int]], list[int]] | None:
        """For each parameter the names that stand for it, and the names left over."""
        columns: list[list[int]] = [[] for _ in parameters]
        left: list[int] = []
        for number in named:
            fits = [k for k, p in enumerate(parameters) if self.fitting(symbols[number].names, p) is not None]
            if not fits:
                left.append(number)
                continue
            if len(fits) == 1:
                columns[fits[0]].append(number)
                continue
            columns[fits[self._side(symbols, number)]].append(number)
        if len(parameters) == 2 and parameters[0].types == parameters[1].types:
            if parameters[0].types and set(self._world.problem.objects_of(*parameters[0].types)) <= self._world.places:
                if not all(columns):
                    return None
            elif sum(map(len, columns)) == 2:
                one, other = sorted((*columns[0], *columns[1]))
                columns = [[one], [other]]
                if not self._possible(parameters, symbols, one, other):
                    columns = [[other], [one]]
        return columns, left

    def objects(self, symbols: Symbols, number: int, parameter: Parameter) -> tuple[str, ...]:
        """Return the objects of a name that can stand for a parameter."""
        sense = self.fitting(symbols[number].names, parameter)
        return sense.objects if sense is not None else ()

    def default(
        self, predicate: str, parameter: Parameter, names: tuple[str, ...], refers: tuple[str, ...], symbols: Symbols
    ) -> tuple[tuple[str, ...], float] | None:
        """Return what stands for a parameter that no name is said for, and how much is assumed; None if nothing can."""
        objects = self._world.problem.objects_of(*parameter.types)
        if len(objects) == 1:
            return objects, 0.0
        said = {s.text for s in symbols}
        for source, cost in ((names, 0.03), (refers, 0.08 if {"it", "there", "they", "them"} & said else 0.2)):
            fitting = tuple(dict.fromkeys(o for o in source if o in objects))
            if fitting:
                return fitting, cost
        return None

    def possible(
        self, predicate: str, filled: list[tuple[tuple[tuple[str, ...], ...], bool]], columns: list[list[int]]
    ) -> tuple[list[tuple[tuple[tuple[str, ...], ...], bool]], float]:
        """Return what stands in the columns, where what nobody named makes facts that no action gives with what does.

        "The wreck goes on the tow line": not on the boat that the clause names elsewhere, which cannot tow. With it
        how much is assumed: more where nothing at all fits.
        """
        if predicate not in self._world.changeable or not all(groups for groups, _ in filled):
            return filled, 0.0
        kept = [tuple(dict.fromkeys(o for group in groups for o in group)) for groups, _ in filled]
        if any(self._world.possible(Atom(predicate, values)) for values in product(*kept)):
            return filled, 0.0
        found, cost = list(filled), 0.0
        parameters = self._world.domain.predicates[predicate]
        for number, column in enumerate(columns):
            if not column:
                others = self._world.problem.objects_of(*parameters[number].types)
                around = (*kept[:number], others, *kept[number + 1 :])
                facts = [v for v in product(*around) if self._world.possible(Atom(predicate, v))]
                fitting = tuple(dict.fromkeys(values[number] for values in facts))
                if fitting:
                    found[number] = ((fitting,), False) if len(fitting) == 1 else ((), False)
                else:
                    cost = 0.05
        return found, cost

    def combos(
        self, predicate: str, filled: list[tuple[tuple[tuple[str, ...], ...], bool]]
    ) -> tuple[Condition, float] | None:
        """The facts with each column's objects, joined as they were said; what nobody named is as in the goal."""
        missing = [k for k, (groups, _) in enumerate(filled) if not groups]
        if missing:
            given = {k: {o for g in groups for o in g} for k, (groups, _) in enumerate(filled) if groups}
            goal = [a for a in self._world.goal_atoms() if a.predicate == predicate]
            kept = [a for a in goal if all(a.arguments[k] in objects for k, objects in given.items())]
            # Someone's place where nobody said which: not to be guessed.
            if not given or predicate in self._world.positions.values():
                return None
            if not kept:
                only = self._world.fill(predicate, tuple(o for objects in given.values() for o in objects))
                count = 1
                for objects in given.values():
                    count *= len(objects)
                if len(only) == count == 1:
                    return only[0], 0.04
                return None
            if all(any(a.arguments[k] == o for a in kept) for k, objects in given.items() for o in objects):
                either = any(e for _, e in filled)
                parts = tuple(dict.fromkeys(kept))
                return (parts[0] if len(parts) == 1 else Or(parts) if either else And(parts)), 0.02
            return None
        condition = self._product(predicate, filled, ())
        if any(len(a.arguments) == 2 and a.arguments[0] == a.arguments[1] for a in atoms(condition)):
            return None
        return condition, 0.0

    def either(self, symbols: Symbols, column: list[int]) -> bool:
        """Return whether one of the names will do."""
        between = [s.text for s in symbols[column[0] : column[-1]]]
        if "or" in between or "nor" in between:
            return True
        before = [s.text for s in symbols[max(0, column[0] - 5) : column[0]]]
        if len(column) == 1 and len(symbols[column[0]].names[0].objects) == 1:
            return False
        nearest = before[len(before) - before[::-1].index(NAME) :] if NAME in before else before
        return any(_holds(nearest, phrase) for phrase in _LEAST_ONE) or bool(
            set(before[-2:]) & _ANY and not set(before) & NEGATORS
        )

    def apart(self, symbols: Symbols, column: list[int]) -> bool:
        """Return whether names that would be one list have more than joins between them: then they are no list."""
        return any(s.text not in _LISTED for a, b in pairwise(column) for s in symbols[a + 1 : b])

    def excepted(self, symbols: Symbols, column: list[int]) -> bool:
        """Return whether a name only says who of a sort is not meant: "nobody but the scout"."""
        return any(
            symbols[a].names[0].kind == "type" and any(s.text in ("but", "except") for s in symbols[a + 1 : b])
            for a, b in pairwise(column)
        )

    def negative(self, symbols: Symbols, number: int) -> int:
        """One where a name says "nobody" by itself; "no boat" has its "no" as a word."""
        return int(any(sense.negative for sense in symbols[number].names))

    def _possible(self, parameters: tuple[Parameter, ...], symbols: Symbols, one: int, other: int) -> bool:
        """Whether two names may stand for two like parameters in this order: a ship on a boat, no boat on a ship."""
        first, second = self.objects(symbols, one, parameters[0]), self.objects(symbols, other, parameters[1])
        predicate = next(n for n, p in self._world.domain.predicates.items() if p == parameters)
        return any(self._world.possible(Atom(predicate, (a, b))) for a in first for b in second)

    def _side(self, symbols: Symbols, number: int) -> int:
        """Whether a place is where a way begins (0) or where it ends (1)."""
        between = False
        for at in range(number - 1, -1, -1):
            word = symbols[at].text
            if word in ("from",):
                return 0
            if word in ("to", "-", "into", "toward", "towards", "onto", "through", "until"):
                return 1
            if symbols[at].names and at == number - 1 and set(symbols[at].names[0].objects) <= self._world.places:
                # "A2-end": the hyphen is not heard.
                return 1
            if word == "and" and any(s.text == "between" for s in symbols[max(0, at - 6) : at]):
                return 1
            between = between or word == "between"
        return 0

    def _product(
        self, predicate: str, filled: list[tuple[tuple[tuple[str, ...], ...], bool]], chosen: tuple[str, ...]
    ) -> Condition:
        if not filled:
            return Atom(predicate, chosen)
        groups, either = filled[0]
        objects = tuple(dict.fromkeys(o for group in groups for o in group))
        parts = tuple(self._product(predicate, filled[1:], (*chosen, o)) for o in objects)
        if len(parts) == 1:
            return parts[0]
        return Or(parts) if either else And(parts)


def meant(symbols: Symbols, number: int, objects: tuple[str, ...], spoken: tuple[str, ...]) -> tuple[str, ...]:
    """ "That vessel" is the one spoken of."""
    if len(objects) > 1 and number and symbols[number - 1].text in ("that", "this"):
        known = tuple(dict.fromkeys(o for o in spoken if o in objects))
        return known[:1] or objects
    return objects


def narrowest(groups: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Return the groups without those that only say the sort of another: "mode image1" is one mode."""
    return tuple(g for g in groups if not any(set(other) < set(g) for other in groups))


def _holds(said: list[str], phrase: tuple[str, ...]) -> bool:
    return any(tuple(said[n : n + len(phrase)]) == phrase for n in range(len(said)))
