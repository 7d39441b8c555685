"""Numbers and times in a text, in units of the domain's time: "half an hour", "ten more minutes", "3.5"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.coordinator.mentions.named import Mention
from plancritic.domains.context import TimeUnit
from plancritic.english.numbers import CARDINALS, TENS_AS_WRITTEN, total

_WORDS = "|".join(sorted((*CARDINALS, *TENS_AS_WRITTEN, "hundred"), key=len, reverse=True))
_UNIT = r"(?P<unit>sec(?:ond)?s?|min(?:ute)?s?|h(?:rs|r|ours?)|(?:(?<=\d)|(?<=\d ))[smh])(?![\w'’])"
_AMOUNT = re.compile(
    rf"(?<![\w.-])(?:(?P<half>half an?|a half|a quarter of an?|quarter of an?)|(?P<digits>\d+(?:[.,]\d+)?)"
    rf"|(?P<words>(?:(?:{_WORDS})(?:[ -](?:and )?)?)+)(?P<point> point (?:{_WORDS}))?|"
    r"(?P<one>an?|another|one more)(?=\s+(?:hour|minute|second|min\b|sec\b)))"
    rf"(?P<andhalf>(?:(?:,? and)? |)a half)?(?P<more> (?:more|extra|additional|further))?(?:\s*-?{_UNIT})?"
    r"(?P<halfmore> and (?:a )?half\b)?",
    re.IGNORECASE,
)
_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0}
_EARLIER = re.compile(r"\s*(?:\w+ )?(?:earlier|sooner|less|shorter|faster|before that)\b", re.IGNORECASE)
_LATER = re.compile(r"\s*(?:\w+ )?(?:later|more|longer|extra|on top|slack|grace)\b", re.IGNORECASE)
_ADDING = re.compile(r"\b(?:another|extra|additional|further|add|plus)\s*$", re.IGNORECASE)
#: "No more than 50" and "not later than 50" are bounds, no differences.
_BOUND = re.compile(r"\b(?:no|not|never) (?:more|later|earlier|longer|sooner) than\s*$", re.IGNORECASE)
_PREFIX = re.compile(r"\b(seconds?|minutes?|hours?)\s*$", re.IGNORECASE)
#: "Number 2" names a thing.
_NUMBERING = re.compile(r"\b(?:number|nr\.?|no\.|step|statement|rule|wish|point|station|unit)\s*$", re.IGNORECASE)
_NEW_FROM = re.compile(r"\b(?:not|instead of|rather than|isn't|wasn't)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)


@dataclass(frozen=True)
class Amount:
    """A number in a text at `start`, in units of the domain's time; `shift` is 1 or -1 where it says how much later or
    earlier, and `old` that it is what was said before ("not 40")."""

    start: int
    end: int
    value: float
    has_unit: bool = False
    shift: int = 0
    old: bool = False


def amounts(text: str, time: TimeUnit, mentions: Sequence[Mention] = ()) -> list[Amount]:
    """Return the numbers of a text but those in names."""
    found = []
    for match in _AMOUNT.finditer(text):
        if _NUMBERING.search(text[: match.start()]) and not match["unit"]:
            continue
        if any(each.start < match.end() and match.start() < each.end for each in mentions):
            continue
        value = _value(match)
        if value is None:
            continue
        before = _PREFIX.search(text[: match.start()])
        unit = match["unit"] or (before[1] if before else None)
        if match["half"] and not unit:
            continue
        scaled = value * (_SECONDS[unit[0].casefold()] / time.seconds if unit else 1.0)
        found.append(
            Amount(
                match.start(),
                match.end(),
                round(scaled, 6),
                unit is not None,
                _shift(text, match),
                _NEW_FROM.search(text[: match.start()]) is not None,
            )
        )
    return found


def _value(match: re.Match[str]) -> float | None:
    half = 0.5 if match["andhalf"] or match["halfmore"] else 0.0
    if match["half"]:
        return 0.25 if "quarter" in match["half"].casefold() else 0.5
    if match["digits"]:
        return float(match["digits"].replace(",", ".")) + half
    if match["one"]:
        return 1.0 + half
    # "Twentyfive" is two words, too.
    number = total(re.findall(rf"{_WORDS}|and", (match["words"] or "").casefold()))
    if match["point"]:
        return number + CARDINALS.get(match["point"].split()[-1].casefold(), 0) / 10
    # "One" alone is mostly a pronoun.
    if (match["words"] or "").strip().casefold() == "one" and not match["unit"] and not half:
        return None
    return number + half


def _shift(text: str, match: re.Match[str]) -> int:
    before, after = text[: match.start()], text[match.end() :]
    if _BOUND.search(before):
        return 0
    if _EARLIER.match(after) and not re.match(r"\s*(?:\w+ )?(?:earlier|sooner|less) than", after, re.IGNORECASE):
        return -1
    if (
        match["more"]
        or _LATER.match(after)
        or _ADDING.search(before)
        or (match["one"] or "").startswith(("another", "one more"))
    ):
        return 1
    return 0
