"""Numbers as people write them: those that are read as digits, and what looks like a number and is not read.

"Forty-five", "1,000" and "an hour and a half" become 45, 1000 and 1.5 hours. "-5", "1e2" or "10:30" would be read in
part, so that a statement with one gets no reading.
"""

from __future__ import annotations

import re

from plancritic.english.numbers import ONES, ORDINALS, SCALES, TEENS, TENS_AS_WRITTEN, in_digits, total

#: Seconds of the units of time that everybody writes, by their stems; a domain may have others.
SECONDS = {
    **{"s": 1.0, "sec": 1.0, "second": 1.0, "min": 60.0, "minut": 60.0},
    **{"h": 3600.0, "hr": 3600.0, "hrs": 3600.0, "hour": 3600.0, "day": 86400.0, "week": 604800.0},
}
#: The words of numbers up to ten stay words: "one of the boats", "two boats" are read as such.
_LAST_WORD = 10
_TEN = "|".join(TENS_AS_WRITTEN)
_UNIT = "|".join(ONES)
_SCALE = "|".join(SCALES)
_TEEN = "|".join(TEENS)
_SMALL = rf"(?:(?:{_TEN})(?:[ -]?(?:{_UNIT}))?|{_TEEN}|{_UNIT})"
_HEAD = rf"(?:\d+(?:\.\d+)?|{_SMALL}|an?)"
_AND = r"(?:[ -]and[ -]|,? )"
#: "One hundred and one hundred and ten" are two numbers.
_REST = rf"{_SMALL}(?![ -](?:{_SCALE})\b)"
_HUNDREDS = rf"(?:{_HEAD}[ -]hundred(?:(?:{_AND}|-){_REST})?)"
_BELOW_THOUSAND = rf"(?:{_HUNDREDS}|{_REST})"
_THOUSAND = rf"(?:(?:{_HUNDREDS}|{_HEAD})[ -]thousand(?:(?:{_AND}|-){_BELOW_THOUSAND})?)"
_MILLION = rf"(?:(?:{_HUNDREDS}|{_HEAD})[ -]million(?:{_AND}(?:{_THOUSAND}|{_BELOW_THOUSAND}))?)"
_SAID = re.compile(rf"(?<![\w.-])(?:{_MILLION}|{_THOUSAND}|{_HUNDREDS}|{_SMALL})(?!\w)", re.IGNORECASE)
#: "The twenty-first step"; "forty-second" may be a span of 40 seconds, so only before what is counted.
_RANKED = re.compile(
    rf"\b({_TEN})[ -](first|third|fourth|fifth|sixth|seventh|eighth|ninth|"
    r"second(?=[ -](?:step|action|hour|minute|day|time)s?\b))\b",
    re.IGNORECASE,
)
_THOUSANDS = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w,]*\d)")
_UNIT_OF_TIME = r"(?:h|hrs?|hours?|mins?|minutes?|s|secs?|seconds?|days?|weeks?|units?)"
_COUNT = rf"(?:\d+(?:\.\d+)?|{_UNIT}|ten)"
#: "An hour and a quarter", "two and a half hours", "three quarters of an hour": one number of one unit.
_PARTS = {"half": 0.5, "quarter": 0.25, "three quarters": 0.75}
_PART = r"(?:an? )?(?P<part>half|quarter|three[ -]quarters)"
_WHOLE = rf"(?P<whole>\d+(?:\.\d+)?|an?|{_UNIT}|ten)"
_LONG_UNIT = r"(?P<unit>hours?|hrs?|minutes?|mins?|seconds?|secs?|days?|weeks?)"
_IN_PARTS = tuple(
    re.compile(rf"(?<![\w.,-]){pattern}(?![\w'])(?! of\b| past\b| to\b)", re.IGNORECASE)
    for pattern in (
        rf"{_WHOLE} {_LONG_UNIT} and (?=an? (?:half|quarter)|three){_PART}",
        rf"{_WHOLE} and (?=an? (?:half|quarter)|three){_PART} {_LONG_UNIT}",
        rf"(?P<whole>)(?P<part>three[ -]quarters) of an? {_LONG_UNIT}",
    )
)
#: Numbers joined by a comma or a slash are a list behind a noun ("steps 3,4", "camera 0/1"), but not behind these.
_NO_LIST = (
    r"(?:^|[.;:!?(]\s*|\b(?:in|within|for|after|before|by|a|the|of|at|to|from|than|and|or|until|till|about|is|hours?|"
    r"seconds?|minutes?|past|under|over|only|least|most)[\s(]+)"
)
#: What looks like a number and would be read in part only.
_UNREAD = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # A sign, a missing or a second point, a clock, a share, a sum, a fraction, a decimal comma.
        r"(?<![\w.)\]\"'])[-+]\d[\w.]*",
        rf"\b(?:minus|negative)[ -](?:\d[\w.]*|(?:{_UNIT}|ten)\b)",
        r"(?<![\w.])\.\d[\w.]*",
        r"\d+\.\d+\.\d[\w.]*",
        r"\d+(?:\.{2,}|-{2,})\d+",
        r"\d+:\d+",
        r"\d+(?:\.\d+)? ?%",
        r"(?<!\w)\d+\+(?:\d+|(?!\w))",
        rf"{_NO_LIST}\d+[/,]\d[\d/,]*",
        rf"\d+[/,]\d[\d/,]*(?= ?{_UNIT_OF_TIME}\b)",
        # Letters behind a number that are neither a unit of time nor the end of an ordinal: "1e2", "0x10", "5k".
        rf"(?<![\w.])\d+(?:\.\d+)?(?!(?:{_UNIT_OF_TIME}|st|nd|rd|th)(?!\w))[A-Za-z_]\w*",
        # Numbers in parts: "1 000", "one twenty", "one point five", "5 dozen", "two and a half", "2 h 30 min".
        r"(?<![\w.])\d{1,3} 000\b",
        rf"\b(?:{_UNIT}|ten) (?:1[1-9]|[2-9]\d|\d{{3,}})(?= ?{_UNIT_OF_TIME}\b)",
        rf"(?<![\w.-])(?:1[1-9]|[2-9]\d|\d{{3,}}) (?:{_UNIT}|ten)(?= {_UNIT_OF_TIME}\b)",
        rf"(?<![\w.-])[2-9]0 [1-9]\d(?= {_UNIT_OF_TIME}\b)",
        rf"\b(?:\d+|zero|{_UNIT}|ten) point (?:\d+|zero|oh|{_UNIT})\b",
        rf"\b(?:{_COUNT}|half an?|several|few|many|some) (?:dozens?|{_SCALE}|hundreds|thousands|millions|billions?)\b",
        rf"\b(?:{_COUNT}|{_UNIT_OF_TIME}) and (?:a|one|three) (?:half|quarters?)\b",
        rf"\b(?:{_COUNT}|{_UNIT_OF_TIME}) and (?:a|one|two) thirds?\b(?= (?:of )?(?:an? )?{_UNIT_OF_TIME}\b|\W*$)",
        rf"\b(?:{_COUNT}|an?) ?(?:days?,?(?: and)? {_COUNT} ?(?:h|hrs?|hours?|mins?|minutes?)"
        rf"|(?:h|hrs?|hours?),?(?: and)? {_COUNT} ?(?:mins?|minutes?|s|secs?|seconds?)"
        rf"|(?:mins?|minutes?),?(?: and)? {_COUNT} ?(?:s|secs?|seconds?))\b",
        r"(?<![\w.])\d+ ?h(?:rs?)? ?\d+\b",
        # "5 hours and 30", but "between 2 hours and 5"; "within 4 5 hours", "after 4 or 5 hours"; "five-and-40".
        rf"(?<!between )\b{_COUNT} ?{_UNIT_OF_TIME},? and {_COUNT}\b"
        r"(?=\W*$|[,.;:!?)]| (?:the|a|an|all|it|they|we|you)\b)",
        rf"\b(?:within|inside|in|for|under|than|after|before|by|until|till|first|next|wait|most|least) {_COUNT}"
        rf" {_COUNT}(?= ?{_UNIT_OF_TIME}\b)",
        rf"\b(?:within|inside|under|than|after|before|by) {_COUNT}(?:-| - | to | or |, ?| and ){_COUNT}"
        rf"(?= ?{_UNIT_OF_TIME}\b)",
        rf"\b(?:{_UNIT}|[1-9])-and-(?:[2-9]0|{_TEN})\b",
        rf"(?<!between )\b(?:{_UNIT}) and (?:[2-9]0|{_TEN})(?= {_UNIT_OF_TIME}\b)",
        # A time of day is no time since the start.
        r"\b\d{1,2} ?[ap]\.?m\b\.?",
        r"\b\w+ o'clock\b",
    )
)


