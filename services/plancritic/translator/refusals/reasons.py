"""Why a statement is not understood, in one sentence that ends with what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence

from plancritic.english.lists import enumerated
from plancritic.translator.refusals.counting import NOT_COUNTED
from plancritic.translator.refusals.doubts import ASKS_UNREAD

_SAID = r"(?P<said>'[^']+'|\"[^\"]+\")"
#: Doubts about a word, and not about what the statement says with words that are known.
_OF_WORDS = re.compile(
    rf"I (?:do not know|cannot tell) (?:who or )?what {_SAID} (?:means here|refers to|counts|limits|adds|excludes|"
    rf"belongs to|is|says about it)"
)
#: What tells what to do stands behind one of these.
_REMEDY = re.compile(r"[:;] |\bsay\b|\bname\b")
_NUMBER = re.compile(r"'\d+(?:\.\d+)?'")
_MOST_WORDS = 3
_QUOTES = "'\""


def reason_of(doubts: Sequence[str], counted: str = "") -> str:
    """Return the reason that doubts come to; `counted` are the words of the statement that count happenings."""
    of_words = [found for each in doubts if (found := _OF_WORDS.fullmatch(each)) is not None]
    said = list(dict.fromkeys(each["said"] for each in of_words))[:_MOST_WORDS]
    if counted and len(of_words) + sum(each.endswith(ASKS_UNREAD) for each in doubts) == len(doubts):
        return (
            f"{NOT_COUNTED}, so {counted!r} cannot be planned for: ask for it to happen once or more, at most once, "
            "or never"
        )
    if not of_words or of_words[0].string != doubts[0]:
        return _with_remedy(doubts[0])
    numbers = [each for each in said if _NUMBER.fullmatch(each)]
    if numbers == said:
        return (
            f"I do not know what the number {enumerated([each.strip(_QUOTES) for each in numbers])} stands for: give a "
            "time with its unit, or name the things that you mean"
        )
    return f"I do not understand {enumerated(said)} here: say it in other words, or leave that out"


def as_written(quoted: str, statement: str) -> str:
    """Return a quoted phrase of a statement, which is in lower case, as the person wrote it."""
    found = re.search(re.escape(quoted.strip(_QUOTES)), statement, re.IGNORECASE)
    return quoted if found is None else f"'{found.group()}'"


def _with_remedy(doubt: str) -> str:
    ours = re.sub(_SAID.replace("?P<said>", "?:"), "", doubt)
    return doubt if _REMEDY.search(ours) is not None else f"{doubt}: say it in other words"
