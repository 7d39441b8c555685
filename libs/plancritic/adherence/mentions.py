"""What a statement mentions: objects by their names, kinds and roles, and times, each with its place in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from plancritic.adherence.durations import OWN_UNITS, Time, TimeReader
from plancritic.adherence.tokens import Word, words_of
from plancritic.english.phrases import lengths_known
from plancritic.wording import Lexicon

#: How an object may be mentioned: by its own name, by a role ("the wreck" for where it lies), by its type or group.
NAME, ROLE, GROUP = 0, 1, 2
KINDS = 3
#: Times of a statement that are looked at, in the order in which they come.
TIMES = 3

#: Words after which a lone "a" is a name and not the article: an article stands before a noun.
_AFTER_LETTER = frozenset((
    "is", "are", "was", "be", "must", "should", "may", "can", "could", "will", "would", "has", "have", "had", "does",
    "do", "did", "not", "at", "and", "or", "but", "nor", "by", "to", "on", "in", "until", "till", "unless", "before",
    "after", "with", "from", "for", "as", "when", "while", "then", "first", "if", "ever", "never", "stay", "remain",
    "during", "so", "gets", "stays", "remains", "becomes", "than", "that", "throughout", "again", "please", "once",
    "always", "only", "it", "isn", "doesn", "hasn", "mustn", "shouldn", "won", "didn",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mention:
    """Objects that the characters from `start` to `stop` mention, and how: NAME, ROLE or GROUP."""

    start: int
    stop: int
    objects: tuple[str, ...]
    kind: int


@dataclass(frozen=True, slots=True)
class Mentions:
    """All that a text mentions, each in order."""

    objects: tuple[Mention, ...]
    times: tuple[Time, ...]


class MentionFinder:
    """Finds mentions in the words of one problem: always the longest phrase, with all that it may mean."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._times = TimeReader(lexicon.time)
        self._longest = max((len(phrase) for phrase in self._phrases), default=1)

    def find(self, text: str) -> Mentions:
        """Return the mentions of a text."""
        words = words_of(text)
        found: list[Mention] = []
        free = [True] * len(words)
        at = 0
        while at < len(words):
            if tuple(word.stem for word in words[at : at + 2]) in OWN_UNITS:
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
        return Mentions(tuple(found), tuple(self._times.read(words, free, text)[:TIMES]))

    def _match(self, words: list[Word], at: int, text: str) -> int:
        for length in lengths_known([word.stem for word in words[at : at + self._longest]], self._phrases):
            if length > 1 or _is_name(words, at, text):
                return length
        return 0

    @cached_property
    def _phrases(self) -> dict[tuple[str, ...], dict[int, set[str]]]:
        """Objects by stems of the phrase and kind of mention."""
        lexicon, problem = self._lexicon, self._lexicon.problem
        found: dict[tuple[str, ...], dict[int, set[str]]] = {}

        def add(phrase: str, objects: tuple[str, ...], kind: int) -> None:
            stems = tuple(word.stem for word in words_of(phrase))
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


def _is_name(words: list[Word], at: int, text: str) -> bool:
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
