"""Revisions made of a run's result, and of another revision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeAlias

from plancritic.contracts.envelope import derived_id
from plancritic.contracts.feedback import PlanRevised, StatementOutcome
from plancritic.contracts.sessions import (
    MOST_LISTED,
    Revision,
    RevisionSummary,
    StatementInForce,
    StatementMark,
    StatementNotInForce,
    WhyNotInForce,
)
from plancritic.coordinator.execution.record import kept_execution
from plancritic.coordinator.sessions.turn import number_in
from plancritic.pddl.language import parse_plan

#: By the ids of statements, the readings that the person has rejected, each as its constraints.
RejectedReadings: TypeAlias = Mapping[str, tuple[tuple[str, ...], ...]]
#: Verdicts with which a statement is in force.
IN_FORCE = frozenset({"adhered", "unconfirmed"})
#: Verdicts with which a preference is in force: it gave way to something, and may be met again later.
_GAVE_WAY = frozenset({"violated", "impossible"})
_DIGITS = 16


def stays_in_force(outcome: StatementOutcome) -> bool:
    """Return whether a statement is in force after a turn: it is met, or a preference that gave way to others."""
    if outcome.verdict in IN_FORCE:
        return True
    gave_way = outcome.verdict == "violated" or bool(outcome.impossible_with)
    return (
        outcome.statement.strength != "must" and outcome.verdict in _GAVE_WAY and gave_way and bool(outcome.constraints)
    )


def revision_id(session: str, number: int, maker: str) -> str:
    """Return the id of a session's revision; `maker` is the id of the run or the message that makes it.

    It begins with the number, so that a person finds the revision in a list and the store finds it by its id.
    """
    return f"{number}-{derived_id(session, str(number), maker)[:_DIGITS]}"


def number_of(revision: str) -> int | None:
    """Return the number that a revision's id, or the beginning of one, starts with."""
    head = revision.partition("-")[0]
    return int(head) if head.isascii() and head.isdigit() else None


def revision_of(
    revised: PlanRevised, head: Revision | None, restored: Revision | None, created: datetime
) -> Revision | None:
    """Return the revision that a run makes of its session; None of a result that names none.

    `head` is the revision that the run started from as it stands now: readings that were confirmed meanwhile are.
    `restored` is the one that the run went back to, if any; where that is `head` itself, its plan was accepted in
    words.

    Raises:
        ContractError: the plan contradicts what was done while the run was on its way.
    """
    if revised.revision is None or revised.number is None:
        return None
    accepts = restored is not None and head is not None and restored.id == head.id
    if accepts and restored is not None:
        restored = accepted(restored)
    source = restored or head
    before = {each.statement.id: each for each in (source.in_force if source is not None else ())}
    last = max((number_in(each.statement.id) for each in revised.statements), default=0)
    return Revision(
        id=revised.revision,
        number=revised.number,
        session=revised.envelope.session_id,
        parent=restored.parent if restored is not None and not accepts else revised.parent,
        run=revised.envelope.correlation_id,
        made_by="undo" if restored is not None and not accepts else "turn",
        restores=revised.restores,
        problem=revised.problem,
        plan=revised.plan,
        steps=revised.steps,
        specification=revised.specification,
        in_force=tuple(
            _in_force(each, before.get(each.statement.id), _rejected(revised, before, each.statement.id))
            for each in revised.statements
            if stays_in_force(each)
        ),
        not_in_force=_not_in_force(revised, before, source),
        accepted=restored is not None and restored.accepted,
        execution=kept_execution(
            head.execution if head is not None else None, revised.execution, revised.plan, "the revised plan"
        ),
        last_statement=max(last, head.last_statement if head is not None else 0),
        translator=revised.translator,
        created=created,
    )


def _in_force(
    outcome: StatementOutcome, known: StatementInForce | None, rejected: tuple[tuple[str, ...], ...] = ()
) -> StatementInForce:
    evidence = outcome.evidence
    if known is not None and known.turn == outcome.turn:
        score, similarity = known.score, known.similarity
        confirmed = known.reading == "confirmed"
    else:
        score = evidence.reading if evidence is not None and evidence.reading is not None else 1.0
        similarity = evidence.similarity if evidence is not None else None
        # By an answer to a question of the run.
        confirmed = outcome.reading == "confirmed"
    met = outcome.verdict in IN_FORCE
    in_doubt = outcome.verdict == "unconfirmed" if met else known is not None and known.reading == "doubtful"
    doubtful = in_doubt and not confirmed
    return StatementInForce(
        statement=outcome.statement,
        constraints=outcome.constraints,
        mid_level_goal=outcome.mid_level_goal or outcome.statement.text,
        said_back=outcome.said_back,
        score=score,
        similarity=similarity,
        turn=outcome.turn,
        # What a preference gave way to may be gone in the next turn.
        verdict="violated" if not met else "adhered" if confirmed else outcome.verdict,
        reading="confirmed" if confirmed else "doubtful" if doubtful else "clear",
        doubt=outcome.doubt if doubtful else "",
        rejected=rejected if known is None or known.turn != outcome.turn else known.rejected,
    )


def _not_in_force(
    revised: PlanRevised, before: dict[str, StatementInForce], earlier: Revision | None
) -> tuple[StatementNotInForce, ...]:
    """Return what the session has said and does not keep, the newest first."""
    now = {each.statement.id for each in revised.statements}
    left = [_left_out(each) for each in revised.statements if not stays_in_force(each)]
    dropped = [_dropped(before[name]) for name in revised.dropped if name in before and name not in now]
    gone = now | set(revised.dropped)
    # What was not understood is told in its own turn only.
    older = [
        each
        for each in (earlier.not_in_force if earlier else ())
        if each.statement.id not in gone and each.why != "not_understood"
    ]
    return (*left, *dropped, *older)[:MOST_LISTED]


