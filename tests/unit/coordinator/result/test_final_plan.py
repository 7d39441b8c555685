"""The final plan is replaced only by one that is fitter and loses nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plancritic.contracts.planning import NoPlanFound, PlanProved, SolveLimits, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Statement
from plancritic.contracts.validation import Proof
from plancritic.coordinator.evaluation.evidence import Findings
from plancritic.coordinator.evaluation.fitness import Evaluation, fitness_of
from plancritic.coordinator.result.final_plan import improved
from plancritic.coordinator.search.population import Individual
from plancritic.coordinator.search.presets import PRESETS
from plancritic.pddl.language import parse_constraint, parse_plan, plan_bound

INDIVIDUAL = Individual((TracedConstraint(constraint="(sometime (p))", statements=("s1",)),), ())
STATEMENTS = (Statement(id="s1", text="p, please."),)
LIMITS = SolveLimits(seconds=5)


def plan(makespan: float) -> str:
    return f"0.000: (go) [{makespan:.3f}]\n"


class Planner:
    """Has plans that end at these times, and only those within the bound that is asked for."""

    def __init__(self, *makespans: float) -> None:
        self.makespans = makespans
        self.asked: list[tuple[tuple[str, ...], float]] = []

    async def solve(
        self,
        specification: Sequence[TracedConstraint],
        limits: SolveLimits,
        _engine: str | None,
        tidy: bool = False,
        **_more: Any,
    ) -> Verdict:
        if tidy:
            return NoPlanFound(engine="none", reason="nothing to tidy")
        self.asked.append((tuple(each.constraint for each in specification), limits.seconds))
        bound = plan_bound(parse_constraint(specification[-1].constraint))
        assert bound is not None
        fitting = [each for each in self.makespans if each < bound.limit]
        if not fitting:
            return NoPlanFound(engine="none", reason="a test")
        return PlanProved(engine="none", plan=plan(max(fitting)), proof=Proof(ruling="accepted"))


class Judging:
    """Adheres to the statement unless the plan ends by `violated_by`."""

    def __init__(self, violated_by: float = 0.0) -> None:
        self.violated_by = violated_by

    async def evaluate_plan(self, individual: Individual, verdict: PlanProved) -> Evaluation:
        adhered = parse_plan(verdict.plan).makespan > self.violated_by
        findings = (Findings(scorer=0.9, called=True, check="adhered" if adhered else "violated"),)
        evidence = (1.0,)
        fitness = fitness_of(individual, verdict.plan, findings, evidence, PRESETS["ours"])
        return Evaluation(
            individual, verdict, verdict.plan, verdict.proof, findings, evidence=evidence, fitness=fitness
        )


async def final(planner: Planner, judging: Judging, shown: float = 40.0, limits: SolveLimits = LIMITS) -> float:
    found = PlanProved(engine="none", plan=plan(84.0), proof=Proof(ruling="accepted"))
    best = await judging.evaluate_plan(INDIVIDUAL, found)
    result = await improved(best, STATEMENTS, planner, judging, limits, None, plan(shown))  # type: ignore[arg-type]
    assert result.individual == INDIVIDUAL
    assert result.plan is not None
    return parse_plan(result.plan).makespan


async def test_shorter_plans_are_taken_one_after_the_other() -> None:
    planner = Planner(84.0, 81.0, 74.0)
    assert await final(planner, Judging()) == 74.0
    assert len(planner.asked) == 4
    assert all(texts[0] == "(sometime (p))" and seconds < LIMITS.seconds for texts, seconds in planner.asked)


async def test_a_plan_that_loses_a_statement_is_not_taken() -> None:
    assert await final(Planner(81.0, 74.0), Judging(violated_by=80.0)) == 81.0


async def test_a_plan_that_is_hardly_shorter_is_not_asked_for() -> None:
    assert await final(Planner(83.99), Judging()) == 84.0


async def test_a_plan_that_ends_soon_enough_after_the_one_shown_is_left() -> None:
    planner = Planner(84.0, 81.0, 74.0)
    assert await final(planner, Judging(), shown=70.0) == 84.0
    assert [bound for (_, bound), _ in planner.asked] == ["(< (total-time) 71.4)"], "once, as soon as the one shown"


async def test_with_a_seed_no_plan_is_looked_for_that_may_be_found_or_not() -> None:
    planner = Planner(84.0, 81.0, 74.0)
    assert await final(planner, Judging(), shown=73.0, limits=SolveLimits(seconds=5, deterministic=True)) == 84.0
    assert planner.asked == []


async def test_first_a_plan_is_looked_for_that_ends_as_soon_as_the_one_shown() -> None:
    planner = Planner(84.0, 81.0, 74.0)
    assert await final(planner, Judging(), shown=73.0) == 74.0
    assert len(planner.asked) == 1


async def test_the_plan_shown_itself_is_left() -> None:
    planner = Planner(74.0)
    assert await final(planner, Judging(), shown=84.0) == 84.0
    assert planner.asked == []
