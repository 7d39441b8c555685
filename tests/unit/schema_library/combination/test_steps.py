"""What problems and candidates combinations are decided for."""

from __future__ import annotations

import pytest

from plancritic.pddl.grounding import NotStripsError
from plancritic.pddl.language import Action, Problem, parse_domain, parse_problem
from plancritic.schema_library.combination import steps
from plancritic.schema_library.combination.decision import Solved, Unsolvable, decide
from plancritic.schema_library.combination.steps import TooManyStepsError, share_steps

HEAD = "(define (domain d) (:requirements :strips :equality :timed-initial-literals :constraints)"
HEAD += " (:predicates (p ?x) (q ?x))"


def read(goal: str, initial: str = "(p a)", more: str = "", action: str = "(q ?x)") -> tuple[Problem, list[Action]]:
    text = f"(define (problem one) (:domain d) (:objects a b) (:init {initial}) (:goal {goal}) {more})"
    made = f"(:action make :parameters (?x) :precondition (p ?x) :effect {action})"
    return parse_problem(text, parse_domain(f"{HEAD})")), [parse_domain(f"{HEAD} {made})").actions["make"]]


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("(= a a)", Solved),
        ("(= a b)", Unsolvable),
        ("(not (= a a))", Unsolvable),
        ("(and (q a) (not (= a b)))", Solved),
    ],
)
def test_equality_in_a_goal_is_what_it_is(goal: str, expected: type[Solved | Unsolvable]) -> None:
    problem, schemas = read(goal)
    (found,) = decide(share_steps(problem, {"make": schemas}))
    assert isinstance(found, expected)


@pytest.mark.parametrize(
    ("initial", "more", "part"),
    [
        ("(p a) (at 5 (p b))", "", "timed facts"),
        ("(p a)", "(:constraints (always (not (q a))))", "trajectory constraints"),
    ],
)
def test_a_problem_with_more_than_facts_is_refused_and_not_half_read(initial: str, more: str, part: str) -> None:
    problem, schemas = read("(q a)", initial, more)
    with pytest.raises(NotStripsError, match=part):
        share_steps(problem, {"make": schemas})


def test_too_many_steps_are_refused_while_they_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "MOST_STEPS", 1)
    problem, schemas = read("(q a)", "(p a) (p b)", action="(and (q ?x) (not (p ?x)))")
    with pytest.raises(TooManyStepsError, match="'make'"):
        share_steps(problem, {"make": schemas})
