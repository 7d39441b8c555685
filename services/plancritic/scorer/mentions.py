"""What a statement mentions: objects by their names, kinds and roles, and times, each with its place in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from operator import itemgetter

from plancritic.wording import Lexicon

#: How an object may be mentioned: by its own name, by a role ("the wreck" for where it lies), by its type or group.
NAME, ROLE, GROUP = 0, 1, 2
KINDS = 3
#: Times of a statement that are looked at, in the order in which they come.
TIMES = 3

_WORD = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)?")
_AMOUNTS = {
    "a": 1.0, "an": 1.0, "one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "seven": 7.0,
    "eight": 8.0, "nine": 9.0, "ten": 10.0, "eleven": 11.0, "twelve": 12.0, "thirteen": 13.0, "fourteen": 14.0,
    "fifteen": 15.0, "sixteen": 16.0, "seventeen": 17.0, "eighteen": 18.0, "nineteen": 19.0, "twenty": 20.0,
    "thirty": 30.0, "forty": 40.0, "fifty": 50.0, "sixty": 60.0, "seventy": 70.0, "eighty": 80.0, "ninety": 90.0,
    "hundred": 100.0, "half": 0.5, "zero": 0.0,
}  # fmt: skip
_TENS = frozenset(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"))
_ONES = frozenset(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"))
#: Units that everybody knows, in seconds.
_SECONDS = {
    "second": 1.0, "sec": 1.0, "minute": 60.0, "min": 60.0, "hour": 3600.0, "hr": 3600.0, "h": 3600.0,
    "day": 86400.0,
}  # fmt: skip
#: Words after which a lone "a" is a name and not the article: an article stands before a noun.
_AFTER_LETTER = frozenset((
    "is", "are", "was", "be", "must", "should", "may", "can", "could", "will", "would", "has", "have", "had", "does",
    "do", "did", "not", "at", "and", "or", "but", "nor", "by", "to", "on", "in", "until", "till", "unless", "before",
    "after", "with", "from", "for", "as", "when", "while", "then", "first", "if", "ever", "never", "stay", "remain",
    "during", "so", "gets", "stays", "remains", "becomes", "than", "that", "throughout", "again", "please", "once",
    "always", "only", "it",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mention:
    """Objects that the characters from `start` to `stop` mention, and how: NAME, ROLE or GROUP."""

    start: int
    stop: int
    objects: tuple[str, ...]
    kind: int


@dataclass(frozen=True, slots=True)
class Time:
    """An amount of time, in the unit of the domain, that the characters from `start` to `stop` speak of."""

    start: int
    stop: int
    amount: float


@dataclass(frozen=True, slots=True)
class Mentions:
    """All that a text mentions, each in order."""

    objects: tuple[Mention, ...]
    times: tuple[Time, ...]


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    stem: str
    start: int
    stop: int


class MentionFinder:
    """Finds mentions in the words of one problem: always the longest phrase, with all that it may mean."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._longest = max((len(phrase) for phrase in self._phrases), default=1)

    def find(self, text: str) -> Mentions:
        """The mentions of a text."""
        words = _words(text)
        found: list[Mention] = []
        free = [True] * len(words)
        at = 0
        while at < len(words):
            if tuple(word.stem for word in words[at : at + 2]) in _OWN_UNITS:
                # "Unit" alone may be what a vessel is called.
                at += 2
                continue
            length = self._match(words, at, text)
            if length == 0:
                at += 1
                continue
            phrase = tuple(word.stem for word in words[at : at + length])
            start, stop = words[at].start, words[at + length - 1].stop
            for kind, objects in sorted(self._phrases[phrase].items()):
                found.append(Mention(start, stop, tuple(sorted(objects)), kind))
            free[at : at + length] = [False] * length
            at += length
        return Mentions(tuple(found), tuple(self._times(words, free, text)[:TIMES]))

    def _match(self, words: list[_Word], at: int, text: str) -> int:
        for length in range(min(self._longest, len(words) - at), 0, -1):
            phrase = tuple(word.stem for word in words[at : at + length])
            if phrase in self._phrases and not (length == 1 and not _is_name(words, at, text)):
                return length
        return 0

    @cached_property
    def _phrases(self) -> dict[tuple[str, ...], dict[int, set[str]]]:
        """Objects by stems of the phrase and kind of mention."""
        lexicon, problem = self._lexicon, self._lexicon.problem
        found: dict[tuple[str, ...], dict[int, set[str]]] = {}

        def add(phrase: str, objects: tuple[str, ...], kind: int) -> None:
            stems = tuple(word.stem for word in _words(phrase))
            stems = stems[1:] if len(stems) > 1 and stems[0] == "the" else stems
            if stems and objects and not (len(stems) == 1 and stems[0].isdigit()):
                found.setdefault(stems, {}).setdefault(kind, set()).update(objects)

        for name in problem.objects:
            for synonym in (lexicon.name(name), *lexicon.synonyms(name), name):
                add(synonym, (name,), NAME)
        for type_name in ("object", *problem.domain.types):
            entry = lexicon.context.types.get(type_name)
            members = problem.objects_of(type_name)
            nouns = [type_name] if entry is None else [type_name, entry.singular, entry.plural, *entry.synonyms]
            nouns += [] if entry is None else [*entry.plurals.values(), *entry.all, *entry.none]
            for noun in nouns:
                add(noun, members, GROUP)
        for kind, named in ((ROLE, lexicon.roles), (GROUP, lexicon.groups)):
            for phrase, objects in named.items():
                add(phrase, objects, kind)
        return found

    def _times(self, words: list[_Word], free: list[bool], text: str) -> list[Time]:
        """Numbers that stand outside of names, with the unit that follows; "between 3 and 5 hours" has one for both."""
        found: list[tuple[Time, bool]] = []
        at = 0
        while at < len(words):
            amount = _amount(words[at].text) if free[at] else None
            if amount is None or _is_label(words[at], text):
                at += 1
                continue
            first, bare = words[at], words[at].text in ("a", "an", "one", "half")
            at += 1
            if first.text in _TENS and at < len(words) and words[at].text in _ONES:
                amount, at = amount + _AMOUNTS[words[at].text], at + 1
            elif first.text == "half" and at < len(words) and words[at].text in ("a", "an"):
                at += 1
            half = _half(words, at)
            unit, used = self._unit(_before_a_name(words, free, at + half))
            # "A second time" is no time, and "not for a second" none that is meant.
            if (unit is None and bare) or (first.text == "a" and words[at].text == "second"):
                continue
            if half or _half(words, at + used):
                amount, used = amount + 0.5, used + 3
            at += used
            if found and not found[-1][1] and unit is not None:
                before = found[-1][0]
                if re.fullmatch(r"\s*(and|to|or|-|until|till)\s*", text[before.stop : first.start], re.IGNORECASE):
                    found[-1] = (replace(before, amount=before.amount * unit), True)
            amount *= 1.0 if unit is None else unit
            found.append((Time(first.start, words[at - 1].stop, amount), unit is not None))
        return [time for time, _ in found]

    def _unit(self, words: list[_Word]) -> tuple[float | None, int]:
        """What one of the unit is in the domain's time, and of how many words it is; None for no unit."""
        time = self._lexicon.time
        own = {tuple(w.stem for w in _words(name)) for name in (time.singular, time.plural, *time.abbreviations)}
        for length in (2, 1):
            stems = tuple(word.stem for word in words[:length])
            if len(stems) == length and (stems in own or stems in _OWN_UNITS):
                return 1.0, length
        if words and (seconds := _SECONDS.get(words[0].stem)) is not None:
            return seconds / time.seconds, 1
        return None, 0


