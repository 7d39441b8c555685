from __future__ import annotations

import json

import pytest
from tests.support.builders import solution, solve_problem

from plancritic.bus.wire import decode, decode_result, encode, headers, rescue_envelope
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.planning import Solution, SolveProblem
from plancritic.contracts.service import JobFailed


def test_headers_name_message_run_session_and_trace() -> None:
    job = solve_problem()
    written = headers(job.envelope)
    assert written["Nats-Msg-Id"] == job.envelope.message_id
    assert written["correlation_id"] == job.envelope.correlation_id
    assert written["session_id"] == job.envelope.session_id
    assert written["traceparent"] == job.envelope.traceparent


def test_a_result_is_told_from_a_failure_by_its_kind() -> None:
    job = solve_problem()
    result = solution(job)
    failed = JobFailed(
        envelope=job.envelope.caused("result"),
        job=job.envelope.message_id,
        fault=Fault(code=FaultCode.WORKER_FAILED, message="broken"),
    )
    assert decode_result(subjects.SOLVED, encode(result), "s") == result
    assert decode_result(subjects.SOLVED, encode(failed), "s") == failed


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b'"text"', b"\xff\xfe", b"{" * 2000])
def test_rubbish_is_a_typed_fault(body: bytes) -> None:
    with pytest.raises(ContractError) as refused:
        decode(SolveProblem, body, "a.subject")
    assert refused.value.fault.code is FaultCode.INVALID_MESSAGE


def test_ids_of_an_invalid_message_are_taken_from_its_body() -> None:
    job = solve_problem()
    body = json.dumps({"envelope": job.envelope.model_dump(), "problem": 7}).encode()
    assert rescue_envelope(body, None, "subject.session-9") == job.envelope


def test_ids_of_rubbish_are_taken_from_headers_and_subject() -> None:
    rescued = rescue_envelope(b"rubbish", {"Nats-Msg-Id": "m1", "correlation_id": "r1"}, "p.v1.d.job.x.y.session-9")
    assert rescued is not None
    assert (rescued.message_id, rescued.correlation_id, rescued.session_id) == ("m1", "r1", "session-9")


@pytest.mark.parametrize("found", [None, {}, {"Nats-Msg-Id": "not a token"}])
def test_without_usable_ids_there_is_no_envelope(found: dict[str, str] | None) -> None:
    assert rescue_envelope(b"rubbish", found, "a.subject") is None


@pytest.mark.parametrize("further", [{}, {"problem": 7}])
def test_a_message_of_another_version_is_refused_by_its_version_even_where_its_fields_are_others(further) -> None:
    content = json.loads(encode(solve_problem())) | further
    content["envelope"]["schema_version"] = 2
    with pytest.raises(ContractError, match="schema version 2; this program reads version 1") as refused:
        decode(SolveProblem, json.dumps(content).encode(), "a.subject")
    assert refused.value.fault.code is FaultCode.INVALID_MESSAGE
    assert "same schema version" in str(refused.value.fault.remedy)


def test_what_is_wrong_with_a_message_is_told_in_few_words_however_much_it_quotes() -> None:
    body = json.loads(encode(solution(solve_problem())))
    body["verdict"] = {"verdict": "x" * 900_000}
    with pytest.raises(ContractError) as refused:
        decode(Solution, json.dumps(body).encode(), "subject")
    assert "verdict" in refused.value.fault.message
    assert len(refused.value.fault.message) < 3_000
