"""The times that a text speaks of: "within 90 min", "two and a half hours", "a quarter of an hour", "right away"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from operator import itemgetter

from plancritic.adherence.tokens import Word, words_of
from plancritic.domains import TimeUnit
from plancritic.english.numbers import CARDINALS, ONES, TENS

OWN_UNITS = frozenset((("time", "unit"), ("time", "step"), ("unit",), ("tick",)))
_AMOUNTS = {word: float(number) for word, number in (CARDINALS | TENS).items()} | {
    **{"a": 1.0, "an": 1.0, "hundred": 100.0, "half": 0.5},
}
#: Words that are an amount only where a unit follows.
_BARE = frozenset(("a", "an", "one", "half", "quarter"))
#: Parts and multiples of a unit: "three quarters of an hour", "a couple of hours".
_PHRASES: dict[tuple[str, ...], float] = {
    **{(*front, "quarter", "of", article): 0.25 for front in ((), ("a",), ("one",)) for article in ("a", "an")},
    **{("three", "quarters", "of", article): 0.75 for article in ("a", "an")},
    ("a", "couple", "of"): 2.0,
    ("a", "dozen"): 12.0,
    ("two", "dozen"): 24.0,
}
#: Between an amount and its unit.
_BETWEEN = frozenset(("full", "whole", "single", "more", "further"))
#: Units that everybody knows, in seconds.
_SECONDS = {
    "second": 1.0, "sec": 1.0, "minute": 60.0, "min": 60.0, "hour": 3600.0, "hr": 3600.0, "h": 3600.0,
    "day": 86400.0,
}  # fmt: skip
#: "The first hour" is one hour; "first, second" are not.
_COUNTABLE = frozenset(("minute", "hour", "day"))
#: The time at which a plan begins. Where a word of these is the name of a thing, nothing is read as a time.
_NOUGHT: tuple[tuple[str, ...], ...] = (
    ("immediately",), ("right", "away"), ("straight", "away"), ("at", "once"), ("the", "outset"),
    ("the", "very", "outset"), ("the", "word", "go"), ("the", "very", "beginning"), ("the", "very", "start"),
    ("the", "start", "on"), ("the", "beginning", "on"),
)  # fmt: skip
#: "Immediately after", "at once or later", "not at once", "both at once" say something else.
_NOT_BEFORE = frozenset((
    "after", "afterwards", "before", "when", "whenever", "once", "upon", "following", "followed", "or", "as", "if",
    "then",
))  # fmt: skip
_UNTIL = frozenset(("to", "until", "till"))
_NOT_BEHIND = frozenset(("two", "three", "not", "never", "to", "until", "till", "after", "then"))


@dataclass(frozen=True, slots=True)
class Time:
    """An amount of time, in the unit of the domain, that the characters from `start` to `stop` speak of."""

    start: int
    stop: int
    amount: float


class TimeReader:
    """Reads times in a text, in the unit of a domain."""

    def __init__(self, unit: TimeUnit) -> None:
        self._seconds = unit.seconds
        names = (unit.singular, unit.plural, *unit.abbreviations)
        self._own = {tuple(word.stem for word in words_of(name)) for name in names}

    def read(self, words: list[Word], free: list[bool], text: str) -> list[Time]:
        """Return the times, in order. `free`: the words that are of no name.

        "Between 3 and 5 hours" has one unit for both; "1 hour 30 minutes" is one time.
        """
        found: list[tuple[Time, float | None]] = []
        at = 0
        while at < len(words):
            if (used := _nought(words, free, at)) > 0:
                found.append((Time(words[at].start, words[at + used - 1].stop, 0.0), 1.0))
                at += used
                continue
            first = words[at]
            amount, used = _amount(words, free, at)
            if amount is None or _is_label(first, text) or _counts_steps(words, at):
                at += 1
                continue
            bare = (used == 1 and first.text in _BARE) or first.text == "half" or _is_phrase(words[at : at + used])
            begun, at = at, at + used
            half = _half(words, at)
            unit, used = self._unit(_before_a_name(words, free, at + half))
            # "Two times" and "a second time" are no times, and "not for a second" none that is meant.
            times = unit is None and at < len(words) and words[at].stem == "time"
            indefinite = [word.text for word in words[begun : begun + 2]] == ["a", "second"]
            if (unit is None and bare) or times or (indefinite and not _half(words, at + used)):
                continue
            if half or _half(words, at + used):
                amount, used = amount + 0.5, used + 3
            at += used
            last = found[-1] if found else None
            if last is not None and last[1] is None and unit is not None:
                before = last[0]
                if re.fullmatch(r"\s*(and|to|or|-|until|till)\s*", text[before.stop : first.start], re.IGNORECASE):
                    found[-1] = (replace(before, amount=before.amount * unit), unit)
            time = Time(first.start, words[at - 1].stop, amount * (1.0 if unit is None else unit))
            if last is not None and self._goes_on(last, time, unit, words, begun, text):
                minutes = unit if unit is not None else 60.0 / self._seconds
                found[-1] = (replace(last[0], stop=time.stop, amount=last[0].amount + amount * minutes), minutes)
            else:
                found.append((time, unit))
        return [time for time, _ in found]

    def _goes_on(
        self,
        last: tuple[Time, float | None],
        time: Time,
        unit: float | None,
        words: Sequence[Word],
        at: int,
        text: str,
    ) -> bool:
        """Whether a time belongs to the one before: "30 minutes" after "1 hour" or "1 hour and", "30" in "1h30"."""
        before, longer = last
        between = text[before.stop : time.start]
        if longer is None:
            return False
        if unit is None:
            hours = abs(longer * self._seconds - _SECONDS["hour"]) < 1e-6
            return hours and between == "" and time.amount < 60.0
        is_range = any(word.text in ("between", "from") for word in words[max(0, at - 5) : at])
        joined = between.strip().lower() in (("",) if is_range else ("", "and"))
        return joined and unit < longer and time.amount < longer

    def _unit(self, words: list[Word]) -> tuple[float | None, int]:
        """What one of the unit is in the domain's time, and of how many words it is; None for no unit."""
        if words and words[0].text in _BETWEEN:
            unit, used = self._unit(words[1:])
            return (None, 0) if unit is None else (unit, used + 1)
        for length in (2, 1):
            stems = tuple(word.stem for word in words[:length])
            if len(stems) == length and (stems in self._own or stems in OWN_UNITS):
                return 1.0, length
        if words and (seconds := _SECONDS.get(words[0].stem)) is not None:
            return seconds / self._seconds, 1
        return None, 0