def with_digits(text: str) -> str:
    """Return the text with thousands joined, and with numbers in words above ten as digits."""
    text = _THOUSANDS.sub(lambda match: match.group().replace(",", ""), text)
    text = _RANKED.sub(_rank, text)
    for pattern in _IN_PARTS:
        text = pattern.sub(_in_parts, text)
    return _SAID.sub(_digits, text)


def unread_number(text: str) -> str | None:
    """Return the first part of a text (as `with_digits` returns it) that is a number read in part; None without."""
    found = [match for pattern in _UNREAD if (match := pattern.search(text)) is not None]
    return min(found, key=lambda match: match.start()).group().strip() if found else None


def _rank(match: re.Match[str]) -> str:
    return in_digits(TENS_AS_WRITTEN[match[1].lower()] + ORDINALS[match[2].lower()])


def _digits(match: re.Match[str]) -> str:
    value = _value(match.group().lower())
    return match.group() if value <= _LAST_WORD else f"{value:g}" if value % 1 else str(int(value))


def _in_parts(match: re.Match[str]) -> str:
    whole = match["whole"].lower()
    value = float(whole) if whole[:1].isdigit() else 0.0 if not whole else _value(whole)
    return f"{value + _PARTS[match['part'].lower().replace('-', ' ')]:g} {match['unit']}"


def _value(said: str) -> float:
    """The value of a number in words."""
    return total(re.findall(rf"\d+(?:\.\d+)?|{_TEN}|{_TEEN}|{_UNIT}|{_SCALE}|\ban?\b", said))
