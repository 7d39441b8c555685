"""Readings of the learned reader beside those of the grammar, and how likely its networks hold each of them."""

from __future__ import annotations

from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.mentions.linking import Linker
from plancritic.mentions.text import constraint_text, number_out_of_range
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key, check_constraint
from plancritic.reading.model import Likelihood, Reader
from plancritic.translator.plan_steps.remedies import names_a_step
from plancritic.translator.refusals.unread import names_of_nothing
from plancritic.translator.sentences.speech import requested
from plancritic.wording import Lexicon, constraints_sentence

#: What both networks on average hold for less likely is not proposed.
_LEAST = 0.005


class LearnedCandidates:
    """Adds what the networks of a reader say to readings of one problem's statements."""

    def __init__(self, reader: Reader, words: Lexicon, linker: Linker, most: int) -> None:
        """`most` readings of the networks are added to a statement at most."""
        self._reader = reader
        self._linker = linker
        self._words = words
        self._most = most
        self._display = tuple(words.problem.display.items())

    def joined(self, text: str, read: StatementReadings) -> StatementReadings:
        """Return the readings with the likelihoods of both networks, and with those that they add.

        On a wish about the whole plan, about a numbered step of it, with a number or a character that cannot be read,
        or with a name that nothing here has, and on what only tells of something, they have no word: it stays as it was
        read.
        """
        if self._is_beyond_them(text, read):
            return read
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
        guesses = (*read.guesses, *new[: self._most])
        told = [*read.readings, *guesses]
        likely = said.likelihoods([[*map(parse_constraint, each.constraints)] for each in told])
        judged = tuple(map(_judged, told, likely))
        return read.model_copy(
            update={
                "readings": judged[: len(read.readings)],
                "guesses": judged[len(read.readings) :],
                "asks_nothing": round(said.asks_nothing, 4),
            }
        )

    def _is_beyond_them(self, text: str, read: StatementReadings) -> bool:
        if not read.readings and (not requested(text) or number_out_of_range(text)):
            # What cannot be read would be read in part (the networks see "12" in "-12 hours"), and what was so, or what
            # somebody believed, would be taken for a wish.
            return True
        if not read.readings and any(names_of_nothing(self._linker.items_of(text), self._linker)):
            # They know no names but those of the problem, and would take one of them for "waypoint Zulu".
            return True
        if names_a_step(text) and self._words.time.singular != "step":
            return True
        return any(not parse_constraint(each).atoms() for reading in read.readings for each in reading.constraints)


def _judged(reading: Reading, likely: Likelihood | None) -> Reading:
    if likely is None:
        return reading
    return reading.model_copy(update={"proposed": round(likely.proposed, 4), "judged": round(likely.judged, 4)})


def _key(reading: Reading) -> str:
    return canonical_key(map(parse_constraint, reading.constraints))
