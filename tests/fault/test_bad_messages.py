"""Messages and statements that are wrong, against the services: each gets its typed answer and hurts no other.

One stack serves all of them. At the end its processes are those of the beginning, none has grown beyond a gibibyte,
none has logged a traceback, and a good job is done as before.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Any

import orjson
import psutil
import pytest
import yaml
from tests.support import builders
from tests.support.answers import BUSY, GIBIBYTE, GRACE, check_answer
from tests.support.corpus import BASE, Piece, allowed, as_bytes, parameters, standard_files, written
from tests.support.feedback_runs import ENDS, end_of, submit
from tests.support.fork_server import Programs
from tests.support.stack import whole_system

from plancritic.bus import Client
from plancritic.bus.wire import decode_result
from plancritic.bus.wire import headers as headers_of
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import Fault
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised
from plancritic.contracts.planning import SolveLimits
from plancritic.contracts.service import JobFailed
from plancritic.contracts.specification import ProblemReference
from plancritic.contracts.subjects import Subject
from plancritic.contracts.translation import Translation
from plancritic.domains import DomainBundle, DomainContext
from plancritic.local import LocalStack

#: What a job may take, in seconds: those of its limit.
LIMIT = 3.0
#: Of an idle machine: a run of the whole system on feedback that is refused, or on one that nobody can read.
RUN_LIMIT = 10.0

ROWS: Mapping[str, Subject] = {
    "solve": subjects.SOLVE,
    "validate": subjects.VALIDATE,
    "score": subjects.SCORE,
    "translate": subjects.TRANSLATE,
}
WATERWAY_PLAN = "0.000: (scout_location wpt_ini sct_ast_0) [1.000]"
ROUNDS_PLAN = (BASE / "plan").read_text(encoding="utf-8")

pytestmark = [pytest.mark.fault, pytest.mark.slow]


@pytest.fixture(scope="module")
def stack() -> Iterator[LocalStack]:
    with whole_system() as started:
        before = process_ids(started)
        yield started
        assert process_ids(started) == before, "a service has ended"
        check_services(started)


def process_ids(stack: LocalStack) -> dict[str, int]:
    return {child.service: child.process.pid for child in stack.processes.children if child.process.returncode is None}


def check_services(stack: LocalStack) -> None:
    """No service has grown too large, or met what it did not expect."""
    for child in stack.processes.children:
        process = psutil.Process(child.process.pid)
        peak = int(re.findall(r"VmHWM:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())[0]) * 1024
        assert peak < GIBIBYTE, f"{child.service}: {peak >> 20} MiB at its peak"
        log = child.log_file.read_text(encoding="utf-8", errors="replace")
        found = [line for line in log.splitlines() if "Traceback" in line or "handler failed" in line]
        assert not found, f"{child.service} logged: {found[0][:3000]}"


@pytest.fixture
async def client(stack: LocalStack) -> AsyncIterator[Client]:
    async with Client.connect(stack.settings, "test") as connected:
        yield connected


@pytest.fixture(scope="module")
def programs() -> Iterator[Programs]:
    with Programs() as started:
        yield started


async def reference(client: Client, stack: LocalStack, domain: str, files: Mapping[str, Any]) -> ProblemReference:
    """Problem 1 of a domain that ships, or of `rounds` with these files, put into the object store."""
    if domain != "rounds":
        (bundle,) = [published.bundle for published in stack.published if published.domain == domain]
        return ProblemReference(domain=domain, problem="1", bundle=bundle)
    made = DomainBundle(
        name="rounds",
        domain_pddl=as_bytes(files["domain.pddl"]).decode(),
        problems={"1": as_bytes(files["problem.pddl"]).decode()},
        context=DomainContext.model_validate(yaml.safe_load((BASE / "context.yaml").read_text(encoding="utf-8"))),
    )
    return ProblemReference(domain="rounds", problem="1", bundle=await client.put_object(made.to_json()))


async def made(piece: Piece, client: Client, stack: LocalStack) -> tuple[Message, bytes]:
    """A good message of the piece's kind, and the body that the piece makes of it."""
    if piece.kind == "ask":
        message: Message = builders.report_run()
    elif piece.kind == "feedback":
        message = builders.feedback_submitted("Ann never goes to the market.", envelope=Envelope.start())
    else:
        rounds = "rounds" if {"domain", "problem"} & piece.fields.keys() else piece.fields.get("of", "waterway")
        common = {
            "envelope": Envelope.start(),
            "problem": await reference(client, stack, rounds, standard_files(piece)),
        }
        plan = ROUNDS_PLAN if rounds == "rounds" else WATERWAY_PLAN
        match piece.kind:
            case "solve":
                message = builders.solve_problem(**common, limits=SolveLimits(seconds=LIMIT))
            case "validate":
                message = builders.validate_plan(plan, **common)
            case "score":
                message = builders.score_plans(**common, plans=(plan,), texts=("Go.",))
            case _:
                message = builders.translate_statements("Go.", **common)
    if "raw" in piece.fields:
        return message, as_bytes(piece.fields["raw"])
    body = laid_over(message.model_dump(mode="json"), piece.fields.get("body", {}))
    if "constraint" in piece.fields:
        constraint = as_bytes(piece.fields["constraint"]).decode()
        body["specification"] = [{"constraint": constraint}] * piece.fields.get("times", 1)
    if "statements" in piece.fields:
        body["statements"] = [{"id": f"s{number}", "text": "Go."} for number in range(piece.fields["statements"])]
    if "plan" in piece.fields:
        body["plan"] = as_bytes(piece.fields["plan"]).decode()
    for name in piece.fields.get("drop", ()):
        del body[name]
    return message, _as_json(body)


