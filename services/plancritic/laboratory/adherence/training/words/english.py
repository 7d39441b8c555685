"""Forms of English verbs, made from base forms ("reach", "be open", "switch off")."""

from __future__ import annotations

import re
from functools import cache

from pydantic import TypeAdapter

from plancritic.laboratory.adherence.training.words.templates import Data, read_words

#: One vowel between consonants at the end of a word of one syllable, or of a word stressed there.
_DOUBLED = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprt]$|^(begin|transit|permit|unplug|recon)$")
_SIBILANT = re.compile(r"(ch|sh|ss|x|zz|o)$")


class EnglishWords(Data):
    """Words of English by what the forms of verbs and clauses ask of them; `english.yaml` explains each list."""

    irregular: dict[str, tuple[str, str]]
    nouns: dict[str, str]
    prepositions: frozenset[str]
    transitive: frozenset[str]
    on_the_way: tuple[str, ...]
    without_passive: tuple[str, ...]
    ending: tuple[str, ...]
    staying: tuple[str, ...]
    of_the_thing: frozenset[str]
    active_only: frozenset[str]


_WORDS = TypeAdapter(EnglishWords)


@cache
def english_words() -> EnglishWords:
    """Return the words of `english.yaml`. Raises DomainFolderError where the file is missing or wrong."""
    return read_words("english.yaml", _WORDS)


def third_person(phrase: str) -> str:
    """ "reaches A" for "reach A"."""
    head, rest = _parted(phrase)
    if head in ("be", "have"):
        return _joined({"be": "is", "have": "has"}[head], rest)
    if re.search(r"[^aeiou]y$", head):
        return _joined(f"{head[:-1]}ies", rest)
    return _joined(f"{head}es" if _SIBILANT.search(head) else f"{head}s", rest)


def plural_form(phrase: str) -> str:
    """ "are at A" for "be at A"; other verbs stay as they are."""
    head, rest = _parted(phrase)
    return _joined("are" if head == "be" else head, rest)


def gerund(phrase: str) -> str:
    """ "reaching A" for "reach A"."""
    head, rest = _parted(phrase)
    if head == "lie":
        return _joined("lying", rest)
    if _DOUBLED.match(head):
        return _joined(f"{head}{head[-1]}ing", rest)
    if head.endswith("e") and not head.endswith(("ee", "oe")) and head != "be":
        return _joined(f"{head[:-1]}ing", rest)
    return _joined(f"{head}ing", rest)


def past(phrase: str) -> str:
    """ "reached A" for "reach A"."""
    head, rest = _parted(phrase)
    irregular = english_words().irregular.get(head)
    return _joined(_regular(head) if irregular is None else irregular[0], rest)


def participle(phrase: str) -> str:
    """ "taken out" for "take out"."""
    head, rest = _parted(phrase)
    irregular = english_words().irregular.get(head)
    return _joined(_regular(head) if irregular is None else irregular[1], rest)


def nominal(verb: str) -> str | None:
    """ "arrival at" for "arrive at"; None where no noun is known."""
    return english_words().nouns.get(verb)


def base_form(finite: str) -> str:
    """ "reach A" for "reaches A"; the contrary of `third_person`."""
    head, rest = _parted(finite)
    if head in ("is", "are"):
        return _joined("be", rest)
    if head in ("has", "does", "goes"):
        return _joined({"has": "have", "does": "do", "goes": "go"}[head], rest)
    if re.search(r"[^aeiou]ies$", head):
        return _joined(f"{head[:-3]}y", rest)
    if re.search(r"(ch|sh|ss|x|zz)es$", head):
        return _joined(head[:-2], rest)
    return _joined(head.removesuffix("s"), rest)


def enumerated(words: list[str] | tuple[str, ...], conjunction: str) -> str:
    """ "a", "a and b", "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


def _regular(head: str) -> str:
    if head.endswith("e"):
        return f"{head}d"
    if re.search(r"[^aeiou]y$", head):
        return f"{head[:-1]}ied"
    return f"{head}{head[-1]}ed" if _DOUBLED.match(head) else f"{head}ed"


def _parted(phrase: str) -> tuple[str, str]:
    head, _, rest = phrase.partition(" ")
    return head, rest


def _joined(head: str, rest: str) -> str:
    return f"{head} {rest}" if rest else head
