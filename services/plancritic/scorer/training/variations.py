"""More plans from those a planner found: executable ones that no planner would bother to find.

A planner answers most requests with one of few plans, and a network that sees few plans learns them by heart. A
variation has its steps one after the other, some left out, moved, or taken from other plans; it need not reach the
goal.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from plancritic.pddl.model import Problem
from plancritic.pddl.plan import Plan, Step
from plancritic.pddl.states import Trajectory
from plancritic.pddl.trajectory import execute

#: Between the end of a step and the start of the next, in the domain's time: the least gap PDDL plans are written with.
_GAP = 0.001


def vary(problem: Problem, plan: Plan, plans: Sequence[Plan], generator: random.Random) -> Trajectory | None:
    """An executed variation of a plan with steps from `plans`; None where the attempt cannot be executed."""
    steps = list(plan.steps)
    for _ in range(generator.choice((1, 1, 2, 3))):
        _edit(steps, plans, generator)
    trajectory = execute(problem, _in_sequence(steps))
    return None if trajectory.faults or not steps else trajectory


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
