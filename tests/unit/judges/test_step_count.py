"""Bounds on the whole plan, judged by the executor and by a count that shares no code with it."""

from dataclasses import replace

import pytest

from plancritic.judges import ExecutorJudge, JudgeRequest, KairosJudge, ValJudge, prove
from plancritic.judges.step_count import count_steps
from plancritic.pddl.language import parse_constraint, plan_bounds

JUDGES = (ValJudge(), KairosJudge(), ExecutorJudge())


@pytest.mark.parametrize("goal", [True, False])
@pytest.mark.parametrize(
    ("texts", "ruling"),
    [
        (("(<= (total-time) 6.003)",), "accepted"),
        (("(< (total-time) 6.003)",), "rejected"),
        (("(<= (total-steps) 4)", "(<= (total-time) 7)"), "accepted"),
        (("(<= (total-steps) 4)", "(<= (total-time) 6)"), "rejected"),
        (("(<= (total-time) 7)", "(sometime (at ann market))"), "accepted"),
        (("(<= (total-time) 7)", "(always (at ann market))"), "rejected"),
        (("(<= (total-time) 6)", "(always (at ann market))"), "rejected"),
    ],
)
async def test_a_plan_keeps_its_bounds_or_not(
    letter: JudgeRequest, texts: tuple[str, ...], ruling: str, goal: bool
) -> None:
    proof = await prove(JUDGES, replace(letter, constraints=texts, goal=goal))
    assert proof.ruling == ruling
    # Nobody who rules contradicts the whole.
    assert {report.ruling for report in proof.reports} <= {ruling, "abstained"}
    by_judge = {report.judge: report for report in proof.reports}
    assert by_judge["executor"].ruling == ruling
    judged = {finding.constraint for finding in by_judge["steps"].findings}
    assert judged == {text for text in texts if "total" in text}


async def test_a_plan_that_cannot_be_executed_is_rejected_whatever_its_bounds(letter: JudgeRequest) -> None:
    broken = replace(letter, plan="0.000: (put ann letter office) [1.000]\n", constraints=("(<= (total-time) 7)",))
    assert (await prove(JUDGES, broken)).ruling == "rejected"


@pytest.mark.parametrize("judge", [ValJudge(), KairosJudge()])
async def test_judges_that_know_no_bounds_abstain(letter: JudgeRequest, judge: ValJudge | KairosJudge) -> None:
    assert (await judge.judge(replace(letter, constraints=("(<= (total-time) 70)",)))).ruling == "abstained"


@pytest.mark.parametrize(
    ("plan", "accepted"),
    [
        ("; none\n", True),
        ("(a)\n(b)\n", True),
        ("0.5: (a) [2.0]\n0.0: (b)\n", True),
        ("0.5: (a) [2.6]\n", False),
        ("(a)\n(b)\n(c)\n", False),
        ("no plan\n", False),
    ],
)
def test_steps_are_counted_from_the_text(plan: str, accepted: bool) -> None:
    bounds = plan_bounds(map(parse_constraint, ("(<= (total-time) 3)", "(< (total-steps) 3)")))
    assert (count_steps(plan, bounds).ruling == "accepted") is accepted
