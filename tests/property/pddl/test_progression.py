"""Judging a whole trajectory is judging its progressed constraints on the rest."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.tiny_problems import OBJECTS, TinyProblem, tiny_constraints, tiny_plan_bounds, tiny_problems

from plancritic.pddl.execution import History, Observed, Trajectory, execute, judge_constraint, left_of, progress
from plancritic.pddl.language import Atom, Constraint, Plan, Step, parse_plan

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

#: Starts of steps: never 0, where the initial state and a happening would have one time.
STARTS = tuple(0.25 + 0.5 * number for number in range(10))
#: Times between happenings, at which a trajectory is cut in two.
CUTS = tuple(0.1 + 0.25 * number for number in range(20))


@st.composite
def plans(draw: st.DrawFn, tiny: TinyProblem, latest: float = 5.0, earliest: float = 0.0) -> Plan:
    """Steps of a tiny problem at any times: executable or not, their states can be judged."""
    actions = tiny.problem.domain.actions
    steps = []
    times = [each for each in STARTS if each > earliest]
    for _ in range(draw(st.integers(0, 5))):
        action = actions[draw(st.sampled_from(sorted(actions)))]
        start = draw(st.sampled_from(times))
        arguments = tuple(draw(st.sampled_from(OBJECTS)) for _ in action.parameters)
        duration = None if action.duration is None else float(str(action.duration[0].expression))
        if start + (duration or 0.0) <= latest:
            steps.append(Step(start, action.name, arguments, duration))
    return Plan(tuple(steps))


def satisfied(trajectory: Trajectory, constraint: Constraint) -> bool:
    found = judge_constraint(trajectory, constraint).satisfied
    assert found is not None
    return found


def judged(past: Trajectory, now: float, rest: Trajectory, constraint: Constraint) -> bool:
    """Whether the whole satisfies a constraint, by the progressed one on the rest."""
    asked = progress(past, now, constraint)
    if asked.violation is not None:
        assert asked.violation.satisfied is False
        assert asked.violation.explanation
    return asked.violation is None and all(satisfied(rest, each) for each in asked.constraints)


@settings(max_examples=examples(2000), deadline=None)
@given(st.data())
def test_the_whole_is_judged_as_the_rest_is_by_the_progressed_constraint(data: st.DataObject) -> None:
    tiny = data.draw(tiny_problems("temporal"))
    whole = execute(tiny.problem, data.draw(plans(tiny)))
    now = data.draw(st.sampled_from(CUTS))
    constraint = data.draw(tiny_constraints())
    passed = tuple(state for state in whole.states if state.time <= now)
    later = tuple(replace(state, time=state.time - now) for state in whole.states if state.time > now)
    past = replace(whole, states=passed)
    rest = replace(whole, states=(replace(passed[-1], time=0.0), *later))
    assert satisfied(whole, constraint) == judged(past, now, rest, constraint), (str(constraint), now, str(whole.plan))


@st.composite
def observations(draw: st.DrawFn, tiny: TinyProblem) -> Observed:
    """What is seen at 2.6, between happenings: some facts are not as expected."""
    atoms = [Atom("p", ("a",)), Atom("q", ("b",)), Atom("r")]
    added = frozenset(draw(st.lists(st.sampled_from(atoms), max_size=2)))
    deleted = frozenset(draw(st.lists(st.sampled_from(atoms), max_size=2))) - added
    return Observed(2.6, added, deleted)


@settings(max_examples=examples(1000), deadline=None)
@given(st.data())
def test_a_history_and_a_plan_of_what_is_left_are_a_plan_of_the_problem_as_it_turned_out(data: st.DataObject) -> None:
    tiny = data.draw(tiny_problems("temporal"))
    done = data.draw(plans(tiny, latest=2.5))
    seen = data.draw(st.lists(observations(tiny), max_size=1).map(tuple))
    history = History(tiny.problem, done, seen, now=3.1)
    assert history.origin == 3.1
    rest = data.draw(plans(tiny))
    whole = execute(history.amended, parse_plan(history.joined(str(rest))))
    alone = execute(left_of(history), rest)
    tail = [state for state in whole.states if state.time > 3.1]
    assert [(round(state.time - 3.1, 6), state.facts) for state in tail] == [
        (round(state.time, 6), state.facts) for state in alone.states[1:]
    ]
    assert whole.goal_met == alone.goal_met
    constraint = data.draw(tiny_constraints() | tiny_plan_bounds())
    asked = history.progressed(constraint)
    by_rest = asked.violation is None and all(satisfied(alone, each) for each in asked.constraints)
    assert satisfied(whole, constraint) == by_rest, (str(constraint), [str(each) for each in asked.constraints])
    assert history.rest_of(whole.plan) is not None
