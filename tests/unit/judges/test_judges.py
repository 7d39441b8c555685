"""What every judge must do, the three of them held to the same suite."""

from dataclasses import replace

import pytest

from plancritic.contracts.validation import Finding, JudgeReport
from plancritic.judges import ExecutorJudge, Judge, JudgeRequest, KairosJudge, ValJudge
from plancritic.pddl.language import PddlSyntaxError

JUDGES: dict[str, Judge] = {judge.name: judge for judge in (ValJudge(), KairosJudge(), ExecutorJudge())}

#: The letter's plan: ann is home until 1.001, at the market at 3.001, gone at 3.002, in the office from 5.002;
#: she carries the letter from 1.000 until 5.003; it lies in the office from 6.003, the end.
SATISFIED = (
    "(always (at bob office))",
    "(always (not (at bob home)))",
    "(sometime (at ann market))",
    "(within 3.5 (at ann market))",
    "(at-most-once (at ann market))",
    "(sometime-after (at ann market) (at ann office))",
    "(sometime-before (at ann office) (carries ann letter))",
    "(always-within 3 (at ann market) (at ann office))",
    "(at end (and (lies letter office) (at ann office)))",
    "(sometime (or (at bob market) (at ann market)))",
    "(hold-during 0 1 (at ann home))",
    "(hold-during 1.2 5 (carries ann letter))",
    "(hold-during 2 2.5 (not (at ann home)))",
    "(hold-after 5.5 (at ann office))",
    "(hold-after 100 (lies letter office))",
    "(hold-during 100 200 (lies letter office))",
)
VIOLATED = (
    "(always (at ann home))",
    "(sometime (at bob market))",
    "(within 2 (at ann market))",
    "(at-most-once (or (at ann market) (at ann office)))",
    "(sometime-after (at ann office) (at ann market))",
    "(sometime-before (at ann market) (at ann office))",
    "(sometime-before (not (at ann home)) (at ann office))",
    "(always-within 1 (at ann market) (at ann office))",
    "(at end (at ann home))",
    "(hold-during 1.1 1.9 (at ann home))",
    "(hold-during 0 5 (at ann home))",
    "(hold-during 0 2 (at ann home))",
    "(hold-after 3 (at ann office))",
    "(hold-after 3 (carries ann letter))",
    "(hold-after 100 (at ann home))",
    "(hold-during 100 200 (at ann home))",
)
MALFORMED = (
    "(sometime-before (at ann home))",
    "(hold-during 5 3 (at ann home))",
    "(hold-during 3 3 (at ann home))",
    "(at end (at ann nowhere))",
    "(always (at letter home))",
    "(sometime-befor (at ann home) (at bob home))",
    "(always (at ann home)",
)


@pytest.fixture(params=JUDGES)
def judge(request: pytest.FixtureRequest) -> Judge:
    return JUDGES[request.param]


def about(report: JudgeReport, kind: str) -> list[Finding]:
    return [finding for finding in report.findings if finding.about == kind]


async def test_a_good_plan_is_accepted(judge: Judge, letter: JudgeRequest) -> None:
    report = await judge.judge(letter)
    assert (report.judge, report.ruling) == (judge.name, "accepted")


@pytest.mark.parametrize("constraint", SATISFIED)
async def test_a_satisfied_constraint_is_accepted(constraint: str, judge: Judge, letter: JudgeRequest) -> None:
    assert (await judge.judge(letter.question(constraint))).ruling == "accepted"


@pytest.mark.parametrize("constraint", VIOLATED)
async def test_a_violated_constraint_is_rejected(constraint: str, judge: Judge, letter: JudgeRequest) -> None:
    report = await judge.judge(letter.question(constraint))
    assert report.ruling == "rejected"
    assert [(one.satisfied, one.constraint) for one in about(report, "constraint")] == [(False, constraint)]


@pytest.mark.parametrize("constraint", MALFORMED)
async def test_a_malformed_constraint_is_judged_by_nobody(constraint: str, judge: Judge, letter: JudgeRequest) -> None:
    report = await judge.judge(letter.question(constraint))
    assert report.ruling == "abstained"
    [finding] = about(report, "form")
    assert finding.satisfied is None
    assert finding.explanation


async def test_of_several_constraints_each_gets_its_finding(judge: Judge, letter: JudgeRequest) -> None:
    asked = ("(sometime (at ann market))", "(always (at ann home))", "(hold-after 3 (at ann office))")
    report = await judge.judge(replace(letter, constraints=asked))
    assert report.ruling == "rejected"
    assert [one.satisfied for one in about(report, "constraint")] == [True, False, False]


async def test_the_problems_own_constraints_count_unless_the_goal_is_aside(judge: Judge, letter: JudgeRequest) -> None:
    text = letter.problem.replace("(:goal", "(:constraints (always (at ann home)))\n(:goal")
    assert (await judge.judge(replace(letter, problem=text))).ruling == "rejected"
    assert (await judge.judge(replace(letter, problem=text).question("(at end (at ann office))"))).ruling == "accepted"


