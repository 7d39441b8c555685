"""From a statement's tokens to items: always the longest phrase, misspelt words put right, nouns told from verbs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from plancritic.domains import DomainContext
from plancritic.english.lists import words
from plancritic.mentions.effort import TooMuchToReadError, bounded, step
from plancritic.mentions.grammar import Cue, known_words, light_words
from plancritic.mentions.items import Hint, Item, Named, Sense
from plancritic.mentions.ordinals import Ordinals
from plancritic.mentions.passives import Passives
from plancritic.mentions.phrases import Phrases
from plancritic.mentions.slips import without_slips
from plancritic.mentions.text import Token, stem, stems, tokens, unread_text
from plancritic.mentions.world import World

_FUNCTION_AFTER_LETTER = words(
    "is are was be been should must may can could will would shall has have had does do did not at "
    "and or but nor by to on in until till unless before after with from for as when while then "
    "first if ever never stay remain get need at any all during so needs gets gets stays remains "
    "becomes too either than that throughout again anymore please over out off once always only "
)
_BEFORE_NOUNS = words("the our a an your their that this each every any no of and or for by with its ")
_WHERE = words("between of on at in from near lying which")
_DETERMINERS = words("the this that")
_STATES_OF_PLACES = words("open opened closed shut scouted unscouted restricted unrestricted surveyed unopened")
_BEFORE_PLACES = words(
    "the at to in from of off between our that its near and or leave leaves reach reaches toward towards "
)


class Linker(Phrases):
    """The phrases of a problem and how to find them in a statement."""

    def __init__(self, context: DomainContext, world: World) -> None:
        super().__init__(context, world)
        self._words = sorted({word for phrase in self.phrases for word in phrase if len(word) >= 5})
        self._vocabulary = frozenset(self._words) | light_words()
        # Words of names are known as names only: "submarine debris" says nothing of a submarine.
        texts = (
            *context.title.split(),
            *context.description.split(),
            *(v for a in context.actions.values() for v in a.verbs),
        )
        #: Words that mean nothing by themselves but that the domain or everybody uses.
        said = (phrase for phrase, senses in self.phrases.items() if not _names(senses))
        spoken = {word for phrase in said for word in phrase} | {word for text in texts for word in stems(text)}
        self.known_stems = known_words() | spoken
        self._ordinals = Ordinals(self)
        self._passives = Passives(self)
        things = (phrase for phrase, senses in self.phrases.items() if not all(isinstance(s, Cue) for s in senses))
        #: Stems of the words that name things of the domain or tell of its facts.
        self.domain_words = frozenset(word for phrase in things for word in phrase) - known_words()
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for phrase in sorted(self.phrases, key=len, reverse=True):
            self._by_first.setdefault(phrase[0], []).append(phrase)

    def is_unknown(self, item: Item) -> bool:
        """Return whether an item is a word that neither English as read here nor the domain knows.

        A name with digits ("a7", "wpt_q_9") that the domain does not have is one.
        """
        if item.senses or len(item.text) < 2 or not item.text[0].isalpha():
            return item.text.startswith("_")
        return item.text.replace("_", "").isalnum() and not self._knows(item.text)

    def _knows(self, word: str) -> bool:
        return stem(word) in self.known_stems or word.endswith("ly")

    def items_of(self, statement: str) -> tuple[Item, ...]:
        """Return the items of a statement; none where it has what cannot be read, or takes too much to read."""
        if unread_text(statement) is not None:
            return ()
        try:
            with bounded():
                return self.link(tokens(statement))
        except TooMuchToReadError:
            return ()

    def link(self, tokens: tuple[Token, ...]) -> tuple[Item, ...]:
        """Return the items of a statement, left to right: always the longest phrase."""
        step(len(tokens))
        fixed = without_slips(tokens, self._words, self._vocabulary, self.spellings)
        said = [token for token, _ in fixed]
        found: list[Item] = []
        at = 0
        while at < len(fixed):
            token = fixed[at][0]
            stop = at + 1
            senses: tuple[Sense, ...] = ()
            if not token.is_mark:
                stop, senses = self._match(said, at)
                stop, senses = self._counted(said, at, stop, senses, found)
                if Cue.END in senses and not any(isinstance(s, Named) for s in senses):
                    stop, senses = self._end_or_place(said, at, stop, senses)
                if stop > at + 1 and Cue.FIRST in senses and self._opens_name(said, at, stop):
                    # "At the first waypoint of branch B" names a place.
                    stop, senses = at + 1, ()
            following = fixed[stop][0].text if stop < len(fixed) else ""
            if Cue.THEN in senses and stop == at + 2 and token.text == "after" and following in ("of", "from", "for"):
                # "After that of Star5" speaks of another image.
                stop, senses, following = at + 1, (Cue.AFTER,), fixed[at + 1][0].text
            if Cue.JOIN in senses and stop > at + 1 and fixed[stop - 1][0].text == "that" and following in _WHERE:
                # "Apart from that between A and B" excepts a thing.
                stop, senses = stop - 1, (Cue.EXCEPT,)
            if Cue.AT_MOST_ONCE in senses and following in _BEFORE_NOUNS:
                # "Only once the scout is there ..." counts nothing.
                senses = (Cue.AFTER,)
            if at and stop == at + 1 and fixed[at - 1][0].text in _DETERMINERS and not token.text.endswith("ed"):
                # "The power is free" says nothing of being powered.
                senses = tuple(s for s in senses if not (isinstance(s, Hint) and s.form in ("holds", "fails")))
            slips = tuple(
                (t.text, f[1]) for t, f in zip(tokens[at:stop], fixed[at:stop], strict=True) if f[1] is not None
            )
            found.append(Item(at, stop, " ".join(t.text for t, _ in fixed[at:stop]), senses, slips))
            at = stop
        return self._passives.put(tuple(_settled(found, n, self.world.places) for n in range(len(found))))

    def _counted(
        self, tokens: list[Token], at: int, stop: int, senses: tuple[Sense, ...], found: list[Item]
    ) -> tuple[int, tuple[Sense, ...]]:
        """What the words from `at` on mean, unless they count a place: "at the first waypoint of branch B"."""
        named = (n for item in reversed(found) for n in reversed(item.named()) if n.kind == "object")
        spoken = next((n.objects[0] for n in named if n.objects[0] in self.world.places), None)
        for inner in range(at, stop):
            counted = self._ordinals.counted(tokens, inner, spoken)
            if counted is not None and counted[0] >= stop:
                return (counted[0], (counted[1],)) if inner == at else (at + 1, ())
        return stop, senses

    def _end_or_place(
        self, tokens: list[Token], at: int, stop: int, senses: tuple[Sense, ...]
    ) -> tuple[int, tuple[Sense, ...]]:
        """ "At the end" may go on ("at the end point"), and the end may be a place."""
        for inner in range(at + 1, stop):
            longer, other = self._match(tokens, inner)
            if longer > stop and any(isinstance(s, Named) for s in other):
                # "At the end waypoint B is open": the noun may belong to the name that follows.
                beyond, following = self._match(tokens, longer - 1)
                if beyond > longer and any(isinstance(s, Named) and s.kind == "object" for s in following):
                    break
                return at + 1, ()
        last = tokens[stop - 1]
        place = tuple(s for s in self.phrases.get((last.stem,), {}) if isinstance(s, Named)) if stop - at > 1 else ()
        return stop, (*senses, *place)

    def _opens_name(self, tokens: list[Token], at: int, stop: int) -> bool:
        """Whether a name that goes on beyond a phrase begins within it."""
        for inner in range(at + 1, stop):
            beyond, senses = self._longest(tokens, inner, True)
            if beyond > stop and any(isinstance(s, Named) for s in senses):
                return True
        return False

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
            if nouns and not any(isinstance(s, Named) for s in self.phrases[phrase]):
                continue
            if stop is None or (phrase == ("a",) and not _is_letter(tokens, at)):
                continue
            named = all(isinstance(s, Named) for s in self.phrases[phrase])
            if named and any(token.text in ("a", "an", "any") for token in tokens[at + 1 : stop]):
                # "Tows a ship" is no tow ship.
                continue
            if best is None or -stop > best[1]:
                best = (len(phrase), -stop, phrase)
        if best is None:
            return at + 1, ()
        return -best[1], tuple(self.phrases[best[2]])


def _names(senses: Iterable[Sense]) -> bool:
    return any(isinstance(sense, Named) for sense in senses)


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
        if word not in ("start", "end", "base") or not (
            before in _BEFORE_PLACES or _stands_as_place(items, number, places)
        ):
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
    at_place = before in _BEFORE_PLACES and any(set(n.objects) <= places for n in item.named())
    if inflected or (takes and before not in _BEFORE_NOUNS and not at_place):
        return replace(item, senses=tuple(s for s in item.senses if not isinstance(s, Named)))
    return replace(item, senses=tuple(s for s in item.senses if not isinstance(s, Hint)))


def _stands_as_place(items: list[Item], number: int, places: frozenset[str]) -> bool:
    """Whether a bare "start" or "end" is a place by its neighbours: "B-end clear", "start open", "start to A"."""
    before = items[number - 1].text if number else ""
    after = items[number + 1].text if number + 1 < len(items) else ""
    beside = items[number - 2] if before == "-" and number > 1 else items[number - 1] if number else None
    if beside is not None and beside.named() and set(beside.named()[0].objects) <= places:
        # "B-end clear"; the hyphen itself is not heard.
        return items[number].text == "end" and after not in ("at", "on", "with", "in")
    named_after = number + 2 < len(items) and bool(items[number + 2].named())
    if items[number].text == "start" and after in ("to", "-", "and", "or") and named_after:
        return True
    following = items[number + 1].named() if number + 1 < len(items) else ()
    beside_place = bool(following) and set(following[0].objects) <= places and len(following[0].objects) == 1
    return items[number].text == "start" and (after in _STATES_OF_PLACES or beside_place)


def _span(tokens: list[Token], at: int, phrase: tuple[str, ...]) -> int | None:
    """Where the phrase, which begins at `at`, ends; light words may stand between its own."""
    position, skipped = at, 0
    for number, word in enumerate(phrase):
        while position < len(tokens) and tokens[position].stem != word:
            if number == 0 or skipped >= 3 or tokens[position].stem not in light_words():
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
    if token.capital and following is not None and following.text in _STATES_OF_PLACES:
        return True
    return following is None or following.is_mark or following.text in _FUNCTION_AFTER_LETTER
