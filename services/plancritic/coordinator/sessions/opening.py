"""The turn with which a run begins: its session looked up, commands told apart from statements."""

from __future__ import annotations

from plancritic.contracts.feedback import FeedbackSubmitted
from plancritic.coordinator.runs.situation import Situation
from plancritic.coordinator.sessions.faults import nothing_before, nothing_said, nothing_to_undo
from plancritic.coordinator.sessions.named import NamedObjects
from plancritic.coordinator.sessions.spoken import spoken
from plancritic.coordinator.sessions.store import Sessions
from plancritic.coordinator.sessions.turn import Turn, restoring, turn_of


async def open_turn(sessions: Sessions, submitted: FeedbackSubmitted, situation: Situation) -> Turn:
    """Return the turn that a feedback is in its session.

    Raises:
        ContractError: nothing is said; it is stale or about another problem; or a command in it means several things,
            or none.
        nats.errors.Error: the broker does not answer.
    """
    if not submitted.statements and not submitted.drop:
        raise nothing_said()
    session = submitted.envelope.session_id
    head = await sessions.head(session)
    found = spoken(submitted.statements, head, NamedObjects(situation.lexicon))
    changes = {"statements": found.statements, "drop": (*submitted.drop, *found.drop)}
    turn = turn_of(submitted.model_copy(update=changes), head, situation.reference)
    if found.undo:
        if head is None:
            raise nothing_before(session)
        if head.parent is not None:
            turn = restoring(turn, await sessions.revision(session, head.parent))
        elif head.in_force:
            # Before the first revision there was the plan without feedback: nothing in force, planned for anew.
            everything = tuple(each.statement.id for each in head.in_force)
            turn = turn_of(submitted.model_copy(update={**changes, "drop": everything}), head, situation.reference)
        else:
            raise nothing_to_undo(head)
    return turn.model_copy(update={"taken_as": found.taken_as})
