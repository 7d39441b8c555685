"""What a refinement came to."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.refiner.feedback.messages import Feedback
from plancritic.refiner.questions.question import Question


@dataclass(frozen=True)
class Refinement:
    """The best domain found (PDDL), what is still wrong with it, and what to ask to make it better.

    `messages` is the feedback that it does not settle; `changes` says in words what differs from the start;
    `questions` are the next ones to ask, the most telling first; `asked` counts those that were answered on the way.
    """

    domain: str
    messages: tuple[Feedback, ...]
    changes: tuple[str, ...]
    questions: tuple[Question, ...] = ()
    asked: int = 0