def laid_over(good: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(good)
    for name, change in changes.items():
        both = isinstance(change, Mapping) and isinstance(merged.get(name), Mapping)
        merged[name] = laid_over(merged[name], change) if both else change
    return merged


def _as_json(body: Mapping[str, Any]) -> bytes:
    # Not orjson: it knows no integers beyond 64 bits, which senders may write all the same.
    return json.dumps(body).encode()


async def answer_to_job(client: Client, row: Subject, message: Message, body: bytes, limit: float) -> Any:
    """Publish the body as the job of the message, and wait for its result."""
    assert row.result is not None
    answer = client.naming.publish(row.result, message.envelope, message.envelope.message_id)
    subscription = await client.connection.subscribe(answer)
    target = client.naming.publish(row, message.envelope)
    await client.jetstream.publish(target, body, headers=headers_of(message.envelope))
    found = await subscription.next_msg(timeout=limit)
    await subscription.unsubscribe()
    return decode_result(row.result, found.data, answer)


async def answer_to_feedback(client: Client, message: Message, body: bytes, limit: float) -> Any:
    target = client.naming.publish(subjects.FEEDBACK_SUBMITTED, message.envelope)
    await client.jetstream.publish(target, body, headers=headers_of(message.envelope))
    async with asyncio.timeout(limit):
        async with aclosing(client.watch(session=message.envelope.session_id, subjects=ENDS)) as events:
            async for event in events:
                return event.message
    raise AssertionError("the stream of events ended")


async def answer_to_ask(client: Client, body: bytes, limit: float) -> Any:
    target = client.naming.publish(subjects.REPORT_RUN, Envelope.start())
    reply = await client.connection.request(target, body, timeout=limit)
    assert reply.headers and "Plancritic-Fault" in reply.headers, reply.data[:500]
    return Fault.model_validate_json(reply.data)


@pytest.mark.parametrize("piece", parameters("bad_input/messages.yaml"))
async def test_bad_messages_get_a_typed_answer(piece: Piece, client: Client, stack: LocalStack) -> None:
    message, body = await made(piece, client, stack)
    limit = (LIMIT + GRACE) * BUSY
    match piece.kind:
        case "ask":
            answer = await answer_to_ask(client, body, limit)
        case "feedback":
            answer = await answer_to_feedback(client, message, body, (RUN_LIMIT + GRACE) * BUSY)
        case kind:
            answer = await answer_to_job(client, ROWS[kind], message, body, limit)
    check_message(piece, answer)


def check_message(piece: Piece, answer: Any) -> None:
    """Assert that the answer is one of those that the piece expects."""
    expect = piece.expect
    fault = answer if isinstance(answer, Fault) else getattr(answer, "fault", None)
    if isinstance(answer, JobFailed | FeedbackRefused | Fault):
        assert fault is not None and fault.message
        assert str(fault.code) in allowed(expect.get("fault", [])), f"{fault}"
        for expression in allowed(expect.get("says", [])):
            assert re.search(expression, f"{fault.message} {fault.remedy}"), f"nothing of {expression!r}: {fault}"
        return
    if hasattr(answer, "verdict"):
        verdict = answer.verdict
        assert verdict.verdict in allowed(expect.get("verdict", [])), f"{verdict}"[:2000]
        if verdict.verdict == "syntax_error":
            assert verdict.kind in allowed(expect.get("kind", verdict.kind)), f"{verdict}"[:2000]
            assert verdict.message and verdict.line >= 1 and verdict.column >= 1
        return
    if hasattr(answer, "proof") and not isinstance(answer, PlanRevised):
        assert answer.proof.ruling in allowed(expect.get("ruling", [])), f"{answer.proof}"[:2000]
        for each in answer.answers:
            assert each.proof.ruling in allowed(expect.get("answers", [])), f"{each}"[:2000]
        return
    raise AssertionError(f"no answer of this kind was expected: {answer!r}"[:2000])


@pytest.mark.parametrize("piece", parameters("bad_input/statements.yaml"))
async def test_bad_statements_are_not_understood(piece: Piece, client: Client, stack: LocalStack) -> None:
    text = as_bytes(piece.fields["text"]).decode()
    problem = await reference(client, stack, piece.fields.get("domain", "waterway"), {})
    message = builders.translate_statements("Go.", envelope=Envelope.start(), problem=problem)
    body = message.model_dump(mode="json")
    body["statements"][0]["text"] = text
    body["translator"] = "offline"
    limit = (LIMIT + GRACE) * BUSY
    cpu = cpu_seconds(stack, "translator")
    answer = await answer_to_job(client, subjects.TRANSLATE, message, orjson.dumps(body), limit)
    assert cpu_seconds(stack, "translator") - cpu <= LIMIT + GRACE
    if "fault" in piece.fields:
        assert isinstance(answer, JobFailed) and answer.fault.code == piece.fields["fault"], f"{answer}"[:2000]
        return
    assert isinstance(answer, Translation), f"{answer}"[:2000]
    (found,) = answer.statements
    if not found.readings:
        assert found.reason
        return
    read = found.readings[0].constraints
    if "never" in piece.fields:
        wrong = [each for each in read if any(re.search(one, each) for one in piece.fields["never"])]
        assert not wrong, f"read as {read}"
    else:
        assert sorted(read) == sorted(piece.fields.get("only", ())), f"read as {read}"


def cpu_seconds(stack: LocalStack, service: str) -> float:
    times = [psutil.Process(child.process.pid).cpu_times() for child in stack.processes.of(service)]
    return float(sum(each.user + each.system for each in times))


@pytest.mark.parametrize("piece", parameters("bad_input/arguments.yaml", kind="broker"))
def test_bad_arguments_get_a_typed_answer_from_the_services(
    piece: Piece, programs: Programs, stack: LocalStack, tmp_path: Path
) -> None:
    files = standard_files(piece)
    written(tmp_path, files)
    arguments = list(piece.fields["arguments"])
    if "long" in piece.fields:
        arguments.append("go " * (piece.fields["long"] // 3))
    if "zeros" in piece.fields:
        arguments.append(f"The scout must be at waypoint B within 1{'0' * piece.fields['zeros']} hours.")
    ended = programs.run(
        arguments,
        tmp_path,
        (RUN_LIMIT + GRACE) * BUSY,
        cpu_limit=RUN_LIMIT + GRACE,
        environment={"PLANCRITIC_NATS_URL": stack.url},
    )
    check_answer(piece, ended, RUN_LIMIT)


async def test_afterwards_the_services_do_a_good_job(client: Client, stack: LocalStack) -> None:
    end = await end_of(client, await submit(client, "No vessel may go through waypoint A.", settings={"seed": 7}))
    assert isinstance(end, PlanRevised)
    assert [outcome.verdict for outcome in end.statements] == ["adhered"]
    check_services(stack)
