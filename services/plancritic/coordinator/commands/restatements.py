"""Corrections that say a whole statement anew ("no, I meant the scout should stay at B"), or narrow one.

A fragment ("no, I meant after the scouting") is neither: what it corrects is left open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from plancritic.contracts.sessions import StatementInForce, StatementNotInForce
from plancritic.coordinator.mentions.named import NamedObjects, tokens_of, without_article

_Entry = StatementInForce | StatementNotInForce

#: What stands before "I meant" without a meaning of its own.
_BEFORE = (
    r"(?:(?:no|nope|sorry|oh|ok|okay|well|wait|actually|hm+|hang on|hold on|oops|wrong|rather|what|but|and"
    r"|(?:that's|that is|it's|that was|this is) (?:not (?:it|right|that|what (?:i|we) (?:meant|mean|said|wanted"
    r"|asked for))|wrong)|not (?:that|quite|like that|so|what (?:i|we) (?:meant|mean|said|wanted)))[,.;:! -]+)*"
)
_ANEW = re.compile(
    rf"\s*{_BEFORE}(?:what )?(?:I|we) (?:really |actually |just |only )?mean(?:t)?(?: to (?:say|write|ask))?"
    r"(?: (?:was that|is that|is|was|that))?[,:]? (?P<clause>.+?)\s*",
    re.IGNORECASE | re.DOTALL,
)
#: Verbs that make a sentence of a clause.
_MODAL = re.compile(
    r"\b(?:should|shouldn't|must|mustn't|shall|shan't|ought|may|cannot|can't|can|could|will|won't|would|has to|have to"
    r"|needs?(?! a\b)(?! an\b)(?! the\b)|(?:is|are)(?: not)? to|is|are|isn't|aren't|does not|doesn't|don't|do not"
    r"|stays?|remains?|waits?|goes|comes|ends?|finish(?:es)?|leaves?|visits?|reach(?:es)?|takes?)\b",
    re.IGNORECASE,
)
#: With these a request begins; a name of the problem ("scout") may be a verb as well, and is none here.
_IMPERATIVE = re.compile(
    r"(?:please )?(?:(?:do not|don't|never) )?(?:keep|leave|let|make|go|visit|stay|send|bring|get|put|wait|finish|avoid"
    r"|use|deliver|drive|move|turn|point|shoot|take|do|clear|remove|reach|start|end|hold|park|drop|have)\b(?= \S)",
    re.IGNORECASE,
)
_FOR_TO = re.compile(r"^for .+? to [a-z]+\b", re.IGNORECASE)
#: Clauses that begin so are parts of a sentence: what they belong to is left open.
_FRAGMENT = re.compile(
    r"^(?:(?:not|only|just|even|also|then|never|always|rather|both|all|every|each|either|any) )*"
    r"(?:before|after|until|till|when|while|once|if|unless|within|by|from|at|in|on|to|with|without|because|as|instead"
    r"|that|which|who|than|and|or)\b",
    re.IGNORECASE,
)
_STEP = re.compile(r"\bsteps? (?:number )?\d", re.IGNORECASE)
_ONLY = re.compile(
    r"(?:only|just|merely|solely)(?: for| about)? (?P<one>.+)|(?P<other>.+?) (?:only|alone)", re.IGNORECASE
)
_EVERY = re.compile(r"(?<!not )\b(?:every|each|any|all|both)(?: of)?(?: the| our)? (?P<noun>[a-z-]+)\b", re.IGNORECASE)
#: Words that a statement shares with any other one.
_LIGHT = frozenset(
    {"the", "a", "an", "to", "at", "in", "on", "of", "for", "and", "or", "but", "it", "its", "is", "be", "should"}
    | {"must", "has", "have", "with", "that", "this"}
)


def said_anew(text: str, names: NamedObjects) -> str | None:
    """Return the whole statement that a correction says; None where it says none, or a part of one."""
    found = _ANEW.fullmatch(text)
    if found is None:
        return None
    clause = found["clause"].strip()
    if _FRAGMENT.match(clause) or not (names.mentions(clause) or _STEP.search(clause)):
        return None
    if _FOR_TO.match(clause):
        return f"I want {clause[4:]}"
    mentions = names.mentions(clause)
    # In "the end point" there is no verb.
    bare = clause
    for mention in reversed(mentions):
        bare = f"{bare[: mention.start]}_{bare[mention.end :]}"
    asks = _MODAL.search(bare) or (_IMPERATIVE.match(bare) and len(bare.split()) > 2)
    return clause if asks else None


def most_like(
    clause: str, last: Sequence[_Entry], in_force: Sequence[StatementInForce], names: NamedObjects
) -> list[_Entry]:
    """Return the statements that a statement said anew may replace: those said last, unless it resembles another one.

    Another one it resembles where it names what none of those said last names.
    """
    named = _objects(clause, names)
    near: Sequence[_Entry] = last
    if not any(named & _objects(_said(each), names) for each in last):
        near = [each for each in in_force if named & _objects(_said(each), names)] or last
    shared = [_shared(clause, each, names) for each in near]
    return [each for each, count in zip(near, shared, strict=True) if count == max(shared)]


def narrowed(new: str, old: str | None, entries: Sequence[_Entry], names: NamedObjects) -> list[tuple[_Entry, str]]:
    """Return the statements that speak of every thing of a kind, with the one named in their place.

    Where the words of a statement do not say "every", what was said back of it may.
    """
    found: list[tuple[_Entry, str]] = []
    for entry in entries:
        for text in (entry.statement.text, entry.said_back):
            places = [each for each in _EVERY.finditer(text) if _covers(each["noun"], new, names)]
            if old is not None:
                places = [each for each in places if without_article(old).casefold() == each[0].casefold()]
            if len(places) == 1:
                place = places[0]
                found.append((entry, text[: place.start()] + _opening(new, place.start()) + text[place.end() :]))
                break
    return found


def only_one(phrase: str, names: NamedObjects) -> str | None:
    """Return the name in "only parcel 1"; None where the phrase is nothing of the kind."""
    found = _ONLY.fullmatch(phrase.strip())
    if found is None:
        return None
    one = (found["one"] or found["other"]).strip()
    return one if names.named(one) else None


def _covers(noun: str, new: str, names: NamedObjects) -> bool:
    return names.are_of_kind(names.named(new), noun)


def _opening(new: str, at: int) -> str:
    return new[:1].upper() + new[1:] if at == 0 else new


def _said(entry: _Entry) -> str:
    return f"{entry.statement.text} {entry.said_back}"


def _objects(text: str, names: NamedObjects) -> frozenset[str]:
    return frozenset(each for mention in names.mentions(text) for each in mention.objects)


def _shared(clause: str, entry: _Entry, names: NamedObjects) -> int:
    words = {each.casefold() for each in tokens_of(clause)} - _LIGHT
    own = {each.casefold() for each in tokens_of(_said(entry))} - _LIGHT
    return 10 * len(_objects(clause, names) & _objects(_said(entry), names)) + len(words & own)
