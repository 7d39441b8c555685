"""What a stretch of a clause says is so: one fact, or several joined by "and" and "or".

"The scout or the debris boat is at B", "neither A nor A1 is open", "no picture of Star3 in image1".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from plancritic.pddl.conditions import And, Atom, Condition, Not, Or, Parameter, atoms, negate
from plancritic.pddl.model import FactEffect
from plancritic.translator.facts import Context
from plancritic.translator.items import Named
from plancritic.translator.symbols import GAP, NAME, Symbols, starts_of
from plancritic.translator.text import words
from plancritic.translator.vocabulary import Telling, Vocabulary
from plancritic.translator.world import World

NEGATORS = words("not no never without neither none nobody nothing nowhere nor")
#: What says that something is not at a place, not looked at, not there.
_ABSENT = words("away off absent out elsewhere outside clear free missing lacking lack lacks unavailable")
#: What says of any fact that it is not so.
_MISSING = words("absent missing lacking lack lacks unavailable")
_OTHER_THAN = (
    ("other", "than"), ("anything", "but"), ("anywhere", "but"), ("else", "than"), ("somewhere", "but"),
    ("anywhere", "except"), ("elsewhere", "than"), ("anything", "except"), ("different", "from"), ("apart", "from"),
    ("no", "direction", "but"), ("nothing", "but"), ("nowhere", "but"), ("is", "not"),
)  # fmt: skip
_ANY = words("any some either one")
_LEAST_ONE = (("at", "least", "one"), ("one", "or", "other"), ("one", "of"), ("any", "of"))
_TOGETHER = words("both together pair simultaneously")
_JOINS = words("and or but while with nor plus yet & where")
#: What is longer tells a story and is no condition.
_LONGEST = 45
_MOST_PARTS = 4
_NO_CONTEXT = Context()
_OWN_VERB = words("must should may shall ought let")


@dataclass(frozen=True, slots=True)
class State:
    """A condition; with `negated` the words deny it, and what they deny may be more than the condition."""

    condition: Condition
    used: frozenset[int]
    cost: float = 0.0
    negated: bool = False
    names: tuple[str, ...] = ()
    facts: tuple[tuple[str, bool], ...] = ()

    @property
    def told(self) -> Condition:
        """The condition as the words have it."""
        return denied(self.condition) if self.negated else self.condition


def denied(condition: Condition) -> Condition:
    """What denying a condition of people's words means: "not A or B" is neither, "not A and B" is neither too."""
    if isinstance(condition, And):
        return And(tuple(denied(part) for part in condition.conditions))
    if isinstance(condition, Or):
        return And(tuple(denied(part) for part in condition.conditions))
    return negate(condition)


def never(condition: Condition) -> Condition:
    """The logical opposite: "never A and B together"."""
    if isinstance(condition, And):
        return Or(tuple(never(part) for part in condition.conditions))
    if isinstance(condition, Or):
        return And(tuple(never(part) for part in condition.conditions))
    return negate(condition)


