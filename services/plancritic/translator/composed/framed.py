"""Clauses that ask for one condition: in a window, at the end, always, never, at some time, once at most."""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.english.lists import words
from plancritic.mentions.symbols import Symbol, Symbols, covered, starts_of, text_of, without
from plancritic.mentions.world import World
from plancritic.pddl.language import And, Condition, Constraint, ConstraintType, Or, atoms
from plancritic.translator.composed import connectives, frames
from plancritic.translator.composed.condition_parts import (
    TOGETHER,
    Found,
    conjuncts_of,
    covered_after,
    flat,
    negators_in,
    parts_of,
    without_any,
)
from plancritic.translator.composed.conditions import ConditionReader
from plancritic.translator.composed.states import NEGATORS, denied, never
from plancritic.translator.happenings.facts import Context

_NEVER_BOTH = (*TOGETHER, "both", "the two")


class FramedReader:
    """Reads clauses as one condition in a frame."""

    def __init__(self, conditions: ConditionReader, world: World) -> None:
        self._conditions = conditions
        self._world = world

    def readings(self, symbols: Symbols, context: Context) -> Iterator[Found]:
        """Yield a condition in a window, at the end, always, never or at some time."""
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
                    used = cued | state.used | negators_in(symbols)
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
        for pattern, denies in ((connectives.ONLY_WHILE, False), (connectives.UNLESS, True), (connectives.WHILE, True)):
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
                    used = first.used | second.used | starts_of(covered(symbols, match)) | negators_in(left)
                    other = never(second.told) if pattern is connectives.WHILE else second.told
                    condition = Or((never(first.condition), other))
                    bare = 0.12 if match.group().strip(" ,") == "only" else 0.02
                    yield condition, set(used), first.cost + second.cost + bare, True
        only = next((n for n, s in enumerate(symbols) if s.text == "only"), None)
        if only is not None:
            # "It may only be unloading while it is at the start".
            match = connectives.WHILE.search(text_of(symbols[only + 1 :])) or connectives.AT_ONLY.search(
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
        """Constraints of a type; what is listed is asked for one by one, unless it must hold together."""
        if type_ in (ConstraintType.ALWAYS, ConstraintType.AT_END):
            return self._lasting(type_, condition, bounds, frozenset(used), cost)
        parts = parts_of(condition, text_of(symbols))
        return tuple(Constraint(type_, (part,), bounds) for part in parts), frozenset(used), cost

    def _lasting(
        self, type_: ConstraintType, condition: Condition, bounds: tuple[float, ...], used: frozenset[int], cost: float
    ) -> Found:
        """Constraints on all of some states: each part of a conjunction is one."""
        parts = [part for each in conjuncts_of(condition) for part in conjuncts_of(each)]
        if type_ is ConstraintType.AT_END:
            parts = list(self._world.as_given(parts))
        return tuple(Constraint(type_, (part,), bounds) for part in dict.fromkeys(parts)), used, cost

    def once(self, symbols: Symbols, context: Context) -> Iterator[Found]:
        """Yield a condition that may be so once at most."""
        if any(s.text == "#" for s in symbols):
            return
        for whole, cut in frames.once_of(symbols):
            rest, dropped = _without_return(whole)
            cued = cut | dropped
            for state in self._conditions.states(without_any(rest), context):
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
            plain = denied(condition) if any(str(part).startswith("(not") for part in flat(condition)) else condition
            told = plain
            yield self._asked(ConstraintType.AT_MOST_ONCE, told, (), set(used) | state.used, state.cost + 0.08, symbols)


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
