"""The words of English that say how facts are meant: negation, order, time, quantity. No domain is known here."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib import resources

import yaml

from plancritic.mentions.text import stems


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
    text = resources.files("plancritic.mentions").joinpath("english.yaml").read_text(encoding="utf-8")
    content: dict[str, list[str]] = yaml.safe_load(text)
    return content


@cache
def cue_phrases() -> Mapping[tuple[str, ...], frozenset[Cue]]:
    """Return all cue phrases by their stems; one phrase may be several cues."""
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
