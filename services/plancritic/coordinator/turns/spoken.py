"""Commands to a session in a person's words: "undo that", "ok, keep this one", "no, I meant waypoint B".

Only a statement that is nothing but such a command is one; all others go to the translator.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.questions import RejectedReading
from plancritic.contracts.sessions import Revision, StatementInForce, words_of
from plancritic.contracts.translation import Statement
from plancritic.coordinator.commands.acceptance import accepts_plan, asks_for_statements
from plancritic.coordinator.commands.cancelled import about, about_all_of, about_in_words, cancelled
from plancritic.coordinator.commands.corrections import Correction, Entry, corrections
from plancritic.coordinator.commands.reasons import spared_in, without_reasons
from plancritic.coordinator.commands.restatements import most_like, narrowed, only_one, said_anew
from plancritic.coordinator.commands.session_commands import AmbiguousTarget, Spoken, Target, in_place_of
from plancritic.coordinator.commands.starting_over import FORGET, STATEMENT, names_start, starts_over
from plancritic.coordinator.commands.taking_back import (
    dropping_all,
    dropping_others,
    taking_back,
    taking_back_and_more,
    taking_back_for_reason,
)
from plancritic.coordinator.mentions.named import Mention, NamedObjects, exchanged, without_article
from plancritic.coordinator.mentions.parts import meant_in
from plancritic.coordinator.sessions.acts import Asked
from plancritic.coordinator.sessions.faults import several_places
from plancritic.coordinator.turns.deciding import TurnReader
from plancritic.coordinator.understanding.questions import Effect

_POLITE = (
    r"(?:(?:oh|ok|okay|well|hm+|actually|sorry|please|no|wait|and)[, ]+)*(?:(?:can|could|would) you (?:please )?)?"
)
_END = r"(?:,? please)?[.!?]*"
_LAST = r"(?:(?:the|my|that|this|your) )?(?:last|previous|latest) (?:change|turn|edit|revision|step back)"
_SAID = rf"(?:that|this|{_LAST})"
_THAT = rf"(?:it|{_SAID})"


def _pattern(body: str) -> re.Pattern[str]:
    return re.compile(rf"\s*{_POLITE}(?:{body}){_END}\s*", re.IGNORECASE)


_UNDO = _pattern(
    rf"undo(?: {_THAT})?|(?:revert|roll back|scratch|forget|cancel) {_THAT}"
    # "Drop it" and "take it back" may be about a thing of the plan, and "go back" alone about who is to go.
    rf"|(?:reverse|take back|drop) {_SAID}|take {_SAID} back"
    r"|never ?mind(?: (?:that|it))?|forget (?:it|that|about (?:it|that))"
    r"|go back to (?:(?:the|my) (?:previous|last|earlier) (?:plan|version|revision)|(?:the plan|what we had) before"
    r"|how it was(?: before)?)"
)
_DROP = _pattern(
    rf"(?:{FORGET}) (?:about )?(?:"
    r"(?:what|everything|anything|all|whatever) (?:that )?I(?:'ve| have)? (?:said|asked|told you|wanted|wrote)"
    r"(?: for)? (?:about|on|of|regarding|concerning|with) (?P<said>.+?)"
    rf"|(?:the|my|that) (?:(?:thing|bit|part)|{STATEMENT}) "
    r"(?:about|on|with|regarding|concerning|that mentions|for) (?P<about>.+?)"
    rf"|(?:(?:the )?{STATEMENT} )?(?P<id>s[0-9]+)"
    r"|[\"'“‘](?P<quoted>.+?)[\"'”’]"
    rf"|(?P<last>(?:the|my) (?:last|previous|latest) (?:one|thing|{STATEMENT}))"
    r")"
)
#: "Forget about waypoint A": a command only where something in force is about it.
_FORGET_ABOUT = _pattern(r"(?:forget|never ?mind|undo|revert|retract|disregard) (?:about )?(?P<about>.+?)")
#: "Forget everything except s1": with verbs that move no things.
_FORGET_ALL_BUT = re.compile(
    rf"\s*{_POLITE}(?:forget|never ?mind|undo|revert|retract|disregard|ignore|cancel|withdraw|scratch|scrap)"
    r" (?:about )?(?:all|everything|the lot)\b",
    re.IGNORECASE,
)
_MEANT = _pattern(
    r"(?:(?:not (?P<not>.+?),? (?:but )?)?(?:I|we) (?:really |actually )?mean(?:t)? (?P<meant>.+?)"
    r"(?:,? (?:instead of|rather than|(?:and )?not) (?P<instead>.+?))?)"
)
_INSTEAD = _pattern(r"(?:(?P<new>.+?) )?(?:instead of|rather than|in place of) (?P<old>.+?)(?:, ?(?P<after>.+?))?")
_SAME = _pattern(
    r"(?:do |and )?(?:the )?same (?:(?:goes|holds|applies|thing) )?(?:for|with|to) (?P<same>.+?)(?:,? too)?"
)
#: "And the debris boat.", "the scout too": of the last statement, where that has a name of the kind.
_ALSO = _pattern(
    r"(?:and|plus|also|so (?:should|must|does|do|is|are)) (?:also )?(?P<also>.+?)(?:,? (?:too|as well|also))?"
    r"|(?P<too>.+?),? (?:too|as well|also)"
)


def spoken(
    statements: Sequence[Statement],
    head: Revision | None,
    names: NamedObjects,
    chosen: Mapping[str, Effect] = MappingProxyType({}),
    acts: TurnReader | None = None,
) -> Spoken:
    """Return what the statements of a turn ask for, with commands to the session told apart.

    `acts` classifies what the closed vocabularies here do not know; without it all that is a statement.
    `chosen` says what commands mean that a person was asked about, by the ids that the commands were submitted with.

    Raises:
        AmbiguousTarget: a command may mean several statements; nothing is done.
        ContractError: a command means no statement; nothing is done.
    """
    kept: list[Statement] = []
    drop: list[str] = []
    replaced: list[str] = []
    changed: dict[str, StatementInForce] = {}
    asked: list[Asked] = []
    taken: list[str] = []
    rejected: list[RejectedReading] = []
    undo = accept = False
    for said in statements:
        each = said if acts is None else acts.without_remark(said, head, names)
        found = _command(each, head, names, chosen.get(each.id), acts)
        if found is None and acts is not None:
            found = acts.read(each, head, names, chosen.get(each.id))
        if found is None:
            kept.append(said)
            continue
        kept += found.statements
        drop += found.drop
        replaced += found.replaced
        changed |= found.changed
        asked += found.asked
        taken += found.taken_as
        rejected += found.rejected
        undo, accept = undo or found.undo, accept or found.accept
    if (undo or accept) and len(statements) > 1:
        what = "going back" if undo else "accepting the plan"
        raise _refused(f"{what} needs a turn of its own", "say only that first, then the rest")
    return Spoken(
        tuple(kept),
        tuple(dict.fromkeys(drop)),
        tuple(dict.fromkeys(replaced)),
        changed,
        tuple(asked),
        undo,
        accept,
        tuple(rejected),
        tuple(taken),
    )


def _command(
    said: Statement, head: Revision | None, names: NamedObjects, chosen: Effect | None, acts: TurnReader | None
) -> Spoken | None:
    text = said.text
    request = without_reasons(text, names)
    if _UNDO.fullmatch(text):
        return taking_back(text, head)
    if accepts_plan(text):
        sentence = f"{text!r}: the plan is accepted, and with it the readings of your statements."
        return Spoken((), accept=True, taken_as=(sentence,))
    if asks_for_statements(text):
        return Spoken((), asked=(Asked(text=text, act="question"),))
    in_force = head.in_force if head is not None else ()
    if starts_over(text, names) and (in_force or names_start(text)):
        return dropping_all(text, in_force)
    if found := _DROP.fullmatch(request):
        meant, known = _targets(found, in_force, names)
        return cancelled(said.composed(request), meant, known, names, chosen)
    if (taken_back := taking_back_for_reason(text, request, head, names)) is not None:
        return taken_back
    if (taken_back := taking_back_and_more(said, head, names)) is not None:
        return taken_back
    if _FORGET_ALL_BUT.match(text) and spared_in(text) is not None:
        # What is named is spared.
        if (others := dropping_others(text, in_force, names)) is not None:
            return others
    elif (found := _FORGET_ABOUT.fullmatch(request)) and (meant := about_in_words(found["about"], in_force, names)):
        return cancelled(said.composed(request), meant, (), names, chosen)
    if head is None:
        return None
    if (clause := said_anew(text, names)) is not None:
        return _said_anew(said, clause, head, names, chosen)
    corrected = corrections(text, head, names)
    if found := _MEANT.fullmatch(text):
        old, named = found["instead"] or found["not"], names.named(found["meant"])
        if (one := only_one(found["meant"], names)) is not None:
            return _narrowing(said, one, old, head, names, chosen)
        if named or (old and not corrected):
            return _replacing(said, found["meant"], old, head, names, chosen)
    if found := _INSTEAD.fullmatch(text):
        new = found["new"] or found["after"]
        if new is None and not corrected and acts is None:
            raise _refused(
                f"{text!r} does not say what you want instead", 'say for example "waypoint B instead of waypoint A"'
            )
        if new is not None and names.named(new):
            return _replacing(said, new, found["old"], head, names, chosen)
    if (found := _SAME.fullmatch(text)) and names.named(found["same"]):
        return _repeating(said, found["same"], head, names, chosen)
    if found := _ALSO.fullmatch(text):
        new = found["also"] or found["too"]
        if _has_like(head, names.named(new), names):
            return _repeating(said, new, head, names, chosen)
    if corrected:
        return _correcting(said, corrected, chosen)
    return None


def _targets(
    found: re.Match[str], in_force: Sequence[StatementInForce], names: NamedObjects
) -> tuple[list[StatementInForce], Sequence[StatementInForce]]:
    """Return the statements in force that a command to drop may name, and all those among which it looks."""
    if found["last"]:
        newest = max((each.turn for each in in_force), default=0)
        return [each for each in in_force if each.turn == newest], in_force
    named = found["id"] or found["quoted"]
    if named:
        words = words_of(named)
        exact = [each for each in in_force if words in _names_of(each)]
        return exact or [each for each in in_force if words in words_of(each.statement.text)], in_force
    phrase = found["said"] or found["about"]
    return about(phrase, in_force, names) or about_all_of(phrase, in_force, names), in_force


def _names_of(entry: StatementInForce) -> tuple[str, ...]:
    said = entry.statement
    return said.id, words_of(said.text), words_of(said.quoted)


def _replacing(
    said: Statement, new: str, old: str | None, head: Revision, names: NamedObjects, chosen: Effect | None
) -> Spoken:
    """Return the turn in which the last statement has another object, and no longer holds as it was."""
    entry, mention = _exchange(said, new, old, head, names, chosen)
    return in_place_of(said, exchanged(entry.statement.text, mention, new), entry)


def _said_anew(
    said: Statement, clause: str, head: Revision, names: NamedObjects, chosen: Effect | None
) -> Spoken | None:
    """Return the turn in which a whole statement is said in the place of another; None where nothing was said yet."""
    found = most_like(clause, _said_last(head), head.in_force, names)
    return _correcting(said, [Correction(each, clause) for each in found], chosen) if found else None


def _narrowing(
    said: Statement, new: str, old: str | None, head: Revision, names: NamedObjects, chosen: Effect | None
) -> Spoken:
    """Return the turn in which what was said of every thing of a kind is said of one: "only parcel 1"."""
    entries: list[Entry] = [*head.in_force, *head.not_in_force]
    found = narrowed(new, old, _said_last(head) if old is None else entries, names)
    latest = max((entry.turn for entry, _ in found), default=0)
    corrected = [Correction(entry, text) for entry, text in found if entry.turn == latest]
    if corrected:
        return _correcting(said, corrected, chosen)
    what = f"every thing like {new!r}" if old is None else repr(old)
    raise _refused(f"no statement mentions {what}, so none can be narrowed", "say the whole statement")


def _correcting(said: Statement, found: Sequence[Correction], chosen: Effect | None) -> Spoken:
    """Return the turn in which a statement holds as it is corrected, and no longer as it was."""
    targets = [Target(each.entry, f"then it says: {each.text!r}", each.mention) for each in found]
    only = [each for each, target in zip(found, targets, strict=True) if len(found) == 1 or target.is_chosen(chosen)]
    if not only:
        told = "; ".join(f"{each.sentence}: {each.leads_to}" for each in targets)
        fault = Fault(
            code=FaultCode.AMBIGUOUS_NAME,
            message=f"{said.text!r} may correct {len(found)} statements; nothing was changed",
            remedy=f"say the whole statement again: {told}",
        )
        raise AmbiguousTarget(said, fault, targets)
    return in_place_of(said, only[0].text, only[0].entry)


def _repeating(said: Statement, new: str, head: Revision, names: NamedObjects, chosen: Effect | None) -> Spoken:
    """Return the turn in which the last statement is said of another object too."""
    entry, mention = _exchange(said, new, None, head, names, chosen)
    text = exchanged(entry.statement.text, mention, new)
    statement = said.composed(text, entry.statement.strength)
    sentence = f"{said.text!r}: {text!r}, beside statement {entry.statement.id} ({entry.statement.text!r})."
    return Spoken((statement,), taken_as=(sentence,))


def _exchange(
    said: Statement, new: str, old: str | None, head: Revision, names: NamedObjects, chosen: Effect | None
) -> tuple[Entry, Mention]:
    """Return the statement in which an object is to be exchanged, and where it stands there."""
    text = said.text
    wanted = names.named(new)
    if not wanted:
        raise _refused(f"{new!r} is not an object of this problem", "use a name as the plan's steps do")
    entries: list[Entry] = [*head.in_force, *head.not_in_force]
    if old is None:
        entries = _said_last(head)
        places = [
            (each, mention)
            for each in entries
            for mention in meant_in(each.constraints, names.alike(each.statement.text, wanted), names)
        ]
    else:
        meant = names.named(old) or names.named(_completed(old, new))
        places = [
            (each, mention)
            for each in entries
            for mention in names.mentions(each.statement.text)
            if meant and mention.objects == meant
        ]
    if not places:
        what = f"that names {old!r}" if old is not None else f"of the last turn that {new!r} could go into"
        raise _refused(f"{text!r}: there is no statement {what}", "say the whole statement")
    if len(places) == 1:
        return places[0]
    targets = [
        Target(each, f"then it says: {exchanged(each.statement.text, mention, new)!r}", mention)
        for each, mention in places
    ]
    for place, target in zip(places, targets, strict=True):
        if target.is_chosen(chosen):
            return place
    named = [(each, each.statement.text[mention.start : mention.end]) for each, mention in places]
    raise AmbiguousTarget(said, several_places(text, named).fault, targets)


def _said_last(head: Revision) -> list[Entry]:
    """Return what was said in the last turn that said anything."""
    entries: list[Entry] = [*head.in_force, *head.not_in_force]
    newest = max((each.turn for each in entries), default=0)
    return [each for each in entries if each.turn == newest]


def _has_like(head: Revision, wanted: frozenset[str], names: NamedObjects) -> bool:
    return bool(wanted) and any(names.alike(each.statement.text, wanted) for each in _said_last(head))


def _completed(old: str, new: str) -> str:
    """Return a short name in full: "A" beside "waypoint B" is "waypoint A"."""
    return " ".join((*without_article(new).split()[:-1], without_article(old)))


def _refused(message: str, remedy: str) -> ContractError:
    return ContractError(Fault(code=FaultCode.UNKNOWN_NAME, message=f"{message}; nothing was changed", remedy=remedy))
