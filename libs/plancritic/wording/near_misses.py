"""How close a known plan comes to a constraint, in words."""

from __future__ import annotations

from plancritic.contracts.validation import NearMiss
from plancritic.pddl.language import Condition
from plancritic.wording.conditions import state_clause
from plancritic.wording.constraints import constraint_in_words
from plancritic.wording.lexicon import Lexicon


class LexiconWords:
    """A lexicon's words for the gaps that `verdicts.near_miss` measures."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def state(self, condition: Condition) -> str:
        """Return a condition as a state: "the scout is at the start"."""
        return state_clause(condition, self._lexicon)

    def duration(self, amount: float) -> str:
        """Return an amount of time with its unit."""
        return self._lexicon.duration(amount)


def near_miss_sentence(near_miss: NearMiss, lexicon: Lexicon | None = None) -> str:
    """Return a near miss in words: the constraint, and how far the closest plan is from it."""
    words = constraint_in_words(near_miss.constraint, lexicon).rstrip(".")
    if near_miss.amount == 0 and near_miss.unit is None:
        return f'"{words}": a plan that is known satisfies this by itself.'
    return f'"{words}": in the closest plan that is known {near_miss.gap}.'