def _rejected(revised: PlanRevised, before: dict[str, StatementInForce], name: str) -> tuple[tuple[str, ...], ...]:
    """Return the readings of a statement that the person has rejected, with the one rejected in this turn."""
    known = before.get(name)
    return (*known.rejected, known.constraints) if known is not None and name in revised.rejected else ()


def rejected_in(revised: PlanRevised, head: Revision) -> RejectedReadings:
    """Return the readings rejected in a turn that started from `head`, with those rejected before."""
    before = {each.statement.id: each for each in head.in_force}
    return {name: _rejected(revised, before, name) for name in revised.rejected if name in before}


def with_left_out(head: Revision, outcomes: Sequence[StatementOutcome]) -> Revision:
    """Return the newest revision with what a turn said that changed nothing, in place of the turn before such a one.

    So that words may correct it, and its ids are not given again.
    """
    in_force = {each.statement.id for each in head.in_force}
    left = [_left_out(each) for each in outcomes if not stays_in_force(each) and each.statement.id not in in_force]
    told = {each.statement.id for each in left}
    older = [each for each in head.not_in_force if each.turn <= head.number and each.statement.id not in told]
    last = max((number_in(each.statement.id) for each in left), default=0)
    return head.model_copy(
        update={
            "not_in_force": (*left, *older)[:MOST_LISTED],
            "last_statement": max(last, head.last_statement),
        }
    )


def _left_out(outcome: StatementOutcome) -> StatementNotInForce:
    why: dict[str, WhyNotInForce] = {
        "violated": "violated",
        "impossible": "impossible",
        "not_understood": "not_understood",
        "disputed": "disputed",
    }
    return StatementNotInForce(
        statement=outcome.statement,
        why=why[outcome.verdict],
        constraints=outcome.constraints,
        mid_level_goal=outcome.mid_level_goal,
        said_back=outcome.said_back,
        turn=outcome.turn,
        verdict=outcome.verdict,
        explanation=outcome.explanation,
        impossible_with=outcome.impossible_with,
    )


def _dropped(entry: StatementInForce) -> StatementNotInForce:
    return StatementNotInForce(
        statement=entry.statement,
        why="dropped",
        constraints=entry.constraints,
        mid_level_goal=entry.mid_level_goal,
        said_back=entry.said_back,
        turn=entry.turn,
        verdict=entry.verdict,
    )


def accepted_in_words(revision: Revision) -> bool:
    """Return whether a revision is the one before it again, accepted by a turn that said nothing else."""
    return revision.made_by == "turn" and revision.restores is not None and revision.restores == revision.parent


def accepted(revision: Revision) -> Revision:
    """Return a revision accepted by a person: its doubtful readings are confirmed."""
    return revision.model_copy(
        update={"accepted": True, "in_force": tuple(_confirmed(each) for each in revision.in_force)}
    )


def with_confirmed(revision: Revision, statement: str) -> Revision:
    """Return a revision in which the reading of one statement in force is confirmed."""
    in_force = (_confirmed(each) if each.statement.id == statement else each for each in revision.in_force)
    return revision.model_copy(update={"in_force": tuple(in_force)})


def _confirmed(entry: StatementInForce) -> StatementInForce:
    if entry.reading != "doubtful":
        return entry
    verdict = "adhered" if entry.verdict in IN_FORCE else entry.verdict
    return entry.model_copy(update={"reading": "confirmed", "verdict": verdict, "score": 1.0, "doubt": ""})


def undone(head: Revision, target: Revision, maker: str, created: datetime) -> Revision:
    """Return the revision after `head` that is `target` again; undoing it goes back further, not forward.

    Raises:
        ContractError: the plan of `target` contradicts what was done since.
    """
    number = head.number + 1
    what = f"the plan of revision {target.id}"
    return target.model_copy(
        update={
            "id": revision_id(head.session, number, maker),
            "number": number,
            "run": None,
            "made_by": "undo",
            "restores": target.id,
            "execution": kept_execution(head.execution, target.execution, target.plan, what),
            "last_statement": max(head.last_statement, target.last_statement),
            "created": created,
        }
    )


def branched(source: Revision, session: str, maker: str, created: datetime) -> Revision:
    """Return the first revision of a session that begins with a copy of `source`: there all was said in turn 1."""
    return source.model_copy(
        update={
            "id": revision_id(session, 1, maker),
            "number": 1,
            "session": session,
            "parent": None,
            "passed_over": False,
            "run": None,
            "made_by": "branch",
            "restores": source.id,
            "in_force": tuple(each.model_copy(update={"turn": 1}) for each in source.in_force),
            "not_in_force": tuple(each.model_copy(update={"turn": 1}) for each in source.not_in_force),
            "created": created,
        }
    )


def summary_of(revision: Revision) -> RevisionSummary:
    """Return a revision as a list shows it, with what its own turn left out."""
    marks = [
        StatementMark(id=each.statement.id, text=each.statement.text, standing="in_force", verdict=each.verdict)
        for each in revision.in_force
    ]
    marks += [
        StatementMark(id=each.statement.id, text=each.statement.text, standing=each.why, verdict=each.verdict)
        for each in revision.not_in_force
    ]
    return RevisionSummary(
        id=revision.id,
        number=revision.number,
        parent=revision.parent,
        run=revision.run,
        made_by=revision.made_by,
        restores=revision.restores,
        statements=tuple(marks),
        steps=len(revision.steps),
        ends_at=parse_plan(revision.plan).makespan,
        accepted=revision.accepted,
        created=revision.created,
    )
