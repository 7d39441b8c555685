"""Which question tells most: one on which the likely domains are divided, with few steps before it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.questions.question import Question
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.probes import Steps
from plancritic.refiner.repair.schemas import Model
from plancritic.refiner.repair.suspicion import PlanPool

#: A question is not worth asking where one answer is surer than this.
SURE = 0.97
#: What a step before the one in question costs, in bits.
STEP = 0.01


def telling_questions(
    knowledge: Knowledge, pool: PlanPool, weighed: Sequence[tuple[float, Model]], most: int = 20
) -> tuple[Question, ...]:
    """Return questions, the most telling first; `weighed` are the domains in the running with their weights.

    Asked is about the first step of a plan on which they disagree: the steps before it are agreed on.
    """
    total = sum(weight for weight, _ in weighed)
    found: dict[tuple[int, Steps], float] = {}
    for number, plans in enumerate(pool.plans):
        simulator, more = knowledge.simulators[number], pool.probes[number]
        walks = [
            (weight, (*pool.taken(model, number), *(len(simulator.states(model, each)) - 1 for each in more)))
            for weight, model in weighed
        ]
        for place, plan in enumerate((*plans, *more)):
            stops: dict[int, float] = {}
            for weight, taken in walks:
                stops[taken[place]] = stops.get(taken[place], 0.0) + weight
            going = total
            for stop in sorted(stops):
                # Those that stopped earlier have no opinion about this step.
                if stop < len(plan) and going > total / 2:
                    found[number, plan[: stop + 1]] = stops[stop] / going
                going -= stops[stop]
    asked: list[tuple[float, Question]] = []
    for (number, steps), refused in found.items():
        if max(refused, 1 - refused) > SURE:
            continue
        bits = -refused * math.log2(refused) - (1 - refused) * math.log2(1 - refused)
        named = tuple((knowledge.frame.names[action], *objects) for action, objects in steps)
        asked.append((bits - STEP * len(steps), Question(number, named, _text(named, number))))
    asked.sort(key=lambda each: (-each[0], each[1].steps))
    return tuple(question for _, question in asked[:most])


def _text(steps: Sequence[Step], problem: int) -> str:
    before = ", ".join(f"({' '.join(each)})" for each in steps[:-1])
    return f"Problem {problem + 1}: may ({' '.join(steps[-1])}) be taken {f'after {before}' if before else 'at once'}?"
