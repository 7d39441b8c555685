"""Wishes that their own words call a preference: "if possible", "ideally"."""

from __future__ import annotations

from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.translator.candidates.plan_wishes import is_preference


def softened(text: str, read: StatementReadings) -> StatementReadings:
    """Return the readings as preferences (should) where the text calls its wish one.

    Of several constraints nobody knows which of them the words are about: they stay as they are.
    """
    if not is_preference(text) or any(len(each.constraints) > 1 for each in read.readings[:1]):
        return read
    return read.model_copy(update={"readings": _soft(read.readings), "guesses": _soft(read.guesses)})


def _soft(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    return tuple(
        each.model_copy(update={"strength": "should"}) if len(each.constraints) == 1 and each.strength is None else each
        for each in readings
    )
