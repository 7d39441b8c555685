from __future__ import annotations

import pytest
from tests.support.published import problem_paths
from tests.support.small_domain import DOMAIN

from plancritic.pddl.language import (
    Constraint,
    PddlSyntaxError,
    parse_constraint,
    parse_domain,
    parse_problem,
    with_constraints,
    with_goal,
)

PROBLEM = """(define (problem one) (:domain small)
; not a section: (:goal (p a)) or (:constraints (always (p a))
(:objects A - box)
(:init (p a) (= (total) 0))
(:goal (and (p a))) ; the goal (
%s
(:metric minimize (total-time)))"""


def constraints_of(text: str) -> list[str]:
    return [str(constraint) for constraint in parse_problem(text, parse_domain(DOMAIN)).constraints]


@pytest.mark.parametrize(
    ("section", "own"),
    [
        ("", []),
        ("(:constraints (always (p a)))", ["(always (p a))"]),
        ("(:constraints ; why\n(always (p a)) ; because\n)", ["(always (p a))"]),
        ("(:CONSTRAINTS (And (always (p a)) (sometime (p a)) ; last\n))", ["(always (p a))", "(sometime (p a))"]),
        ("(:constraints (and))", []),
        ("(:constraints (forall (?x - box) (sometime (q ?x))))", ["(sometime (q a))"]),
    ],
)
def test_constraints_are_added_to_those_there_are(section: str, own: list[str]) -> None:
    added: list[str | Constraint] = ["(at end (p A)) ; comment", parse_constraint("(within 3 (p a))")]
    text = with_constraints(PROBLEM % section, added)
    assert constraints_of(text) == [*own, "(at end (p a))", "(within 3 (p a))"]
    assert "; not a section: (:goal (p a)) or (:constraints (always (p a))" in text


def test_without_constraints_the_text_stays() -> None:
    assert with_constraints(PROBLEM, []) == PROBLEM


def test_the_published_problem_takes_constraints() -> None:
    _, path = problem_paths("restore_waterway_no_fuel", "instance-1")
    text = path.read_text()
    changed = with_constraints(text, ["(sometime (at sct_ast_0 wpt_end))"])
    assert changed.replace("\n(:constraints (and\n    (sometime (at sct_ast_0 wpt_end))\n))", "") == text


def test_the_goal_is_replaced_where_it_stands() -> None:
    text = with_goal(PROBLEM % "", "(q a)")
    goal = parse_problem(text, parse_domain(DOMAIN)).goal
    assert str(goal) == "(q a)"
    assert "(:goal (q a)) ; the goal (" in text


@pytest.mark.parametrize("bad", ["(always (p a)", "always", "", "(always (p a)) (always (q a))", "(p a)) (:goal (p a)"])
def test_what_is_not_one_list_is_refused(bad: str) -> None:
    with pytest.raises(PddlSyntaxError):
        with_constraints(PROBLEM % "", [bad])
    with pytest.raises(PddlSyntaxError):
        with_goal(PROBLEM % "", bad)


def test_a_problem_without_a_goal_is_refused() -> None:
    with pytest.raises(PddlSyntaxError, match="no \\(:goal"):
        with_constraints("(define (problem x))", ["(always (p))"])
    with pytest.raises(PddlSyntaxError, match="no \\(:goal"):
        with_goal("(define (problem x))", "(p)")
