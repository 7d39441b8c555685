"""How a description's first sentence says what to do, brought into the form of a plain command."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.domains.phrases.english import MODALS, PREPOSITIONS, RELATIVES, VERBS_IN_LY
from plancritic.domains.phrases.identifiers import words_of
from plancritic.english.forms import base_form, gerund, is_third_person

#: Words before a command that say when or how: those in -ly are adverbs too.
_ADVERBS = frozenset(
    {"now", "then", "first", "next", "last", "just", "please", "also", "again", "always", "afterwards", "so", "once"}
)
#: What stands for the action itself: "this moves a block".
_ITSELF = frozenset({"this", "it"})


def plain_command(name: str, tokens: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a sentence as a command, where they are one in another form; else as they are.

    "Now grip a block", "you can grip a block" and, of an action `grip`, "gripping a block" and "this grips a block" are
    "grip a block"; "with a hook, grip a block" is "grip a block with a hook".
    """
    verb = next(iter(words_of(name)), "")
    words = _without_adverbs(verb, tuple(tokens))
    words = _without_adverbs(verb, _main_first(words))
    if [each.lower() for each in words[:1]] == ["you"] and len(words) > 1:
        words = words[2:] if words[1].lower() in MODALS else words[1:]
    if words and words[0].lower() in _ITSELF and len(words) > 1 and is_third_person(words[1].lower()):
        words = words[1:]
    return _with_base(name, words)


def _without_adverbs(verb: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return words without adverbs in front; the action's own verb ("fly") is none."""
    while len(words) > 2 and _is_adverb(words[0].lower()) and words[0].lower() != verb:
        words = words[2:] if words[1] == "," else words[1:]
    return words


def _is_adverb(word: str) -> bool:
    return word in _ADVERBS or (word.isalpha() and word.endswith("ly") and word not in VERBS_IN_LY)


def _main_first(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return what follows a comma before what stands in front of it; a condition or a purpose in front is left out."""
    first = words[0].lower() if words else ""
    if "," not in words or first not in PREPOSITIONS | RELATIVES | {"to"}:
        return words
    comma = words.index(",")
    front, main = words[:comma], words[comma + 1 :]
    return main if first in RELATIVES | {"to", "before", "after", "until", "without"} else (*main, *front)


def _with_base(name: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return words that begin with a form of the action's verb ("gripping", "grips") with its base form instead."""
    verb = next(iter(words_of(name)), "")
    first = words[0].lower() if words else ""
    is_form = first == gerund(verb) or (is_third_person(first) and base_form(first) == verb)
    return (verb, *words[1:]) if verb and is_form else words
