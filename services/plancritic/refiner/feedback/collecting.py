"""Feedback on one candidate domain: right plans carried out in it, and its own plans looked at."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.planning import Impossible
from plancritic.pddl.language import Domain, parse_problem
from plancritic.refiner.equivalence.executor import Executor, Inapplicable, Malformed, Valid
from plancritic.refiner.equivalence.plan_sets import PlanSource
from plancritic.refiner.feedback.messages import (
    BeginningFeedback,
    LandmarkFeedback,
    NegativeFeedback,
    PlanFeedback,
    UnsolvableFeedback,
)
from plancritic.refiner.feedback.task import FeedbackProblem


def plan_feedback(domain: Domain, problems: Sequence[FeedbackProblem]) -> tuple[PlanFeedback | BeginningFeedback, ...]:
    """Return one message for each known plan that the domain does not accept, and each beginning it does not allow.

    Raises:
        NotStripsError: the domain is more than STRIPS with negation and equality.
        PddlSyntaxError: a problem does not fit the domain.
    """
    found: list[PlanFeedback | BeginningFeedback] = []
    for number, problem in enumerate(problems):
        executor = Executor(parse_problem(problem.text, domain))
        for plan in problem.plans:
            verdict = executor.verdict(plan)
            if not isinstance(verdict, Valid):
                found.append(PlanFeedback(number, plan, verdict))
        for steps in problem.allowed:
            verdict = executor.verdict(steps)
            if isinstance(verdict, Inapplicable | Malformed):
                found.append(BeginningFeedback(number, steps, verdict))
    return tuple(found)


def negative_feedback(domain: Domain, problems: Sequence[FeedbackProblem]) -> tuple[NegativeFeedback, ...]:
    """Return one message for each refused beginning of a plan whose last step the domain allows.

    Raises: as `plan_feedback`.
    """
    found: list[NegativeFeedback] = []
    for number, problem in enumerate(problems):
        executor = Executor(parse_problem(problem.text, domain))
        found.extend(
            NegativeFeedback(number, steps, "somebody said so") for steps in problem.refused if executor.allows(steps)
        )
    return tuple(found)


async def landmark_feedback(
    domain: Domain, problems: Sequence[FeedbackProblem], plan_sets: PlanSource
) -> tuple[LandmarkFeedback | UnsolvableFeedback, ...]:
    """Return one message for each landmark that some plan of the domain goes without, and for each unsolvable problem.

    Of the plans that miss a landmark the shortest is shown. `domain.text` is what is planned with.
    """
    found: list[LandmarkFeedback | UnsolvableFeedback] = []
    for number, problem in enumerate(problems):
        planned = await plan_sets.plans(domain.text, problem.text)
        if planned.failure is not None:
            proved = isinstance(planned.failure, Impossible)
            found.append(UnsolvableFeedback(number, proved, bool(problem.plans)))
            continue
        for landmark in problem.landmarks:
            missing = next((plan for plan in planned.plans if landmark.isdisjoint(plan)), None)
            if missing is not None:
                found.append(LandmarkFeedback(number, missing, landmark))
    return tuple(found)
