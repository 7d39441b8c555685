"""Names with their numbers spelled, as on the radio: "waypoint Bravo One" is B1 and not B."""

from __future__ import annotations

import re

_NUMBERS = {
    **{"zero": "0", "one": "1", "two": "2", "three": "3", "tree": "3", "four": "4", "five": "5", "six": "6"},
    **{"seven": "7", "eight": "8", "nine": "9", "niner": "9"},
}
_LETTERS = (
    r"alpha|alfa|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar|papa|quebec|"
    r"romeo|sierra|tango|uniform|victor|whiskey|x-?ray|yankee|zulu"
)
#: What a number counts itself, or goes on with: "alpha one time at most", "bravo two hours later", "alpha one of ...".
_COUNTS = (
    r"(?! (?:times?|hours?|minutes?|seconds?|days?|units?|visits?|stops?|calls?|trips?|more|of|last|single|by one|"
    r"boats?|at a time|hundred|thousand|or (?:two|three)|after the other)\b)"
)
_NUMBER = "|".join(_NUMBERS)
#: "Bravo One", "bravo-one", "waypoint B one"; in a sequence ("alpha one, bravo two") the numbers say who comes when.
_SPELLED = re.compile(
    rf"\b(?P<name>(?:{_LETTERS})|(?<=point )[a-z]|(?<=points )[a-z]|(?<=stop )[b-z])[ -]"
    rf"(?P<number>{_NUMBER})\b{_COUNTS}",
    re.IGNORECASE,
)
_SEQUENCE = re.compile(r"\b(?:sequence|order|priority|ranking|rank)\b", re.IGNORECASE)


def spelled_names(text: str) -> str:
    """Return the text with the spelled numbers of names as digits."""
    if _SEQUENCE.search(text) is not None:
        return text
    return _SPELLED.sub(lambda match: f"{match['name']} {_NUMBERS[match['number'].lower()]}", text)
