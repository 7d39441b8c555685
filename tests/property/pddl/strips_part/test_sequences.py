"""A plan that is valid in time is, as a sequence of steps, valid in the STRIPS part, unless steps are entangled."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.tiny_problems import OBJECTS, TinyProblem, tiny_problems

from plancritic.pddl.execution import execute
from plancritic.pddl.language import Plan, Problem, Step, load_problem
from plancritic.pddl.strips_part import NotSeparableError, NumbersOf, numeric_part, problem_part, sequenced, strips_part

_DOMAINS = Path(__file__).parents[4] / "domains"


def _accepted(problem: Problem, steps: tuple[tuple[str, ...], ...], goal: bool = True) -> bool:
    """Whether a STRIPS problem's domain can take the steps one after another, and they lead to its goal."""
    plan = Plan(tuple(Step(float(number), name, tuple(objects)) for number, (name, *objects) in enumerate(steps, 1)))
    trajectory = execute(problem, plan)
    return trajectory.fault is None and (trajectory.goal_met or not goal)


@settings(max_examples=examples(150), deadline=None)
@given(tiny_problems("temporal", timed_literals=False), st.data())
def test_a_valid_plan_is_a_valid_sequence_where_its_steps_are_not_entangled(
    tiny: TinyProblem, data: st.DataObject
) -> None:
    problem = tiny.problem
    try:
        part = problem_part(problem, strips_part(problem.domain))
    except NotSeparableError:
        return
    plan = Plan(())
    for _ in range(data.draw(st.integers(1, 8), label="tries")):
        longer = Plan((*plan.steps, data.draw(_steps(problem))))
        if execute(problem, longer).fault is None:
            plan = longer
    found = sequenced(problem.domain, plan)
    assert sorted(found.words) == sorted((each.action, *each.arguments) for each in plan.steps)
    if not found.entangled:
        assert _accepted(part, found.words, goal=False)
        assert _accepted(part, found.words) == execute(problem, plan).goal_met


@st.composite
def _steps(draw: st.DrawFn, problem: Problem) -> Step:
    action = problem.domain.actions[draw(st.sampled_from(sorted(problem.domain.actions)))]
    arguments = tuple(draw(st.sampled_from(OBJECTS)) for _ in action.parameters)
    start = draw(st.integers(0, 12)) / 2 + draw(st.sampled_from((0.0, 0.1, 0.2)))
    bounds = action.duration
    if bounds is None:
        return Step(start, action.name, arguments)
    value = bounds[0].expression
    assert isinstance(value, float | int), "tiny problems have durations that are numbers"
    return Step(start, action.name, arguments, float(value))


def _recorded(name: str) -> list[tuple[str, Plan]]:
    with gzip.open(_DOMAINS / name / "recorded" / "plans.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        (
            row["inst"].rpartition("-")[2],
            Plan(tuple(Step(start, *_words(step), duration) for start, step, duration in row["steps"])),
        )
        for row in rows
    ]


def _words(step: str) -> tuple[str, tuple[str, ...]]:
    name, *objects = step.split()
    return name, tuple(objects)


@pytest.mark.parametrize("name", ["haulage", "waterway", "satellite"])
def test_recorded_plans_are_sequences_that_their_parts_and_numbers_accept(name: str) -> None:
    looked_at = 0
    for number, plan in _recorded(name)[:60]:
        file = _DOMAINS / name / "problems" / f"{number}.pddl"
        if not file.exists():
            continue
        problem = load_problem(_DOMAINS / name / "domain.pddl", file)
        trajectory = execute(problem, plan)
        if trajectory.fault is not None or not trajectory.goal_met:
            continue
        found = sequenced(problem.domain, plan)
        assert found.entangled == ()
        assert _accepted(problem_part(problem, strips_part(problem.domain)), found.words)
        numbers = load_numbers(problem)
        assert numbers.broken_in_time(plan) is None
        # One after another the steps take as long as they take, and are valid in the whole domain.
        schedule = numbers.scheduled(found.words)
        assert isinstance(schedule, Plan), schedule
        again = execute(problem, schedule)
        assert again.fault is None and again.goal_met
        looked_at += 1
    assert looked_at >= 5


def load_numbers(problem: Problem) -> NumbersOf:
    """Return what the numbers of a problem allow."""
    from plancritic.pddl.language import parse_problem

    return NumbersOf(parse_problem(problem.text, numeric_part(problem.domain)))
