"""Readings of the learned reader beside those of the grammar, and how likely its networks hold each of them."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key, check_constraint
from plancritic.reading.model import Reader, TextReading
from plancritic.translator.text import constraint_text
from plancritic.wording import Lexicon, constraints_sentence

#: What the proposer holds for less likely is not proposed.
_LEAST = 0.005


class LearnedCandidates:
    """Adds what the networks of a reader say to readings of one problem's statements."""

    def __init__(self, reader: Reader, words: Lexicon, most: int) -> None:
        """`most` readings of the networks are added to a statement at most."""
        self._reader = reader
        self._words = words
        self._most = most
        self._display = tuple(words.problem.display.items())

    def joined(self, text: str, read: StatementReadings) -> StatementReadings:
        """Return the readings with the likelihoods of both networks, and with those that the proposer adds."""
        said = self._reader.read(self._words, text)
        known = {_key(each) for each in (*read.readings, *read.guesses)}
        proposed = said.readings(2 * self._most)
        new = [
            Reading(
                mid_level_goal=constraints_sentence(each.constraints, self._words),
                constraints=tuple(constraint_text(one, self._display) for one in each.constraints),
                score=min(1.0, each.probability),
                kind="learned",
            )
            for each in proposed
            if each.constraints
            and each.probability >= _LEAST
            and canonical_key(each.constraints) not in known
            and not any(check_constraint(one, self._words.problem) for one in each.constraints)
        ]
        return read.model_copy(
            update={
                "readings": _judged(read.readings, said),
                "guesses": _judged((*read.guesses, *new[: self._most]), said),
                "asks_nothing": round(said.asks_nothing, 4),
            }
        )


def _judged(readings: Sequence[Reading], said: TextReading) -> tuple[Reading, ...]:
    found = []
    for each in readings:
        proposed, judged = said.likelihood([parse_constraint(text) for text in each.constraints])
        if proposed is not None and judged is not None:
            each = each.model_copy(update={"proposed": round(proposed, 4), "judged": round(judged, 4)})
        found.append(each)
    return tuple(found)


def _key(reading: Reading) -> str:
    return canonical_key(map(parse_constraint, reading.constraints))
