"""A question made of a step in a situation: in which words, and what stands against the step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.questions.question import Question
from plancritic.refiner.questions.situation_in_words import asked_in_words
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.probes import Steps
from plancritic.refiner.repair.schemas import Model

#: So many questions are put into words at most, to find some that are not the same but for names.
MOST_WORDED = 40


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
    asked = asked_in_words(knowledge, weighed, description, problem, steps, again=checks is not None)
    return Question(problem, named, asked.text, checked, asked.shape)


def unlike(made: Iterable[Question], unknown: Iterable[Question], most: int) -> tuple[Question, ...]:
    """Return the first questions that have shapes of their own, up to `most`.

    One has the shape of another if it is the same but for the names of objects. Who did not know one answer (`unknown`)
    does not know it of other objects either. No more than `MOST_WORDED` of those `made` are put into words.
    """
    shapes = {each.shape for each in unknown}
    found: list[Question] = []
    for each in islice(made, MOST_WORDED):
        if each.shape not in shapes:
            shapes.add(each.shape)
            found.append(each)
        if len(found) == most:
            break
    return tuple(found)


def named_steps(knowledge: Knowledge, steps: Steps) -> tuple[Step, ...]:
    """Return steps by the names of their actions."""
    return tuple((knowledge.frame.names[action], *objects) for action, objects in steps)
