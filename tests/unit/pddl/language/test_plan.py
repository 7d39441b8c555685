from __future__ import annotations

import pytest

from plancritic.pddl.language import PddlSyntaxError, Plan, Step, parse_plan

OPTIC = """; Plan found with metric 9.602
; Time 0.05
0.101: (Move  A b)  [0.500]
0.000: (wait)  [0.100] ; first
0.101: (look a) [1.000]
"""


def test_steps_come_sorted_in_lower_case() -> None:
    plan = parse_plan(OPTIC)
    assert [step.ground for step in plan.steps] == ["(wait)", "(move a b)", "(look a)"]
    assert plan.makespan == pytest.approx(1.101)


def test_steps_that_start_together_share_a_number() -> None:
    assert [number for number, _ in parse_plan(OPTIC).numbered()] == [1, 2, 2]


def test_a_plan_is_written_as_planners_write_it() -> None:
    assert str(parse_plan(OPTIC)).splitlines() == [
        "0.000: (wait) [0.100]",
        "0.101: (move a b) [0.500]",
        "0.101: (look a) [1.000]",
    ]


def test_a_sequential_plan_takes_place_one_machine_bound() -> None:
    plan = parse_plan("(a x)\n(b)\n; cost = 2 (unit cost)\n")
    assert plan.steps == (Step(1.0, "a", ("x",)), Step(2.0, "b"))


def test_the_empty_plan_has_no_makespan() -> None:
    assert parse_plan("; nothing to do\n") == Plan(())
    assert Plan(()).makespan == 0.0


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("0.0: move a", 1, 1),
        ("\n  0.0: () [1]", 2, 3),
        ("0.0: (a)\n(b)", 2, 1),
        ("x: (a)", 1, 1),
        ("0: (a) [long]", 1, 9),
        ("-1: (a)", 1, 1),
        ("0: (a) [-1]", 1, 9),
        ("0: (a) [nan]", 1, 9),
        ("1e999: (a)", 1, 1),
        ("0: (a) (b)", 1, 1),
    ],
)
def test_a_line_that_is_no_step_is_refused_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(PddlSyntaxError) as caught:
        parse_plan(text, "my.plan")
    assert (caught.value.file, caught.value.line, caught.value.column) == ("my.plan", line, column)
