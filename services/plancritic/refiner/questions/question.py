"""A question about the true domain, and who answers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from plancritic.refiner.equivalence.executor import Step


@dataclass(frozen=True, slots=True)
class Question:
    """May the last of these steps be taken, where the others have been, from the initial state of a feedback problem?

    `problem` counts from zero. `text` asks in words. `checks`: the steps of an answer that was not expected, which this
    question tests in another situation. `shape` is what it is about without the names of objects: whoever cannot answer
    one of a shape has no answer to another.
    """

    problem: int
    steps: tuple[Step, ...]
    text: str
    checks: tuple[Step, ...] | None = None
    shape: tuple[object, ...] = ()


class Answers(Protocol):
    """Answers questions: a person, a file, or the true domain in evaluations."""

    async def answer(self, question: Question) -> int | None:
        """Return how many of the steps can be taken one after another: all, all but the last, or fewer.

        None where that is not known.
        """
        ...
