"""Plans worse than they need be: with needless steps and waits, made from good ones."""

from __future__ import annotations

import random
from dataclasses import replace

from plancritic.pddl.execution import execute
from plancritic.pddl.grounding import ground_action
from plancritic.pddl.language import Atom, Plan, Problem, Step
from plancritic.verdicts.improvement.replay import right_duration


def delayed(plan: Plan, time: float, by: float) -> Plan:
    """The plan with everything that starts at `time` or later a while later."""
    return Plan(tuple(replace(step, start=round(step.start + by * (step.start >= time), 6)) for step in plan.steps))


def padded(problem: Problem, plan: Plan, chance: random.Random, trips: int, attempts: int = 400) -> Plan:
    """The plan with some vessels' trips there and back put in, everything later put off until they are over.

    Of waterway problems; a trip that the executor does not accept is tried elsewhere.
    """
    for _ in range(attempts):
        if not trips:
            break
        time = chance.choice([step.start for step in plan.steps])
        trajectory = execute(problem, plan)
        state = trajectory.states[trajectory.index_at(time - 0.0005)]
        vessel = chance.choice([name for name in problem.objects if problem.is_a(name, "asset")])
        places = [atom.arguments[1] for atom in state.facts if atom.predicate == "at" and atom.arguments[0] == vessel]
        if not places:
            continue
        away = chance.choice(problem.objects_of("location"))
        move = {"debris_asset": "move_debris_asset", "scout_asset": "move_scout_asset"}.get(
            problem.objects[vessel], "move_ship_salvage_asset"
        )
        if Atom("is_location_connected", (places[0], away)) not in problem.facts:
            continue
        there = _step(problem, time + 0.001, move, (places[0], away, vessel))
        back = _step(problem, there.end + 0.001, move, (away, places[0], vessel))
        longer = Plan((*delayed(plan, time, back.end + 0.001 - time).steps, there, back))
        trajectory = execute(problem, longer)
        if trajectory.goal_met and not trajectory.faults:
            plan, trips = longer, trips - 1
    return plan


def _step(problem: Problem, start: float, action: str, arguments: tuple[str, ...]) -> Step:
    duration = right_duration(ground_action(problem, action, arguments), 0.0, dict(problem.values))
    return Step(round(start, 6), action, arguments, duration)
