"""One word for every end, and no engine's word taken for proof."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from plancritic.contracts.planning import (
    Impossible,
    NoPlanFound,
    PlanProved,
    Rejected,
    SolveLimits,
    SyntaxFault,
    TimedOut,
    Unsupported,
)
from plancritic.contracts.specification import TracedConstraint
from plancritic.engines import Manifest, Outcome, PlanFound, PlanningRequest
from plancritic.engines.planners.kairos import MANIFEST, KairosEngine
from plancritic.judges import ExecutorJudge, KairosJudge
from plancritic.verdicts import SPECIFICATION_FILE, Clash, Verdicts, minimal_clash
from plancritic.verdicts.schedules import single

COURIER = Path(__file__).parents[2] / "cases" / "courier"
DOMAIN, PROBLEM, LETTER = ((COURIER / name).read_text() for name in ("domain.pddl", "problem.pddl", "letter.plan"))


class Saying:
    """An engine that always says the same."""

    name = "saying"
    version = "1"

    def __init__(self, outcome: Outcome, manifest: Manifest = MANIFEST) -> None:
        self.outcome = outcome
        self.manifest = manifest
        self.asked: list[PlanningRequest] = []

    async def solve(self, request: PlanningRequest) -> Outcome:
        self.asked.append(request)
        return self.outcome

    async def close(self) -> None:
        pass


@pytest.fixture
async def verdicts() -> AsyncIterator[Verdicts]:
    verdicts = Verdicts(KairosEngine(children=1), (KairosJudge(), ExecutorJudge()))
    yield verdicts
    await verdicts.close()


def traced(text: str, *statements: str) -> TracedConstraint:
    return TracedConstraint(constraint=text, statements=statements)


async def test_a_plan_is_proved(verdicts: Verdicts) -> None:
    found = await verdicts.verdict(DOMAIN, PROBLEM, (traced("(sometime (at bob market))"),))
    assert isinstance(found, PlanProved)
    assert found.proof.ruling == "accepted"
    assert found.seconds > 0


async def test_a_plan_the_judges_refuse_is_rejected() -> None:
    engine = Saying(PlanFound(LETTER, "saying", 0.0))
    verdict = await Verdicts(engine, (KairosJudge(), ExecutorJudge())).verdict(
        DOMAIN, PROBLEM, (traced("(sometime-before (not (at ann home)) (at ann office))"),)
    )
    assert isinstance(verdict, Rejected)
    assert verdict.plan == LETTER


async def test_a_plan_nobody_judges_is_no_plan() -> None:
    verdict = await Verdicts(Saying(PlanFound(LETTER, "saying", 0.0)), ()).verdict(DOMAIN, PROBLEM)
    assert isinstance(verdict, NoPlanFound)


async def test_a_clash_is_minimal_and_in_the_words_of_statements(verdicts: Verdicts) -> None:
    specification = (
        traced("(sometime (at bob market))", "s1"),
        traced("(always (at ann home))", "s2"),
        traced("(at-most-once (at bob home))"),
        traced("(always (not (at bob market)))", "s3"),
        traced("(at end (at bob office))", "s3"),
    )
    found = await verdicts.verdict(DOMAIN, PROBLEM, specification, explain_clash=True)
    assert isinstance(found, Impossible)
    assert found.clash_minimal
    assert {statement for one in found.clash for statement in one.statements} in ({"s1", "s3"}, {"s2", "s3"})
    assert all(one.statements for one in found.clash)


async def test_without_being_asked_for_no_clash_is_looked_for(verdicts: Verdicts) -> None:
    found = await verdicts.verdict(DOMAIN, PROBLEM, (traced("(always (not (at bob office)))"),))
    assert isinstance(found, Impossible)
    assert found.clash == ()
    assert not found.clash_minimal


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(always (at ann offce))", "office"),
        ("(hold-during 5 3 (at ann home))", "empty"),
        ("(sometime-before (at ann home))", "condition"),
        ("(soon (at ann home))", "soon"),
        ("(always (at ann home)", ""),
    ],
)
async def test_a_malformed_constraint_is_a_syntax_error_at_its_index(text: str, words: str, verdicts: Verdicts) -> None:
    fault = await verdicts.verdict(DOMAIN, PROBLEM, (traced("(always (at bob office))"), traced(text)))
    assert isinstance(fault, SyntaxFault)
    assert (fault.file, fault.line) == (SPECIFICATION_FILE, 2)
    assert words in fault.message


async def test_a_broken_problem_is_a_syntax_error_in_its_own_file(verdicts: Verdicts) -> None:
    broken = PROBLEM.replace("(lies letter office)", "(lies letter offce)")
    fault = await verdicts.verdict(DOMAIN, broken, problem_file="mine.pddl")
    assert isinstance(fault, SyntaxFault)
    assert (fault.file, fault.line) == ("mine.pddl", 6)


async def test_a_feature_the_engine_lacks_is_refused_with_the_engines_that_have_it() -> None:
    lacking = Manifest(MANIFEST.features - {"typing"})
    engine = Saying(PlanFound("", "saying", 0.0), lacking)
    refusal = await Verdicts(engine, ()).verdict(DOMAIN, PROBLEM, (traced("(within 9 (at ann office))"),))
    assert isinstance(refusal, Unsupported)
    assert refusal.feature == "typing"
    assert "kairos" in refusal.engines_with_it


async def test_an_engine_without_constraints_gets_them_compiled() -> None:
    lacking = Manifest(frozenset(name for name in MANIFEST.features if "constraint" not in name))
    engine = Saying(NoPlanFound(engine="saying", reason=""), lacking)
    verdict = await Verdicts(engine, ()).verdict(DOMAIN, PROBLEM, (traced("(within 9 (at ann office))"),))
    assert isinstance(verdict, NoPlanFound)
    assert verdict.road == "compiled"
    assert "(within" not in engine.asked[-1].problem


@pytest.mark.parametrize(
    "specification",
    [("(always (at ann home))", "(sometime (at ann office))"), ("(within 0.5 (at bob market))",)],
    ids=["contradiction", "reachability"],
)
async def test_where_an_engine_gives_up_our_own_proof_says_whether_it_is_impossible(
    specification: tuple[str, ...],
) -> None:
    verdicts = Verdicts(Saying(NoPlanFound(engine="saying", reason="contradictory, it says")), ())
    proved = await verdicts.verdict(DOMAIN, PROBLEM, tuple(map(traced, specification)), explain_clash=True)
    assert isinstance(proved, Impossible)
    assert proved.engine == "reachability"
    assert {each.constraint for each in proved.clash} == set(specification)
    possible = await verdicts.verdict(DOMAIN, PROBLEM, (traced("(sometime (at bob market))"),))
    assert isinstance(possible, NoPlanFound)
    assert possible.reason == "contradictory, it says"


async def test_a_proof_by_an_engine_that_is_wrong_on_the_feature_is_none() -> None:
    doubtful = Manifest(MANIFEST.features, wrong=frozenset({"constraint:hold-during"}))
    engine = Saying(Impossible(engine="saying", reason=""), doubtful)
    window = (traced("(hold-during 1 2 (at ann home))"),)
    assert isinstance(await Verdicts(engine, ()).verdict(DOMAIN, PROBLEM, window), NoPlanFound)
    assert isinstance(await Verdicts(engine, ()).verdict(DOMAIN, PROBLEM), Impossible)


async def test_an_engines_failure_is_passed_on() -> None:
    timed_out = TimedOut(engine="saying", limit_seconds=1.0)
    verdict = await Verdicts(Saying(timed_out), ()).verdict(DOMAIN, PROBLEM, limits=SolveLimits(seconds=1))
    assert isinstance(verdict, TimedOut)


async def test_only_proofs_of_impossibility_shrink_a_clash() -> None:
    specification = [traced("(always (at ann home))", f"s{number}") for number in range(4)]

    async def plan(part: object) -> Outcome:
        assert isinstance(part, list | tuple)
        if len(part) == 4:
            return Impossible(engine="e", reason="")
        return TimedOut(engine="e", limit_seconds=1.0)

    assert await minimal_clash(specification, plan) == Clash(tuple(specification), minimal=True)


async def test_an_impossible_problem_has_an_empty_clash() -> None:
    async def plan(part: object) -> Outcome:
        return Impossible(engine="e", reason="")

    clash = await minimal_clash([traced("(always (at ann home))", "s1")], plan, seconds=0)
    assert clash == Clash((), minimal=True)


async def test_a_clash_that_the_clock_ended_is_not_called_minimal() -> None:
    specification = [traced("(always (at ann home))", f"s{number}") for number in range(3)]

    async def plan(part: object) -> Outcome:
        assert isinstance(part, list | tuple)
        return Impossible(engine="e", reason="") if part else TimedOut(engine="e", limit_seconds=1.0)

    assert await minimal_clash(specification, plan, seconds=0) == Clash(tuple(specification), minimal=False)
    assert await minimal_clash(specification, plan, seconds=None) == Clash((specification[2],), minimal=True)
    assert await minimal_clash(specification[:1], plan, seconds=0) == Clash((specification[0],), minimal=True)


class Improving(Saying):
    """An engine that goes on with its anytime search until it is stopped, and then has another plan."""

    async def solve(self, request: PlanningRequest) -> Outcome:
        self.asked.append(request)
        assert isinstance(self.outcome, PlanFound)
        if request.limits.anytime:
            assert request.stop is not None
            await request.stop.wait()
            return replace(self.outcome, plan=LETTER)
        return self.outcome


async def test_stopping_an_anytime_search_ends_it_with_the_best_plan_until_then() -> None:
    late = "".join(
        f"{float(time) + 5:.3f}:{rest}\n" for time, _, rest in (s.partition(":") for s in LETTER.splitlines())
    )
    engine, stop = Improving(PlanFound(late, "improving", 0.0)), asyncio.Event()
    asyncio.get_running_loop().call_later(0.2, stop.set)
    limits = SolveLimits(seconds=3600, anytime=True)
    found = await asyncio.wait_for(
        Verdicts(engine, (ExecutorJudge(),)).verdict(DOMAIN, PROBLEM, (), limits, stop=stop), 60
    )
    assert isinstance(found, PlanProved)
    assert found.plan == LETTER


class Noting(Saying):
    """Says the same after a while, or when it is stopped."""

    async def solve(self, request: PlanningRequest) -> Outcome:
        self.asked.append(request)
        await asyncio.sleep(min(0.3, request.limits.seconds))
        return self.outcome


def slowly(seconds: float) -> Callable[..., None]:
    """An analysis that proves nothing in so many seconds."""
    return lambda *_: time.sleep(seconds)


async def test_what_the_analysis_took_is_taken_from_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plancritic.verdicts.analysis.contradiction", slowly(0.6))
    engine = Noting(NoPlanFound(engine="saying", reason="nothing"))
    verdicts = Verdicts(replace(single(engine), analysis=True), (ExecutorJudge(),))
    await verdicts.verdict(DOMAIN, PROBLEM, limits=SolveLimits(seconds=1.5))
    assert engine.asked
    assert all(request.limits.seconds < 1.0 for request in engine.asked)


async def test_in_deterministic_mode_no_clock_takes_from_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plancritic.verdicts.analysis.contradiction", slowly(0.3))
    engine = Saying(NoPlanFound(engine="saying", reason="nothing"))
    verdicts = Verdicts(replace(single(engine), analysis=True), (ExecutorJudge(),))
    await verdicts.verdict(DOMAIN, PROBLEM, limits=SolveLimits(seconds=1.5, deterministic=True))
    assert engine.asked[0].limits.seconds == 1.5


async def test_two_proofs_looked_for_after_an_engine_share_what_it_left(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float | None] = []

    async def disproof(task: object, seconds: float | None) -> None:
        given.append(seconds)

    monkeypatch.setattr("plancritic.verdicts.analysis.contradiction", slowly(0.6))
    monkeypatch.setattr("plancritic.verdicts.analysis.disproof", disproof)
    verdicts = Verdicts(Noting(NoPlanFound(engine="saying", reason="nothing")), (ExecutorJudge(),))
    await verdicts.verdict(DOMAIN, PROBLEM, limits=SolveLimits(seconds=2.0))
    assert given[-1] is not None
    assert given[-1] < 1.3


@pytest.mark.parametrize("analysis_first", [True, False])
@pytest.mark.parametrize("stage", ["contradiction", "_reached"])
async def test_an_analysis_is_not_waited_for_once_stop_is_set(
    stage: str, analysis_first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, stop, over = threading.Event(), asyncio.Event(), threading.Event()

    def stuck(*_: object, **__: object) -> None:
        begun.set()
        over.wait(20)

    monkeypatch.setattr(f"plancritic.verdicts.analysis.{stage}", stuck)
    planners = replace(single(Saying(NoPlanFound(engine="saying", reason="nothing"))), analysis=analysis_first)
    asked = asyncio.create_task(
        Verdicts(planners, (ExecutorJudge(),)).verdict(DOMAIN, PROBLEM, limits=SolveLimits(seconds=20), stop=stop)
    )
    await asyncio.to_thread(begun.wait, 20)
    stop.set()
    verdict = await asyncio.wait_for(asked, 10)
    over.set()
    assert isinstance(verdict, NoPlanFound | TimedOut)
    assert verdict.seconds < 10
