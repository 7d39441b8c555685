"""Clauses in which one thing brings another with it: "whenever A is closed, the scout is at B within 5 hours"."""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.mentions.symbols import GAP, Symbol, Symbols, covered, starts_of, text_of, without
from plancritic.pddl.language import Constraint, ConstraintType, Not, atoms
from plancritic.translator.composed import connectives, frames
from plancritic.translator.composed.condition_parts import Found, covered_after
from plancritic.translator.composed.conditions import ConditionReader
from plancritic.translator.composed.states import NEGATORS
from plancritic.translator.happenings.facts import Context


class ResponseReader:
    """Reads clauses as a cause and what is to follow it."""

    def __init__(self, conditions: ConditionReader) -> None:
        self._conditions = conditions

    def readings(self, symbols: Symbols, context: Context) -> Iterator[Found]:
        """Whenever one thing is so, another is to be: then or later, or within a time."""
        text = text_of(symbols)
        times = text.split().count("#")
        options: list[tuple[ConstraintType, tuple[float, ...], Symbols, frozenset[int], float]] = []
        match = connectives.after_within(text) if times == 1 else None
        if match is not None:
            value = next(s.value for s in symbols if s.text == "#")
            named = frozenset(starts_of(covered(symbols, match)))
            options.append((ConstraintType.ALWAYS_WITHIN, (value,), without(symbols, match), named, 0.0))
        match = connectives.later(text)
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
                        same = set(map(str, atoms(first.told))) == set(map(str, atoms(second.told)))
                        # "Whenever the van is there, it leaves within 3 minutes" is about one fact.
                        if same and not (cued and second.told == Not(first.told)):
                            continue
                        constraint = Constraint(type_, (first.told, second.told), bounds)
                        yield (constraint,), frozenset(cued | used | first.used | second.used), total

    def _causes(self, symbols: Symbols, cued: bool) -> Iterator[tuple[Symbols, Symbols, set[int], float]]:
        """Ways to part a clause into what brings another thing about, and that other thing."""
        text = text_of(symbols)
        for match in connectives.causes(text):
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
        for match in connectives.links(text):
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
