"""Plans made better, and nothing else."""

from pathlib import Path

import pytest

from plancritic.contracts.validation import JudgeReport
from plancritic.judges import ExecutorJudge, JudgeRequest, KairosJudge
from plancritic.pddl.language import PddlSyntaxError
from plancritic.verdicts import standard_judges
from plancritic.verdicts.improvement.quality import Improved, improve

COURIER = Path(__file__).parents[3] / "cases" / "courier"
DOMAIN, PROBLEM, LETTER = ((COURIER / name).read_text() for name in ("domain.pddl", "problem.pddl", "letter.plan"))
DETOUR = """
0.5: (take ann letter home) [1]
2: (walk ann home market) [2]
5: (walk ann market home) [2]
8: (walk ann home market) [2]
11: (walk ann market office) [2]
14: (walk bob office market) [2]
17: (put ann letter office) [1]
"""
BRIEF = """0.000: (take ann letter home) [1.000]
1.000: (walk ann home market) [2.000]
3.001: (walk ann market office) [2.000]
5.001: (put ann letter office) [1.000]
"""
CLASSICAL = """(define (domain switches) (:requirements :strips :negative-preconditions :conditional-effects)
  (:predicates (on ?x) (seen ?x))
  (:action flip :parameters (?x)
    :precondition (and) :effect (and (when (on ?x) (not (on ?x))) (when (not (on ?x)) (on ?x))))
  (:action look :parameters (?x) :precondition (on ?x) :effect (seen ?x)))"""
SEEN = "(define (problem p) (:domain switches) (:objects a b) (:init (on b)) (:goal (and (seen a) (on b))) {more})"


async def better(plan: str, *constraints: str, problem: str = PROBLEM) -> Improved:
    return await improve(standard_judges(), DOMAIN, problem, plan, constraints)


async def test_what_is_not_needed_goes_and_the_rest_is_as_early_as_it_can_be() -> None:
    found = await better(DETOUR)
    assert found.plan == BRIEF
    assert found.proof.ruling == "accepted"
    assert {report.judge for report in found.proof.reports} == {"val", "kairos", "executor"}
    assert (found.quality.makespan_before, found.quality.makespan_after) == (18.0, 6.001)
    assert (found.quality.steps_before, found.quality.steps_after) == (7, 4)
    assert len(found.quality.removed) == 3
    assert "(walk bob office market)" in found.quality.removed


async def test_a_plan_that_cannot_be_improved_stays_letter_for_letter_and_that_is_said() -> None:
    found = await better(f"; mine\n{BRIEF}")
    assert found.plan == f"; mine\n{BRIEF}"
    assert found.quality.makespan_before == found.quality.makespan_after
    assert found.note == "no improvement was found"


async def test_a_step_that_only_a_constraint_needs_stays() -> None:
    found = await better(DETOUR, "(sometime (at bob market))")
    assert "(walk bob office market)" in found.plan
    assert found.quality.steps_after == 5


async def test_a_step_that_only_a_constraint_of_the_problem_needs_stays() -> None:
    problem = PROBLEM.replace("(:goal", "(:constraints (sometime (at bob market))) (:goal")
    assert "(walk bob office market)" in (await better(DETOUR, problem=problem)).plan


async def test_a_step_that_only_a_preference_of_the_problem_wants_stays() -> None:
    problem = PROBLEM.replace("(:goal", "(:constraints (preference p (sometime (at bob market)))) (:goal")
    assert "(walk bob office market)" in (await better(DETOUR, problem=problem)).plan


async def test_steps_that_a_window_holds_back_are_as_early_as_it_lets_them() -> None:
    found = await better(DETOUR, "(sometime (at bob market))", "(hold-during 0 4 (at bob office))")
    assert "4.000: (walk bob office market)" in found.plan
    assert "5.001: (put ann letter office)" in found.plan


async def test_two_that_have_to_meet_still_do() -> None:
    found = await better(DETOUR, "(always-within 3 (at bob market) (lies letter office))", "(sometime (at bob market))")
    assert found.proof.ruling == "accepted"
    assert found.quality.steps_after == 5
    assert found.quality.makespan_after < 7


async def test_what_the_judges_refuse_is_not_taken_and_that_is_said() -> None:
    class Conservative:
        name = "conservative"

        async def judge(self, request: JudgeRequest) -> JudgeReport:
            return JudgeReport(judge=self.name, ruling="accepted" if request.plan == DETOUR else "rejected")

    found = await improve((ExecutorJudge(), Conservative()), DOMAIN, PROBLEM, DETOUR)
    assert found.plan == DETOUR
    assert found.proof.ruling == "accepted"
    assert found.quality.steps_after == found.quality.steps_before == 7
    assert found.quality.removed == ()
    assert "disputed" in found.note


async def test_a_plan_that_is_none_stays_and_its_proof_says_why() -> None:
    found = await better("0: (put ann letter office) [1]")
    assert found.proof.ruling == "rejected"
    assert "executor" in found.note


async def test_without_time_the_plan_stays() -> None:
    found = await improve((ExecutorJudge(),), DOMAIN, PROBLEM, DETOUR, seconds=0)
    assert found.proof.ruling == "accepted"
    assert found.quality.steps_after == 7


async def test_texts_that_cannot_be_read_are_errors() -> None:
    with pytest.raises(PddlSyntaxError):
        await better("walk the dog")
    with pytest.raises(PddlSyntaxError):
        await better(DETOUR, "(sometime")


async def test_a_problem_outside_our_model_is_left_alone() -> None:
    rule = "(:derived (laden ?c - courier) (exists (?x - parcel) (carries ?c ?x)))"
    derived = DOMAIN.replace("(:durative-action walk", f"{rule}\n(:durative-action walk")
    derived = derived.replace("(:predicates", "(:predicates (laden ?c - courier)")
    found = await improve((KairosJudge(),), derived, PROBLEM, DETOUR)
    assert found.plan == DETOUR
    assert "derived" in found.note


@pytest.mark.parametrize("timed", [False, True])
async def test_a_classical_plan_keeps_its_form(timed: bool) -> None:
    steps = ("(flip b)", "(flip a)", "(look a)", "(flip b)")
    plan = "\n".join(f"{number}: {step}" if timed else step for number, step in enumerate(steps))
    judges = (ExecutorJudge(), KairosJudge())
    found = await improve(judges, CLASSICAL, SEEN.format(more=""), plan)
    expected = "0.000: (flip a)\n1.000: (look a)\n" if timed else "(flip a)\n(look a)\n"
    assert found.plan == expected
    # Neither flip of b can go alone: they go as a pair.
    assert found.quality.removed == ("(flip b)", "(flip b)")


async def test_the_metric_does_not_get_worse() -> None:
    domain = DOMAIN.replace("(:predicates", "(:functions (tips)) (:predicates").replace(
        "(at end (at ?c ?to))", "(at end (at ?c ?to)) (at end (increase (tips) 1))"
    )
    rich = PROBLEM.replace("(:init", "(:init (= (tips) 0)").replace("(:goal", "(:metric maximize (tips)) (:goal")
    found = await improve((ExecutorJudge(), KairosJudge()), domain, rich, DETOUR)
    assert found.quality.steps_after == 7
    assert found.quality.makespan_after < found.quality.makespan_before
