from __future__ import annotations

from tests.support.drawn_plans import courier_lexicon, drawn_courier

from plancritic.contracts.execution.record import Execution, Observation
from plancritic.pictures.drawings import compared
from plancritic.pictures.plan_drawing import draw_plan

BOB = """0.000: (walk bob office market) [2.000]
2.001: (walk bob market home) [2.000]
4.002: (take bob letter home) [1.000]
5.003: (walk bob home market) [2.000]
7.004: (walk bob market office) [2.000]
9.005: (put bob letter office) [1.000]
"""


def test_two_plans_are_aligned_step_by_step_and_nothing_is_lost() -> None:
    before, after = drawn_courier().plan, drawn_courier(plan=BOB).plan
    found = compared(before, after, "the plan shown before")
    assert sorted(line.old for line in found.steps if line.old is not None) == [0, 1, 2, 3]
    assert sorted(line.new for line in found.steps if line.new is not None) == [0, 1, 2, 3, 4, 5]
    for line in found.steps:
        assert (line.kind == "added") is (line.old is None) and (line.kind == "removed") is (line.new is None)


def test_a_plan_beside_itself_is_unchanged() -> None:
    plan = drawn_courier().plan
    assert {line.kind for line in compared(plan, plan, "itself").steps} == {"unchanged"}


def test_a_plan_that_cannot_be_executed_is_drawn_with_its_faults_in_words() -> None:
    plan = drawn_courier(plan="0.000: (put ann letter office) [1.000]").plan
    assert plan.faults and not plan.reaches_goal and len(plan.steps) == 1


def test_what_was_observed_of_the_execution_is_part_of_the_drawing() -> None:
    lexicon = courier_lexicon()
    plan = "3.000: (walk ann market office) [2.000]\n5.001: (put ann letter office) [1.000]\n"
    seen = Observation(
        time=2.0,
        true=("(at ann market)", "(carries ann letter)"),
        false=("(at ann home)", "(lies letter home)"),
    )
    assert draw_plan(plan, lexicon).faults
    drawn = draw_plan(plan, lexicon, execution=Execution(now=2.0, observations=(seen,)))
    assert not drawn.faults and drawn.reaches_goal
    assert drawn.map is not None
    ann = next(track for track in drawn.map.tracks if track.object == "ann")
    assert [each.places for each in ann.positions][:2] == [("home",), ("market",)]


def test_a_plan_without_steps_is_drawn() -> None:
    plan = drawn_courier(plan="").plan
    assert plan.end == 0 and not plan.steps and not plan.reaches_goal


def test_a_late_step_stays_in_the_drawing_and_is_marked_as_late() -> None:
    lexicon = courier_lexicon()
    late = {"step": "(walk ann home market)", "late_by": 1.5}
    begun = Observation(time=0.0, false=("(at ann home)",), **late)
    ended = Observation(time=3.5, true=("(at ann market)",), **late)
    plan = "3.501: (walk ann market office) [2.000]\n"
    drawn = draw_plan(plan, lexicon, execution=Execution(now=1.0, observations=(begun, ended)))
    planned, step = drawn.steps
    assert (planned.number, planned.label, planned.late_by) == (1, "1", None)
    assert (step.action, step.start, step.end, step.late_by, step.label) == (late["step"], 0.0, 3.5, 1.5, "late")
    lane = next(each for each in drawn.lanes if each.object == "ann")
    assert [bar.step for bar in lane.bars] == [step.index, planned.index]
    before = draw_plan("0.000: (walk ann home market) [2.000]\n2.001: (walk ann market office) [2.000]\n", lexicon)
    assert [each.kind for each in compared(before, drawn, "before").steps] == ["unchanged", "moved"]
