from __future__ import annotations

import pytest
from tests.support.tanks import tanks, tanks_domain, tanks_problem

from plancritic.pddl.language import LARGEST, MOST_STEPS, PddlSyntaxError, parse_constraint, parse_plan
from plancritic.pddl.specification import check_constraint

HUGE = ("1e306", "1e13", "1000000000001", "1" + "0" * 308, "-1e306")
LEGAL = ("1e9", "1000000000000", "1e12", "-1e12", "0.000000001", "1e-300")


@pytest.mark.parametrize("number", HUGE)
@pytest.mark.parametrize(
    ("file", "line", "domain", "problem"),
    [
        ("problem.pddl", 3, "", tanks_problem(level="NUMBER")),
        ("problem.pddl", 4, "", tanks_problem(goal="(> (level) NUMBER)")),
        ("problem.pddl", 4, "", tanks_problem(goal="(full t1)) (:metric minimize (* NUMBER (level))")),
        ("problem.pddl", 4, "", tanks_problem(goal="(full t1)) (:constraints (sometime (> (level) NUMBER))")),
        ("domain.pddl", 7, tanks_domain(duration="NUMBER"), ""),
        ("domain.pddl", 9, tanks_domain(effect="(at end (assign (size) NUMBER))"), ""),
    ],
)
def test_a_number_out_of_range_is_refused_at_its_place(
    number: str, file: str, line: int, domain: str, problem: str
) -> None:
    with pytest.raises(PddlSyntaxError, match="out of range") as caught:
        tanks(domain.replace("NUMBER", number), problem.replace("NUMBER", number))
    assert (caught.value.file, caught.value.line) == (file, line)
    text = (domain or problem).splitlines()[line - 1]
    assert caught.value.column == text.index("NUMBER") + 1
    assert "1e12" in caught.value.remedy


def test_the_time_of_a_timed_literal_is_bounded() -> None:
    with pytest.raises(PddlSyntaxError, match="out of range"):
        tanks(problem=tanks_problem(more="(at 1e300 (open))"))
    assert tanks(problem=tanks_problem(more="(at 1e9 (open))")).timed_literals[0].time == 1e9


@pytest.mark.parametrize("number", LEGAL)
def test_large_but_legal_numbers_are_read(number: str) -> None:
    problem = tanks(problem=tanks_problem(level=number))
    assert float(number) in problem.values.values()


@pytest.mark.parametrize(
    "text", ["(within 1e13 (open))", "(hold-during 0 1e308 (open))", "(sometime (> (level) 1e400))"]
)
def test_a_constraint_with_a_number_out_of_range_is_refused_at_the_number(text: str) -> None:
    with pytest.raises(PddlSyntaxError, match="out of range") as caught:
        parse_constraint(text)
    assert caught.value.column == text.index("1e") + 1


def test_a_bound_that_was_computed_is_checked_too() -> None:
    constraint = parse_constraint("(within 5 (open))")
    for bound in (1e13, float("inf"), float("nan"), -float("inf")):
        computed = type(constraint)(constraint.type, constraint.conditions, (bound,))
        assert "out of range" in check_constraint(computed, tanks())[0]


@pytest.mark.parametrize(("text", "column"), [("1e13: (fill t1) [1]", 1), ("0: (fill t1) [1e308]", 15)])
def test_a_plan_has_no_time_out_of_range(text: str, column: int) -> None:
    with pytest.raises(PddlSyntaxError, match="out of range") as caught:
        parse_plan(text)
    assert (caught.value.line, caught.value.column, caught.value.code) == (1, column, "plan.time")


def test_a_plan_may_be_late_within_the_bound() -> None:
    assert parse_plan(f"{LARGEST:.0f}: (fill t1) [1]").makespan == LARGEST + 1


def test_a_plan_of_too_many_steps_is_refused_at_the_first_of_them() -> None:
    lines = [f"{number}: (fill t1) [1]" for number in range(MOST_STEPS + 1)]
    assert len(parse_plan("\n".join(lines[:-1])).steps) == MOST_STEPS
    with pytest.raises(PddlSyntaxError, match=str(MOST_STEPS)) as caught:
        parse_plan("; a comment\n" + "\n".join(lines))
    assert (caught.value.line, caught.value.code) == (MOST_STEPS + 2, "plan.too_long")
