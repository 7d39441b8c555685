"""What is written is read back as it was."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.property.pddl.strategies import ATOMS, COMPARISONS, TIMES, constraints, literals_of, plans
from tests.support.published import problem_paths, published_problem

from plancritic.pddl.language import (
    Constraint,
    Plan,
    parse_constraint,
    parse_constraints,
    parse_plan,
    parse_problem,
    read,
    with_constraints,
    with_goal,
)
from plancritic.pddl.specification import check_constraint

WATERWAY = published_problem("restore_waterway_no_fuel", "instance-1")
TEXT = problem_paths("restore_waterway_no_fuel", "instance-1")[1].read_text()
ANY = constraints(ATOMS | COMPARISONS, TIMES)
OF_WATERWAY = constraints(literals_of(WATERWAY), TIMES)


@given(ANY)
def test_a_constraint_is_read_as_it_was_written(constraint: Constraint) -> None:
    assert parse_constraint(str(constraint)) == constraint


@given(st.lists(ANY, max_size=4))
def test_a_file_of_constraints_is_read_as_it_was_written(found: list[Constraint]) -> None:
    assert parse_constraints("\n".join(f"{each} ; note (" for each in found)) == tuple(found)


@given(ANY)
def test_negation_is_an_involution(constraint: Constraint) -> None:
    assert constraint.negated() != constraint
    assert constraint.negated().negated() == constraint


@given(plans())
def test_a_plan_is_read_as_it_was_written(plan: Plan) -> None:
    timed = parse_plan(str(plan))
    assert timed == plan


@given(OF_WATERWAY)
def test_a_constraint_of_the_problems_own_atoms_is_well_formed(constraint: Constraint) -> None:
    assert check_constraint(constraint, WATERWAY) == ()


@given(st.lists(OF_WATERWAY, min_size=1, max_size=3), st.lists(OF_WATERWAY, min_size=1, max_size=3))
def test_a_problem_gives_back_the_constraints_that_were_added(first: list[Constraint], more: list[Constraint]) -> None:
    once = with_constraints(TEXT, first)
    twice = with_constraints(once, map(str, more))
    for text, expected in ((once, first), (twice, [*first, *more])):
        problem = parse_problem(text, WATERWAY.domain)
        assert problem.constraints == tuple(expected)
        assert (problem.facts, problem.values, problem.goal) == (WATERWAY.facts, WATERWAY.values, WATERWAY.goal)
        kept = [str(node) for node in without_constraints(text)]
        assert kept == [str(node) for node in without_constraints(TEXT)]


@given(literals_of(WATERWAY))
def test_a_problem_gives_back_the_goal_that_was_set(goal: object) -> None:
    assert str(parse_problem(with_goal(TEXT, str(goal)), WATERWAY.domain).goal) == str(goal)


@given(st.text(alphabet="() ;\nab-?1.=", max_size=40))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        parse_constraints(text, "any")
    except ValueError as error:
        assert str(error).startswith("any:")


def without_constraints(text: str) -> list[object]:
    (root,) = read(text, "problem")
    return [child for child in root.children if child.head != ":constraints"]  # type: ignore[union-attr]
