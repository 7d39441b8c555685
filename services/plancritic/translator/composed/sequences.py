"""Clauses that put one condition before another: "until", "only after", "first ... then"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plancritic.english.lists import words
from plancritic.mentions.symbols import GAP, Symbol, Symbols, covered, starts_of, text_of, without
from plancritic.mentions.world import World
from plancritic.pddl.language import Condition, Constraint, ConstraintType, atoms
from plancritic.translator.composed import connectives
from plancritic.translator.composed.condition_parts import Found, covered_after, parts_of, without_any
from plancritic.translator.composed.conditions import ConditionReader
from plancritic.translator.composed.states import NEGATORS, State, never
from plancritic.translator.happenings.facts import Context

#: To stay away from somewhere before a time is not to come there before it.
_AWAY = re.compile(
    r"(?<!\S)(?:(?:keep|stay|remain|steer)(?:s|ing)?|kept)(?: (?!not )\S+){0,4}? (?:away|out|off|clear|outside)(?!\S)"
    r"|(?<!\S)(?:avoid|bypass|skip|shun)(?:s|ing)?(?!\S)"
)
_MODALS = words("must may can should shall could will would is are has have let there the please to ought then do does")


class SequenceReader:
    """Reads clauses as one condition before another."""

    def __init__(self, conditions: ConditionReader, world: World) -> None:
        self._conditions = conditions
        self._positions = frozenset(world.positions.values())

    def readings(self, symbols: Symbols, context: Context) -> Iterator[Found]:
        """One thing before another."""
        if any(s.text == "#" for s in symbols):
            return
        text = text_of(symbols)
        for kind, pattern in connectives.CONNECTIVES:
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
                        listed = 0.0 if _spoken(after[at + 1 :]) or self._conditions.tells(after[at + 1 :]) else 0.15
                        yield from self._ordered(kind, main, after[:at], cue, listed, context, match.group())
                    elif (
                        symbol.text in ("may", "can", "must", "should", "is", "there", "do", "let", "the", "does")
                        and at > 1
                    ):
                        yield from self._ordered(
                            kind, (*before, *after[at:]), after[:at], cue, 0.04, context, match.group()
                        )
        for match in connectives.THEN.finditer(text):
            before = symbols[: text.count(" ", 0, match.start())]
            after = covered_after(symbols, match)
            first = connectives.FIRST.search(text_of(before))
            cue = starts_of(covered(symbols, match))
            if first is not None:
                cue |= starts_of(covered(before, first))
                before = without(before, first)
            yield from self._sequence(before, after, cue, 0.02 if first is not None else 0.08, context)
        first = connectives.FIRST.search(text)
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
        held = connectives.HOLD_OFF.search(text_of(main))
        away = _AWAY.search(text_of(main)) is not None
        if held is not None:
            cue = cue | starts_of(covered(main, held))
        for second in self._read(sub, main, context):
            for main_read, extra in ((without(main, held), 0.0), (main, 0.04)) if held is not None else ((main, 0.0),):
                for first in self._conditions.states(without_any(main_read), context, second)[:2]:
                    total = cost + extra
                    kept = never(first.told)
                    if kind == "before":
                        if away and not self._is_position(first.condition):
                            # "Keep out of A before B is open" says nothing of A's being open.
                            continue
                        if first.negated or away:
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
                    elif not first.negated and not away and not any(s.text in NEGATORS for s in main):
                        only = 0.0 if "only" in said else 0.06
                        yield from self._before(
                            first.told, second.told, first, second, cue, total + only, (*main, *sub)
                        )

    def _is_position(self, condition: Condition) -> bool:
        """Whether a condition tells of nothing but where somebody is."""
        return all(atom.predicate in self._positions for atom in atoms(condition))

    def _read(self, sub: Symbols, main: Symbols, context: Context) -> tuple[State, ...]:
        """What the second part says; a bare name says the same as the first: "an image of Star5 before Star4"."""
        alone = self._conditions.states(sub, context)[:2]
        if self._conditions.tells(sub):
            return alone
        borrowed = [
            s
            for first in self._conditions.states(main, context)[:1]
            for s in self._conditions.states(sub, context, first)[:1]
        ]
        return (*borrowed, *alone)

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
            for then in parts_of(later, text)
            for before in parts_of(earlier, text)
        )
        yield constraints, frozenset(cue | first.used | second.used), first.cost + second.cost + cost


def _spoken(symbols: Symbols) -> bool:
    """Whether the symbols hold a verb that asks."""
    return any(s.text in _MODALS for s in symbols)
