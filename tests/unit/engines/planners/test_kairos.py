"""The Kairos engine: every word of the verdict vocabulary, and a new child after every failure."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.support.polling import until

from plancritic.contracts.planning import (
    Cancelled,
    EngineCrashed,
    Impossible,
    NoPlanFound,
    OutOfMemory,
    SolveLimits,
    SyntaxFault,
    TimedOut,
    Unsupported,
)
from plancritic.domains import load_domain
from plancritic.engines import Outcome, PlanFound, PlanningRequest
from plancritic.engines.planners.kairos import KairosEngine
from plancritic.engines.workers import worker

SLACK_SECONDS = 3.0
Courier = Callable[..., PlanningRequest]


@pytest.fixture
async def engine() -> AsyncIterator[KairosEngine]:
    engine = KairosEngine(children=2)
    yield engine
    await engine.close()


def own_children() -> list[psutil.Process]:
    """The engine's children; brokers and services of other tests may live beside them."""
    return [child for child in psutil.Process().children() if set(worker("kairos_search")) <= set(child.cmdline())]


def processor_seconds(child: psutil.Process) -> float:
    """What the child and all that it started have computed so far."""
    return float(sum(one.cpu_times().user for one in (child, *child.children(recursive=True))))


async def searching(
    engine: KairosEngine, huge: PlanningRequest, courier: Courier
) -> tuple[asyncio.Task[Outcome], psutil.Process]:
    """A search without an end that is under way, and the one child that it keeps busy."""
    await engine.solve(courier())
    [child] = own_children()
    idle = processor_seconds(child)
    limits = huge.limits.model_copy(update={"seconds": 30.0})
    task = asyncio.create_task(engine.solve(PlanningRequest(huge.domain, huge.problem, limits)))
    await until(lambda: processor_seconds(child) > idle + 0.05)
    return task, child


async def test_a_plan_is_found(engine: KairosEngine, courier: Courier) -> None:
    found = await engine.solve(courier())
    assert isinstance(found, PlanFound)
    assert found.plan.count("(walk ann") == 2
    assert ";" not in found.plan


@pytest.mark.parametrize("deterministic", [False, True])
async def test_the_impossible_is_proved(engine: KairosEngine, courier: Courier, deterministic: bool) -> None:
    outcome = await engine.solve(
        courier("(always (at ann home)) (always (at bob office))", deterministic=deterministic)
    )
    assert isinstance(outcome, Impossible)
    assert outcome.reason


async def test_a_goal_that_holds_already_needs_no_step(engine: KairosEngine, courier: Courier) -> None:
    request = courier()
    done = PlanningRequest(request.domain, request.problem.replace("(lies letter office))", "(lies letter home))"))
    found = await engine.solve(done)
    assert isinstance(found, PlanFound)
    assert found.plan == ""


async def test_the_wall_limit_holds(engine: KairosEngine, huge: PlanningRequest) -> None:
    started = time.monotonic()
    outcome = await engine.solve(huge)
    assert isinstance(outcome, TimedOut)
    assert (outcome.clock, outcome.limit_seconds) == ("wall", 0.3)
    assert time.monotonic() - started < 0.3 + SLACK_SECONDS


async def test_deterministic_mode_counts_the_cpu_time_of_each_job(
    engine: KairosEngine, huge: PlanningRequest, courier: Courier
) -> None:
    await engine.solve(courier(deterministic=True))
    limits = huge.limits.model_copy(update={"deterministic": True, "seconds": 0.3})
    outcome = await engine.solve(PlanningRequest(huge.domain, huge.problem, limits))
    assert isinstance(outcome, TimedOut)
    assert (outcome.clock, outcome.limit_seconds) == ("cpu", 0.3)
    assert isinstance(await engine.solve(courier(deterministic=True)), PlanFound)


