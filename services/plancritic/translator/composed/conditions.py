"""What a stretch of a clause says is so: one fact, or several joined by "and" and "or".

"The scout or the debris boat is at B", "neither A nor A1 is open", "no picture of Star3 in image1".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from plancritic.english.lists import words
from plancritic.mentions.effort import step
from plancritic.mentions.symbols import GAP, NAME, Symbols, starts_of
from plancritic.mentions.vocabulary import Telling, Vocabulary
from plancritic.mentions.world import World
from plancritic.pddl.language import And, Condition, FactEffect, Not, Or
from plancritic.translator.composed.columns import Columns, meant, narrowest
from plancritic.translator.composed.states import NEGATORS, State, any_of, denied, each_negated, never
from plancritic.translator.happenings.facts import Context

#: What says that something is not at a place, not looked at, not there.
_ABSENT = words("away off absent out elsewhere outside clear free missing lacking lack lacks unavailable")
#: What says of any fact that it is not so.
_MISSING = words("absent missing lacking lack lacks unavailable")
_OTHER_THAN = (
    ("other", "than"), ("anything", "but"), ("anywhere", "but"), ("else", "than"), ("somewhere", "but"),
    ("anywhere", "except"), ("elsewhere", "than"), ("anything", "except"), ("different", "from"), ("apart", "from"),
    ("no", "direction", "but"), ("nothing", "but"), ("nowhere", "but"), ("is", "not"),
)  # fmt: skip
_TOGETHER = words("both together pair simultaneously")
_JOINS = words("and or but while with nor plus yet & where")
#: What is longer tells a story and is no condition.
_LONGEST = 45
_MOST_PARTS = 4
_NO_CONTEXT = Context()
_OWN_VERB = words("must should may shall ought let")


class ConditionReader:
    """Reads stretches of symbols as conditions."""

    def __init__(self, vocabulary: Vocabulary, world: World) -> None:
        self._vocabulary = vocabulary
        self._world = world
        self._columns = Columns(world)
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
            step(len(symbols))
            found = [*self._facts(symbols, names, facts, refers)]
            if depth < _MOST_PARTS:
                found.extend(self._joined(symbols, context, borrowed, depth))
            found.sort(key=lambda s: s.cost - 0.02 * len(s.used))
            self._memory[key] = tuple(found[:3])
        return self._memory[key]

    def tells(self, symbols: Symbols) -> bool:
        """Return whether the symbols hold a word that tells of a fact."""
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
        return all(any(self._columns.fitting(symbols[n].names, p) for n in named) for p in parameters)

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
        step(len(symbols))
        world = self._world
        parameters = world.domain.predicates[predicate]
        position = predicate in world.positions.values()
        mine = [t for t in mine if not self._keeps(t, symbols)]
        mine_so = [so for t in mine for name, so in t.facts if name == predicate]
        others = [t for t in tellings if t not in mine]
        cost = 0.0
        placed = self._columns.placed(parameters, symbols, named)
        if placed is None:
            return None
        columns, left = placed
        if any(self._columns.excepted(symbols, column) for column in columns):
            return None
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
            going_on = any(symbols[n].text.endswith("ing") for t in mine for n in range(t.start, t.stop))
            if not going_on and any(name not in world.locks for t in mine for name, _ in t.facts):
                # "Scout B": the result is meant, not that it goes on.
                cost += 0.2
        negatives = 0
        filled: list[tuple[tuple[tuple[str, ...], ...], bool]] = []
        for parameter, column in zip(parameters, columns, strict=True):
            if column:
                groups = narrowest(
                    tuple(
                        meant(symbols, n, self._columns.objects(symbols, n, parameter), (*names, *refers))
                        for n in column
                    )
                )
                negatives += sum(self._columns.negative(symbols, n) for n in column)
                filled.append((groups, self._columns.either(symbols, column)))
                continue
            default = self._columns.default(predicate, parameter, names, refers, symbols)
            if default is None:
                filled.append(((), False))
                continue
            cost += default[1]
            filled.append(((default[0],), False))
        if position and not any(columns):
            return None
        if position and not columns[-1] and not {"there", "it", "that", "this", "them"} & set(words_said) and not mine:
            return None
        filled, odd = self._columns.possible(predicate, filled, columns)
        combos = self._columns.combos(predicate, filled)
        if combos is None:
            return None
        condition, guessed = combos
        cost += guessed + odd
        away = self._away(symbols, mine) if position or predicate == "have_image" or not mine else 0
        borrowing = any(name == predicate for name, _ in facts)
        cleared = any(symbols[t.start].text in _CLEARING for t in others)
        if position and cleared and any(o not in world.positions for group in filled[0][0] for o in group):
            # "Clear the debris and finish at B": what is done to what does not move is meant (`deeds`).
            cost += 0.2
        if position and not mine and not away:
            # "Star5 before Phenomenon4" speaks of the pictures, where these are the goal.
            wanted = {o for a in world.goal_atoms() if a.predicate != predicate for o in a.arguments}
            objects_named = {o for g in (filled[-1][0]) for o in g}
            cost += 0.12 if objects_named and objects_named <= wanted and not columns[0] else 0.04
            if facts and not borrowing:
                # What is compared is alike: "Star5 in the thermograph before Phenomenon4" speaks of two images.
                cost += 0.14 if objects_named and objects_named <= wanted and not columns[0] else 0.02
        elif not mine and not position:
            cost += 0.02 if borrowing else 0.06
        cost += sum(0.2 for column in columns if self._columns.apart(symbols, column))
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
        elif not position and (
            (away and not tellings)
            or _MISSING & {s.text for n, s in enumerate(symbols) if not any(t.start <= n < t.stop for t in mine)}
        ):
            # "The van must be free of drivers": none is in it.
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
            condition = any_of(condition)
            so, count = True, 0
        if not so and not mine_so.count(False) and away and self._of_a_sort(symbols, columns):
            # "Free of drivers" is that there is none: what is not free of them has one.
            condition = Not(any_of(condition))
        elif not so:
            condition = each_negated(condition)
        elif count > 1 and "without" in words_said and self._of_a_sort(symbols, columns):
            # "Never without a driver" wants one of them.
            condition = any_of(condition)
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

    def _of_a_sort(self, symbols: Symbols, columns: list[list[int]]) -> bool:
        """Whether a plural names a whole sort: "drivers", not "driver 1 and driver 2"."""
        names = [symbols[n].names for column in columns for n in column]
        return any(len(name.objects) > 1 and name.kind == "type" for senses in names for name in senses[:1])

    def _other_than(self, said: list[str]) -> bool:
        return any(
            tuple(said[n : n + len(phrase)]) == phrase
            for n in range(len(said))
            for phrase in _OTHER_THAN
            if phrase != ("is", "not")
        )


_CLEARING = words("clear clean free")
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


def _joins_between(symbols: Symbols, one: int, other: int) -> bool:
    """Whether two denials stand side by side: each denies its own part."""
    if symbols[other].text == "nor" or symbols[one].text == "neither":
        return False
    return any(s.text in ("or", "and", ",", "but") for s in symbols[one:other])


def _trimmed(symbols: Symbols) -> Symbols:
    """The symbols without gaps, marks and joins at both ends."""
    empty = {GAP, ",", "and", "but", ":", ";", ".", "-", "!", "?", "then", '"', "(", ")"}
    start, stop = 0, len(symbols)
    while start < stop and symbols[start].text in empty:
        start += 1
    while stop > start and symbols[stop - 1].text in empty:
        stop -= 1
    return symbols[start:stop]
