"""Which question tells most: one on which the likely domains are divided, with few steps before it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import takewhile

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.refiner.questions.question import Question
from plancritic.refiner.questions.situation_in_words import asked_in_words
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.probes import Steps
from plancritic.refiner.repair.schemas import Model
from plancritic.refiner.repair.suspicion import PlanPool

#: A question is not worth asking where one answer is surer than this.
SURE = 0.97
#: So much of the weight agrees on the steps before the one in question.
AGREED = 0.8
#: What a step before the one in question costs, in bits: one that is known to be possible, and one that may not be, so
#: that the answer could be about that one.
KNOWN_STEP, STEP = 0.01, 0.08


def telling_questions(
    knowledge: Knowledge,
    pool: PlanPool,
    weighed: Sequence[tuple[float, Model]],
    description: DomainDescription,
    most: int = 20,
) -> tuple[Question, ...]:
    """Return questions, the most telling first; `weighed` are the domains in the running with their weights.

    Asked is about a step of a plan on which they disagree, where most of their weight agrees on the steps before it.
    `description` has the words.
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
                if stop < len(plan) and going > AGREED * total:
                    found[number, plan[: stop + 1]] = stops[stop] / going
                going -= stops[stop]
    asked: list[tuple[float, int, Steps]] = []
    for (number, steps), refused in found.items():
        if max(refused, 1 - refused) <= SURE:
            bits = -refused * math.log2(refused) - (1 - refused) * math.log2(1 - refused)
            sure = _known_steps(knowledge, number, steps[:-1])
            asked.append((KNOWN_STEP * sure + STEP * (len(steps) - 1 - sure) - bits, number, steps))
    return tuple(_question(knowledge, weighed, description, number, steps) for _, number, steps in sorted(asked)[:most])


def _known_steps(knowledge: Knowledge, problem: int, steps: Steps) -> int:
    """Return how many of some first steps are known to be possible one after another."""
    return max(
        (
            sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(case.steps, steps, strict=False)))
            for case in knowledge.cases
            if case.problem == problem and case.kind in ("works", "allowed")
        ),
        default=0,
    )


def _question(
    knowledge: Knowledge,
    weighed: Sequence[tuple[float, Model]],
    description: DomainDescription,
    number: int,
    steps: Steps,
) -> Question:
    named = tuple((knowledge.frame.names[each], *its_objects) for each, its_objects in steps)
    return Question(number, named, asked_in_words(knowledge, weighed, description, number, steps))