def _amount(words: list[Word], free: list[bool], at: int) -> tuple[float | None, int]:
    """The number that begins at a word, and of how many words it is."""
    heard = [word.text for word in _before_a_name(words, free, at, 4)]
    if not heard:
        return None, 0
    for length in range(4, 1, -1):
        if len(heard) >= length and (amount := _PHRASES.get(tuple(heard[:length]))) is not None:
            return amount, length
    if heard[0][0].isdecimal():
        return float(heard[0]), 1
    if heard[0] == "first" and len(heard) > 1 and heard[1] in _COUNTABLE:
        return 1.0, 1
    amount = _AMOUNTS.get(heard[0])
    if amount is None:
        return None, 0
    if heard[0] == "half" and heard[1:2] in (["a"], ["an"]):
        return amount, 2
    used = 1
    if 1 <= amount < 10 and heard[1:2] == ["hundred"]:
        amount, used = amount * 100.0, 2
    elif heard[0] in TENS and len(heard) > 1 and heard[1] in ONES:
        amount, used = amount + _AMOUNTS[heard[1]], 2
    if heard[used - 1] == "hundred":
        rest = at + used + (heard[used : used + 1] == ["and"])
        more, length = _amount(words, free, rest) if rest < len(words) and free[rest] else (None, 0)
        if more is not None and words[rest].text not in _BARE and words[rest].text.isalpha() and 1 <= more < 100:
            return amount + more, rest + length - at
    return amount, used


def _is_phrase(words: list[Word]) -> bool:
    return tuple(word.text for word in words) in _PHRASES


def _nought(words: list[Word], free: list[bool], at: int) -> int:
    """Of how many words the time nought is that begins at a word; 0 where there is none."""
    for phrase in sorted(_NOUGHT, key=len, reverse=True):
        stop = at + len(phrase)
        if tuple(word.text for word in words[at:stop]) != phrase or not all(free[at:stop]):
            continue
        together = any(word.text in ("all", "both") for word in words[max(0, at - 3) : at])
        if together or (at and words[at - 1].text in _NOT_BEHIND):
            return 0
        following = words[stop].text if stop < len(words) else ""
        # "From the outset until hour 5" names two times, "from the very beginning to the end" none.
        is_window = following in _UNTIL and any(_is_number(word) for word in words[stop + 1 : stop + 5])
        return 0 if following in (_NOT_BEFORE | _UNTIL) and not is_window else len(phrase)
    return 0


def _is_number(word: Word) -> bool:
    return word.text[0].isdecimal() or (word.text in _AMOUNTS and word.text not in ("a", "an"))


def _is_label(word: Word, text: str) -> bool:
    """Whether a number only counts the points of a list: "(1) ... (2) ...", "1. ... 2. ..."."""
    before, after = text[: word.start], text[word.stop :]
    if after.startswith(")") and (before.endswith("(") or before.count("(") <= before.count(")")):
        return True
    return re.search(r"(^|[.;:!?\n])\s*$", before) is not None and re.match(r"[.)]\s", after) is not None


def _counts_steps(words: list[Word], at: int) -> bool:
    """Whether a number counts steps or things: "step two", "two things"; "call it a day" is no time either."""
    before = [word.text for word in words[max(0, at - 2) : at]]
    following = words[at + 1].text if at + 1 < len(words) else ""
    if before[-1:] == ["step"] and before != ["time", "step"]:
        return True
    return following in ("thing", "things", "tolerance") or (before[-1:] == ["it"] and following == "day")


def _before_a_name(words: list[Word], free: list[bool], at: int, count: int = 3) -> list[Word]:
    """The next words, as far as they are of no name."""
    following = zip(words[at : at + count], free[at : at + count], strict=True)
    return [word for word, _ in takewhile(itemgetter(1), following)]


def _half(words: list[Word], at: int) -> int:
    """Of how many words "and a half" is, which may stand before the unit and after it; 0 where it does not stand."""
    return 3 if tuple(word.text for word in words[at : at + 3]) == ("and", "a", "half") else 0
