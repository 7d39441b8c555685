"""Candidates measured by the true domain."""

from __future__ import annotations

import pytest
from tests.support.refining import BLOCKS, NARROW, PLAN, PROBLEM

from plancritic.contracts.errors import ContractError
from plancritic.refiner.feedback.source import FeedbackKind, Judgement
from plancritic.refiner.runs.measuring import ReferenceMeasure
from plancritic.refiner.runs.watched_feedback import Best

PLANS: frozenset[FeedbackKind] = frozenset({"plan"})
ALL: frozenset[FeedbackKind] = frozenset({"plan", "landmark"})


class Planner:
    """Finds the plan in the true domain, and none in any other."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        self.asked.append(domain)
        if "define" not in domain:
            return Judgement(fault="no PDDL")
        return Judgement(plans=((PLAN,),) if domain == BLOCKS.text else ((),))


async def test_the_true_domain_is_equivalent_to_itself() -> None:
    measure = ReferenceMeasure(Planner(), BLOCKS.text, [PROBLEM])
    assert await measure.equivalence(BLOCKS.text, Best(BLOCKS.text, Judgement(plans=((PLAN,),)), ALL, 0)) == 1.0


async def test_a_domain_that_forbids_the_right_plan_and_has_none_has_nothing_in_common() -> None:
    measure = ReferenceMeasure(Planner(), BLOCKS.text, [PROBLEM])
    assert await measure.equivalence(NARROW, Best(NARROW, Judgement(plans=((),)), ALL, 0)) == 0.0


async def test_a_candidate_that_was_not_planned_with_is_planned_with_to_be_measured_once() -> None:
    planner = Planner()
    measure = ReferenceMeasure(planner, BLOCKS.text, [PROBLEM])
    best = Best(NARROW, Judgement(), PLANS, 0)
    assert await measure.equivalence(NARROW, best) == await measure.equivalence(NARROW) == 0.0
    assert sorted(planner.asked) == sorted([NARROW, BLOCKS.text])


async def test_a_reference_that_cannot_be_judged_is_refused() -> None:
    measure = ReferenceMeasure(Planner(), "nonsense", [PROBLEM])
    with pytest.raises(ContractError, match="the reference cannot be measured by: no PDDL"):
        await measure.true_plans()
