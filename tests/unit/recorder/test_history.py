"""What a recording says that people did."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from tests.support.builders import feedback_submitted, plan_revised
from tests.support.recorded_events import SHIPPED, events_of, recorded
from tests.support.revisions import revision

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.execution.record import Execution
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed
from plancritic.contracts.feedback import FeedbackRefused
from plancritic.contracts.sessions import Revision, SessionRevised
from plancritic.contracts.subjects import (
    EXECUTION_DEVIATED,
    EXECUTION_PROGRESSED,
    FEEDBACK_REFUSED,
    FEEDBACK_SUBMITTED,
    PLAN_REVISED,
    SESSION_REVISED,
)
from plancritic.recorder.history import Command, History, HistoryBuilder, Turn, UnreadableEvent
from plancritic.recorder.outcomes import Refused, Result
from plancritic.recorder.recording import RecordedEvent


def history_of(*events: RecordedEvent) -> History:
    builder = HistoryBuilder()
    for event in events:
        builder.add(event)
    return builder.built()


def kinds(history: History) -> Counter[str]:
    return Counter("feedback" if isinstance(each, Turn) else each.kind for each in history.inputs)


@pytest.mark.parametrize(
    ("domain", "expected", "answers"),
    [
        ("waterway", {"feedback": 9, "undo": 1, "accept": 1, "branch": 1}, [1]),
        ("satellite", {"feedback": 8, "undo": 1, "accept": 1}, [2]),
    ],
)
def test_the_shipped_recordings_have_every_kind_of_input_and_leave_nothing_out(
    domain: str, expected: dict[str, int], answers: list[int]
) -> None:
    history = history_of(*events_of(SHIPPED[domain]))
    assert kinds(history) == expected
    assert (history.left_out, history.unread) == ((), {})
    turns = [each for each in history.inputs if isinstance(each, Turn)]
    assert all(each.seed == each.feedback.settings.seed for each in turns)
    verdicts = {one.verdict for each in turns if isinstance(each.outcome, Result) for one in each.outcome.statements}
    assert {"adhered", "not_understood", "impossible"} <= verdicts
    answered = [one for each in turns for one in each.questions.values() if one.answer is not None]
    assert [one.answer.choice for one in answered if one.answer is not None] == answers
    assert {each.domain for each in history.versions} == {domain}


def test_commands_are_about_the_revision_before_them() -> None:
    history = history_of(*events_of(SHIPPED["waterway"]))
    commands = {each.kind: each for each in history.inputs if isinstance(each, Command)}
    turns = [
        each.outcome.revision for each in history.inputs if isinstance(each, Turn) and isinstance(each.outcome, Result)
    ]
    assert commands["undo"].about == turns[1]
    assert commands["accept"].about == commands["branch"].about == turns[2]
    assert history.sessions[commands["branch"].about or ""] == "clear-of-a"


def test_a_session_that_began_before_the_recording_is_left_out_whole() -> None:
    events = [each for each in events_of(SHIPPED["waterway"]) if each.session == "clear-of-a"]
    second = [each.sequence for each in events if each.row == "v1.event.feedback.submitted"][1]
    history = history_of(*(each for each in events if each.sequence >= second))
    assert history.inputs == ()
    assert len(history.left_out) == 4
    assert {each.reason for each in history.left_out} == {
        "its session began before the recording, or with an input that is left out"
    }


def test_a_run_without_an_end_and_one_that_was_cancelled_are_left_out() -> None:
    said, cancelled = feedback_submitted("Go."), feedback_submitted("Stop.", envelope=Envelope.start("other"))
    fault = Fault(code=FaultCode.CANCELLED, message="cancelled")
    end = FeedbackRefused(envelope=cancelled.envelope.caused("end"), fault=fault)
    history = history_of(
        recorded(1, FEEDBACK_SUBMITTED, said),
        recorded(2, FEEDBACK_SUBMITTED, cancelled),
        recorded(3, FEEDBACK_REFUSED, end),
    )
    assert history.inputs == ()
    assert [each.reason for each in history.left_out] == ["its end is not recorded", "somebody cancelled the run"]


@pytest.mark.parametrize("meanwhile", [True, False])
def test_of_two_turns_at_once_the_stale_one_is_left_out_and_one_that_named_an_old_revision_is_not(
    meanwhile: bool,
) -> None:
    first, stale = (feedback_submitted(text, envelope=Envelope.start("session-1")) for text in ("Go.", "Stop."))
    run = first.envelope.correlation_id
    made = revision(run=run)
    ends = [
        recorded(3, SESSION_REVISED, SessionRevised(envelope=first.envelope.caused(), revision=made)),
        recorded(4, PLAN_REVISED, plan_revised(envelope=first.envelope.caused("end"), revision=made.id, number=1)),
    ]
    fault = Fault(code=FaultCode.STALE_REVISION, message="stale")
    refused = recorded(6, FEEDBACK_REFUSED, FeedbackRefused(envelope=stale.envelope.caused("end"), fault=fault))
    began = recorded(2 if meanwhile else 5, FEEDBACK_SUBMITTED, stale)
    events = [recorded(1, FEEDBACK_SUBMITTED, first), *ends, began, refused]
    history = history_of(*sorted(events, key=lambda each: each.sequence))
    assert len(history.left_out) == meanwhile
    assert [type(each.outcome) for each in history.inputs] == ([Result] if meanwhile else [Result, Refused])


def test_the_same_feedback_sent_twice_counts_once_and_a_run_s_id_used_again_is_left_out() -> None:
    said = feedback_submitted("Go.")
    other = said.model_copy(update={"envelope": said.envelope.caused("again")})
    end = FeedbackRefused(envelope=said.envelope.caused("end"), fault=Fault(code=FaultCode.NO_BASE_PLAN, message=""))
    history = history_of(
        recorded(1, FEEDBACK_SUBMITTED, said),
        recorded(2, FEEDBACK_SUBMITTED, said),
        recorded(3, FEEDBACK_SUBMITTED, other),
        recorded(4, FEEDBACK_REFUSED, end),
    )
    assert [each.sequence for each in history.inputs] == [1]
    assert [(each.input.sequence, each.reason) for each in history.left_out] == [(3, "it has the id of an earlier run")]


def test_an_unknown_version_of_a_subject_is_counted_and_a_wrong_payload_is_an_error() -> None:
    event = recorded(1, FEEDBACK_SUBMITTED, feedback_submitted("Go."))
    newer = replace(event, subject=event.subject.replace("v1.", "v9.", 1))
    assert history_of(newer).unread == {"v9.event.feedback.submitted": 1}
    for payload in (b"", b"[]", b'{"envelope": 3}'):
        with pytest.raises(UnreadableEvent, match=r"feedback\.submitted"):
            HistoryBuilder().add(replace(event, payload=payload))


REPORTED = "its session has earlier reports of execution, which are not replayed"


def turn_of(session: str, first: int, **changes: object) -> tuple[Revision, list[RecordedEvent]]:
    """A turn of three events, and the revision that it made."""
    said = feedback_submitted("Go.", envelope=Envelope.start(session))
    run = said.envelope.correlation_id
    made = revision(session=session, run=run, **changes)
    end = plan_revised(envelope=said.envelope.caused("end"), revision=made.id, number=made.number, parent=made.parent)
    return made, [
        recorded(first, FEEDBACK_SUBMITTED, said),
        recorded(first + 1, SESSION_REVISED, SessionRevised(envelope=said.envelope.caused(), revision=made)),
        recorded(first + 2, PLAN_REVISED, end),
    ]


def told_again(sequence: int, told: Revision) -> RecordedEvent:
    return recorded(
        sequence, SESSION_REVISED, SessionRevised(envelope=Envelope.start(told.session).caused(), revision=told)
    )


def test_a_session_is_left_out_from_the_first_report_of_its_execution_on() -> None:
    first, before = turn_of("session-1", 1)
    report = ExecutionProgressed(envelope=Envelope.start("session-1"), revision=first.id, time=1.0)
    executed = first.model_copy(update={"execution": Execution(now=1.0)})
    _, after = turn_of("session-1", 6, id="2-0000000000000000", number=2, parent=first.id)
    copied = revision(session="session-2", run=None, id="1-1111111111111111", made_by="branch", restores=first.id)
    _, elsewhere = turn_of("session-3", 11, id="1-3333333333333333")
    history = history_of(
        *before,
        recorded(4, EXECUTION_PROGRESSED, report),
        told_again(5, executed),
        *after,
        told_again(9, copied),
        told_again(10, executed.model_copy(update={"accepted": True})),
        *elsewhere,
    )
    assert [(each.session, each.sequence) for each in history.inputs] == [("session-1", 1), ("session-3", 11)]
    assert [(each.input.sequence, each.reason) for each in history.left_out] == [
        (6, REPORTED),
        (9, REPORTED),
        (10, REPORTED),
    ]
    assert history.unread == {}


def test_a_turn_that_was_under_way_when_a_deviation_was_reported_is_left_out() -> None:
    first, before = turn_of("session-1", 1)
    _, under_way = turn_of("session-1", 5, id="2-0000000000000000", number=2, parent=first.id)
    report = ExecutionDeviated(envelope=Envelope.start("session-1"), revision=first.id, time=1.0)
    history = history_of(*before, under_way[0], recorded(6, EXECUTION_DEVIATED, report), *under_way[1:])
    assert [each.sequence for each in history.inputs] == [1]
    assert [(each.input.sequence, each.reason) for each in history.left_out] == [(5, REPORTED)]


def test_a_revision_that_is_told_again_is_accepted_only_where_that_changed() -> None:
    first, before = turn_of("session-1", 1)
    accepted = first.model_copy(update={"accepted": True})
    history = history_of(*before, told_again(4, first), told_again(5, accepted), told_again(6, accepted))
    assert [each.sequence for each in history.inputs if isinstance(each, Command)] == [5]
    assert history.left_out == ()
