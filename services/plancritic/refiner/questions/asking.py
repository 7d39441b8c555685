"""A question made of a step in a situation: in which words, and what stands against the step."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.questions.question import Question
from plancritic.refiner.questions.wording import literal_text, question_text
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.probes import Steps
from plancritic.refiner.repair.schemas import Model


def question_about(
    knowledge: Knowledge,
    weighed: Sequence[tuple[float, Model]],
    description: DomainDescription,
    problem: int,
    steps: Steps,
    checks: int | None = None,
) -> Question:
    """Return a question that says what the likeliest domain that refuses the last step holds against it.

    `weighed` are the domains in the running, the likeliest first; `checks` is the answer (by its place) that is tested.
    """
    simulator = knowledge.simulators[problem]
    action, objects = steps[-1]
    doubts: list[str] = []
    for _, model in weighed:
        states = simulator.states(model, steps)
        if len(states) == len(steps):
            needs, forbids, _, _ = simulator.ground(action, model[action], objects)
            missing = (each for each in simulator.facts(needs & ~states[-1]) if each.predicate != "=")
            doubts = [literal_text(each, description, holds=False) for each in missing]
            doubts += [literal_text(each, description, holds=True) for each in simulator.facts(forbids & states[-1])]
            break
    named = named_steps(knowledge, steps)
    checked = None if checks is None else named_steps(knowledge, knowledge.answers[checks].steps)
    return Question(problem, named, question_text(problem, named, doubts), checked)


def named_steps(knowledge: Knowledge, steps: Steps) -> tuple[Step, ...]:
    """Return steps by the names of their actions."""
    return tuple((knowledge.frame.names[action], *objects) for action, objects in steps)
