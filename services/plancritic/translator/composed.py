"""Clauses read as a frame around conditions: "whenever A is closed, the scout must be at B within 5 hours".

Conditions may be any facts of the problem, joined by "and" and "or" (`conditions`); what they are asked for, and
when, is in the frame (`frames`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from plancritic.pddl.conditions import And, Condition, Or, atoms
from plancritic.pddl.constraints import Constraint, ConstraintType
from plancritic.translator import frames
from plancritic.translator.compounds import CompoundNames
from plancritic.translator.conditions import NEGATORS, ConditionReader, State, denied, never
from plancritic.translator.facts import Context, Facts, Way
from plancritic.translator.items import Item
from plancritic.translator.linking import Linker
from plancritic.translator.symbols import GAP, Symbol, Symbols, covered, starts_of, symbols_of, text_of, without
from plancritic.translator.text import words
from plancritic.translator.vocabulary import Vocabulary

_TOGETHER = ("together", "at the same time", "at once", "simultaneously", "pair", "while", "with", "a time")
_NEVER_BOTH = (*_TOGETHER, "both", "the two")
_MODALS = words("must may can should shall could will would is are has have let there the please to ought then do does")

#: Words that stand for what was named before.
_REFERRING = words("it there they them that this these those one same its their")

Found = tuple[tuple[Constraint, ...], frozenset[int], float]


class ComposedReader:
    """Reads clauses as conditions in a frame."""

    def __init__(self, linker: Linker) -> None:
        self._linker = linker
        self._world = linker.world
        self._conditions = ConditionReader(Vocabulary(linker.context, linker.world), linker.world)
        unit = linker.context.time
        self._units = (unit.singular, unit.plural, *unit.abbreviations)
        self._seconds = unit.seconds
        self._names = CompoundNames(linker)
        self._memory: dict[tuple[int, int, Context | None], tuple[Found, ...]] = {}

    def forget(self) -> None:
        """Let go of what was read for a statement; symbols of another one may look the same."""
        self._memory.clear()
        self._conditions.forget()

    def ways(self, items: tuple[Item, ...], context: Context) -> Iterator[Way]:
        """Every way to see conditions in a frame in a clause."""
        if not any(item.named() for item in items) or len(items) < 2:
            return
        # What refers to nothing before is read once, whatever stood before.
        refers = any(item.text in _REFERRING for item in items) or len(self._world.movers) > 1
        key = (items[0].start, items[-1].stop, context if refers else None)
        if key not in self._memory:
            symbols = self._names.compounds(symbols_of(items, self._units, self._seconds, self._world.places))
            found: dict[frozenset[str], Found] = {}
            for constraints, used, cost in self._readings(symbols, context):
                content = frozenset(map(str, constraints))
                if content not in found or cost - 0.02 * len(used) < found[content][2] - 0.02 * len(found[content][1]):
                    found[content] = (constraints, used, cost)
            self._memory[key] = tuple(sorted(found.values(), key=lambda f: f[2] - 0.02 * len(f[1]))[:4])
        if not self._memory[key]:
            return
        after = Facts(items, self._linker, context).after()
        for constraints, used, cost in self._memory[key]:
            yield Way(constraints, used, cost, after)

    def _readings(self, symbols: Symbols, context: Context) -> Iterator[Found]:
        framed = [*self._responses(symbols, context), *self._once(symbols, context), *self._orders(symbols, context)]
        yield from framed
        yield from self._single(symbols, context)

    # One condition, asked for in a window, at the end, always, never or at some time.

    def _single(self, symbols: Symbols, context: Context) -> Iterator[Found]:
        windows = list(frames.windows(symbols))
        for window in windows:
            for condition, used, cost, kinds in self._framed(window.rest, context):
                if _strange(window.type, kinds):
                    cost += 0.2
                if window.type is ConstraintType.WITHIN:
                    yield self._asked(window.type, condition, window.bounds, used | window.used, cost, symbols)
                else:
                    yield self._lasting(window.type, condition, window.bounds, used | window.used, cost)
        if windows or any(s.text == "#" for s in symbols):
            return
        text = text_of(symbols)
        match = frames.NOT_WITHOUT.search(text)
        if match is not None:
            rest = without(symbols, match)
            cued = frozenset(starts_of(covered(symbols, match)))
            good: Symbols | None = rest
            if match.group("denied") is not None:
                denying = [s for s in rest if s.text in NEGATORS]
                good = tuple(s for s in rest if s.text not in NEGATORS) if denying else None
                cued |= starts_of(denying)
            if "plan" in match.group().split() and "without" not in match.group():
                good = frames.no_good(rest)
            if good is not None:
                some = frames.SOME.search(text_of(good))
                if some is not None:
                    cued |= starts_of(covered(good, some))
                    good = without(good, some)
                for state in self._conditions.states(good, context):
                    used = cued | state.used | _negators(symbols)
                    told = (
                        state.told
                        if match.group("missing") is None
                        else denied(state.told)
                        if state.negated
                        else state.told
                    )
                    yield self._asked(ConstraintType.SOMETIME, told, (), used, state.cost + 0.02, symbols)
                if frames.END.search(match.group()) or "plan" in match.group().split() or "go" in match.group().split():
                    return
        counted = 0.25 if any(True for _ in frames.once_of(symbols)) else 0.0
        for condition, used, bare, kinds in self._framed(symbols, context):
            cost = bare + counted
            for type_, extra in kinds:
                yield self._asked(type_, condition, (), used, cost + extra, symbols)

    def _framed(
        self, symbols: Symbols, context: Context
    ) -> Iterator[tuple[Condition, frozenset[int], float, tuple[tuple[ConstraintType, float], ...]]]:
        """A condition with its denial, and what it is asked for where no window says: each type with its cost."""
        used: set[int] = set()
        rest = symbols
        present: dict[str, bool] = {}
        for name, pattern in (
            ("never", frames.NEVER),
            ("whole", frames.WHOLE),
            ("some", frames.SOME),
            ("any", frames.ANY),
            ("end", frames.END),
        ):
            text = text_of(rest)
            match = pattern.search(text)
            while match is not None and match.group():
                if name in ("some", "any") and match.group() == "ever" and present.get("never"):
                    pass
                present[name] = True
                used |= starts_of(covered(rest, match))
                rest = without(rest, match)
                match = pattern.search(text_of(rest))
        for condition, inner, cost, negated in self._conditional(rest, context):
            final = condition
            if present.get("never"):
                final = self._never(condition, symbols)
                if (
                    isinstance(condition, And)
                    and len({a.predicate for a in atoms(condition)}) > 1
                    and ", and" in text_of(rest)
                ):
                    # The second of two requests is not denied with the first.
                    cost += 0.2
            kinds = _kinds(present, negated or bool(present.get("never")), negated)
            if present.get("end") and (present.get("never") or present.get("some")):
                # Two times for one condition: of two conditions, rather.
                cost += 0.25
            yield final, frozenset(used | inner), cost, kinds

    def _never(self, condition: Condition, symbols: Symbols) -> Condition:
        text = f" {text_of(symbols)} "
        together = any(f" {word} " in text for word in _NEVER_BOTH)
        alike = len({a.predicate for a in atoms(condition)}) == 1
        if isinstance(condition, And) and alike and not together:
            return denied(condition)
        return never(condition)

    def _conditional(self, symbols: Symbols, context: Context) -> Iterator[tuple[Condition, set[int], float, bool]]:
        """A condition, or one that may be so only while another is: either that or not this."""
        text = text_of(symbols)
        for pattern, denies in ((frames.ONLY_WHILE, False), (frames.UNLESS, True), (frames.WHILE, True)):
            match = pattern.search(text)
            if match is None:
                continue
            left, right = symbols[: text.count(" ", 0, match.start())], covered_after(symbols, match)
            if not any(s.stems or s.names for s in left):
                comma = next((n for n, s in enumerate(right) if s.text == ","), None)
                if comma is None:
                    continue
                left, right = right[comma + 1 :], right[:comma]
            if match.group().strip(" ,") == "only" and not any(s.names for s in right):
                continue
            for first in self._conditions.states(left, context)[:2]:
                for second in self._conditions.states(right, context, first)[:2]:
                    if denies and not first.negated:
                        continue
                    used = first.used | second.used | starts_of(covered(symbols, match)) | _negators(left)
                    other = never(second.told) if pattern is frames.WHILE else second.told
                    condition = Or((never(first.condition), other))
                    bare = 0.12 if match.group().strip(" ,") == "only" else 0.02
                    yield condition, set(used), first.cost + second.cost + bare, True
        only = next((n for n, s in enumerate(symbols) if s.text == "only"), None)
        if only is not None:
            # "It may only be unloading while it is at the start".
            match = frames.WHILE.search(text_of(symbols[only + 1 :])) or frames.AT_ONLY.search(
                text_of(symbols[only + 1 :])
            )
            if match is not None:
                tail = symbols[only + 1 :]
                cut = text_of(tail).count(" ", 0, match.start())
                left = (*symbols[:only], *tail[:cut])
                for first in self._conditions.states(left, context)[:2]:
                    for second in self._conditions.states(covered_after(tail, match), context, first)[:2]:
                        used = first.used | second.used | starts_of((symbols[only], *covered(tail, match)))
                        condition = Or((never(first.condition), second.told))
                        yield condition, set(used), first.cost + second.cost + 0.02, True
        for state in self._conditions.states(symbols, context):
            yield state.told, set(state.used), state.cost, state.negated

    def _asked(
        self,
        type_: ConstraintType,
        condition: Condition,
        bounds: tuple[float, ...],
        used: frozenset[int] | set[int],
        cost: float,
        symbols: Symbols,
    ) -> Found:
        """Constraints of a type; what is listed is asked for one by one, unless it is to be so together."""
        if type_ in (ConstraintType.ALWAYS, ConstraintType.AT_END):
            return self._lasting(type_, condition, bounds, frozenset(used), cost)
        parts = _parts(condition, text_of(symbols))
        return tuple(Constraint(type_, (part,), bounds) for part in parts), frozenset(used), cost

    def _lasting(
        self, type_: ConstraintType, condition: Condition, bounds: tuple[float, ...], used: frozenset[int], cost: float
    ) -> Found:
        """Constraints on all of some states: each part of a conjunction is one."""
        parts = [part for each in _conjuncts(condition) for part in _conjuncts(each)]
        if type_ is ConstraintType.AT_END:
            parts = list(self._world.as_given(parts))
        return tuple(Constraint(type_, (part,), bounds) for part in dict.fromkeys(parts)), used, cost

    # Whenever one thing is so, another is to be.

    def _responses(self, symbols: Symbols, context: Context) -> Iterator[Found]:
        text = text_of(symbols)
        times = text.split().count("#")
        options: list[tuple[ConstraintType, tuple[float, ...], Symbols, frozenset[int], float]] = []
        match = frames.after_within(text) if times == 1 else None
        if match is not None:
            value = next(s.value for s in symbols if s.text == "#")
            named = frozenset(starts_of(covered(symbols, match)))
            options.append((ConstraintType.ALWAYS_WITHIN, (value,), without(symbols, match), named, 0.0))
        match = frames.later(text)
        if match is not None and not times:
            named = frozenset(starts_of(covered(symbols, match)))
            options.append((ConstraintType.SOMETIME_AFTER, (), without(symbols, match), named, 0.0))
        elif not times:
            options.append((ConstraintType.SOMETIME_AFTER, (), symbols, frozenset(), 0.12))
        for type_, bounds, rest, cued, assumed in options:
            for cause, effect, used, cost in self._causes(rest, bool(cued)):
                for first in self._conditions.states(cause, context)[:2]:
                    for second in self._conditions.states(effect, context, first)[:2]:
                        total = first.cost + second.cost + cost + assumed
                        if set(map(str, atoms(first.told))) == set(map(str, atoms(second.told))):
                            continue
                        constraint = Constraint(type_, (first.told, second.told), bounds)
                        yield (constraint,), frozenset(cued | used | first.used | second.used), total

    def _causes(self, symbols: Symbols, cued: bool) -> Iterator[tuple[Symbols, Symbols, set[int], float]]:
        """Ways to part a clause into what brings another thing about, and that other thing."""
        text = text_of(symbols)
        for match in frames.causes(text):
            weak = match.group().split()[-1] in ("once", "when", "while", "should", "as", "if")
            used = starts_of(covered(symbols, match))
            before = symbols[: text.count(" ", 0, match.start())]
            after = covered_after(symbols, match)
            cost = 0.0 if cued or not weak else 0.15
            if any(s.names for s in before) or self._tells(before):
                yield after, before, used, cost
            for at, symbol in enumerate(after):
                if symbol.text in (",", ":", "-", "then", ";", "."):
                    yield after[:at], after[at + 1 :], used, cost
                elif symbol.text in ("there", "must", "has", "the") and 2 < at < len(after) - 2:
                    yield after[:at], after[at:], used, cost + 0.05
        if not cued:
            return
        for match in frames.links(text):
            before = symbols[: text.count(" ", 0, match.start())]
            yield before, covered_after(symbols, match), starts_of(covered(symbols, match)), 0.0
        for at, symbol in enumerate(symbols):
            if symbol.text in ("-", ":", "?", ";", "arrow") or (symbol.text == "," and at):
                yield (
                    symbols[:at],
                    symbols[at + 1 :],
                    starts_of((symbol,)),
                    0.0 if symbol.text == "arrow" else 0.02 if symbol.text != "," else 0.08,
                )
            if symbol.text in ("without", "unless") and at:
                left = symbols[:at]
                nots = [s for s in left if s.text in NEGATORS]
                never_ = frames.NEVER.search(text_of(left))
                if never_ is not None:
                    bare = without(left, never_)
                    yield bare, symbols[at + 1 :], starts_of((*covered(left, never_), symbol)), 0.02
                elif len(nots) == 1:
                    bare = tuple(Symbol(GAP, ()) if s is nots[0] else s for s in left)
                    yield bare, symbols[at + 1 :], starts_of((nots[0], symbol)), 0.02

    def _tells(self, symbols: Symbols) -> bool:
        return self._conditions.tells(symbols)

    # Once at most.

    def _once(self, symbols: Symbols, context: Context) -> Iterator[Found]:
        if any(s.text == "#" for s in symbols):
            return
        for whole, cut in frames.once_of(symbols):
            rest, dropped = _without_return(whole)
            cued = cut | dropped
            for state in self._conditions.states(_without_any(rest), context):
                yield self._asked(ConstraintType.AT_MOST_ONCE, state.told, (), cued | state.used, state.cost, symbols)
        text = text_of(symbols)
        if not frames.again(text) or not any(s.text in NEGATORS for s in symbols):
            return
        drop = words(
            "not no never second again back return returning returns another once having after when has been any more"
        )
        kept: list[Symbol] = []
        seen: set[object] = set()
        for symbol in symbols:
            if symbol.text in drop:
                continue
            if symbol.names:
                if symbol.names in seen:
                    continue
                seen.add(symbol.names)
            kept.append(symbol)
        used = starts_of(s for s in symbols if s.text in drop or s.names)
        for state in self._conditions.states(tuple(kept), context):
            positions = set(self._world.positions.values())
            fact = next(iter(atoms(state.condition)), None)
            if fact is None or fact.predicate not in positions:
                continue
            condition = state.condition
            plain = denied(condition) if any(str(part).startswith("(not") for part in _flat(condition)) else condition
            told = plain
            yield self._asked(ConstraintType.AT_MOST_ONCE, told, (), set(used) | state.used, state.cost + 0.08, symbols)

    # One thing before another.

    def _orders(self, symbols: Symbols, context: Context) -> Iterator[Found]:
        if any(s.text == "#" for s in symbols):
            return
        text = text_of(symbols)
        for kind, pattern in frames.CONNECTIVES:
            for match in pattern.finditer(text):
                before = symbols[: text.count(" ", 0, match.start())]
                after = covered_after(symbols, match)
                cue = starts_of(covered(symbols, match))
                if not after or after[0].text in (",", ";", ".", ":", "!", "?"):
                    continue
                if any(s.names for s in before):
                    yield from self._ordered(kind, before, after, cue, 0.0, context, match.group())
                for at, symbol in enumerate(after):
                    if symbol.text == "," and at:
                        main = (*before, *after[at + 1 :])
                        # A comma in a list of names parts nothing.
                        listed = 0.0 if _spoken(after[at + 1 :]) or self._tells(after[at + 1 :]) else 0.15
                        yield from self._ordered(kind, main, after[:at], cue, listed, context, match.group())
                    elif (
                        symbol.text in ("may", "can", "must", "should", "is", "there", "do", "let", "the", "does")
                        and at > 1
                    ):
                        yield from self._ordered(
                            kind, (*before, *after[at:]), after[:at], cue, 0.04, context, match.group()
                        )
        for match in frames.THEN.finditer(text):
            before = symbols[: text.count(" ", 0, match.start())]
            after = covered_after(symbols, match)
            first = frames.FIRST.search(text_of(before))
            cue = starts_of(covered(symbols, match))
            if first is not None:
                cue |= starts_of(covered(before, first))
                before = without(before, first)
            yield from self._sequence(before, after, cue, 0.02 if first is not None else 0.08, context)
        first = frames.FIRST.search(text)
        if first is not None:
            cue = starts_of(covered(symbols, first))
            for at, symbol in enumerate(symbols):
                if symbol.text in (",", ";", "-", ".", "and", ":") and 0 < at < len(symbols) - 1:
                    position = text.count(" ", 0, first.start())
                    left, right = symbols[:at], symbols[at + 1 :]
                    if position < at:
                        bare = tuple(Symbol(GAP, ()) if s.starts and set(s.starts) <= cue else s for s in left)
                        yield from self._sequence(bare, right, cue, 0.1, context)

    def _sequence(
        self, earlier: Symbols, later: Symbols, cue: set[int], cost: float, context: Context
    ) -> Iterator[Found]:
        for first in self._conditions.states(earlier, context)[:2]:
            for second in self._conditions.states(later, context, first)[:2]:
                yield from self._before(second.told, first.told, first, second, cue, cost, (*earlier, *later))

    def _ordered(
        self, kind: str, main: Symbols, sub: Symbols, cue: set[int], cost: float, context: Context, said: str
    ) -> Iterator[Found]:
        held = frames.HOLD_OFF.search(text_of(main))
        if held is not None:
            cue = cue | starts_of(covered(main, held))
        for second in self._conditions.states(sub, context)[:2]:
            for main_read, extra in ((without(main, held), 0.0), (main, 0.04)) if held is not None else ((main, 0.0),):
                for first in self._conditions.states(_without_any(main_read), context, second)[:2]:
                    total = cost + extra
                    kept = never(first.told)
                    if kind == "before":
                        if first.negated:
                            yield from self._before(kept, second.told, first, second, cue, total, (*main, *sub))
                        else:
                            yield from self._before(second.told, first.told, first, second, cue, total, (*main, *sub))
                    elif kind == "until":
                        held_off = held is not None and extra == 0.0
                        target = first.condition if held_off and not first.negated else kept
                        waits = second.told
                        if said.split()[-1] == "as":
                            # "As long as B is not scouted": until it is.
                            waits = never(second.told)
                        if said.strip(" ,").startswith("unless") and not first.negated:
                            continue
                        yield from self._before(target, waits, first, second, cue, total, (*main, *sub))
                    elif said.startswith("not"):
                        target = first.condition if first.negated else first.told
                        yield from self._before(target, second.told, first, second, cue, total, (*main, *sub))
                    elif not first.negated:
                        only = 0.0 if "only" in said else 0.06
                        yield from self._before(
                            first.told, second.told, first, second, cue, total + only, (*main, *sub)
                        )

    def _before(
        self,
        later: Condition,
        earlier: Condition,
        first: State,
        second: State,
        cue: set[int],
        cost: float,
        symbols: Symbols,
    ) -> Iterator[Found]:
        if set(map(str, atoms(later))) == set(map(str, atoms(earlier))):
            return
        text = text_of(symbols)
        constraints = tuple(
            Constraint(ConstraintType.SOMETIME_BEFORE, (then, before))
            for then in _parts(later, text)
            for before in _parts(earlier, text)
        )
        yield constraints, frozenset(cue | first.used | second.used), first.cost + second.cost + cost


def covered_after(symbols: Symbols, match: re.Match[str]) -> Symbols:
    """The symbols after a match of their text."""
    text = text_of(symbols)
    stop = match.end()
    return symbols[text.count(" ", 0, max(0, stop - 1)) + 1 :] if stop else symbols


def _without_return(symbols: Symbols) -> tuple[Symbols, frozenset[int]]:
    """The symbols without ", no coming back to either": where something may be so once, it only says so again."""
    kept: list[Symbol] = []
    dropped: set[int] = set()
    part: list[Symbol] = []
    for symbol in (*symbols, Symbol(";", ())):
        if symbol.text not in (",", ";", ":", ".", "!", "?"):
            part.append(symbol)
            continue
        said = text_of(part)
        if frames.again(said) and any(s.text in NEGATORS for s in part):
            dropped |= starts_of(part)
        else:
            kept.extend((*part, symbol))
        part = []
    return tuple(kept), frozenset(dropped)


def _spoken(symbols: Symbols) -> bool:
    """Whether the symbols hold a verb that asks."""
    return any(s.text in _MODALS for s in symbols)


def _negators(symbols: Symbols) -> frozenset[int]:
    return frozenset(starts_of(s for s in symbols if s.text in NEGATORS))


def _without_any(symbols: Symbols) -> Symbols:
    """The symbols without "ever", "at any time": beside a frame they say nothing more."""
    match = frames.ANY.search(text_of(symbols))
    while match is not None and match.group():
        symbols = without(symbols, match)
        match = frames.ANY.search(text_of(symbols))
    return symbols


def _conjuncts(condition: Condition) -> tuple[Condition, ...]:
    return condition.conditions if isinstance(condition, And) else (condition,)


def _flat(condition: Condition) -> tuple[Condition, ...]:
    return condition.conditions if isinstance(condition, And | Or) else (condition,)


def _parts(condition: Condition, text: str) -> tuple[Condition, ...]:
    """What of a list is asked for one by one: facts of one sort that need not be so together."""
    if not isinstance(condition, And):
        return (condition,)
    alike = len({a.predicate for a in atoms(condition)}) == 1
    together = any(f" {word} " in f" {text} " for word in _TOGETHER)
    return condition.conditions if alike and not together else (condition,)


def _strange(type_: ConstraintType, kinds: tuple[tuple[ConstraintType, float], ...]) -> bool:
    """Whether the words around a condition ask for another time than its window does."""
    asked = {kind for kind, extra in kinds if extra == 0.0}
    if type_ is ConstraintType.WITHIN:
        return ConstraintType.AT_END in asked
    return ConstraintType.AT_END in asked or ConstraintType.SOMETIME in asked


def _kinds(present: dict[str, bool], denied_: bool, negated: bool) -> tuple[tuple[ConstraintType, float], ...]:
    """What a condition is asked for by the words around it, with how much is assumed."""
    if present.get("end"):
        return ((ConstraintType.AT_END, 0.0),)
    if present.get("never"):
        return ((ConstraintType.ALWAYS, 0.0),)
    if present.get("whole"):
        if negated:
            return ((ConstraintType.SOMETIME, 0.12), (ConstraintType.ALWAYS, 0.1))
        return ((ConstraintType.ALWAYS, 0.0),)
    if present.get("any"):
        return ((ConstraintType.ALWAYS if negated else ConstraintType.SOMETIME, 0.0),)
    if present.get("some"):
        return ((ConstraintType.SOMETIME, 0.0),)
    if denied_:
        return ((ConstraintType.ALWAYS, 0.03),)
    return ((ConstraintType.SOMETIME, 0.3),)
