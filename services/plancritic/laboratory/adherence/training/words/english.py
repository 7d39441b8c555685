"""Forms of English verbs, made from base forms ("reach", "be open", "switch off")."""

from __future__ import annotations

from functools import cache

from pydantic import TypeAdapter

from plancritic.english import forms
from plancritic.laboratory.adherence.training.words.templates import Data, read_words


class EnglishWords(Data):
    """Words of English by what the forms of verbs and clauses ask of them; `english.yaml` explains each list."""

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
    return _joined(forms.third_person(head), rest)


def plural_form(phrase: str) -> str:
    """ "are at A" for "be at A"; other verbs stay as they are."""
    head, rest = _parted(phrase)
    return _joined("are" if head == "be" else head, rest)


def gerund(phrase: str) -> str:
    """ "reaching A" for "reach A"."""
    head, rest = _parted(phrase)
    return _joined(forms.gerund(head), rest)


def participle(phrase: str) -> str:
    """ "taken out" for "take out"."""
    head, rest = _parted(phrase)
    return _joined(forms.participle(head), rest)


def nominal(verb: str) -> str | None:
    """ "arrival at" for "arrive at"; None where no noun is known."""
    return english_words().nouns.get(verb)


def base_form(finite: str) -> str:
    """ "reach A" for "reaches A"; the contrary of `third_person`."""
    head, rest = _parted(finite)
    return _joined("be" if head == "are" else forms.base_form(head), rest)


def _parted(phrase: str) -> tuple[str, str]:
    head, _, rest = phrase.partition(" ")
    return head, rest


def _joined(head: str, rest: str) -> str:
    return f"{head} {rest}" if rest else head
