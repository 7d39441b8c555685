"""Bounds on the whole plan as constraints."""

import pytest

from plancritic.pddl.language import (
    TOTAL_STEPS,
    TOTAL_TIME,
    PddlSyntaxError,
    PlanBound,
    form_complaints,
    parse_constraint,
    parse_constraints,
    plan_bound,
)


@pytest.mark.parametrize(
    ("text", "bound", "written"),
    [
        ("(<= (total-time) 10)", PlanBound(TOTAL_TIME, "<=", 10.0), "(<= (total-time) 10)"),
        ("(< (total-time) 9.602)", PlanBound(TOTAL_TIME, "<", 9.602), "(< (total-time) 9.602)"),
        ("(>= 10 total-time)", PlanBound(TOTAL_TIME, "<=", 10.0), "(<= (total-time) 10)"),
        ("(not (<= (total-time) 10))", PlanBound(TOTAL_TIME, ">", 10.0), "(> (total-time) 10)"),
        ("(at end (< (total-time) 3))", PlanBound(TOTAL_TIME, "<", 3.0), "(< (total-time) 3)"),
        ("(<= (total-steps) 12)", PlanBound(TOTAL_STEPS, "<=", 12.0), "(<= (total-steps) 12)"),
    ],
)
def test_a_bound_is_read_and_written(text: str, bound: PlanBound, written: str) -> None:
    constraint = parse_constraint(text)
    assert plan_bound(constraint) == bound
    assert str(constraint) == written
    assert parse_constraint(written) == constraint
    assert form_complaints(constraint) == ()


def test_a_file_may_have_bounds_among_its_constraints() -> None:
    read = parse_constraints("(sometime (p)) ; first\n(and (<= (total-time) 4) (always (q)))")
    assert [str(each) for each in read] == ["(sometime (p))", "(<= (total-time) 4)", "(always (q))"]


@pytest.mark.parametrize("operator", ["<", "<=", ">", ">="])
def test_the_negation_of_a_bound_is_its_complement(operator: str) -> None:
    bound = PlanBound(TOTAL_TIME, operator, 5.0)
    negated = plan_bound(bound.constraint().negated())
    assert negated is not None
    assert negated.is_upper is not bound.is_upper
    assert bound.constraint().negated().negated() == bound.constraint()


@pytest.mark.parametrize(
    "text",
    [
        "(always (< (total-time) 3))",
        "(at end (and (p) (< (total-time) 3)))",
        "(= (total-time) 3)",
        "(<= (total-time) (total-steps))",
        "(<= (+ (total-time) 1) 3)",
        "(<= (total-time) -1)",
    ],
)
def test_nothing_else_is_said_with_measures_of_the_whole_plan(text: str) -> None:
    assert form_complaints(parse_constraint(text))


def test_a_bound_is_a_number_that_can_be_written() -> None:
    assert form_complaints(PlanBound(TOTAL_TIME, "<=", 1e15).constraint())


@pytest.mark.parametrize("text", ["(<= (load van) 3)", "(not (at van depot))"])
def test_other_conditions_are_no_constraints(text: str) -> None:
    with pytest.raises(PddlSyntaxError, match="is not a type of constraint"):
        parse_constraint(text)
