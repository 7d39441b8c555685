"""What the readers of framed clauses share: conditions taken apart, symbols without what is already said."""

from __future__ import annotations

import re

from plancritic.mentions.symbols import Symbols, starts_of, text_of, without
from plancritic.pddl.language import And, Condition, Constraint, Not, Or, atoms, negate
from plancritic.translator.composed import frames
from plancritic.translator.composed.states import NEGATORS

#: What must hold "together" is not a list of wishes.
TOGETHER = ("together", "at the same time", "at once", "simultaneously", "pair", "while", "with", "a time")

#: Constraints, the items that they account for, and how much was assumed.
Found = tuple[tuple[Constraint, ...], frozenset[int], float]


def covered_after(symbols: Symbols, match: re.Match[str]) -> Symbols:
    """Return the symbols after a match of their text."""
    text = text_of(symbols)
    stop = match.end()
    return symbols[text.count(" ", 0, max(0, stop - 1)) + 1 :] if stop else symbols


def negators_in(symbols: Symbols) -> frozenset[int]:
    """Return the items of the words that deny."""
    return frozenset(starts_of(s for s in symbols if s.text in NEGATORS))


def without_any(symbols: Symbols) -> Symbols:
    """Return the symbols without "ever", "at any time": beside a frame they say nothing more."""
    match = frames.ANY.search(text_of(symbols))
    while match is not None and match.group():
        symbols = without(symbols, match)
        match = frames.ANY.search(text_of(symbols))
    return symbols


def conjuncts_of(condition: Condition) -> tuple[Condition, ...]:
    """Return the parts of a conjunction, or the condition itself; of "none of them", that each is not so."""
    if isinstance(condition, Not) and isinstance(condition.condition, Or):
        return tuple(negate(part) for part in condition.condition.conditions)
    return condition.conditions if isinstance(condition, And) else (condition,)


def flat(condition: Condition) -> tuple[Condition, ...]:
    """Return the parts of a conjunction or a choice, or the condition itself."""
    return condition.conditions if isinstance(condition, And | Or) else (condition,)


def parts_of(condition: Condition, text: str) -> tuple[Condition, ...]:
    """Return what of a list is asked for one by one: facts of one sort that need not be so together."""
    if not isinstance(condition, And):
        return (condition,)
    alike = len({a.predicate for a in atoms(condition)}) == 1
    together = any(f" {word} " in f" {text} " for word in TOGETHER)
    return condition.conditions if alike and not together else (condition,)