async def test_memory_is_limited(engine: KairosEngine, huge: PlanningRequest, courier: Courier) -> None:
    limits = huge.limits.model_copy(update={"memory_mb": 64, "seconds": 20.0})
    outcome = await engine.solve(PlanningRequest(huge.domain, huge.problem, limits))
    assert isinstance(outcome, OutOfMemory | NoPlanFound), outcome
    assert isinstance(await engine.solve(courier()), PlanFound)


async def test_a_syntax_error_names_its_place(engine: KairosEngine, courier: Courier) -> None:
    request = courier("(at end (at ann markt))")
    fault = await engine.solve(request)
    assert isinstance(fault, SyntaxFault)
    assert fault.file == "problem.pddl"
    assert "markt" in fault.message
    assert request.problem.splitlines()[fault.line - 1].count("markt") == 1


async def test_a_broken_domain_names_the_domain_file(engine: KairosEngine, courier: Courier) -> None:
    request = courier()
    fault = await engine.solve(PlanningRequest(request.domain.replace("(:types", "(types"), request.problem))
    assert isinstance(fault, SyntaxFault)
    assert fault.file == "domain.pddl"


async def test_file_names_are_only_spoken_of(engine: KairosEngine, courier: Courier, tmp_path: Path) -> None:
    mine = tmp_path / "mine.pddl"
    mine.write_text("; mine")
    request = replace(courier(), domain_file=str(mine), problem_file=str(mine))
    assert isinstance(await engine.solve(request), PlanFound)
    fault = await engine.solve(replace(request, domain="(define (domain d)"))
    assert isinstance(fault, SyntaxFault)
    assert (fault.file, mine.read_text()) == (str(mine), "; mine")


async def test_a_killed_child_is_a_crash_and_the_next_request_gets_a_new_one(
    engine: KairosEngine, huge: PlanningRequest, courier: Courier
) -> None:
    task, child = await searching(engine, huge, courier)
    os.kill(child.pid, signal.SIGKILL)
    outcome = await task
    assert isinstance(outcome, EngineCrashed)
    assert outcome.signal == "SIGKILL"
    assert isinstance(await engine.solve(courier()), PlanFound)


async def test_a_child_that_died_between_jobs_is_replaced(engine: KairosEngine, courier: Courier) -> None:
    await engine.solve(courier())
    [child] = own_children()
    os.kill(child.pid, signal.SIGKILL)
    outcome = await engine.solve(courier())
    if isinstance(outcome, EngineCrashed):  # its death was not noticed yet
        outcome = await engine.solve(courier())
    assert isinstance(outcome, PlanFound)


async def test_cancelling_kills_the_child(engine: KairosEngine, huge: PlanningRequest, courier: Courier) -> None:
    task, _ = await searching(engine, huge, courier)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not own_children()
    assert isinstance(await engine.solve(courier()), PlanFound)


async def test_closing_answers_what_is_under_way(huge: PlanningRequest, courier: Courier) -> None:
    engine = KairosEngine(children=1)
    task, _ = await searching(engine, huge, courier)
    await engine.close()
    assert isinstance(await task, Cancelled)
    assert not own_children()
    assert isinstance(await engine.solve(huge), Cancelled)


async def test_more_requests_than_children_all_get_their_answer(engine: KairosEngine, courier: Courier) -> None:
    outcomes = await asyncio.gather(*(engine.solve(courier()) for _ in range(6)))
    assert len({outcome.plan for outcome in outcomes if isinstance(outcome, PlanFound)}) == 1
    assert len(own_children()) <= 2


MISBEHAVIOUR = {
    "garbage": "import sys\nfor l in sys.stdin: print('%%% not JSON', flush=True)",
    "another job's answer": "import sys\nfor l in sys.stdin: print('{\"id\": -1}', flush=True)",
    "endless output": "import sys\nfor l in sys.stdin:\n    while True: sys.stdout.write('x' * 100000)",
    "crash": "import os, sys\nfor l in sys.stdin:\n  sys.stderr.write('ouch'); sys.stderr.flush(); os.abort()",
    "exit": "import sys\nfor l in sys.stdin: sys.exit(7)",
    "hang": "import time; time.sleep(600)",
    "hang with descendants": (
        "import subprocess, sys, time\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)\n"
        "time.sleep(600)"
    ),
}


