"""What a person says to a question instead of an answer: it may change the statement that was asked about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from plancritic.contracts.questions import Choice, OpenQuestion
from plancritic.contracts.sessions import Revision, StatementInForce
from plancritic.contracts.specification import ProblemReference
from plancritic.contracts.translation import Statement
from plancritic.coordinator.commands.aims import says_more
from plancritic.coordinator.commands.changes import Change, changes_of
from plancritic.coordinator.commands.corrections import corrected_by_name_or_number
from plancritic.coordinator.commands.replacing import correction_in, is_fragment
from plancritic.coordinator.commands.session_commands import Spoken
from plancritic.coordinator.commands.undoing import goes_back
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.result.statement_outcomes import SAY_IT
from plancritic.coordinator.sessions.acts import Asked
from plancritic.coordinator.turns.deciding import TurnReader
from plancritic.coordinator.turns.spoken import spoken
from plancritic.coordinator.understanding.questions import Effect
from plancritic.pddl.language import PddlSyntaxError, parse_constraint
from plancritic.pddl.specification import check_constraint
from plancritic.wording import Lexicon

#: Whoever says one of these verbs accepts the plan in so many words.
_ACCEPTING = re.compile(
    r"\b(?:accept(?:ed)?|approved?|adopt|keep|take|go (?:ahead )?with|stick (?:with|to)|settle|agreed?|sign off)\b",
    re.IGNORECASE,
)
#: The time of a revision that is never stored.
_NEVER = datetime(2000, 1, 1, tzinfo=UTC)


def said_instead(
    said: Statement,
    question: OpenQuestion,
    head: Revision | None,
    problem: ProblemReference,
    names: NamedObjects,
    lexicon: Lexicon,
    chosen: dict[str, Effect],
    acts: TurnReader | None,
) -> Spoken:
    """Return what a text asks for that was said instead of an answer; the statement asked about is not in force.

    What changes that statement is read as its changed version: where one reading alone was offered, it is that one; of
    several none was chosen, so the person's own words are changed and read anew. Everything else is taken as ever.

    Raises:
        AmbiguousTarget, ContractError: as `spoken`.
    """
    number = head.number + 1 if head is not None else 1
    entries = list(_entries(question, number, lexicon))
    if not entries:
        return spoken((said,), head, names, chosen, acts)
    own = question.statement.id
    found = spoken((said,), _asked_last(entries[0], head, problem), names, chosen, acts)
    if _is_idle(found) or (found.accept and not _ACCEPTING.search(said.text)):
        # "Ok great" while a question is open accepts nothing, and answers nothing.
        return _left_open(said, question)
    if found.undo:
        return found if goes_back(said.text) else _withdrawn(said, question)
    if own in [each.statement for each in found.rejected]:
        return _withdrawn(said, question)
    correction = correction_in(said.text, names)
    if correction is not None and own in found.replaced and not is_fragment(correction.clause, names):
        # It says another wish in the place of what was asked about: no offered reading has its words.
        return _without_own(found, said, question)
    # Nothing but names and numbers is about what was asked, whatever else it would fit.
    is_about_other = bool(set(found.drop) - {own}) and says_more(said.text, "", names)
    if len(entries) > 1 and not is_about_other:
        # None of the readings offered was chosen: the person's own words, corrected, are read anew.
        corrected = corrected_by_name_or_number(said.text, entries[0], names)
        if len(corrected) == 1:
            return _corrected(said, question, corrected[0].text)
    changed = None if is_about_other or found.accept else _change(said.text, entries, names, lexicon)
    if changed is not None:
        return _changed(said, question, changed) if len(entries) == 1 else _unclear(said, question)
    if own not in found.drop:
        return found
    if found.changed and own in found.replaced and len(entries) > 1:
        return _unclear(said, question)
    left = _without_own(found, said, question)
    return left if left.statements or left.drop else _withdrawn(said, question)


def _without_own(found: Spoken, said: Statement, question: OpenQuestion) -> Spoken:
    """Return what was found without the statement asked about among what is dropped: it is not in force."""
    own = question.statement.id
    drop, replaced = (tuple(each for each in names_of if each != own) for names_of in (found.drop, found.replaced))
    told = found.taken_as
    if own in found.replaced and len(found.statements) == 1:
        told = _corrected(said, question, found.statements[0].text).taken_as
    return Spoken(found.statements, drop, replaced, found.changed, found.asked, taken_as=told)


def _entries(question: OpenQuestion, number: int, lexicon: Lexicon) -> Iterator[StatementInForce]:
    """Yield the statement asked about with each offered reading; a client may have sent some that fit nothing."""
    for choice in question.choices:
        if _fits(choice, lexicon):
            yield StatementInForce(
                statement=question.statement,
                constraints=choice.constraints,
                mid_level_goal=choice.sentence,
                said_back=choice.sentence,
                score=choice.probability,
                turn=number,
                verdict="unconfirmed",
                reading="doubtful",
            )


def _fits(choice: Choice, lexicon: Lexicon) -> bool:
    try:
        return not any(check_constraint(parse_constraint(each), lexicon.problem) for each in choice.constraints)
    except PddlSyntaxError:
        return False


def _asked_last(entry: StatementInForce, head: Revision | None, problem: ProblemReference) -> Revision:
    """Return the session as the text refers to it: the statement asked about was said last."""
    if head is None:
        return Revision(
            id="0-asked",
            number=entry.turn,
            session="asked",
            parent=None,
            run=None,
            problem=problem,
            plan="",
            steps=(),
            specification=(),
            in_force=(entry,),
            translator="",
            created=_NEVER,
        )
    known = [each for each in head.not_in_force if each.statement.id != entry.statement.id]
    update = {"number": entry.turn, "in_force": (*head.in_force, entry), "not_in_force": tuple(known), "restores": None}
    return head.model_copy(update=update)


def _change(text: str, entries: Sequence[StatementInForce], names: NamedObjects, lexicon: Lexicon) -> Change | None:
    """Return the one change that a text makes of an offered reading; None where it says more, or several fit."""
    first = entries[0]
    if says_more(text, f"{first.statement.text} {first.said_back}", names):
        return None
    found: dict[tuple[str, ...], Change] = {}
    for entry in entries:
        for each in changes_of(text, entry, names, lexicon)[:1]:
            # What is to hold beside it, or less strictly, is no other reading.
            if not each.beside and each.constraints != entry.constraints:
                found.setdefault(each.constraints, each)
    return next(iter(found.values())) if len(found) == 1 else None


def _changed(said: Statement, question: OpenQuestion, change: Change) -> Spoken:
    statement = said.composed(change.text, question.statement.strength)
    doubt = f"It was read as: {change.text} Nobody has confirmed that reading of {question.statement.text!r}. {SAY_IT}"
    made = change.entry.model_copy(
        update={
            "statement": statement,
            "constraints": change.constraints,
            "mid_level_goal": change.text,
            "said_back": change.text,
            "doubt": doubt,
        }
    )
    sentence = f"{said.text!r}: {change.text!r}, in place of what you were asked about ({question.statement.text!r})."
    return Spoken((statement,), changed={said.id: made}, taken_as=(sentence,))


def _corrected(said: Statement, question: OpenQuestion, text: str) -> Spoken:
    sentence = f"{said.text!r}: {text!r}, in place of what you were asked about ({question.statement.text!r})."
    return Spoken((said.composed(text, question.statement.strength),), taken_as=(sentence,))


def _unclear(said: Statement, question: OpenQuestion) -> Spoken:
    sentence = (
        f"{said.text!r}: this changes what you were asked about ({question.statement.text!r}), but you chose none "
        "of its readings. Nothing was changed. Say the whole statement as you mean it now."
    )
    return Spoken((), asked=(Asked(text=said.text, act="change", told=True, understood=False),), taken_as=(sentence,))


def _is_idle(found: Spoken) -> bool:
    return bool(found.asked) and all(each.act in ("chatter", "accept", "confirm") for each in found.asked)


def _left_open(said: Statement, question: OpenQuestion) -> Spoken:
    sentence = (
        f"{said.text!r} answers no question: what you were asked about ({question.statement.text!r}) is left open, and "
        "nothing was accepted or changed. Say it again to be asked again."
    )
    return Spoken((), asked=(Asked(text=said.text, act="chatter", told=True),), taken_as=(sentence,))


def _withdrawn(said: Statement, question: OpenQuestion) -> Spoken:
    sentence = (
        f"{said.text!r}: what you were asked about ({question.statement.text!r}) is dropped, and nothing was changed."
    )
    return Spoken((), asked=(Asked(text=said.text, act="cancel", told=True),), taken_as=(sentence,))
