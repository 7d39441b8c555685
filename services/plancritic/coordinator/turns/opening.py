"""The turn with which a run begins: its session looked up, commands told apart from statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from plancritic.contracts.envelope import new_id
from plancritic.contracts.feedback import FeedbackSubmitted
from plancritic.contracts.sessions import Revision
from plancritic.coordinator.commands.session_commands import AmbiguousTarget, Spoken
from plancritic.coordinator.commands.targets import target_question
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.problem.situation import Situation
from plancritic.coordinator.sessions.faults import (
    drop_beside_acceptance,
    nothing_before,
    nothing_said,
    nothing_to_accept,
    nothing_to_undo,
)
from plancritic.coordinator.sessions.revisions import accepted
from plancritic.coordinator.sessions.store import Sessions
from plancritic.coordinator.sessions.turn import Turn, restoring, turn_of, with_changed
from plancritic.coordinator.turns.asked_about import said_instead
from plancritic.coordinator.turns.classifier import ActClassifier
from plancritic.coordinator.turns.deciding import TurnReader
from plancritic.coordinator.turns.spoken import spoken
from plancritic.coordinator.understanding.questions import MOST_QUESTIONS, Effect, Question


@dataclass(frozen=True)
class Opening:
    """The turn that a feedback is; with a question it is only what the session has, until that is answered."""

    turn: Turn
    question: Question | None = None


async def open_turn(
    sessions: Sessions, submitted: FeedbackSubmitted, situation: Situation, classifier: ActClassifier | None = None
) -> Opening:
    """Return the turn that a feedback is in its session, or the question where a command may mean several things.

    Raises:
        ContractError: nothing is said; it is stale or about another problem; or a command in it means nothing, or
            several things and the client answers no questions.
        nats.errors.Error: the broker does not answer.
    """
    if not submitted.statements and not submitted.drop and not submitted.reject:
        raise nothing_said()
    session = submitted.envelope.session_id
    head = await sessions.head(session)
    found = _commands(submitted, head, situation, classifier)
    if isinstance(found, Question):
        # What is stale, or about another problem, is not worth a question.
        return Opening(turn_of(submitted.model_copy(update={"statements": ()}), head, situation.reference), found)
    turn = _turn(submitted, found, head, situation)
    if turn.asked:
        return Opening(turn)
    if found.accept:
        if head is None:
            raise nothing_to_accept(session)
        if submitted.drop:
            raise drop_beside_acceptance()
        # The same plan again, its doubtful readings confirmed as by the command "accept".
        turn = restoring(turn, accepted(head))
        return Opening(turn.model_copy(update={"taken_as": found.taken_as}))
    if not found.undo:
        return Opening(turn)
    if head is None:
        raise nothing_before(session)
    if head.parent is not None:
        turn = restoring(turn, await sessions.revision(session, head.parent))
    elif head.in_force and not head.passed_over:
        # Before the first revision there was the plan without feedback: nothing in force, planned for anew.
        everything = tuple(each.statement.id for each in head.in_force)
        changes = {"statements": found.statements, "drop": everything}
        turn = turn_of(submitted.model_copy(update=changes), head, situation.reference)
    else:
        raise nothing_to_undo(head)
    return Opening(turn.model_copy(update={"taken_as": found.taken_as}))


def turn_with(
    submitted: FeedbackSubmitted,
    head: Revision | None,
    situation: Situation,
    asked: Sequence[Question],
    chosen: Mapping[str, Effect],
    classifier: ActClassifier | None = None,
) -> Turn | Question:
    """Return the turn once the person has said what a command means; the next question where there is another one.

    `asked` are the questions so far, `chosen` what commands mean, by the ids that they were submitted with.

    Raises:
        ContractError: a command that the person was asked about has no answer, or the run may ask no more.
    """
    found = _commands(submitted, head, situation, classifier, asked, chosen)
    return found if isinstance(found, Question) else _turn(submitted, found, head, situation)


def _commands(
    submitted: FeedbackSubmitted,
    head: Revision | None,
    situation: Situation,
    classifier: ActClassifier | None,
    asked: Sequence[Question] = (),
    chosen: Mapping[str, Effect] = MappingProxyType({}),
) -> Spoken | Question:
    try:
        reader = TurnReader(classifier, situation.lexicon) if classifier is not None else None
        lexicon, names = situation.lexicon, NamedObjects(situation.lexicon)
        question_before = submitted.instead_of_answer
        if question_before is not None:
            return said_instead(
                submitted.statements[0],
                question_before,
                head,
                situation.reference,
                names,
                lexicon,
                dict(chosen),
                reader,
            )
        return spoken(submitted.statements, head, names, chosen, reader)
    except AmbiguousTarget as ambiguous:
        place = [each.id for each in submitted.statements].index(ambiguous.said.id)
        answers = submitted.questions == "ask" and len(asked) < MOST_QUESTIONS
        if not answers or place in [each.place for each in asked]:
            raise
        question = target_question(new_id(), place, ambiguous)
        if question is None:
            raise
        return question


def _turn(submitted: FeedbackSubmitted, found: Spoken, head: Revision | None, situation: Situation) -> Turn:
    changes = {
        "statements": found.statements,
        "drop": (*submitted.drop, *found.drop),
        "reject": (*submitted.reject, *found.rejected),
    }
    turn = turn_of(submitted.model_copy(update=changes), head, situation.reference)
    turn = with_changed(turn, submitted.statements, found.changed)
    asked = found.asked
    told = found.taken_as
    if asked and (found.statements or turn.dropped or turn.rejected or found.undo or found.accept):
        # What is asked beside a wish waits: the answer would be about a plan that is no more.
        told = (
            *told,
            *(f"{each.text!r}: a question or a remark; nothing was changed for it." for each in asked if not each.told),
        )
        asked = ()
    if asked:
        turn = Turn(number=turn.number, head=head, kept=head.in_force if head is not None else ())
    return turn.model_copy(update={"taken_as": told, "replaced": found.replaced, "asked": asked})
