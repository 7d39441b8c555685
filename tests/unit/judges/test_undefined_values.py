"""Where a number has no value, the judges say the same or leave it to the one that knows whether it matters."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.tanks import PLAN, tanks_domain, tanks_problem

from plancritic.judges import ExecutorJudge, Judge, JudgeRequest, KairosJudge, ValJudge, case, prove

JUDGES: tuple[Judge, ...] = (ValJudge(), KairosJudge(), ExecutorJudge())
REQUEST = JudgeRequest(tanks_domain(), tanks_problem(), PLAN)

#: With the ruling of all judges together; the level is 0 initially and 1 from 1 on.
RULINGS = {
    "(sometime (> (/ 1 (level)) 0))": "accepted",
    "(at end (= (/ 1 (level)) 1))": "accepted",
    "(always (or (> (/ 1 (level)) 0) (= (level) 0)))": "accepted",
    "(hold-during 0 5 (> (/ 1 (level)) 0))": "rejected",
    "(at-most-once (> (/ 1 (level)) 0))": "rejected",
    "(sometime-before (full t1) (> (/ 1 (level)) 0))": "rejected",
    "(always (>= (/ 1 (level)) 0))": "unjudged",
    "(sometime (> (/ 1 (idle)) 0))": "unjudged",
    "(sometime (> (/ 1 0) 0))": "unjudged",
    "(within 1e306 (full t1))": "unjudged",
}


@pytest.mark.parametrize("text", RULINGS)
async def test_the_judges_never_differ_over_a_missing_value(text: str) -> None:
    proof = await prove(JUDGES, replace(REQUEST, constraints=(text,)))
    assert proof.ruling == RULINGS[text]
    silent = [report for report in proof.reports if report.ruling == "abstained"]
    assert all(finding.explanation for report in silent for finding in report.findings)


@pytest.mark.parametrize("goal", ["(> (/ 1 (idle)) 0)", "(not (> (/ 1 (idle)) 0))", "(> (/ 1 (- (level) 1)) 0)"])
async def test_a_goal_without_a_value_is_not_met(goal: str) -> None:
    proof = await prove(JUDGES, replace(REQUEST, problem=tanks_problem(goal=goal)))
    assert proof.ruling == "rejected"


@pytest.mark.parametrize(
    "changes",
    [
        {"duration": "(/ 1 (idle))"},
        {"condition": "(at start (> (/ 1 (idle)) 0))"},
        {"effect": "(at end (increase (size) (/ 1 (idle))))"},
    ],
)
async def test_an_action_that_needs_a_missing_value_is_rejected(changes: dict[str, str]) -> None:
    assert (await prove(JUDGES, replace(REQUEST, domain=tanks_domain(**changes)))).ruling == "rejected"


async def test_large_numbers_with_an_exponent_are_judged_by_all() -> None:
    problem = tanks_problem(takes="1e9", level="2.5E3", goal="(and (full t1) (> (level) 2.5e3))")
    proof = await prove(JUDGES, replace(REQUEST, problem=problem, plan="0: (fill t1) [1000000000]"))
    assert {report.judge: report.ruling for report in proof.reports} == dict.fromkeys(
        ("val", "kairos", "executor"), "accepted"
    )


async def test_a_plan_longer_than_val_reads_is_left_to_the_others() -> None:
    domain = tanks_domain(effect="(at end (empty ?t))")
    plan = "".join(f"{2 * number}: (fill t1) [1]\n" for number in range(10_100))
    report = await ValJudge().judge(JudgeRequest(domain, tanks_problem(), plan))
    assert report.ruling == "abstained"
    assert "steps" in report.findings[0].explanation


async def test_nobody_rules_alone_on_what_is_too_much_to_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """VAL would divide by zero and accept: the pace is 0 in the end."""
    monkeypatch.setattr(case, "MOST_LOOKED_AT", 1)
    domain = tanks_domain(effect="(at end (decrease (pace) 1))")
    request = replace(REQUEST, domain=domain, constraints=("(sometime (> (/ 1 (pace)) 5))",))
    proof = await prove(JUDGES, request)
    assert proof.ruling == "unjudged"
    assert all("too much to judge" in report.findings[0].explanation for report in proof.reports)


@pytest.mark.parametrize("moment", ["at start", "over all", "at end"])
@pytest.mark.parametrize(
    "condition",
    ["(or (empty t2) (> (/ 1 (idle)) 0))", "(or (>= (unset) 1) (empty t2))", "(not (and (> (unset) 0) (open)))"],
)
async def test_a_step_whose_condition_needs_no_missing_value_is_accepted(moment: str, condition: str) -> None:
    domain = tanks_domain(condition=f"({moment} {condition})").replace("(pace))", "(pace) (unset))", 1)
    assert (await prove(JUDGES, replace(REQUEST, domain=domain))).ruling == "accepted"


async def test_an_effect_whose_condition_has_no_value_does_not_take_place() -> None:
    domain = tanks_domain(effect="(when (at end (> (unset) 0)) (at end (open)))").replace(
        "(pace))", "(pace) (unset))", 1
    )
    assert (await prove(JUDGES, replace(REQUEST, domain=domain))).ruling == "accepted"
    proof = await prove(JUDGES, replace(REQUEST, domain=domain, problem=tanks_problem(goal="(open)")))
    assert proof.ruling == "rejected"


async def test_all_judge_where_a_number_gets_its_value_before_it_is_needed() -> None:
    domain = tanks_domain(effect="(at end (assign (unset) 2))").replace("(pace))", "(pace) (unset))", 1)
    problem = tanks_problem(goal="(and (full t1) (> (unset) 1))")
    proof = await prove(JUDGES, replace(REQUEST, domain=domain, problem=problem))
    assert {report.ruling for report in proof.reports} == {"accepted"}
