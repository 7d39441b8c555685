"""Objects named in a text: what a command to a session refers to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from plancritic.english.phrases import lengths_known
from plancritic.pddl.language import parse_constraint
from plancritic.wording import Lexicon, constraints_sentence

_TOKEN = re.compile(r"\w+(?:['’-]\w+)*")
_ARTICLES = frozenset({"the", "a", "an"})


@dataclass(frozen=True)
class Mention:
    """A stretch of a text that names objects."""

    start: int
    end: int
    objects: frozenset[str]


class NamedObjects:
    """The names of one problem's objects, its groups and roles among them."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    @cached_property
    def _phrases(self) -> dict[tuple[str, ...], tuple[tuple[str, ...], frozenset[str]]]:
        """By the words of a phrase without capitals, the phrase as it is written and its objects."""
        found: dict[tuple[str, ...], tuple[tuple[str, ...], frozenset[str]]] = {}
        lists = [*self._lexicon.groups.items(), *self._lexicon.roles.items()]
        for name in self._lexicon.objects:
            lists += [(phrase, (name,)) for phrase in self._lexicon.synonyms(name)]
        for phrase, objects in lists:
            words = tuple(_TOKEN.findall(phrase))
            if words:
                # What is added last, the name of a single object, counts before a group or role of the same name.
                found[tuple(each.casefold() for each in words)] = (words, frozenset(objects))
        return found

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """Return what a text names, the longest name at each place."""
        tokens = list(_TOKEN.finditer(text))
        longest = max((len(words) for words in self._phrases), default=0)
        found: list[Mention] = []
        place = 0
        while place < len(tokens):
            words = tuple(each[0].casefold() for each in tokens[place : place + longest])
            for length in lengths_known(words, self._phrases):
                written, objects = self._phrases[words[:length]]
                first, last = tokens[place], tokens[place + length - 1]
                if not _only_article(first[0], length, written):
                    found.append(Mention(first.start(), last.end(), objects))
                    place += length
                    break
            else:
                place += 1
        return tuple(found)

    def named(self, phrase: str) -> frozenset[str]:
        """Return the objects that a phrase names as a whole, article or not; none where it is no name."""
        bare = without_article(phrase)
        mentions = self.mentions(bare)
        if len(mentions) == 1 and (mentions[0].start, mentions[0].end) == (0, len(bare)):
            return mentions[0].objects
        return frozenset()

    def alike(self, text: str, wanted: frozenset[str]) -> list[Mention]:
        """Return the names in a text for which another one of the same kind can stand."""
        rated = [
            (self.kinship(mention.objects, wanted), mention)
            for mention in self.mentions(text)
            if mention.objects != wanted
        ]
        best = max((kinship for kinship, _ in rated), default=0)
        return [mention for kinship, mention in rated if kinship == best > 0]

    def kinship(self, one: frozenset[str], other: frozenset[str]) -> int:
        """Return how much of their types two sets of objects share: 0 for nothing but being objects."""
        return min((len(self._kinds(a) & self._kinds(b)) for a in one for b in other), default=0)

    def are_of_kind(self, objects: frozenset[str], noun: str) -> bool:
        """Return whether a noun, singular or plural, names a type that all the objects are of; False without any."""
        lexicon, wanted = self._lexicon, noun.casefold()
        types = [
            name
            for name, words in lexicon.context.types.items()
            if wanted in {each.casefold() for each in (words.singular, words.plural, *words.synonyms)}
        ]
        return bool(objects) and any(all(lexicon.problem.is_a(each, name) for each in objects) for name in types)

    def in_words(self, constraints: Sequence[str]) -> str:
        """Return constraints as a sentence."""
        return constraints_sentence([parse_constraint(each) for each in constraints], self._lexicon)

    @property
    def known(self) -> tuple[str, ...]:
        """Return the PDDL names of the problem's objects."""
        return tuple(self._lexicon.problem.objects)

    def of_one_type(self, one: str, other: str) -> bool:
        """Return whether two objects were declared with the same type."""
        return self._lexicon.problem.objects[one] == self._lexicon.problem.objects[other]

    def _kinds(self, name: str) -> frozenset[str]:
        problem = self._lexicon.problem
        kind: str | None = problem.objects[name]
        kinds = set()
        while kind is not None and kind != "object":
            kinds.add(kind)
            kind = problem.domain.types.get(kind)
        return frozenset(kinds)


def exchanged(text: str, mention: Mention, phrase: str) -> str:
    """Return the text with another name in place of a mention, with the article that the new name is said with."""
    before, after = text[: mention.start], text[mention.end :]
    bare = without_article(phrase)
    article = re.search(r"\b(the|an?)\s+$", before, re.IGNORECASE)
    if article is not None and bare == phrase:
        before = before[: article.start()]
    elif article is None and bare != phrase:
        bare = f"the {bare}"
    if not before.strip():
        bare = bare[:1].upper() + bare[1:]
    return before + bare + after


def without_article(phrase: str) -> str:
    """Return a phrase without its article, blanks and full stop. A capital A is a name."""
    words = phrase.strip().rstrip(".!?,").split()
    if len(words) > 1 and (words[0].casefold() in _ARTICLES and words[0] != "A"):
        words = words[1:]
    return " ".join(words)


def tokens_of(text: str) -> tuple[str, ...]:
    """Return the words of a text."""
    return tuple(_TOKEN.findall(text))


def _only_article(token: str, length: int, written: tuple[str, ...]) -> bool:
    """Return whether a single letter is written differently from the name: "a" is an article, "A" a place."""
    return length == 1 and len(token) == 1 and token not in written
