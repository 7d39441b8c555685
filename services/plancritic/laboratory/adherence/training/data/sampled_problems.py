"""Variants of a domain's problems: what a plan has done already is where the next one starts.

Nothing here knows a domain. A variant begins in a state that some plan passes through while no step of it is running,
so every number and fact of it belongs together, and asks for facts in which some other plan ends.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence

from plancritic.pddl.execution import State, Trajectory
from plancritic.pddl.language import SAME_TIME, Atom, Condition, Group, conjunction, number_text, read_one, with_goal

#: Least and most facts of a sampled goal, where as many are to be had.
_GOALS = (2, 5)
#: Share of the variants that keep the problem's own goal.
_OWN_GOAL = 0.5


def sample_problem(
    text: str, trajectories: Sequence[Trajectory], spoken_of: Collection[str], generator: random.Random
) -> str | None:
    """A variant of a problem, as PDDL; None where this draw gives none that differs.

    Args:
        text: The problem's PDDL.
        trajectories: Executed plans of the problem, without faults.
        spoken_of: Predicates of which a goal may be made.
        generator: Decides all that is drawn.
    """
    start, end = generator.choice(trajectories), generator.choice(trajectories)
    problem = start.problem
    if problem.timed_literals:
        # They would have to be moved in time with the state; no shipped domain has any.
        return None
    states = _states_at_rest(start)
    if not states:
        return None
    state = generator.choice(states)
    if state.facts == problem.facts:
        return None
    started = with_initial_state(text, state.facts, state.values)
    if generator.random() < _OWN_GOAL:
        return started
    reached = sorted(
        (fact for fact in end.states[-1].facts - state.facts if fact.predicate in spoken_of),
        key=str,
    )
    if not reached:
        return None
    goal: Condition = conjunction(tuple(generator.sample(reached, min(len(reached), generator.randint(*_GOALS)))))
    return with_goal(started, str(goal))


def with_initial_state(text: str, facts: Collection[Atom], values: Mapping[Atom, float]) -> str:
    """The problem with another initial state. Raises `PddlSyntaxError` where it has no `:init`."""
    root = read_one(text, "problem.pddl")
    section = next((child for child in root.children if isinstance(child, Group) and child.head == ":init"), None)
    if section is None:
        raise root.error("the problem has no (:init ...)", "parse.no_init")
    lines = [
        *sorted(map(str, facts)),
        *sorted(f"(= {fluent} {number_text(round(v, 9))})" for fluent, v in values.items()),
    ]
    written = "".join(f"\n    {line}" for line in lines)
    return f"{text[: section.start]}(:init{written}){text[section.end :]}"


def _states_at_rest(trajectory: Trajectory) -> list[State]:
    """The states after the initial one in which no step is running."""
    steps = trajectory.plan.steps
    return [
        state
        for state, following in zip(trajectory.states[1:], (*trajectory.states[2:], None), strict=False)
        if not any(step.start - SAME_TIME < state.time < step.end - SAME_TIME for step in steps)
        # Of several states at one time the last is the one that lasts.
        and (following is None or following.time - state.time > SAME_TIME)
    ]
