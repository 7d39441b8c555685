"""Bodies of requests say what the contracts' messages say."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from plancritic.contracts.envelope import Contract, Message
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed
from plancritic.contracts.feedback import FeedbackSubmitted
from plancritic.contracts.questions import QuestionAnswered, RejectedReading
from plancritic.contracts.sessions import AcceptRevision, BranchSession, UndoRevision
from plancritic.gateway.faults import STATUSES, HttpFault
from plancritic.gateway.messages import (
    Branch,
    Deviated,
    ExecutionReport,
    Feedback,
    GivenAnswer,
    Progressed,
    Rejection,
    SeenRevision,
)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (Progressed, ExecutionProgressed),
        (Deviated, ExecutionDeviated),
        (GivenAnswer, QuestionAnswered),
        (Branch, BranchSession),
        (SeenRevision, UndoRevision),
        (SeenRevision, AcceptRevision),
    ],
)
def test_a_body_has_the_fields_of_its_message_with_the_same_bounds(
    body: type[Contract], message: type[Message]
) -> None:
    ours, theirs = (each.model_json_schema()["properties"] for each in (body, message))
    # Of these the gateway writes the first itself, the address says the second, and an address has the third alone.
    assert set(theirs) - {"envelope", "session", "statement"} == set(ours) - {"kind"}
    for name in set(ours) - {"kind"}:
        assert ours[name] == theirs[name], name


def test_feedback_has_what_a_person_may_say_with_the_same_bounds() -> None:
    ours, theirs = (each.model_json_schema()["properties"] for each in (Feedback, FeedbackSubmitted))
    for name in set(ours) - {"statements", "session"}:
        assert ours[name] == theirs[name], name
    assert ours["statements"]["maxItems"] == theirs["statements"]["maxItems"]


def test_a_rejection_says_what_a_rejected_reading_says() -> None:
    assert set(RejectedReading.model_fields) <= set(Rejection.model_fields)


def test_a_report_is_told_by_its_kind() -> None:
    report = TypeAdapter[object](ExecutionReport)
    begun = {"revision": "r1", "time": 2.0}
    assert isinstance(report.validate_python({"kind": "deviated", **begun}), Deviated)
    assert isinstance(report.validate_python({"kind": "progressed", **begun}), Progressed)


def test_every_fault_has_a_status_and_the_one_shape() -> None:
    assert set(STATUSES) == set(FaultCode)
    assert all(status >= 400 for status in STATUSES.values())
    assert set(HttpFault.model_fields) == set(Fault.model_fields)
