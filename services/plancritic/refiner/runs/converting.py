"""What is known and what is wrong, from messages of the bus to values of the search and back."""

from __future__ import annotations

from collections.abc import Iterable

from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.refinement.knowledge import (
    Complaint,
    GoalNotReached,
    LandmarkMissed,
    ProblemUnsolvable,
    RightPlanRefused,
    RightStepsRefused,
    StepNotPossible,
    StepUnknown,
    WrongStepAllowed,
)
from plancritic.refiner.equivalence.executor import GoalUnmet, Inapplicable, Malformed
from plancritic.refiner.feedback.messages import (
    BeginningFeedback,
    Feedback,
    LandmarkFeedback,
    NegativeFeedback,
    PlanFeedback,
    UnsolvableFeedback,
)
from plancritic.refiner.feedback.task import FeedbackProblem


def feedback_problems(known: Iterable[KnownProblem]) -> tuple[FeedbackProblem, ...]:
    """Return problems as the search wants them, without the answers that were taken back."""
    return tuple(
        FeedbackProblem(
            each.text, each.plans, tuple(map(frozenset, each.landmarks)), each.allowed, each.refused, each.unknown
        )
        for each in (one.standing for one in known)
    )


def complaint_of(feedback: Feedback) -> Complaint:
    """Return a message of the search as a message of the bus has it."""
    match feedback:
        case PlanFeedback(problem, plan, verdict):
            return RightPlanRefused(problem=problem, plan=plan, first_fault=_fault_of(verdict))
        case LandmarkFeedback(problem, plan, landmark):
            return LandmarkMissed(problem=problem, plan=plan, landmark=tuple(sorted(landmark)))
        case UnsolvableFeedback(problem, proved, solvable):
            return ProblemUnsolvable(problem=problem, proved=proved, solvable=solvable)
        case NegativeFeedback(problem, plan, why):
            return WrongStepAllowed(problem=problem, plan=plan, why=why)
        case BeginningFeedback(problem, plan, verdict):
            return RightStepsRefused(problem=problem, plan=plan, first_fault=_step_fault_of(verdict))


def feedback_of(complaint: Complaint) -> Feedback:
    """Return what `complaint_of` was made of."""
    match complaint:
        case RightPlanRefused():
            return PlanFeedback(complaint.problem, complaint.plan, _verdict_of(complaint.first_fault))
        case LandmarkMissed():
            return LandmarkFeedback(complaint.problem, complaint.plan, frozenset(complaint.landmark))
        case ProblemUnsolvable():
            return UnsolvableFeedback(complaint.problem, complaint.proved, complaint.solvable)
        case WrongStepAllowed():
            return NegativeFeedback(complaint.problem, complaint.plan, complaint.why)
        case RightStepsRefused():
            return BeginningFeedback(complaint.problem, complaint.plan, _step_verdict_of(complaint.first_fault))


def _fault_of(verdict: Inapplicable | GoalUnmet | Malformed) -> StepNotPossible | GoalNotReached | StepUnknown:
    if isinstance(verdict, GoalUnmet):
        return GoalNotReached(unmet=verdict.unmet)
    return _step_fault_of(verdict)


def _step_fault_of(verdict: Inapplicable | Malformed) -> StepNotPossible | StepUnknown:
    if isinstance(verdict, Inapplicable):
        return StepNotPossible(number=verdict.number, step=verdict.step, unmet=verdict.unmet)
    return StepUnknown(number=verdict.number, step=verdict.step, reason=verdict.reason)


def _verdict_of(fault: StepNotPossible | GoalNotReached | StepUnknown) -> Inapplicable | GoalUnmet | Malformed:
    return GoalUnmet(fault.unmet) if isinstance(fault, GoalNotReached) else _step_verdict_of(fault)


def _step_verdict_of(fault: StepNotPossible | StepUnknown) -> Inapplicable | Malformed:
    if isinstance(fault, StepNotPossible):
        return Inapplicable(fault.number, fault.step, fault.unmet)
    return Malformed(fault.number, fault.step, fault.reason)