@pytest.mark.parametrize("how", MISBEHAVIOUR)
async def test_a_misbehaving_child_is_answered_for_and_removed(how: str, courier: Courier) -> None:
    before = {process.pid for process in psutil.process_iter()}
    engine = KairosEngine(children=1, command=(sys.executable, "-I", "-c", MISBEHAVIOUR[how]))
    started = time.monotonic()
    outcome = await engine.solve(courier(seconds=0.5))
    elapsed = time.monotonic() - started
    await engine.close()
    if "hang" in how:
        assert isinstance(outcome, TimedOut)
    else:
        assert isinstance(outcome, EngineCrashed)
    if how == "crash":
        assert isinstance(outcome, EngineCrashed)
        assert (outcome.signal, "ouch" in outcome.message) == ("SIGABRT", True)
    if how == "exit":
        assert isinstance(outcome, EngineCrashed)
        assert outcome.exit_code == 7
    assert elapsed < 0.5 + 1.0 + SLACK_SECONDS
    # They are killed one after the other; a busy machine takes a while over it.
    async with asyncio.timeout(SLACK_SECONDS):
        while _left(before):  # noqa: ASYNC110 - asked of the system
            await asyncio.sleep(0.05)


def _left(before: set[int]) -> list[psutil.Process]:
    """The children of these tests that live and did not before."""
    found = [p for p in psutil.process_iter(["cmdline"]) if p.pid not in before and "time.sleep(600)" in str(p.info)]
    return [p for p in found if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]


