"""No verdict is wrong: plans are accepted by every judge, and impossible is what exhaustive search cannot plan."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.bench.engine_setups import EngineSetup, all_engine_setups
from tests.bench.mutated import PROBLEMS, Sample, Specification, mutated, texts
from tests.support.examples import examples
from tests.support.exhaustive import SearchTooLargeError, satisfiable
from tests.support.tiny_problems import TinyProblem, tiny_problems, tiny_specifications

from plancritic.contracts.planning import Impossible, PlanProved, SolveLimits
from plancritic.contracts.specification import TracedConstraint
from plancritic.judges import ExecutorJudge, Judge, JudgeRequest, KairosJudge, ValJudge, prove
from plancritic.pddl.language import Constraint, ConstraintType, parse_constraint
from plancritic.verdicts import Verdicts

JUDGES: tuple[Judge, ...] = (ValJudge(), KairosJudge(), ExecutorJudge())
#: Steps of the longest plan that exhaustive search looks for.
DEPTH = 3
LIMIT = 0.5
#: Kairos takes these too laxly natively; the judges refuse such a plan, and another strategy is tried.
WINDOWS = {ConstraintType.HOLD_DURING, ConstraintType.HOLD_AFTER}
MUTATED = tuple(mutated(*problem, count=40, seed=7) for problem in PROBLEMS)


@pytest.fixture(scope="module")
def setups(loop: asyncio.Runner) -> Iterator[dict[str, EngineSetup]]:
    """Every engine that is here, by itself, in each setup that it can take."""
    made = all_engine_setups()
    yield {setup.name: setup for setup in made}
    for setup in made:
        loop.run(setup.engine.close())


def traced(constraints: tuple[Constraint, ...]) -> Specification:
    return tuple(TracedConstraint(constraint=str(constraint)) for constraint in constraints)


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(tiny_problems(), tiny_specifications())
def test_no_verdict_contradicts_exhaustive_search(
    loop: asyncio.Runner, verdicts: Verdicts, tiny: TinyProblem, constraints: tuple[Constraint, ...]
) -> None:
    specification = traced(constraints)
    verdict = loop.run(verdicts.verdict(tiny.domain_text, tiny.problem_text, specification, SolveLimits(seconds=LIMIT)))
    if isinstance(verdict, PlanProved):
        request = JudgeRequest(tiny.domain_text, tiny.problem_text, verdict.plan, tuple(texts(specification)))
        assert loop.run(prove(JUDGES, request)).ruling == "accepted", verdict
    elif isinstance(verdict, Impossible):
        try:
            plan = satisfiable(tiny.problem, constraints, DEPTH, most_nodes=3_000)
        except SearchTooLargeError:
            assume(False)
        assert plan is None, f"{verdict.road}: {verdict.reason}\n{tiny}\n{texts(specification)}\n{plan}"


@pytest.mark.parametrize("name", ("native", "compiled"))
@settings(max_examples=examples(30), deadline=None)
@given(data=st.data())
def test_whatever_plan_an_engine_returns_is_one(
    loop: asyncio.Runner, setups: dict[str, EngineSetup], name: str, data: st.DataObject
) -> None:
    of_this_kind = [setup for setup in setups.values() if setup.compiled == (name == "compiled")]
    setup = data.draw(st.sampled_from(sorted(of_this_kind, key=lambda one: one.name)))
    sample = data.draw(st.sampled_from(MUTATED))
    check(loop, setup, sample, data.draw(st.sampled_from(sample.specifications)))


@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_whatever_plan_an_engine_returns_for_a_tiny_problem_is_one(
    loop: asyncio.Runner, setups: dict[str, EngineSetup], data: st.DataObject
) -> None:
    setup = setups[data.draw(st.sampled_from(sorted(setups)))]
    tiny = data.draw(tiny_problems())
    specification = traced(data.draw(tiny_specifications()))
    check(loop, setup, Sample("tiny", tiny.domain_text, tiny.problem_text, tiny.problem, ()), specification)


def check(loop: asyncio.Runner, setup: EngineSetup, sample: Sample, specification: Specification) -> None:
    """Judges agree on the engine's plan; they accept it, windows it gets natively aside."""
    end = loop.run(setup.go(sample, specification, LIMIT))
    if end.plan is None:
        return
    asked = tuple(texts(specification))
    ruling = loop.run(prove(JUDGES, JudgeRequest(sample.domain, sample.problem, end.plan, asked))).ruling
    lax = not setup.compiled and not WINDOWS.isdisjoint(parse_constraint(text).type for text in asked)
    assert ruling in (("accepted", "rejected") if lax else ("accepted",)), f"{setup.name}\n{asked}\n{end.plan}"
