"""Our own pipeline: edit sets that settle all feedback, negative feedback included, and questions.

All domains that meet what is known compete; the likeliest is taken, its plans are looked at, and what they show counts
against it and for others, until no other is likelier. Questions are asked where domains that deserve doubt disagree. An
answer may be wrong: it counts for and against domains, and no more.
"""

from __future__ import annotations

import math

from plancritic.pddl.language import PddlError, parse_domain
from plancritic.refiner.feedback.source import FeedbackSource
from plancritic.refiner.feedback.task import RefinementTask
from plancritic.refiner.pipelines.competition import Competition
from plancritic.refiner.pipelines.outcome import Refinement, start_refused
from plancritic.refiner.questions.question import Answers
from plancritic.refiner.repair.limit import Limit
from plancritic.refiner.repair.signatures import with_prescribed_parameters

#: So many answers are wrong, if nobody says how many.
ERROR_RATE = 0.05


async def refine(
    task: RefinementTask,
    start: str,
    source: FeedbackSource,
    answers: Answers | None = None,
    most_questions: int = 10,
    error_rate: float = ERROR_RATE,
    seconds: float = math.inf,
) -> Refinement:
    """Return the best domain that the repairer finds from a start (PDDL), after asking at most this many questions.

    Without `answers` nobody is asked, and the questions stand in the result. Of the answers, those in the task's
    problems too, a share of `error_rate` may be wrong. After so many seconds the best domain so far is the result.

    Raises:
        StartRefusedError: the start cannot be judged.
    """
    limit = Limit(seconds)
    try:
        domain, mended = with_prescribed_parameters(parse_domain(start), task.description)
    except PddlError as error:
        raise start_refused(f"the domain cannot be read: {error}") from None
    judged = await source.judge(domain.text, frozenset({"plan"}))
    if judged.fault is not None:
        raise start_refused(judged.fault)
    search = Competition(task, domain, source, error_rate, limit)
    await search.settle()
    asked = 0
    while answers is not None and asked < most_questions and not limit.is_over:
        question = next(iter(await search.questions(1)), None)
        if question is None:
            break
        taken = await answers.answer(question)
        asked += 1
        if taken is None:
            search.leave_out(question.problem, question.steps)
            continue
        search.learn(question, taken)
        await search.settle()
    return await search.outcome(mended, asked)
