"""More plans from those a planner found: executable ones that no planner would bother to find.

A planner answers most requests with one of few plans, and a network that sees few plans learns them by heart. A
variation has steps left out, moved, delayed, or taken from other plans; a random walk has none of them in mind at all.
Neither need reach the goal.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from plancritic.pddl.execution import State, Trajectory, execute
from plancritic.pddl.grounding import GroundName, ground_action
from plancritic.pddl.language import GroundAction, Plan, Problem, Step, UndefinedValueError, holds, value_of

#: Between the end of a step and the start of the next, in the domain's time: the least gap PDDL plans are written with.
_GAP = 0.001


def vary(problem: Problem, plan: Plan, plans: Sequence[Plan], generator: random.Random) -> Trajectory | None:
    """An executed variation of a plan with steps from `plans`; None where the attempt cannot be executed.

    Half of the attempts keep the times of the plan, so that steps still overlap; in the others each step begins when
    the one before it is over.
    """
    steps = list(plan.steps)
    if not steps:
        return None
    if generator.random() < 0.5:
        for _ in range(generator.choice((1, 1, 2))):
            steps = _edited_in_time(steps, generator)
        varied = Plan(tuple(steps))
    else:
        for _ in range(generator.choice((1, 1, 2, 3))):
            _edit(steps, plans, generator)
        varied = _in_sequence(steps)
    if not varied.steps:
        return None
    trajectory = execute(problem, varied)
    return None if trajectory.faults else trajectory


def wander(problem: Problem, actions: Sequence[GroundName], steps: int, generator: random.Random) -> Trajectory | None:
    """A plan of up to `steps` steps, each drawn from those of `actions` that are possible where the last one led.

    The action is drawn before its objects, so that going from place to place does not crowd out the rest. None where
    no action is possible.
    """
    taken: list[Step] = []
    trajectory = execute(problem, Plan(()))
    before: State | None = None
    time = 0.0
    for _ in range(steps):
        state = trajectory.states[-1]
        for step in _possible(problem, actions, state, time, generator):
            tried = execute(problem, Plan((*taken, step)))
            # There and straight back again would be most of a walk.
            if not tried.faults and (before is None or tried.states[-1].facts != before.facts):
                before, trajectory = state, tried
                taken.append(step)
                time = round(step.end + _GAP, 3)
                break
        else:
            break
    return trajectory if taken else None


def _possible(
    problem: Problem, actions: Sequence[GroundName], state: State, time: float, generator: random.Random
) -> Iterator[Step]:
    """Steps that a state allows to start, in an order drawn at random, action by action."""
    by_action: dict[str, list[tuple[str, ...]]] = {}
    for name, arguments in actions:
        by_action.setdefault(name, []).append(arguments)
    for name in generator.sample(sorted(by_action), len(by_action)):
        for arguments in generator.sample(by_action[name], len(by_action[name])):
            action = ground_action(problem, name, arguments)
            try:
                if holds(action.conditions_at_start, state.facts, state.values):
                    yield Step(time, name, arguments, _duration(action, state))
            except UndefinedValueError:
                continue


def _duration(action: GroundAction, state: State) -> float | None:
    """The least duration that the action's bounds allow in a state."""
    if action.duration is None:
        return None
    found = [value_of(bound.expression, state.values) for bound in action.duration if bound.operator in ("=", ">=")]
    return round(max(found, default=1.0), 3)


def _edited_in_time(steps: list[Step], generator: random.Random) -> list[Step]:
    """The steps with one left out, all from some moment on delayed, or the end cut off; overlaps stay."""
    if not steps:
        return steps
    place = generator.randrange(len(steps))
    match generator.choice(("delay", "delay", "drop", "drop", "cut")):
        case "delay":
            since, by = steps[place].start, round(generator.uniform(0.1, 0.6) * steps[-1].end, 1)
            return [replace(step, start=round(step.start + by, 3)) if step.start >= since else step for step in steps]
        case "drop":
            return [*steps[:place], *steps[place + 1 :]]
    return steps[: max(2, place)]


def _edit(steps: list[Step], plans: Sequence[Plan], generator: random.Random) -> None:
    if not steps:
        return
    place = generator.randrange(len(steps))
    match generator.choice(("move", "move", "insert", "insert", "splice", "drop", "cut")):
        case "move":
            step = steps.pop(place)
            steps.insert(generator.randrange(len(steps) + 1), step)
        case "insert":
            donor = generator.choice(plans).steps
            start = generator.randrange(len(donor)) if donor else 0
            # There and back again is executable more often than one way.
            steps[place:place] = donor[start : start + generator.randint(1, 3)]
        case "splice":
            donor = generator.choice(plans).steps
            steps[place:] = donor[generator.randrange(len(donor)) if donor else 0 :]
        case "drop":
            del steps[place : place + generator.randint(1, 3)]
        case "cut":
            del steps[max(2, place) :]


def _in_sequence(steps: Sequence[Step]) -> Plan:
    found = []
    time = 0.0
    for step in steps:
        found.append(Step(round(time, 3), step.action, step.arguments, step.duration))
        time += (step.duration or 0.0) + _GAP
    return Plan(tuple(found))
