"""Parameters of a predicate or an action found in a sentence about it, and replaced by places: `{0}`, `{1}`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from plancritic.domains.phrases.english import AUXILIARIES, COORDINATORS, DETERMINERS, PREPOSITIONS, PRONOUNS, RELATIVES
from plancritic.english.forms import is_gerund, is_participle, is_plural, is_simple_past

_TOKEN = re.compile(r"\{\w+\}|\?[A-Za-z][\w-]*|'s\b|[A-Za-z0-9_]+(?:-\w+)*(?:'(?!s\b)\w+)?|\S")
PLACE = re.compile(r"\{(\w+)\}")
#: Words that make no noun phrase go on to the left of a name.
_BOUNDARIES = DETERMINERS | COORDINATORS | PREPOSITIONS | PRONOUNS | RELATIVES | AUXILIARIES | {"not", "to", "than"}
#: Determiners that go with the noun when a name takes its place ("no" and "every" say more than which thing is meant).
_ABSORBED = frozenset({"the", "a", "an", "this", "each", "some", "any", "one", "both", "two", "three", "certain"})
#: Words before a name that say more than what kind of thing it is.
_NO_MODIFIERS = frozenset({"only", "just", "also", "even", "either", "neither", "almost", "nearly", "exactly", "there"})
#: Before a name these say something that the name of one thing cannot say.
_COUNTING = DETERMINERS - _ABSORBED - {"that"}
#: How a sentence names things of one type without their names: "from one room to the other".
_MENTIONS = ("the other", "another", "the first", "the second", "the next", "one", "the", "an", "a", "this", "some")


@dataclass(frozen=True)
class Parameter:
    """A parameter: its name without mark, and nouns in lower case.

    `nouns` may stand before its name; `kinds`, the fewer ones that mean its type, may stand for it without its name.
    """

    name: str
    nouns: frozenset[str]
    kinds: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Placed:
    """A sentence with places for parameters; `plural` are those that replaced a plural ("sheets l")."""

    tokens: tuple[str, ...]
    plural: frozenset[str] = frozenset()


def tokens_of(sentence: str) -> tuple[str, ...]:
    """Return the words, places and marks of a sentence."""
    return tuple(_TOKEN.findall(sentence))


def joined(tokens: Sequence[str]) -> str:
    """Return words and marks as a sentence."""
    text = " ".join(tokens)
    text = re.sub(r" ('s\b|[,.;:!)\]])", r"\1", text)
    return re.sub(r"([(\[]) ", r"\1", text)


def placed(sentence: str, parameters: Sequence[Parameter]) -> Placed | None:
    """Return a sentence with a place for every parameter; None where one of them cannot be found in it.

    A parameter stands as `?x`, or as `x`; the noun before it goes ("block x", "the oil can o"), since the name of an
    object has its noun. Without names, the nouns themselves are taken ("from one room to the other").
    """
    tokens = list(tokens_of(sentence))
    mentions: dict[int, int] = {}
    unnamed = []
    for number, parameter in enumerate(parameters):
        found = _mentions(tokens, parameter, parameters)
        mentions |= dict.fromkeys(found, number)
        if not found:
            unnamed.append(number)
    spans = {
        place: (noun_phrase_start(tokens, place, parameters[number]), number) for place, number in mentions.items()
    }
    for number_of, span in _by_noun(tokens, parameters, unnamed, spans).items():
        spans[span[1]] = (span[0], number_of)
    if {number for _, number in spans.values()} != set(range(len(parameters))):
        return None
    return _replaced(tokens, spans)


def _mentions(tokens: Sequence[str], parameter: Parameter, parameters: Sequence[Parameter]) -> list[int]:
    marked = [place for place, token in enumerate(tokens) if token.lower() == f"?{parameter.name.lower()}"]
    if marked:
        return marked
    names = {each.name.lower() for each in parameters}
    bare = [place for place, token in enumerate(tokens) if token.lower() == parameter.name.lower()]
    if parameter.name.lower() in PREPOSITIONS:
        return []
    if parameter.name.lower() in _BOUNDARIES - {"i"}:
        # Named like a word: it is a name behind its noun ("block a"), or in a list behind one ("blocks a and b").
        return [place for place in bare if _is_behind_noun(tokens, place, parameter, names)]
    return bare


def _is_behind_noun(tokens: Sequence[str], place: int, parameter: Parameter, names: set[str]) -> bool:
    before = [token.lower() for token in tokens[:place]]
    while len(before) > 1 and before[-1] in {"and", "or", ","} and before[-2] in names | {","}:
        before = before[:-2] if before[-2] in names else before[:-1]
        while before and before[-1] in names - parameter.nouns:
            before.pop()
    return bool(before) and before[-1] in parameter.nouns


def noun_phrase_start(tokens: Sequence[str], place: int, parameter: Parameter) -> int:
    """Return where the noun phrase begins that ends with the name."""
    start = place
    if start and tokens[start - 1].lower() in parameter.nouns:
        start -= 1
    elif start and _is_word(tokens[start - 1]) and (start == 1 or _begins_noun_phrase(tokens[start - 2])):
        # A noun that the type does not have: "direction d" of a heading, but not "by pouring i".
        start -= 0 if is_gerund(tokens[start - 1]) else 1
    if start < place:
        first = start
        while first and _is_word(tokens[first - 1]) and not _is_many(tokens[first - 1]):
            first -= 1
        if (first == 0 or _begins_noun_phrase(tokens[first - 1])) and not _has_verb(tokens[first:start]):
            start = first
    while start and tokens[start - 1].lower() in _ABSORBED:
        start -= 1
    return start


def _is_word(token: str) -> bool:
    return token[:1].isalpha() and token.lower() not in _BOUNDARIES and token.lower() not in _NO_MODIFIERS


def _is_many(token: str) -> bool:
    return token.endswith("s") or is_plural(token.lower())


def _has_verb(words: Sequence[str]) -> bool:
    """Whether somebody does something before a noun: "the customer brought", and not "newly brought"."""
    return any(
        is_simple_past(word.lower()) or (is_participle(word.lower()) and not before.lower().endswith("ly"))
        for before, word in pairwise(words)
    )


def _begins_noun_phrase(token: str) -> bool:
    word = token.lower()
    return word in DETERMINERS or (word in PREPOSITIONS and word != "to")


def _by_noun(
    tokens: Sequence[str],
    parameters: Sequence[Parameter],
    unnamed: Sequence[int],
    taken: Mapping[int, tuple[int, int]],
) -> dict[int, tuple[int, int]]:
    """Return first and last token of the noun phrases that stand for parameters without a name in the sentence."""
    used = {place for last, (first, _) in taken.items() for place in range(first, last + 1)}
    found: dict[int, tuple[int, int]] = {}
    groups: dict[frozenset[str], list[int]] = {}
    for number in unnamed:
        groups.setdefault(parameters[number].kinds, []).append(number)
    for nouns, numbers in groups.items():
        spans = [each for each in _noun_phrases(tokens, nouns) if not used & set(range(each[0], each[1] + 1))]
        if len(spans) == len(numbers) or (len(numbers) == 1 and spans):
            found |= dict(zip(numbers, spans, strict=False))
    return found


def _noun_phrases(tokens: Sequence[str], nouns: frozenset[str]) -> list[tuple[int, int]]:
    words = [token.lower() for token in tokens]
    found: list[tuple[int, int]] = []
    place = 0
    while place < len(words):
        for mention in _MENTIONS:
            parts = mention.split()
            if words[place : place + len(parts)] != parts:
                continue
            last = place + len(parts)
            while last < len(words) and last < place + len(parts) + 2 and words[last] not in nouns | _BOUNDARIES:
                last += 1
            if last < len(words) and words[last] in nouns:
                found.append((place, last))
                place = last
                break
            if mention in ("the other", "another") and found:
                found.append((place, place + len(parts) - 1))
                place += len(parts) - 1
                break
        place += 1
    return found


def _replaced(tokens: Sequence[str], spans: Mapping[int, tuple[int, int]]) -> Placed | None:
    """Return the sentence with places; None where a bare name stands beside another one."""
    new: list[str] = []
    plural: set[str] = set()
    bare: set[str] = set()
    for place, token in enumerate(tokens):
        if place in spans:
            start, number = spans[place]
            mark = f"{{{number}}}"
            # Words of the phrase that went into `new` already go again.
            del new[len(new) - (place - start) :]
            if start < place and is_plural(tokens[place - 1].lower()) and place - 1 not in spans:
                plural.add(mark)
            while new and new[-1].lower() in _ABSORBED:
                new.pop()
            if new and new[-1].lower() in _COUNTING:
                return None
            if start == place:
                bare.add(mark)
            new.append(mark)
        else:
            new.append(token)
    if any(PLACE.fullmatch(one) and two in bare for one, two in pairwise(new)) or any("?" in each for each in new):
        return None
    return Placed(tuple(new), frozenset(plural))
