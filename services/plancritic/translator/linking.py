"""From tokens to items: which words name which objects, which hint at which facts, which are grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Literal

from plancritic.domains import DomainContext
from plancritic.domains.names import fill_name, object_names
from plancritic.translator.grammar import LIGHT, Cue, cue_phrases
from plancritic.translator.text import Token, stems
from plancritic.translator.world import World

#: Too general to hint at anything by themselves.
_GENERAL = frozenset(
    stem
    for word in [
        "do",
        "get",
        "take",
        "have",
        "make",
        "cover",
        "go",
        "use",
        "be",
        "come",
        "keep",
        "it",
        "stop",
        "put",
        "move",
        "clear",
        "picture",
        "end",
        "on",
        "in",
        "at",
        "to",
        "not",
        "leave",
        "hold",
        "start",
        "allow",
        "permit",
        "target",
        "object",
    ]
    for stem in stems(word)
)
_ENDING = frozenset(stems("end finish terminate conclude"))
_PARTICLES = frozenset({"on", "off", "out", "in", "up"})
_FUNCTION_AFTER_LETTER = frozenset(
    [
        "is",
        "are",
        "was",
        "be",
        "been",
        "should",
        "must",
        "may",
        "can",
        "could",
        "will",
        "would",
        "shall",
        "has",
        "have",
        "had",
        "does",
        "do",
        "did",
        "not",
        "at",
        "and",
        "or",
        "but",
        "nor",
        "by",
        "to",
        "on",
        "in",
        "until",
        "till",
        "unless",
        "before",
        "after",
        "with",
        "from",
        "for",
        "as",
        "when",
        "while",
        "then",
        "first",
        "if",
        "ever",
        "never",
        "stay",
        "remain",
        "get",
        "need",
        "at",
        "any",
        "all",
        "during",
        "so",
        "needs",
        "gets",
        "gets",
        "stays",
        "remains",
        "becomes",
        "too",
        "either",
        "than",
        "that",
        "throughout",
        "again",
        "anymore",
        "please",
        "over",
        "out",
        "off",
        "once",
        "always",
        "only",
    ]
)


@dataclass(frozen=True, slots=True)
class Named:
    """Objects that a phrase names; `whole` for a type or a group, of which a quantifier says how many are meant."""

    objects: tuple[str, ...]
    kind: Literal["object", "type", "group", "role"]
    negative: bool = False


@dataclass(frozen=True, slots=True)
class Hint:
    """A verb that hints at a predicate: that the fact starts, stops, holds or fails."""

    predicate: str
    form: Literal["starts", "stops", "holds", "fails"]
    weak: bool = False


@dataclass(frozen=True, slots=True)
class DeedHint:
    """A verb that hints at a deed of the context being done or left."""

    deed: int
    done: bool


Sense = Named | Hint | DeedHint | Cue


@dataclass(frozen=True, slots=True)
class Item:
    """Consecutive tokens with what they may mean; without senses they are words nobody needs."""

    start: int
    stop: int
    text: str
    senses: tuple[Sense, ...]
    fixed: str | None = None

    def named(self) -> tuple[Named, ...]:
        """The senses that name objects."""
        return tuple(s for s in self.senses if isinstance(s, Named))

    def hints(self) -> tuple[Hint, ...]:
        """The senses that hint at predicates."""
        return tuple(s for s in self.senses if isinstance(s, Hint))

    def has(self, *cues: Cue) -> bool:
        """Whether it is one of the cues."""
        return any(cue in self.senses for cue in cues)


class Lexicon:
    """Every phrase that means something for a problem."""

    def __init__(self, context: DomainContext, world: World) -> None:
        self.context = context
        self.world = world
        self._phrases: dict[tuple[str, ...], dict[Sense, None]] = {}
        self.names = {name: names.name for name, names in object_names(context, world.problem).items()}
        self._add_objects()
        self._add_types()
        self._add_groups_and_roles()
        self._add_hints()
        for phrase, cues in cue_phrases().items():
            for cue in sorted(cues):
                self._add_stems(phrase, cue)
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for phrase in sorted(self._phrases, key=len, reverse=True):
            self._by_first.setdefault(phrase[0], []).append(phrase)
        self._words = sorted({word for phrase in self._phrases for word in phrase if len(word) >= 5})

    def _add(self, phrase: str, sense: Sense) -> None:
        self._add_stems(stems(phrase), sense)

    def _add_stems(self, phrase: tuple[str, ...], sense: Sense) -> None:
        if phrase:
            self._phrases.setdefault(phrase, {})[sense] = None

    def _add_objects(self) -> None:
        problem = self.world.problem
        by_phrase: dict[tuple[str, ...], list[str]] = {}
        for name, names in object_names(self.context, problem).items():
            for synonym in (names.name, *names.synonyms, name):
                phrase = stems(synonym)
                if phrase and phrase[0] == "the":
                    phrase = phrase[1:]
                if phrase and phrase not in (("it",),):
                    by_phrase.setdefault(phrase, [])
                    if name not in by_phrase[phrase]:
                        by_phrase[phrase].append(name)
        for phrase, objects in by_phrase.items():
            self._add_stems(phrase, Named(tuple(objects), "object" if len(objects) == 1 else "group"))

    def _add_types(self) -> None:
        for name, entry in self.context.types.items():
            objects = self.world.problem.objects_of(name)
            if not objects:
                continue
            for phrase in (entry.singular, entry.plural, *entry.synonyms, *entry.plurals.values()):
                if stems(phrase) != ("one",):
                    self._add(phrase, Named(objects, "type"))
            for phrase in entry.all:
                self._add(phrase, Named(objects, "type"))
            for phrase in entry.none:
                self._add(phrase, Named(objects, "type", negative=True))

    def _add_groups_and_roles(self) -> None:
        problem = self.world.problem
        for entry in self.context.groups:
            found: dict[str, list[str]] = {}
            for name in problem.objects:
                match = re.fullmatch(entry.match, problem.display.get(name, name), re.IGNORECASE)
                if match is None:
                    continue
                for template in entry.names:
                    found.setdefault(fill_name(template, match, lambda other: self.names.get(other, other)), []).append(
                        name
                    )
            for phrase, objects in found.items():
                self._add(phrase.removeprefix("the "), Named(tuple(objects), "group"))
        for role in self.context.roles:
            pattern = role.fact.strip("()").split()
            for fact in sorted(problem.facts, key=str):
                if fact.predicate != pattern[0].lower() or len(fact.arguments) != len(pattern) - 1:
                    continue
                meant = None
                for part, value in zip(pattern[1:], fact.arguments, strict=True):
                    if part == "?":
                        meant = value
                    elif not re.fullmatch(part, value, re.IGNORECASE):
                        break
                else:
                    if meant is not None:
                        for phrase in role.names:
                            self._add(phrase, Named((meant,), "role"))

    def _add_hints(self) -> None:
        known = self.world.domain.predicates
        for predicate, entry in self.context.predicates.items():
            if not entry.changes or predicate not in known or predicate in self.world.locks:
                continue
            for form in ("starts", "stops", "holds", "fails"):
                for verb in getattr(entry.verbs, form):
                    self._add_hint(verb, predicate, form)
        for number, deed in enumerate(self.context.deeds):
            for verb in deed.do:
                if stems(verb) != ("be",):
                    self._add_stems(_without_be(stems(verb)), DeedHint(number, True))
            for verb in deed.leave:
                phrase = _without_be(stems(verb))
                if phrase[0] == "not":
                    self._add_stems(phrase[1:], DeedHint(number, True))
                else:
                    self._add_stems(phrase, DeedHint(number, False))

    def _add_hint(self, verb: str, predicate: str, form: str) -> None:
        phrase = stems(verb)
        if phrase[0] == "not":
            form = {"starts": "stops", "stops": "starts", "holds": "fails", "fails": "holds"}[form]
            phrase = phrase[1:]
        phrase = _without_be(phrase)
        if not phrase or (len(phrase) == 1 and phrase[0] in _GENERAL - _PARTICLES):
            return
        weak = len(phrase) == 1 and phrase[0] in _PARTICLES
        if phrase[0] in _ENDING:
            self._add_stems(phrase, Cue.END)
        self._add_stems(phrase, Hint(predicate, form, weak))  # type: ignore[arg-type]

    def link(self, tokens: tuple[Token, ...]) -> tuple[Item, ...]:
        """The items of a statement, left to right: always the longest phrase."""
        fixed = self._without_slips(tokens)
        found: list[Item] = []
        at = 0
        while at < len(fixed):
            token, slip = fixed[at]
            stop = at + 1
            senses: tuple[Sense, ...] = ()
            if not token.is_mark:
                stop, senses = self._match([t for t, _ in fixed], at)
                if Cue.END in senses and not any(isinstance(s, Named) for s in senses):
                    stop, senses = self._end_or_place([t for t, _ in fixed], at, stop, senses)
            following = fixed[stop][0].text if stop < len(fixed) else ""
            if Cue.AT_MOST_ONCE in senses and following in _BEFORE_NOUNS:
                # "Only once the scout is there ..." counts nothing.
                senses = (Cue.AFTER,)
            found.append(Item(at, stop, " ".join(t.text for t, _ in fixed[at:stop]), senses, slip))
            at = stop
        return tuple(_settled(found, number, self.world.places) for number in range(len(found)))

    def _end_or_place(
        self, tokens: list[Token], at: int, stop: int, senses: tuple[Sense, ...]
    ) -> tuple[int, tuple[Sense, ...]]:
        """ "At the end" may go on ("at the end point"), and the end may be a place."""
        for inner in range(at + 1, stop):
            longer, other = self._match(tokens, inner)
            if longer > stop and any(isinstance(s, Named) for s in other):
                return at + 1, ()
        last = tokens[stop - 1]
        place = tuple(s for s in self._phrases.get((last.stem,), {}) if isinstance(s, Named)) if stop - at > 1 else ()
        return stop, (*senses, *place)

    def _match(self, tokens: list[Token], at: int) -> tuple[int, tuple[Sense, ...]]:
        found = self._longest(tokens, at, False)
        if at and tokens[at - 1].text in _BEFORE_NOUNS and not any(isinstance(s, Named) for s in found[1]):
            noun = self._longest(tokens, at, True)
            return noun if noun[1] else found
        return found

    def _longest(self, tokens: list[Token], at: int, nouns: bool) -> tuple[int, tuple[Sense, ...]]:
        best: tuple[int, int, tuple[str, ...]] | None = None
        for phrase in self._by_first.get(tokens[at].stem, ()):
            if best is not None and len(phrase) < best[0]:
                break
            stop = _span(tokens, at, phrase)
            if nouns and not any(isinstance(s, Named) for s in self._phrases[phrase]):
                continue
            if stop is None or (phrase == ("a",) and not _is_letter(tokens, at)):
                continue
            if best is None or -stop > best[1]:
                best = (len(phrase), -stop, phrase)
        if best is None:
            return at + 1, ()
        return -best[1], tuple(self._phrases[best[2]])

    def _without_slips(self, tokens: tuple[Token, ...]) -> list[tuple[Token, str | None]]:
        """Misspelt words of the lexicon put right; each with what it was."""
        fixed: list[tuple[Token, str | None]] = []
        for token in tokens:
            word = token.stem
            if len(word) >= 6 and word.isalpha() and word not in self._vocabulary:
                near = [w for w in get_close_matches(word, self._words, n=1, cutoff=0.85) if w[0] == word[0]]
                if near:
                    fixed.append((Token(token.text, near[0], token.capital, token.first), token.text))
                    continue
            fixed.append((token, None))
        return fixed

    @property
    def _vocabulary(self) -> frozenset[str]:
        return frozenset(self._words) | LIGHT


_BEFORE_NOUNS = frozenset(
    [
        "the",
        "our",
        "a",
        "an",
        "your",
        "their",
        "that",
        "this",
        "each",
        "every",
        "any",
        "no",
        "of",
        "and",
        "or",
        "for",
        "by",
        "with",
        "its",
    ]
)
_BEFORE_PLACES = frozenset(
    [
        "the",
        "at",
        "to",
        "in",
        "from",
        "of",
        "our",
        "that",
        "its",
        "near",
        "and",
        "or",
        "leave",
        "leaves",
        "reach",
        "reaches",
        "toward",
        "towards",
    ]
)


def _settled(items: list[Item], number: int, places: frozenset[str]) -> Item:
    """The item as a noun or as a verb where it could be both: "the scout" or "scout the end point"."""
    item = items[number]
    if not item.named() or item.stop - item.start > 1:
        return item
    before = items[number - 1].text if number else ""
    word = item.text
    if word in (
        "start",
        "starts",
        "started",
        "starting",
        "end",
        "ends",
        "ended",
        "ending",
        "finish",
        "finishes",
        "base",
        "based",
    ):
        if word not in ("start", "end", "base") or before not in _BEFORE_PLACES:
            return replace(item, senses=tuple(s for s in item.senses if not isinstance(s, Named)))
        return item
    if not item.hints():
        return item
    following = next((i for i in items[number + 1 :] if i.text not in ("the", "out", "that", "our")), None)
    inflected = word.endswith(("ing", "ed"))
    if word.endswith("ed") and any(n.objects[0] in places for n in item.named()):
        # "Docked" is at the dock.
        return item
    takes = following is not None and (following.text == "it" or any(n.kind != "type" for n in following.named()))
    if inflected or (takes and before not in _BEFORE_NOUNS):
        return replace(item, senses=tuple(s for s in item.senses if not isinstance(s, Named)))
    return replace(item, senses=tuple(s for s in item.senses if not isinstance(s, Hint)))


def _without_be(phrase: tuple[str, ...]) -> tuple[str, ...]:
    while len(phrase) > 1 and phrase[0] in ("be", "have"):
        phrase = phrase[1:]
    return phrase


def _span(tokens: list[Token], at: int, phrase: tuple[str, ...]) -> int | None:
    """Where the phrase, which begins at `at`, ends; light words may stand between its own."""
    position, skipped = at, 0
    for number, word in enumerate(phrase):
        while position < len(tokens) and tokens[position].stem != word:
            if number == 0 or skipped >= 3 or tokens[position].stem not in LIGHT:
                return None
            position, skipped = position + 1, skipped + 1
        if position >= len(tokens):
            return None
        position += 1
    return position


def _is_letter(tokens: list[Token], at: int) -> bool:
    """Whether "a" is a name and not the article: an article stands before a noun."""
    token = tokens[at]
    if token.capital and not token.first:
        return True
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    return following is None or following.is_mark or following.text in _FUNCTION_AFTER_LETTER


def all_named(items: Iterable[Item]) -> Iterator[tuple[Item, Named]]:
    """Every item that names objects with its first such sense."""
    for item in items:
        named = item.named()
        if named:
            yield item, named[0]
