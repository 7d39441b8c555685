"""The words that tell of facts: every verb and state of the context's predicates, those nobody wishes for too.

`phrases` knows what people ask to have done; a condition ("whenever it is unloading") may be any fact.
"""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.domains import DomainContext
from plancritic.english.lists import words
from plancritic.mentions.grammar import light_words
from plancritic.mentions.symbols import Symbols
from plancritic.mentions.text import stems
from plancritic.mentions.world import World

#: By themselves these say nothing of a fact, though they are part of phrases that do.
_EMPTY = frozenset(
    stem
    for word in words("do get take have make cover go use be come keep it stop put move end in at to not hold a")
    for stem in stems(word)
)
_FORMS = (("starts", True), ("holds", True), ("stops", False), ("fails", False))


@dataclass(frozen=True, slots=True)
class Telling:
    """Symbols from `start` to `stop` that tell of facts: each predicate with whether it is so."""

    start: int
    stop: int
    facts: tuple[tuple[str, bool], ...]


class Vocabulary:
    """The phrases that tell of a domain's facts."""

    def __init__(self, context: DomainContext, world: World) -> None:
        self._places = world.places
        self._phrases: dict[tuple[str, ...], dict[tuple[str, bool], None]] = {}
        for predicate, entry in context.predicates.items():
            if predicate not in world.domain.predicates:
                continue
            for form, so in _FORMS:
                for verb in (*getattr(entry.verbs, form), *getattr(entry.heard, form)):
                    self._add(stems(verb), predicate, so)
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for phrase in sorted(self._phrases, key=len, reverse=True):
            self._by_first.setdefault(phrase[0], []).append(phrase)
        #: The stems that begin a phrase.
        self.firsts = frozenset(self._by_first)

    def _add(self, phrase: tuple[str, ...], predicate: str, so: bool) -> None:
        if phrase and phrase[0] == "not":
            phrase, so = phrase[1:], not so
        while len(phrase) > 1 and phrase[0] in ("be", "have"):
            phrase = phrase[1:]
        if not phrase or (len(phrase) == 1 and phrase[0] in _EMPTY):
            return
        if len(phrase) > 1 and phrase[0] in ("stay", "remain", "keep") and (phrase[1:], so) in self._known(predicate):
            return
        self._phrases.setdefault(phrase, {})[(predicate, so)] = None

    def _known(self, predicate: str) -> set[tuple[tuple[str, ...], bool]]:
        return {(p, so) for p, facts in self._phrases.items() for name, so in facts if name == predicate}

    def words(self) -> frozenset[str]:
        """Return the stems of all phrases: words that are not unknown."""
        return frozenset(word for phrase in self._phrases for word in phrase)

    def tellings(self, symbols: Symbols) -> list[Telling]:
        """Return where the symbols tell of facts: the longest phrase at each place."""
        found: list[Telling] = []
        at = 0
        while at < len(symbols):
            best: tuple[int, tuple[str, ...]] | None = None
            first = symbols[at].stems[0] if symbols[at].stems else ""
            for phrase in self._by_first.get(first, ()):
                stop = _span(symbols, at, phrase, self._places)
                if stop is not None and (best is None or len(phrase) > len(best[1])):
                    best = (stop, phrase)
            if best is not None:
                found.append(Telling(at, best[0], tuple(self._phrases[best[1]])))
                at = best[0]
            else:
                at += 1
        return found


def _span(symbols: Symbols, at: int, phrase: tuple[str, ...], places: frozenset[str]) -> int | None:
    """Where the phrase, which begins at `at`, ends; it takes whole symbols, and light words may stand inside it."""
    position, number, skipped = at, 0, 0
    while number < len(phrase):
        if position >= len(symbols):
            return None
        said = symbols[position].stems
        if said and said == phrase[number : number + len(said)]:
            number += len(said)
        elif number and len(said) == 1 and said[0] in light_words() and skipped < 2:
            skipped += 1
        else:
            return None
        position += 1
    for symbol in symbols[at:position]:
        # "A to start clear": what names a place is no verb.
        if symbol.names and (
            position - at == 1 or any(n.kind != "role" and set(n.objects) <= places for n in symbol.names)
        ):
            return None
    return position