async def test_an_unmet_condition_names_its_step(judge: Judge, letter: JudgeRequest) -> None:
    without_the_first_walk = "\n".join(line for line in letter.plan.splitlines() if "home market" not in line)
    report = await judge.judge(replace(letter, plan=without_the_first_walk))
    assert report.ruling == "rejected"
    condition = about(report, "condition")[0]
    assert condition.step == "(walk ann market office)"
    assert condition.time == pytest.approx(3.002)
    assert "(at ann market)" in f"{condition.needed} {condition.explanation}"


async def test_an_unmet_goal_is_named(judge: Judge, letter: JudgeRequest) -> None:
    report = await judge.judge(replace(letter, plan="\n".join(letter.plan.splitlines()[:-1])))
    assert report.ruling == "rejected"
    [goal] = about(report, "goal")
    assert goal.satisfied is False
    assert "(lies letter office)" in str(goal.needed)


async def test_a_goal_left_aside_is_not_asked_for(judge: Judge, letter: JudgeRequest) -> None:
    unfinished = replace(letter, plan="\n".join(letter.plan.splitlines()[:-1]))
    assert (await judge.judge(unfinished.question("(at end (at ann office))"))).ruling == "accepted"


async def test_a_wrong_duration_is_rejected(judge: Judge, letter: JudgeRequest) -> None:
    report = await judge.judge(replace(letter, plan=letter.plan.replace("[1.000]", "[1.500]", 1)))
    assert report.ruling == "rejected"
    assert about(report, "condition")[0].step == "(take ann letter home)"


@pytest.mark.parametrize(
    "plan", ["no plan ((", "0.000: (fly ann home) [1.000]", "0.000: (walk eve home market) [2.000]"]
)
async def test_what_is_no_plan_of_the_domain_is_rejected(plan: str, judge: Judge, letter: JudgeRequest) -> None:
    report = await judge.judge(replace(letter, plan=plan, goal=False))
    assert report.ruling == "rejected"
    assert about(report, "form")


async def test_the_empty_plan_can_be_judged(judge: Judge, letter: JudgeRequest) -> None:
    empty = replace(letter, plan="")
    assert (await judge.judge(empty)).ruling == "rejected"
    assert (await judge.judge(empty.question("(hold-after 5 (at ann home))"))).ruling == "accepted"
    assert (await judge.judge(empty.question("(hold-during 5 9 (at ann office))"))).ruling == "rejected"


async def test_a_problem_that_cannot_be_read_is_the_askers_fault(judge: Judge, letter: JudgeRequest) -> None:
    with pytest.raises(PddlSyntaxError):
        await judge.judge(replace(letter, problem=letter.problem.replace("office)", "offce)")))


PLAIN = """(define (domain lamps) (:requirements :strips :negative-preconditions :constraints)
(:predicates (lit) (red)) (:action light :parameters () :precondition (and) :effect (lit))
(:action dye :parameters () :precondition (and) :effect (red)))"""


@pytest.mark.parametrize("judge", JUDGES.values(), ids=JUDGES)
@pytest.mark.parametrize(
    ("plan", "constraint", "satisfied"),
    [
        ("0.5: (light)\n", "(hold-during 0 0.5 (not (lit)))", True),
        ("0.5: (light)\n1: (dye)\n", "(hold-during 0.5 1 (lit))", True),
        ("0.5: (light)\n1: (dye)\n", "(hold-during 0.5 1 (red))", False),
        ("0.5: (light)\n1: (dye)\n", "(hold-after 1 (red))", True),
        ("0: (light)\n", "(within 0 (lit))", True),
        ("0: (light)\n0: (dye)\n", "(always (or (and (lit) (red)) (not (red))))", True),
    ],
)
async def test_plans_of_plain_actions_are_judged_rightly_or_not_at_all(
    judge: Judge, plan: str, constraint: str, satisfied: bool
) -> None:
    problem = "(define (problem one) (:domain lamps) (:init) (:goal (lit)))"
    report = await judge.judge(JudgeRequest(PLAIN, problem, plan).question(constraint))
    allowed = ("accepted" if satisfied else "rejected",) + (("abstained",) if judge.name == "kairos" else ())
    assert report.ruling in allowed, report


@pytest.mark.parametrize("judge", JUDGES.values(), ids=JUDGES)
async def test_a_state_between_two_steps_is_judged(judge: Judge, letter: JudgeRequest) -> None:
    """Ann is at the market from 3.001 to 3.002, when nothing is under way that has a condition over all."""
    assert (await judge.judge(letter.question("(hold-during 3.0012 3.0015 (at ann market))"))).ruling == "accepted"
    assert (await judge.judge(letter.question("(hold-during 3.0012 3.0015 (at ann home))"))).ruling == "rejected"
