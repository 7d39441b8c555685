"""Names with their numbers spelled, as on the radio: "waypoint Bravo One" is B1 and not B."""

from __future__ import annotations

import re

from plancritic.english.letters import RADIO_ALPHABET
from plancritic.english.numbers import CARDINALS

_NUMBERS = {**{word: str(number) for word, number in CARDINALS.items() if number < 10}, "tree": "3", "niner": "9"}
#: With other spellings.
_LETTERS = "|".join((*map(str.lower, RADIO_ALPHABET.values()), "alfa", "juliet", "x-ray"))
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
