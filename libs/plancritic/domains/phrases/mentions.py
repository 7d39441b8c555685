"""Noun phrases of a sentence that stand for parameters of an action, by the names of these and by their types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plancritic.domains.phrases.english import AUXILIARIES, COORDINATORS, DETERMINERS, PREPOSITIONS, PRONOUNS, RELATIVES
from plancritic.domains.phrases.identifiers import words_of
from plancritic.domains.phrases.places import Parameter, noun_phrase_start
from plancritic.english.forms import is_plural, is_third_person

_ENDS = DETERMINERS | PREPOSITIONS | PRONOUNS | RELATIVES | AUXILIARIES | COORDINATORS | {"to", ",", "not"}
#: Phrases for another thing of a type that was mentioned: "one block on another".
_OTHERS = (("the", "other", "one"), ("another", "one"), ("the", "other"), ("the", "one"), ("another",))
#: Prepositions that say where something comes from and goes to, by the names of parameters.
_WAYS = {"from": ("from", "off", "out"), "to": ("to", "into", "onto", "in", "on", "towards", "toward")}
_MOST_MODIFIERS = 3


class Mention(NamedTuple):
    """The first and the last word of a noun phrase, and the numbers of the parameters that it means."""

    first: int
    last: int
    numbers: tuple[int, ...]
    is_pronoun: bool = False


class _Phrase(NamedTuple):
    first: int
    last: int
    is_pronoun: bool
    is_plural: bool = False


def mentions_of(tokens: Sequence[str], parameters: Sequence[Parameter]) -> list[Mention]:
    """Return the first mention of each parameter that is mentioned, in the order of the sentence."""
    found = _by_mark(tokens, parameters)
    used = {place for each in found for place in range(each.first, each.last + 1)}
    named = {number for each in found for number in each.numbers}
    groups: dict[frozenset[str], list[int]] = {}
    for number, parameter in enumerate(parameters):
        if number not in named:
            groups.setdefault(parameter.kinds, []).append(number)
    for kinds, numbers in groups.items():
        phrases = [
            each for each in _phrases(tokens, kinds, len(numbers)) if not used & set(range(each.first, each.last + 1))
        ]
        chosen = _assigned(tokens, phrases, numbers, parameters)
        found += chosen
        used |= {place for each in chosen for place in range(each.first, each.last + 1)}
    return sorted(found)


def _by_mark(tokens: Sequence[str], parameters: Sequence[Parameter]) -> list[Mention]:
    found = []
    for number, parameter in enumerate(parameters):
        for place, token in enumerate(tokens):
            if token.lower() == f"?{parameter.name.lower()}":
                found.append(Mention(noun_phrase_start(tokens, place, parameter), place, (number,)))
                break
    return found


def _phrases(tokens: Sequence[str], kinds: frozenset[str], most: int) -> list[_Phrase]:
    """Return the noun phrases about things of a kind; "another" counts where several are to be found."""
    words = [each.lower() for each in tokens]
    found: list[_Phrase] = []
    place = 0
    while place < len(words):
        phrase = _phrase(words, place, kinds)
        if phrase is None and most > 1 and found:
            phrase = next(
                (
                    _Phrase(place, place + len(other) - 1, True)
                    for other in _OTHERS
                    if tuple(words[place : place + len(other)]) == other
                ),
                None,
            )
        if phrase is None:
            place += 1
        else:
            found.append(phrase)
            place = phrase.last + 1
    return found


def _phrase(words: Sequence[str], place: int, kinds: frozenset[str]) -> _Phrase | None:
    if words[place] not in DETERMINERS - {"no"}:
        return None
    last = place + 1
    while last < len(words) and last <= place + _MOST_MODIFIERS and _is_modifier(words[last], kinds):
        last += 1
    if last >= len(words) or words[last] not in kinds:
        return None
    # Of "the parcel shelf" the shelf is meant.
    while last + 1 < len(words) and words[last + 1] in kinds:
        last += 1
    return _Phrase(place, last, False, is_plural(words[last]) and words[last][:-1] in kinds)


def _is_modifier(word: str, kinds: frozenset[str]) -> bool:
    if word in ("other", "two", "both", "three"):
        return True
    return word not in kinds and word not in _ENDS and not is_third_person(word)


def _assigned(
    tokens: Sequence[str], phrases: Sequence[_Phrase], numbers: Sequence[int], parameters: Sequence[Parameter]
) -> list[Mention]:
    """Return which phrase means which parameter: by its name among the words, by "from" and "to", else in order."""
    left, free = list(numbers), [each for each in phrases if not each.is_plural]
    found: list[Mention] = []
    for phrase in phrases:
        if phrase.is_plural and len(left) == 2:
            return [Mention(phrase.first, phrase.last, tuple(left))]

    def take(number: int, phrase: _Phrase) -> None:
        left.remove(number)
        free.remove(phrase)
        found.append(Mention(phrase.first, phrase.last, (number,), phrase.is_pronoun))

    for number in numbers:
        name = set(words_of(parameters[number].name))
        for phrase in free:
            words = {each.lower() for each in tokens[phrase.first : phrase.last]}
            if name & words - DETERMINERS:
                take(number, phrase)
                break
    for number in list(left):
        ways = _WAYS.get(parameters[number].name.lower(), ())
        for phrase in free:
            if phrase.first and tokens[phrase.first - 1].lower() in ways:
                take(number, phrase)
                break
    for number, phrase in list(zip(left, free, strict=False)):
        take(number, phrase)
    return found
