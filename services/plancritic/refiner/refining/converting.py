"""What is known and what is wrong, from messages of the bus to values of the search and back."""

from __future__ import annotations

from collections.abc import Iterable

from plancritic.contracts.refinement.knowledge import (
    Complaint,
    GoalNotReached,
    KnownProblem,
    LandmarkMissed,
    ProblemUnsolvable,
    RightPlanRefused,
    StepNotPossible,
    StepUnknown,
    WrongStepAllowed,
)
from plancritic.refiner.equivalence.executor import GoalUnmet, Inapplicable, Malformed
from plancritic.refiner.feedback.collecting import FeedbackProblem
from plancritic.refiner.feedback.messages import (
    Feedback,
    LandmarkFeedback,
    NegativeFeedback,
    PlanFeedback,
    UnsolvableFeedback,
)


def feedback_problems(known: Iterable[KnownProblem]) -> tuple[FeedbackProblem, ...]:
    """Return problems as the search wants them."""
    return tuple(
        FeedbackProblem(each.text, each.plans, tuple(map(frozenset, each.landmarks)), each.allowed, each.refused)
        for each in known
    )


def complaint_of(feedback: Feedback) -> Complaint:
    """Return a message of the search as a message of the bus has it."""
    match feedback:
        case PlanFeedback(problem, plan, verdict):
            return RightPlanRefused(problem=problem, plan=plan, first_fault=_fault_of(verdict))
        case LandmarkFeedback(problem, plan, landmark):
            return LandmarkMissed(problem=problem, plan=plan, landmark=tuple(sorted(landmark)))
        case UnsolvableFeedback(problem, reason):
            return ProblemUnsolvable(problem=problem, reason=reason)
        case NegativeFeedback(problem, plan, why):
            return WrongStepAllowed(problem=problem, plan=plan, why=why)


def feedback_of(complaint: Complaint) -> Feedback:
    """Return what `complaint_of` was made of."""
    match complaint:
        case RightPlanRefused():
            return PlanFeedback(complaint.problem, complaint.plan, _verdict_of(complaint.first_fault))
        case LandmarkMissed():
            return LandmarkFeedback(complaint.problem, complaint.plan, frozenset(complaint.landmark))
        case ProblemUnsolvable():
            return UnsolvableFeedback(complaint.problem, complaint.reason)
        case WrongStepAllowed():
            return NegativeFeedback(complaint.problem, complaint.plan, complaint.why)


def _fault_of(verdict: Inapplicable | GoalUnmet | Malformed) -> StepNotPossible | GoalNotReached | StepUnknown:
    match verdict:
        case Inapplicable(number, step, unmet):
            return StepNotPossible(number=number, step=step, unmet=unmet)
        case GoalUnmet(unmet):
            return GoalNotReached(unmet=unmet)
        case Malformed(number, step, reason):
            return StepUnknown(number=number, step=step, reason=reason)


def _verdict_of(fault: StepNotPossible | GoalNotReached | StepUnknown) -> Inapplicable | GoalUnmet | Malformed:
    match fault:
        case StepNotPossible():
            return Inapplicable(fault.number, fault.step, fault.unmet)
        case GoalNotReached():
            return GoalUnmet(fault.unmet)
        case StepUnknown():
            return Malformed(fault.number, fault.step, fault.reason)
