"""Sentences that the program prints itself: who types one of them means what it was printed for."""

from __future__ import annotations

import re

from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key
from plancritic.wording import Lexicon, constraints_sentence

_BLANKS = re.compile(r"\s+")
_END = ".!"


class PrintedSentences:
    """Finds the readings whose sentence a statement is: worked examples of the domain, and constraints in our words."""

    def __init__(self, words: Lexicon) -> None:
        self._words = words
        #: What worked examples mean, by their sentences: those of this problem, and those of others.
        self._own: dict[str, set[str]] = {}
        self._others: dict[str, set[str]] = {}
        for example in words.context.examples:
            meant = canonical_key(map(parse_constraint, example.constraints))
            examples = self._own if example.problem == words.problem_id else self._others
            examples.setdefault(_folded(example.statement), set()).add(meant)

    def marked(self, text: str, read: StatementReadings) -> StatementReadings:
        """Return the readings with the one marked that the text was printed for.

        Where it was printed for several none is: then the words leave open which is meant. A reading that is marked
        leaves nothing unread, and comes before the others.
        """
        said = _folded(text)
        example = self._own.get(said, set())
        if not example and read.readings:
            # In another problem the same words may be about other things: only what is read first counts there.
            example = self._others.get(said, set()) & {_key(read.readings[0])}
        found = {
            key
            for each in (*read.readings, *read.guesses)
            if (key := _key(each)) in example or self._sentence(each) == said
        }
        if len(found | example) != 1:
            return read
        meant = found.pop() if found else None
        return read.model_copy(
            update={"readings": _marked(read.readings, meant), "guesses": _marked(read.guesses, meant)}
        )

    def _sentence(self, reading: Reading) -> str:
        return _folded(constraints_sentence([parse_constraint(each) for each in reading.constraints], self._words))


def _marked(readings: tuple[Reading, ...], meant: str | None) -> tuple[Reading, ...]:
    told = [
        each.model_copy(update={"printed": True, "unread": (), "unused": ()}) if _key(each) == meant else each
        for each in readings
    ]
    return tuple(sorted(told, key=lambda each: not each.printed))


def _key(reading: Reading) -> str:
    return canonical_key(map(parse_constraint, reading.constraints))


def _folded(text: str) -> str:
    return _BLANKS.sub(" ", text).strip().rstrip(_END).casefold()