async def test_a_child_leaves_when_its_parent_is_gone(tmp_path: Path, huge: PlanningRequest) -> None:
    process = await asyncio.create_subprocess_exec(*worker("kairos_search"), stdin=asyncio.subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.close()
    assert await asyncio.wait_for(process.wait(), 5) == 0


@pytest.fixture(scope="module")
def waterway() -> tuple[str, str]:
    bundle = load_domain("waterway")
    return bundle.domain_pddl, bundle.problem("3")


@pytest.mark.parametrize("configuration", ["m2", "m3", "novelty"])
async def test_a_configuration_is_one_of_kairos_own_searches(
    configuration: str, engine: KairosEngine, courier: Courier
) -> None:
    assert isinstance(await engine.solve(replace(courier(), configuration=configuration)), PlanFound)


async def test_an_unknown_configuration_is_refused_by_name(engine: KairosEngine, courier: Courier) -> None:
    refusal = await engine.solve(replace(courier(), configuration="m9"))
    assert isinstance(refusal, Unsupported)
    assert refusal.feature == "configuration 'm9'"


@pytest.mark.parametrize("deterministic", [False, True])
async def test_anytime_search_spends_its_limit_on_better_plans(
    deterministic: bool, engine: KairosEngine, waterway: tuple[str, str]
) -> None:
    first = await engine.solve(PlanningRequest(*waterway, SolveLimits(seconds=5.0)))
    limits = SolveLimits(seconds=1.5, anytime=True, deterministic=deterministic)
    best = await engine.solve(PlanningRequest(*waterway, limits))
    assert isinstance(first, PlanFound) and isinstance(best, PlanFound)
    assert first.complete and not best.complete
    assert best.plan != first.plan


async def test_a_search_stopped_from_outside_keeps_its_last_plan(
    engine: KairosEngine, waterway: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stop, told, ask = asyncio.Event(), asyncio.Event(), engine._pool.ask

    async def ask_and_listen(job: Any, seconds: float, stop: Any, on_partial: Callable[[Any], None]) -> Any:
        def listen(said: Any) -> None:
            on_partial(said)
            told.set()

        return await ask(job, seconds, stop, listen)

    monkeypatch.setattr(engine._pool, "ask", ask_and_listen)
    request = PlanningRequest(*waterway, SolveLimits(seconds=60.0, anytime=True), stop=stop)
    task = asyncio.create_task(engine.solve(request))
    await asyncio.wait_for(told.wait(), 60)
    stop.set()
    found = await asyncio.wait_for(task, SLACK_SECONDS)
    assert isinstance(found, PlanFound)
    assert found.plan and not found.complete


@pytest.mark.parametrize("delay", [0.0, 0.2])
async def test_a_search_stopped_before_any_plan_is_cancelled(
    delay: float, engine: KairosEngine, huge: PlanningRequest
) -> None:
    stop = asyncio.Event()
    task = asyncio.create_task(engine.solve(replace(huge, limits=SolveLimits(seconds=60.0), stop=stop)))
    await asyncio.sleep(delay)
    stop.set()
    assert isinstance(await asyncio.wait_for(task, SLACK_SECONDS), Cancelled)


async def test_a_child_that_is_killed_has_left_its_last_plan(tmp_path: Path, courier: Courier) -> None:
    program = (
        "import json, os, sys\n"
        "for line in sys.stdin:\n"
        "  for plan in ('0: (a)', '0: (b)'):\n"
        "    print(json.dumps({'id': json.loads(line)['id'], 'partial': True, 'plan': plan}), flush=True)\n"
        "  os.abort()"
    )
    engine = KairosEngine(children=1, command=(sys.executable, "-I", "-c", program))
    found = await engine.solve(courier(anytime=True))
    await engine.close()
    assert isinstance(found, PlanFound)
    assert (found.plan, found.complete) == ("0: (b)\n", False)


async def test_a_search_that_stops_at_its_cpu_limit_leaves_its_child_alive(
    engine: KairosEngine, huge: PlanningRequest, courier: Courier
) -> None:
    await engine.solve(courier())
    [child] = own_children()
    limits = huge.limits.model_copy(update={"deterministic": True, "seconds": 0.2})
    assert isinstance(await engine.solve(replace(huge, limits=limits)), TimedOut)
    assert own_children() == [child]


def answering(**answer: object) -> KairosEngine:
    """An engine whose child gives one and the same answer."""
    program = (
        "import json, sys\nfor line in sys.stdin:\n"
        f"    print(json.dumps({{**{answer!r}, 'id': json.loads(line)['id']}}), flush=True)"
    )
    return KairosEngine(children=1, command=(sys.executable, "-I", "-c", program))


@pytest.mark.parametrize(("spent", "expected"), [(0.1, NoPlanFound), (3.9, NoPlanFound), (4.1, TimedOut)])
async def test_a_search_that_gives_up_when_its_time_is_up_has_timed_out(
    spent: float, expected: type, courier: Courier
) -> None:
    engine = answering(status="NO_PLAN_FOUND", seconds=spent, diagnostics=[])
    outcome = await engine.solve(courier(seconds=5.0))
    await engine.close()
    assert isinstance(outcome, expected), outcome


async def test_in_deterministic_mode_the_wall_clock_does_not_tell_when_time_is_up(courier: Courier) -> None:
    engine = answering(status="NO_PLAN_FOUND", seconds=4.9, diagnostics=[])
    outcome = await engine.solve(courier(seconds=5.0, deterministic=True))
    await engine.close()
    assert isinstance(outcome, NoPlanFound)


async def test_reasons_name_nothing_inner(courier: Courier) -> None:
    inner = [{"message": "engine M3: 4 durative actions"}, {"message": "needs (kairos-aux-1)"}]
    for status, expected in (("UNSOLVABLE", Impossible), ("NO_PLAN_FOUND", NoPlanFound)):
        engine = answering(status=status, seconds=0.1, diagnostics=inner)
        outcome = await engine.solve(courier())
        await engine.close()
        assert isinstance(outcome, expected)
        assert outcome.reason
        assert not {"M3", "aux"} & set(outcome.reason.replace("-", " ").split())
