"""A question made of a step in a situation: in which words, and what stands against the step."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.questions.question import Question
from plancritic.refiner.questions.situation_in_words import asked_in_words
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
    """Return a question that tells of the situation what bears on the last step.

    `weighed` are the domains in the running, the likeliest first; `checks` is the answer (by its place) that is tested.
    """
    named = named_steps(knowledge, steps)
    checked = None if checks is None else named_steps(knowledge, knowledge.answers[checks].steps)
    text = asked_in_words(knowledge, weighed, description, problem, steps, again=checks is not None)
    return Question(problem, named, text, checked)


def named_steps(knowledge: Knowledge, steps: Steps) -> tuple[Step, ...]:
    """Return steps by the names of their actions."""
    return tuple((knowledge.frame.names[action], *objects) for action, objects in steps)
