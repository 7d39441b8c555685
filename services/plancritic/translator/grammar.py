"""The words of English that say how facts are meant: negation, order, time, quantity. No domain is known here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib import resources

import yaml

from plancritic.translator.text import stems


class Cue(StrEnum):
    """What a word or phrase does to the facts around it."""

    NOT = "not"
    EXCEPT = "except"
    AWAY = "away"
    ONLY = "only"
    BEFORE = "before"
    AFTER = "after"
    UNTIL = "until"
    WHILE = "while"
    YET = "yet"
    FIRST = "first"
    THEN = "then"
    BEAT = "beat"
    WAIT = "wait"
    FOR = "for"
    SEQUENCE = "sequence"
    END = "end"
    ALWAYS = "always"
    EVER = "ever"
    SOMETIME = "sometime"
    AT_MOST_ONCE = "at most once"
    WHENEVER = "whenever"
    MOVE = "move"
    SET_OUT = "set out"
    STAY = "stay"
    GONE = "gone"
    THERE = "there"
    UNDO = "undo"
    IT = "it"
    THEM = "them"
    JOIN = "join"
    FILLER = "filler"
    PERMIT = "permit"
    INDIFFERENT = "indifferent"
    TWICE = "twice"
    PART = "part"
    OTHER = "other"


@cache
def _english() -> dict[str, list[str]]:
    text = resources.files("plancritic.translator").joinpath("english.yaml").read_text(encoding="utf-8")
    content: dict[str, list[str]] = yaml.safe_load(text)
    return content


@cache
def cue_phrases() -> Mapping[tuple[str, ...], frozenset[Cue]]:
    """All cue phrases by their stems; one phrase may be several cues."""
    found: dict[tuple[str, ...], set[Cue]] = {}
    for cue in Cue:
        for phrase in _english()[cue.value]:
            found.setdefault(stems(phrase), set()).add(cue)
    return {phrase: frozenset(cues) for phrase, cues in found.items()}


@cache
def light_words() -> frozenset[str]:
    """Stems of words that may stand inside a phrase without changing it."""
    return frozenset(stem for word in _english()["light"] for stem in stems(word))


@cache
def known_words() -> frozenset[str]:
    """Stems of words that name no thing of any domain and do not turn what is said."""
    return frozenset(stem for word in _english()["known"] for stem in stems(word)) | light_words()


_OVER = r"""(?:over|done|finish(?:ed|es)?|completed?|completes|end(?:s|ed)?|executed|been\ executed|run\ its\ course
    |through|close[sd]|concluded?s?|wrapped\ up|up|accomplished)"""
_RUN = r"""(?:(?:the|this|our|its|your)\ )?(?:(?:whole|entire)\ )?
    (?:plan|mission|job|operations?|run|work|thing|day|task|exercise|program(?:me)?|schedule)"""
_CLOSE = r"(?:end|close|conclusion|completion|finish|ending|termination)"
_ENDS = re.compile(
    rf"""
    \b(?:once|when|whenever|after|before|until|till|at|by|by\ the\ time|as\ soon\ as|upon|in|on|prior\ to
        |at\ the\ time|come)\s+
      (?:(?:{_RUN}|everything|all|it|that|we|you|they|the\ \w+ing)(?:'(?:s|re|ve))?\s+
            (?:(?:is|has|have|are|was|will\ be)\ )?(?:(?:all|been|fully)\ )?{_OVER}
        |(?:the\ )?(?:very\ )?{_CLOSE}\s+of\s+{_RUN}
        |{_RUN}\s+{_CLOSE}
        |finished\b|done\b)
    |\b(?:the\ )?(?:end|close|completion)\ of\ {_RUN}\b
    |\bplan\ end\b|\bthe\ very\ end\b
    |\bwhen\ (?:you|we)\ (?:finish|are\ done|are\ finished|close|wrap\ up|end|conclude)\b
    |\bbefore\ (?:you|we)\ (?:finish|end|close|conclude)\b
    |\b(?:conclude|end|finish|close|terminate|complete|wind\ up|wrap\ up|finish\ up)s?\ {_RUN}\b
    """,
    re.VERBOSE,
)


#: "I do not want to find any debris afterwards": where nothing else comes first, after the plan.
_AFTER_ALL = re.compile(r"\b(?:afterwards?|after that|after it all|after everything)(?=\W*\Z)")
_PARTED = re.compile(r",|\b(?:and|but|first|then|before|after|once|until|till|when|while|only|whenever)\b")


def mark_end(text: str) -> str:
    """The statement with every phrase that means the plan's end written as one word."""
    last = _AFTER_ALL.search(text)
    if last is not None and _PARTED.search(text[: last.start()]) is None:
        text = f"{text[: last.start()]} xend {text[last.end() :]}"
    return _ENDS.sub(" xend ", text)
