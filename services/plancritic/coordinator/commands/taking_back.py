"""What "take that back" takes back: the whole last turn, or the statement that the reason beside it is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from plancritic.contracts.sessions import Revision, StatementInForce
from plancritic.contracts.translation import Statement
from plancritic.coordinator.commands.aims import named_outright, objects_in
from plancritic.coordinator.commands.cancelled import about_in_words, dropped
from plancritic.coordinator.commands.reasons import spared_in
from plancritic.coordinator.commands.session_commands import Spoken
from plancritic.coordinator.commands.undoing import goes_back, takes_back_last_turn
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.sessions.acts import Asked
from plancritic.coordinator.sessions.revisions import accepted_in_words

#: Where what follows the request begins.
_REST = re.compile(r"[,.;:!?–—]+\s*|\s+-+\s+|\s+(?=but\b)")
_KEPT = re.compile(
    r"(?:(?:and|but|just|only) )*(?:(?:keep|leave|not)\b|.+? (?:stays?|remains?|still (?:holds|stands))\b)",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"(?:(?:and|but|then) )*(?:(?:instead|rather)[,:]? (?P<wish>.+)|(?P<before>.+?),? instead[.!]*)$", re.IGNORECASE
)


def back_to_before(text: str) -> Spoken:
    """Return the turn that goes back to the revision before."""
    return Spoken((), undo=True, taken_as=(f"{text!r}: back to the revision before.",))


def taking_back(text: str, head: Revision | None) -> Spoken:
    """Return the turn that goes back to the revision before; a cancellation passes over an acceptance in words."""
    if head is not None and head.in_force and accepted_in_words(head) and not goes_back(text):
        latest = max(enumerate(head.in_force), key=lambda each: (each[1].turn, each[0]))[1]
        return dropped(text, [latest])
    return back_to_before(text)


def taking_back_for_reason(text: str, request: str, head: Revision | None, names: NamedObjects) -> Spoken | None:
    """Return the turn that takes back what was said last; None where `request`, a part of the text, asks for no such.

    Where the reason names what the last turn does not, and one statement in force alone is about it, that is meant.
    """
    if not takes_back_last_turn(request):
        return None
    if head is None or (other := _other_meant(text, head, names)) is None:
        return taking_back(text, head)
    return dropped(text, [other])


def taking_back_and_more(said: Statement, head: Revision | None, names: NamedObjects) -> Spoken | None:
    """Return the turn that takes back what was said last and keeps what was said earlier, or says a wish instead.

    "Undo that, but leave the rule about A": None where the text begins with no such request, or says something else.
    """
    first = _REST.search(said.text)
    if head is None or first is None or not takes_back_last_turn(said.text[: first.start()]):
        return None
    rest = said.text[first.end() :].strip()
    newest = max((each.turn for each in head.in_force), default=0)
    last = [each for each in head.in_force if each.turn == newest]
    if _KEPT.match(rest):
        meant = _about(rest, head, names)
        return taking_back(said.text, head) if meant and all(each.turn < newest for each in meant) else None
    if last and (found := _INSTEAD.match(rest)):
        wish = (found["wish"] or found["before"]).strip()
        taken = dropped(said.text, last)
        told = f"{taken.taken_as[0]} In its place: {wish!r}."
        return Spoken((said.composed(wish),), drop=taken.drop, taken_as=(told,))
    return None


def _other_meant(text: str, head: Revision, names: NamedObjects) -> StatementInForce | None:
    named, newest = _named(text, names), max((each.turn for each in head.in_force), default=0)
    if any(named & objects_in(each, names) for each in head.in_force if each.turn == newest):
        return None
    about = _about(text, head, names)
    return about[0] if len(about) == 1 else None


def _about(text: str, head: Revision, names: NamedObjects) -> list[StatementInForce]:
    """Return the statements in force with all the things that a text names; none where it names none."""
    named = _named(text, names)
    return [each for each in head.in_force if named and named <= objects_in(each, names)]


def _named(text: str, names: NamedObjects) -> frozenset[str]:
    return frozenset(each for mention in names.mentions(text) for each in mention.objects)


def dropping_all(text: str, in_force: Sequence[StatementInForce]) -> Spoken:
    """Return the turn that drops all that is in force, so that the plan is the one without feedback."""
    if not in_force:
        sentence = f"{text!r}: nothing that you said is in force, so nothing was changed."
        return Spoken((), asked=(Asked(text=text, act="cancel", told=True),), taken_as=(sentence,))
    what = "the statement in force is" if len(in_force) == 1 else f"all {len(in_force)} statements in force are"
    return Spoken((), drop=tuple(each.statement.id for each in in_force), taken_as=(f"{text!r}: {what} dropped.",))


def dropping_others(text: str, in_force: Sequence[StatementInForce], names: NamedObjects) -> Spoken | None:
    """Return the turn that drops all in force but what a text spares; None where it is not clear what that is."""
    spared = spared_in(text)
    if spared is None:
        return None
    meant = (*named_outright(spared, in_force, names), *about_in_words(spared.rstrip(".! "), in_force, names))
    outright = {each.statement.id for each in meant}
    named = frozenset(each for mention in names.mentions(spared) for each in mention.objects)
    dropped_then = [
        each
        for each in in_force
        if each.statement.id not in outright and not (named and named & objects_in(each, names))
    ]
    return dropped(text, dropped_then) if 0 < len(dropped_then) < len(in_force) else None
