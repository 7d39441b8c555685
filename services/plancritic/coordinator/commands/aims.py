"""Which statements of a session a text is about: scored by ids, ordinals, objects, numbers, words, meaning, recency."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.contracts.sessions import StatementInForce, StatementNotInForce, words_of
from plancritic.coordinator.commands.reasons import spared_in
from plancritic.coordinator.mentions.named import NamedObjects, tokens_of
from plancritic.coordinator.mentions.vocabulary import vocabulary
from plancritic.english.lists import words

Entry = StatementInForce | StatementNotInForce

_ALL = re.compile(
    r"\b(?:everything|all of (?:it|them|that|those|this)|them all|it all|that all"
    r"|all (?:my|the|your|our|these|those)? ?"
    r"(?:\w+ )?(?:wishes|rules|requests|statements|conditions|restrictions|limits|constraints|demands|things)"
    r"|all (?:i|we)(?:'ve| have)?\b|(?:start|begin) (?:over|again|afresh|from (?:scratch|zero))|clean slate"
    r"|from scratch|the (?:whole )?lot|no (?:more )?(?:rules|wishes|conditions|limits|restrictions)"
    r" (?:at all|any ?more)?)\b",
    re.IGNORECASE,
)
_PRONOUNS = words("it that this they those these them he she him her one all everything")
_BOTH = re.compile(r"\b(?:both|the two|those two|these two)\b", re.IGNORECASE)
_ORDINALS = {"first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3}
_NOUN = (
    r"(?:one|thing|bit|wish|rule|request|statement|condition|demand|sentence|point|part|order"
    r"|instruction|constraint)s?"
)

_ORDINAL = re.compile(
    rf"\b(?:the|my|your|that) (?:very )?(?P<word>first|second|third|fourth|1st|2nd|3rd|4th|last|latest|newest|previous|"
    rf"middle|oldest)(?: {_NOUN}\b|(?= *(?:[.,!?]|$))|(?= (?:please|again|i said|you)))",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\b(?:number|no\.?|statement|rule|wish|request|#) ?(\d{1,2})\b", re.IGNORECASE)
_ID = re.compile(r"\bs\d+\b", re.IGNORECASE)
_DIGITS = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
#: What counts how much; found by hand on labelled turns (`plancritic train acts` prints how often it is right).
_OBJECT, _WORD, _MEANING, _RECENT, _SAME_NUMBER = 1.0, 1.0, 0.6, 0.06, 0.4
_BACK = re.compile(r"\bback\b", re.IGNORECASE)
_TAKING_BACK = re.compile(r"\b(?:take|taking|took|go|going|roll|change|turn|put) (?:\w+ ){0,4}?back\b", re.IGNORECASE)
#: A statement that is no longer is not looked for in a text.
_SHORTEST_QUOTED = 3
#: Two targets whose scores are nearer than this are equally likely.
NEAR = 0.12
#: So much nearer in meaning is one of two statements that the same words fit, where it alone is meant.
_ALIKE = 0.3


@dataclass(frozen=True)
class Aim:
    """A statement that a text may be about, with its score.

    `evidence` says that the words name or describe it, and `words` how well; `near` is the cosine of the two.
    """

    entry: Entry
    score: float
    evidence: bool
    near: float = 0.0
    words: float = 0.0


def aims(text: str, entries: Sequence[Entry], names: NamedObjects, cosines: Sequence[float] = ()) -> list[Aim]:
    """Return the statements by how likely a text is about them, best first; `cosines` are theirs with the text."""
    named = _objects(text, names)
    # A name counts as an object, not as a word too.
    words = _content(_masked(text, names))
    numbers = set(_DIGITS.findall(text))
    newest = max((each.turn for each in entries), default=0)
    found = []
    for place, entry in enumerate(entries):
        said = f"{entry.statement.text} {entry.said_back}"
        own = objects_in(entry, names)
        shared = len(named & own) / len(named) if named else 0.0
        common = len(words & _content(said)) / len(words) if words else 0.0
        fit = _OBJECT * shared + _WORD * common + _SAME_NUMBER * bool(numbers & set(_DIGITS.findall(said)))
        near = cosines[place] if cosines else 0.0
        score = fit + _MEANING * near - _RECENT * (newest - entry.turn)
        found.append(Aim(entry, score, shared > 0 or common > 0, near, fit))
    if not any(each.evidence for each in found):
        # Nothing is named: what was said last is meant.
        return sorted(found, key=lambda each: (-each.entry.turn, -each.score))
    return sorted(found, key=lambda each: (-each.score, -each.entry.turn))


def equally_meant(found: Sequence[Aim]) -> list[Aim]:
    """Return of aims, best first, those that the words fit as well as the best: which was said last decides nothing."""
    best = max(found, key=lambda each: each.words)
    return [
        each for each in found if each.words > best.words - NEAR and each.near > max(one.near for one in found) - _ALIKE
    ] or [best]


def named_outright(text: str, entries: Sequence[Entry], names: NamedObjects) -> list[Entry]:
    """Return the statements that a text names by id, by number, by place in the list, or as all or both of them."""
    by_id = {each.statement.id: each for each in entries}
    if found := [by_id[each.casefold()] for each in _ID.findall(text) if each.casefold() in by_id]:
        return found
    folded = words_of(text)
    if quoted := [each for each in entries if any(words_of(said) in folded for said in _said(each, text))]:
        return quoted
    if speaks_of_all(text) and spared_in(text) is None and not names_things(text, names):
        return list(entries)
    if _BOTH.search(text) and len(entries) == 2:
        return list(entries)
    ordered = sorted(entries, key=lambda each: each.turn)
    if names.mentions(text):
        # "Their packet, the first one": an ordinal beside a name is about things of the plan.
        return []
    if found_ordinal := _ORDINAL.search(text):
        word = found_ordinal["word"].casefold()
        if word in ("last", "latest", "newest", "previous"):
            return [each for each in entries if each.turn == ordered[-1].turn] if ordered else []
        if word == "oldest":
            return ordered[:1]
        place = len(ordered) // 2 if word == "middle" else _ORDINALS[word]
        return [ordered[place]] if place < len(ordered) else []
    if (number := _NUMBER.search(text)) and 0 < int(number[1]) <= len(ordered):
        return [ordered[int(number[1]) - 1]]
    return []


def speaks_of_all(text: str) -> bool:
    """Return whether a text speaks of all that was said."""
    return _ALL.search(text) is not None


def unquoted(text: str, entries: Sequence[Entry]) -> str:
    """Return a text without the statements that it quotes."""
    for each in entries:
        for said in _said(each, text):
            text = re.sub(re.escape(said.rstrip(".!")), " ", text, flags=re.IGNORECASE)
    return text


def _said(entry: Entry, text: str) -> list[str]:
    """Return how a text may quote a statement: as it is planned for, and as it was said.

    Whoever says the same again quotes nothing.
    """
    planned, own = entry.statement.text, entry.statement.quoted
    said = [planned] if own == planned or words_of(own) == words_of(text) else [planned, own]
    return [each for each in said if len(each) > _SHORTEST_QUOTED]


def names_things(text: str, names: NamedObjects) -> bool:
    """Return whether a text names things of the plan: with "it" and "them" what was said may be meant."""
    return any(text[each.start : each.end].casefold() not in _PRONOUNS for each in names.mentions(text))


def describes(text: str) -> bool:
    """Return whether a text says in words of its own what it is about: "the time limit", not "that one"."""
    return bool(_content(text)) or bool(_DIGITS.search(text))


def says_more(text: str, said: str, names: NamedObjects) -> bool:
    """Return whether a text has words beside names, numbers and those of a statement: it may ask for more."""
    words = {each for each in _content(_masked(text, names)) if not each[0].isdigit()}
    return bool(words - _content(said) - {stem(each) for each in vocabulary().of_corrections})


def content_words(text: str, names: NamedObjects) -> set[str]:
    """Return the stems of the words of a text that describe something, without its names."""
    return _content(_masked(text, names))


def objects_in(entry: Entry, names: NamedObjects) -> frozenset[str]:
    """Return the objects that a statement names, or its reading is about."""
    return _objects(f"{entry.statement.text} {entry.said_back}", names) | _in_constraints(entry, names)


def _objects(text: str, names: NamedObjects) -> frozenset[str]:
    return frozenset(each for mention in names.mentions(text) for each in mention.objects)


def _masked(text: str, names: NamedObjects) -> str:
    for mention in reversed(names.mentions(text)):
        text = f"{text[: mention.start]} {text[mention.end :]}"
    return text


def _in_constraints(entry: Entry, names: NamedObjects) -> frozenset[str]:
    tokens = {each for text in entry.constraints for each in re.findall(r"[\w-]+", text)}
    return frozenset(each for each in names.known if each in tokens)


def _content(text: str) -> set[str]:
    idle = vocabulary().shared | vocabulary().of_commands
    words = {each.casefold() for each in tokens_of(text)} - idle
    # Boats are to be back; whoever takes something back says nothing of it.
    back = {"back"} if _BACK.search(text) and not _TAKING_BACK.search(text) else set()
    return ({stem(each) for each in words} - idle) | back


def stem(word: str) -> str:
    """Return a word without a common ending, to compare words by."""
    for end in ("ing", "ies", "ed", "es", "s"):
        if word.endswith(end) and len(word) - len(end) >= 3:
            return word[: -len(end)]
    return word
