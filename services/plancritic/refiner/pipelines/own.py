"""Our own pipeline: edit sets that settle all feedback, negative feedback included, and questions."""

from __future__ import annotations

from plancritic.refiner.feedback.source import FeedbackSource
from plancritic.refiner.pipelines.outcome import Refinement
from plancritic.refiner.proposers.proposer import RefinementTask
from plancritic.refiner.questions.question import Answers


async def refine(
    task: RefinementTask,
    start: str,
    source: FeedbackSource,
    answers: Answers | None = None,
    most_questions: int = 10,
    seed: int = 0,
) -> Refinement:
    """Return the best domain that the repairer finds from a start (PDDL), after asking at most so many questions.

    Without `answers` nobody is asked, and the questions stand in the result.
    """
    raise NotImplementedError
