"""Feedback on one candidate domain: right plans carried out in it, and its own plans looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.contracts.planning import Impossible
from plancritic.pddl.language import Domain, parse_problem
from plancritic.refiner.equivalence.executor import Executor, Inapplicable, Malformed, Step, Valid
from plancritic.refiner.equivalence.plan_sets import PlanSource
from plancritic.refiner.feedback.messages import (
    BeginningFeedback,
    Feedback,
    Landmark,
    LandmarkFeedback,
    NegativeFeedback,
    PlanFeedback,
    UnsolvableFeedback,
)


@dataclass(frozen=True)
class FeedbackProblem:
    """A problem and what is known of it.

    `plans` work; some action of each of the `landmarks` is in every right plan; the steps of `allowed` can be taken,
    wherever they lead; those of `refused` can be taken but for the last one; of those of `unknown` nobody knows whether
    the last can.
    """

    text: str
    plans: tuple[tuple[Step, ...], ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    allowed: tuple[tuple[Step, ...], ...] = ()
    refused: tuple[tuple[Step, ...], ...] = ()
    unknown: tuple[tuple[Step, ...], ...] = ()


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


async def all_feedback(
    domain: Domain, problems: Sequence[FeedbackProblem], plan_sets: PlanSource
) -> tuple[Feedback, ...]:
    """Return all feedback on a domain: of plans, of refused steps, of landmarks. Raises as `plan_feedback`."""
    return (
        *plan_feedback(domain, problems),
        *negative_feedback(domain, problems),
        *await landmark_feedback(domain, problems, plan_sets),
    )