class ConditionReader:
    """Reads stretches of symbols as conditions."""

    def __init__(self, vocabulary: Vocabulary, world: World) -> None:
        self._vocabulary = vocabulary
        self._world = world
        self._memory: dict[tuple[Symbols, tuple[str, ...], tuple[tuple[str, bool], ...]], tuple[State, ...]] = {}

        self._agents_of: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    def forget(self) -> None:
        """Let go of what was read for a statement."""
        self._memory.clear()

    def states(
        self, symbols: Symbols, context: Context = _NO_CONTEXT, borrowed: State | None = None, depth: int = 0
    ) -> tuple[State, ...]:
        """The likeliest readings of a stretch, best first; none where it tells of no fact, or of more than is read."""
        symbols = _trimmed(symbols)
        if not symbols or len(symbols) > _LONGEST or not (any(s.names for s in symbols) or self.tells(symbols)):
            return ()
        refers = (*context.movers, *context.places, *context.others)
        names = borrowed.names if borrowed is not None else ()
        facts = borrowed.facts if borrowed is not None else ()
        key = (symbols, (*names, "|", *refers), facts)
        if key not in self._memory:
            found = [*self._facts(symbols, names, facts, refers)]
            if depth < _MOST_PARTS:
                found.extend(self._joined(symbols, context, borrowed, depth))
            found.sort(key=lambda s: s.cost - 0.02 * len(s.used))
            self._memory[key] = tuple(found[:3])
        return self._memory[key]

    def tells(self, symbols: Symbols) -> bool:
        """Whether the symbols hold a word that tells of a fact."""
        return any(s.stems and s.stems[0] in self._vocabulary.firsts for s in symbols) and bool(
            self._vocabulary.tellings(symbols)
        )

    def _joined(self, symbols: Symbols, context: Context, borrowed: State | None, depth: int) -> Iterable[State]:
        for at, symbol in enumerate(symbols):
            if symbol.text not in _JOINS and symbol.text not in (",", "+", "-"):
                continue
            left, right = symbols[:at], symbols[at + 1 :]
            join = symbol.text
            if join in (",", "-") and right and right[0].text in _JOINS:
                join, right = right[0].text, right[1:]
            if not right or not left:
                continue
            left = _trimmed(left)
            if not any(s.names for s in left) and not self.tells(left):
                continue
            firsts = self.states(left, context, borrowed, _MOST_PARTS)
            if not firsts:
                seconds = self.states(right, context, borrowed, depth + 1)
                if not seconds or not any(s.names for s in left):
                    continue
                firsts = self.states(left, context, replace(seconds[0], names=()), _MOST_PARTS)
            for first in firsts[:2]:
                for second in self.states(right, context, first, depth + 1)[:2]:
                    yield self._combined(first, second, join, symbols, at)

    def _combined(self, first: State, second: State, join: str, symbols: Symbols, at: int) -> State:
        said = {s.text for s in symbols}
        used = (
            first.used
            | second.used
            | starts_of(symbols[at : at + 2] if join != symbols[at].text else symbols[at : at + 1])
        )
        cost = first.cost + second.cost + (0.02 if join in ("and", "or", "nor", "while", "with") else 0.05)
        if (
            join not in ("or", "nor")
            and _OWN_VERB & {s.text for s in symbols[at:]}
            and _OWN_VERB & {s.text for s in symbols[:at]}
        ):
            # Two verbs that ask are two requests, more likely than not.
            cost += 0.12
        either = join in ("or", "nor") or (join == "," and "or" in {s.text for s in symbols[at:]})
        neither = "neither" in said or "nor" in said
        if neither and first.negated:
            condition: Condition = And((first.told, denied(second.condition)))
            return State(condition, used, cost, False, first.names or second.names, second.facts)
        if first.negated and not second.negated and either and second.facts == first.facts:
            # "Not at A or at B": what denies the first denies the second.
            condition = And((first.told, denied(second.condition)))
            return State(condition, used, cost, False, first.names, second.facts)
        parts = (first.told, second.told)
        condition = Or(parts) if either else And(parts)
        return State(condition, used, cost, False, first.names or second.names, second.facts or first.facts)

    def _facts(
        self, symbols: Symbols, names: tuple[str, ...], facts: tuple[tuple[str, bool], ...], refers: tuple[str, ...]
    ) -> Iterable[State]:
        tellings = self._vocabulary.tellings(symbols)
        told = {fact[0] for telling in tellings for fact in telling.facts}
        swallowed = {n for t in tellings for n in range(t.start, t.stop) if symbols[n].names}
        named = [n for n, s in enumerate(symbols) if s.names and n not in swallowed]
        positions = set(self._world.positions.values())
        candidates = {*told, *positions, *(name for name, _ in facts)}
        explicit = [p for p, ps in self._world.domain.predicates.items() if len(ps) > 1 and p in self._world.changeable]
        for predicate in dict.fromkeys((*sorted(candidates), *explicit)):
            mine = [t for t in tellings if any(name == predicate for name, _ in t.facts)]
            told_of = mine or predicate in positions or any(name == predicate for name, _ in facts)
            if not told_of and not self._all_named(predicate, symbols, named):
                continue
            state = self._fact(predicate, symbols, named, tellings, mine, names, facts, refers)
            if state is not None:
                yield state

    def _all_named(self, predicate: str, symbols: Symbols, named: list[int]) -> bool:
        """Whether a name stands for each of the predicate's parameters, so that no verb is needed."""
        parameters = self._world.domain.predicates[predicate]
        if len({p.types for p in parameters}) < len(parameters):
            return False
        return all(any(self._fitting(symbols[n].names, p) for n in named) for p in parameters)

    def _fitting(self, senses: tuple[Named, ...], parameter: Parameter) -> Named | None:
        """The sense of a name whose objects can stand for a parameter."""
        best: Named | None = None
        for sense in senses:
            objects = tuple(o for o in sense.objects if any(self._world.problem.is_a(o, t) for t in parameter.types))
            if objects and (best is None or len(objects) < len(best.objects)):
                best = Named(objects, sense.kind, sense.negative)
        return best

    def _fact(
        self,
        predicate: str,
        symbols: Symbols,
        named: list[int],
        tellings: list[Telling],
        mine: list[Telling],
        names: tuple[str, ...],
        facts: tuple[tuple[str, bool], ...],
        refers: tuple[str, ...],
    ) -> State | None:
        world = self._world
        parameters = world.domain.predicates[predicate]
        position = predicate in world.positions.values()
        mine = [t for t in mine if not self._keeps(t, symbols)]
        mine_so = [so for t in mine for name, so in t.facts if name == predicate]
        others = [t for t in tellings if t not in mine]
        cost = 0.0
        placed = self._placed(parameters, symbols, named)
        if placed is None:
            return None
        columns, left = placed
        agents, taking_part = self._agents(predicate)
        for number in left:
            senses = symbols[number].names
            if position:
                return None
            does = any(set(sense.objects) & agents for sense in senses)
            if not does and not any(set(sense.objects) & taking_part for sense in senses):
                return None
            cost += 0.02 if does else 0.16
        words_said = [s.text for s in symbols]
        if predicate in world.locks or predicate not in world.changeable:
            # Nobody wishes for these where something else is said as well.
            cost += 0.06
        negatives = 0
        filled: list[tuple[tuple[tuple[str, ...], ...], bool]] = []
        for parameter, column in zip(parameters, columns, strict=True):
            if column:
                groups = _narrowest(
                    tuple(_meant(symbols, n, self._objects(symbols, n, parameter), (*names, *refers)) for n in column)
                )
                negatives += sum(self._negative(symbols, n) for n in column)
                filled.append((groups, self._either(symbols, column)))
                continue
            default = self._default(predicate, parameter, names, refers, symbols)
            if default is None:
                filled.append(((), False))
                continue
            cost += default[1]
            filled.append(((default[0],), False))
        if position and not any(columns):
            return None
        if position and not columns[-1] and not {"there", "it", "that", "this", "them"} & set(words_said) and not mine:
            return None
        combos = self._combos(predicate, filled)
        if combos is None:
            return None
        condition, guessed = combos
        cost += guessed
        away = self._away(symbols, mine) if position or predicate == "have_image" or not mine else 0
        borrowing = any(name == predicate for name, _ in facts)
        if position and not mine and not away:
            # "Star5 before Phenomenon4" speaks of the pictures, where these are the goal.
            wanted = {o for a in world.goal_atoms() if a.predicate != predicate for o in a.arguments}
            objects_named = {o for g in (filled[-1][0]) for o in g}
            cost += 0.12 if objects_named and objects_named <= wanted and not columns[0] else 0.04
            cost += 0.02 if facts and not borrowing else 0.0
        elif not mine and not position:
            cost += 0.02 if borrowing else 0.06
        cost += sum(0.2 for column in columns if self._apart(symbols, column))
        if len(parameters) == 1 and len(columns[0]) > 1 and not position:
            between = [s.text for s in symbols[columns[0][0] : columns[0][1]]]
            before = [s.text for s in symbols[max(0, columns[0][0] - 3) : columns[0][0]]]
            # "From A to B" is one thing between two places.
            adjacent = columns[0][1] == columns[0][0] + 1
            cost += 0.25 if {"to", "-"} & set(between) or "between" in before or adjacent else 0.0
        if len(parameters) == 2 and parameters[0].types == parameters[1].types and sum(map(len, columns)) > 3:
            # Two ways are two facts.
            cost += 0.15
        so = True
        if mine:
            so = all(mine_so) if len(set(mine_so)) > 1 else mine_so[0]
        elif facts and not position:
            so = dict(facts).get(predicate, True)
        if position and away:
            so = not so if not mine else False
        elif not position and _MISSING & {
            s.text for n, s in enumerate(symbols) if not any(t.start <= n < t.stop for t in mine)
        }:
            so = False
        used_tellings = {n for t in mine for n in range(t.start, t.stop)}
        swallowed = {n for t in tellings for n in range(t.start, t.stop) if symbols[n].names}
        for other in others:
            weak = all(symbols[n].text in _WEAK for n in range(other.start, other.stop))
            cost += 0.02 if weak or (position and self._moves(other)) else 0.22
        if swallowed - used_tellings:
            cost += 0.2
        negators = [n for n, s in enumerate(symbols) if s.text in NEGATORS and n not in used_tellings]
        if any(_joins_between(symbols, a, b) for a, b in pairwise(negators)):
            return None
        nors = [n for n in negators if symbols[n].text == "nor"]
        count = len(negators) - len(nors) + negatives + int(_kept_from(words_said))
        if nors and count == 0:
            count = 1
        other_than = self._other_than(words_said)
        if position and other_than and count % 2 == 1 and not mine_so.count(False):
            # "Nothing other than A and B": one of them.
            condition = _any(condition)
            so, count = True, 0
        if not so:
            condition = _each_negated(condition)
        if count % 2 == 1 and _TOGETHER & set(words_said) and isinstance(condition, And):
            condition, count = never(condition), 0
        read = _READ | _READ_OTHER if other_than else _READ
        used = starts_of(
            s
            for n, s in enumerate(symbols)
            if n in named or n in used_tellings or n in negators or s.text in _ABSENT or s.text in read
        )
        objects = tuple(o for groups, _ in filled for group in groups for o in group)
        return State(condition, frozenset(used), cost, count % 2 == 1, objects, ((predicate, so),))

    def _agents(self, predicate: str) -> tuple[frozenset[str], frozenset[str]]:
        """Who brings facts of a predicate about (an action names its doer first), and all that take part in it."""
        if predicate not in self._agents_of:
            doers: set[str] = set()
            for action in self._world.domain.actions.values():
                given = [e for e in (*action.effects_at_start, *action.effects_at_end) if isinstance(e, FactEffect)]
                if any(e.atom.predicate == predicate for e in given) and action.parameters:
                    doers.update(self._world.problem.objects_of(*action.parameters[0].types))
            self._agents_of[predicate] = (frozenset(doers), self._world.agents(predicate) - self._world.places)
        return self._agents_of[predicate]

    def _moves(self, telling: Telling) -> bool:
        return any(name in self._world.locks or name.endswith("not_moving") for name, _ in telling.facts)

    def _keeps(self, telling: Telling, symbols: Symbols) -> bool:
        """Whether "leave" is no going away: "leave the scout at the start"."""
        if symbols[telling.start].stems[:1] != ("leave",) or telling.stop - telling.start > 1:
            return False
        following = next((s for s in symbols[telling.stop :] if s.text not in ("the", "our", "its", "from")), None)
        return following is None or not any(set(n.objects) <= self._world.places for n in following.names)

    def _apart(self, symbols: Symbols, column: list[int]) -> bool:
        """Whether names that would be one list have more than joins between them: then they are no list."""
        return any(s.text not in _LISTED for a, b in pairwise(column) for s in symbols[a + 1 : b])

    def _negative(self, symbols: Symbols, number: int) -> int:
        """One where a name says "nobody" by itself; "no boat" has its "no" as a word."""
        return int(any(sense.negative for sense in symbols[number].names))

    def _placed(
        self, parameters: tuple[Parameter, ...], symbols: Symbols, named: list[int]
    ) -> tuple[list[list[int]], list[int]] | None:
        """For each parameter the names that stand for it, and the names left over."""
        columns: list[list[int]] = [[] for _ in parameters]
        left: list[int] = []
        for number in named:
            fits = [k for k, p in enumerate(parameters) if self._fitting(symbols[number].names, p) is not None]
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

    def _possible(self, parameters: tuple[Parameter, ...], symbols: Symbols, one: int, other: int) -> bool:
        """Whether two names may stand for two like parameters in this order: a ship on a boat, no boat on a ship."""
        first, second = self._objects(symbols, one, parameters[0]), self._objects(symbols, other, parameters[1])
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

    def _objects(self, symbols: Symbols, number: int, parameter: Parameter) -> tuple[str, ...]:
        sense = self._fitting(symbols[number].names, parameter)
        return sense.objects if sense is not None else ()

    def _either(self, symbols: Symbols, column: list[int]) -> bool:
        """Whether one of the names will do."""
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

    def _default(
        self, predicate: str, parameter: Parameter, names: tuple[str, ...], refers: tuple[str, ...], symbols: Symbols
    ) -> tuple[tuple[str, ...], float] | None:
        objects = self._world.problem.objects_of(*parameter.types)
        if len(objects) == 1:
            return objects, 0.0
        said = {s.text for s in symbols}
        for source, cost in ((names, 0.03), (refers, 0.08 if {"it", "there", "they", "them"} & said else 0.2)):
            fitting = tuple(dict.fromkeys(o for o in source if o in objects))
            if fitting:
                return fitting, cost
        return None

    def _combos(
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

    def _away(self, symbols: Symbols, mine: list[Telling]) -> int:
        """How often the words say that something is away, beside the verbs that say so."""
        taken = {n for t in mine for n in range(t.start, t.stop)}
        count = 0
        for number, symbol in enumerate(symbols):
            if number in taken:
                continue
            following = {s.text for s in symbols[number + 1 : number + 3]}
            if symbol.text in ("clear", "free", "out"):
                count += int("of" in following and NAME in {s.text for s in symbols[number + 1 : number + 4]})
            elif symbol.text in _ABSENT:
                count += 1
            elif symbol.text == "else" and symbols[number - 1].text in (
                "anywhere",
                "somewhere",
                "someplace",
                "something",
            ):
                count += int("than" not in following and "but" not in following)
        return count + int(self._other_than([s.text for s in symbols]))

    def _other_than(self, said: list[str]) -> bool:
        return any(
            tuple(said[n : n + len(phrase)]) == phrase
            for n in range(len(said))
            for phrase in _OTHER_THAN
            if phrase != ("is", "not")
        )


#: What may stand between the names of a list.
_LISTED = words(
    ", and or nor - & + / the a at on of to from in for by both either also again any else then as well "
    "with not | is be was mode image picture photo shot between along through towards toward into plus "
    "but than no neither out way one that "
)
_WEAK = words("on off in up out clear free there do get take put be at stop stay")
#: Words that a reading accounts for though they carry nothing by themselves.
_READ = words("same together simultaneously more longer or either and both there it them they that")
#: Those of "anything other than", read only where it is.
_READ_OTHER = words("other than anything anywhere somewhere else but nowhere nothing elsewhere")


def _kept_from(said: list[str]) -> bool:
    """ "Keep the scout from ever being at B"."""
    for number, word in enumerate(said[:-1]):
        following = next((w for w in said[number + 1 :] if w not in ("ever", GAP)), "")
        if (
            word == "from"
            and following.endswith("ing")
            and {"keep", "stop", "prevent", "hold", "bar"} & set(said[:number])
        ):
            return True
    return False


def _meant(symbols: Symbols, number: int, objects: tuple[str, ...], spoken: tuple[str, ...]) -> tuple[str, ...]:
    """ "That vessel" is the one spoken of."""
    if len(objects) > 1 and number and symbols[number - 1].text in ("that", "this"):
        known = tuple(dict.fromkeys(o for o in spoken if o in objects))
        return known[:1] or objects
    return objects


def _narrowest(groups: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """The groups without those that only say the sort of another: "mode image1" is one mode."""
    return tuple(g for g in groups if not any(set(other) < set(g) for other in groups))


def _joins_between(symbols: Symbols, one: int, other: int) -> bool:
    """Whether two denials stand side by side: each denies its own part."""
    if symbols[other].text == "nor" or symbols[one].text == "neither":
        return False
    return any(s.text in ("or", "and", ",", "but") for s in symbols[one:other])


def _holds(said: list[str], phrase: tuple[str, ...]) -> bool:
    return any(tuple(said[n : n + len(phrase)]) == phrase for n in range(len(said)))


def _each_negated(condition: Condition) -> Condition:
    """A failing verb says of each that it fails: "A or B is closed" is one of them, "A and B are closed" both."""
    if isinstance(condition, And):
        return And(tuple(_each_negated(part) for part in condition.conditions))
    if isinstance(condition, Or):
        return Or(tuple(_each_negated(part) for part in condition.conditions))
    return Not(condition) if not isinstance(condition, Not) else condition.condition


def _any(condition: Condition) -> Condition:
    return Or(condition.conditions) if isinstance(condition, And) else condition


def _trimmed(symbols: Symbols) -> Symbols:
    """The symbols without gaps, marks and joins at both ends."""
    empty = {GAP, ",", "and", "but", ":", ";", ".", "-", "!", "?", "then", '"', "(", ")"}
    start, stop = 0, len(symbols)
    while start < stop and symbols[start].text in empty:
        start += 1
    while stop > start and symbols[stop - 1].text in empty:
        stop -= 1
    return symbols[start:stop]
