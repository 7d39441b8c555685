"""What "take that back" takes back: the whole last turn, or the statement that the reason beside it is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from plancritic.contracts.sessions import Revision, StatementInForce
from plancritic.contracts.translation import Statement
from plancritic.coordinator.commands.aims import named_outright, objects_in
from plancritic.coordinator.commands.cancelled import about_in_words, describes_statement, dropped
from plancritic.coordinator.commands.reasons import spared_in
from plancritic.coordinator.commands.replacing import is_fragment
from plancritic.coordinator.commands.session_commands import Spoken
from plancritic.coordinator.commands.starting_over import FORGET
from plancritic.coordinator.commands.undoing import goes_back, takes_back_last_turn
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.sessions.acts import Asked
from plancritic.coordinator.sessions.revisions import accepted_in_words

#: Where what follows the request begins.
_REST = re.compile(r"[,.;:!?–—]+\s*|\s+-+\s+|\s+(?=but\b)")
_KEPT = re.compile(r"(?:(?:and|but|just|only) )*(?:keep|leave|not) (?P<what>[^,.;:!?]+)[.!]*", re.IGNORECASE)
_INSTEAD = re.compile(
    r"(?:(?:and|but|then) )*(?:instead,? (?!of\b)(?P<wish>.+)|(?P<before>[^,.;:!?]+),? instead[.!]*)", re.IGNORECASE
)
_COMMAND = re.compile(rf"(?:please )?(?:{FORGET})\b", re.IGNORECASE)


def back_to_before(text: str) -> Spoken:
    """Return the turn that goes back to the revision before."""
    return Spoken((), undo=True, taken_as=(f"{text!r}: back to the revision before.",))


def taking_back(text: str, head: Revision | None, request: str | None = None) -> Spoken:
    """Return the turn that goes back to the revision before; a cancellation passes over an acceptance in words.

    `request` is the part of the text that asks for it, where it says more.
    """
    if head is not None and head.in_force and accepted_in_words(head) and not goes_back(request or text):
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

    "Undo that, but leave the rule about A": None where the text asks for no such, or says something else beside it.
    """
    if head is None or (found := _request_and_rest(said.text)) is None:
        return None
    request, rest = found
    last = [each for each in head.in_force if each.turn == head.number]
    if kept := _KEPT.fullmatch(rest):
        what = kept["what"]
        outright = named_outright(what, head.in_force, names)
        meant = outright or (_about(what, head, names) if describes_statement(what) else [])
        earlier = meant and not any(each in last for each in meant)
        return taking_back(said.text, head, request) if earlier else None
    if (instead := _INSTEAD.fullmatch(rest)) and _only_added(head, last):
        wish = (instead["wish"] or instead["before"]).strip()
        if is_fragment(wish, names) or _COMMAND.match(wish):
            return None
        before = "; ".join(f"statement {each.statement.id} ({each.statement.text!r})" for each in last)
        told, drop = f"{said.quoted!r}: {wish!r} replaces {before}.", tuple(each.statement.id for each in last)
        return Spoken((said.composed(wish),), drop=drop, replaced=drop, taken_as=(told,))
    return None


def _request_and_rest(text: str) -> tuple[str, str] | None:
    """Return the beginning of a text that takes back the last turn, and what follows; None without either."""
    for each in _REST.finditer(text):
        if takes_back_last_turn(text[: each.start()]):
            rest = text[each.end() :].strip()
            return (text[: each.start()], rest) if rest else None
    return None


def _only_added(head: Revision, last: Sequence[StatementInForce]) -> bool:
    """Return whether the last turn added statements and did nothing else: then dropping them takes it back."""
    before = head.restores is None and not any(each.why == "dropped" for each in head.not_in_force)
    return bool(last) and before and not accepted_in_words(head)


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