_OWN_UNITS = frozenset((("time", "unit"), ("time", "step"), ("unit",), ("tick",)))


def _words(text: str) -> list[_Word]:
    """Words and numbers; letters and digits are apart ("Star5" is "star", "5"), plurals are as their singular."""
    return [
        _Word(match[0].lower(), _stem(match[0].lower()), match.start(), match.end()) for match in _WORD.finditer(text)
    ]


def _stem(word: str) -> str:
    if len(word) > 3 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 2 and word.endswith("s") and not word.endswith("ss") else word


def _is_label(word: _Word, text: str) -> bool:
    """Whether a number only counts the points of a list: "(1) ... (2) ...", "1. ... 2. ..."."""
    before, after = text[: word.start], text[word.stop :]
    if before.endswith("(") and after.startswith(")"):
        return True
    return re.search(r"(^|[.;:!?\n])\s*$", before) is not None and re.match(r"[.)]\s", after) is not None


def _amount(word: str) -> float | None:
    if word[0].isdecimal():
        return float(word)
    return _AMOUNTS.get(word)


def _before_a_name(words: list[_Word], free: list[bool], at: int) -> list[_Word]:
    """The next two words, as far as they are of no name."""
    following = zip(words[at : at + 2], free[at : at + 2], strict=True)
    return [word for word, _ in takewhile(itemgetter(1), following)]


def _half(words: list[_Word], at: int) -> int:
    """Of how many words "and a half" is, which may stand before the unit and after it; 0 where it does not stand."""
    return 3 if tuple(word.text for word in words[at : at + 3]) == ("and", "a", "half") else 0


def _is_name(words: list[_Word], at: int, text: str) -> bool:
    """Whether a single word may be a name: the letter "a" is one only where an article cannot stand."""
    if words[at].stem != "a":
        return True
    start, stop = words[at].start, words[at].stop
    following = words[at + 1] if at + 1 < len(words) else None
    if following is None or re.search(r"[^\s\w'\"]", text[stop : following.start]):
        return True
    capital = text[start] == "A" and not text.isupper()
    opens = at == 0 or re.search(r"[.!?:;]\s*$", text[:start]) is not None
    return (capital and not opens) or following.text in _AFTER_LETTER
