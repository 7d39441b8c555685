"""What is known of the true domain, and what a candidate domain gets wrong of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from plancritic.contracts.envelope import Contract
from plancritic.contracts.modelling.descriptions import DomainDescription

#: A step of a plan: the action's name, then its objects.
Step = Annotated[tuple[Annotated[str, Field(min_length=1, max_length=200)], ...], Field(min_length=1, max_length=100)]
#: A plan, or the beginning of one.
Steps = Annotated[tuple[Step, ...], Field(max_length=10_000)]
#: Steps of which the last one is what is known about.
Beginning = Annotated[tuple[Step, ...], Field(min_length=1, max_length=10_000)]
#: A disjunctive action landmark: some step of it is in every right plan.
Landmark = Annotated[tuple[Step, ...], Field(min_length=1, max_length=10_000)]
#: `plan`: right plans carried out, allowed and refused beginnings; `landmark`: the candidate's own cheapest plans held
#: against landmarks, and problems without a plan.
FeedbackKind = Literal["plan", "landmark"]

#: What is said where there is nothing that a domain could be held against.
NOTHING_KNOWN = (
    "not refined: no feedback plans were given, nor landmarks or answers, so nothing tells a right domain from a wrong "
    "one"
)


class KnownProblem(Contract):
    """A problem (PDDL text) and what is known of it.

    `plans` work; some step of each of the `landmarks` is in every right plan. `timed_plans` work too; they are PDDL
    plan texts with times and durations, for a domain whose actions take time. The others are answers to questions, any
    of which may be wrong: the steps of `allowed` can be taken, wherever they lead; those of `refused` can be taken but
    for the last one; about the last step of those of `unknown` nobody knows, so that it is not asked about again. An
    answer about the steps of one of `withdrawn` was taken back, and counts no more.

    Where `text` is the STRIPS part of a problem with time or numbers, `with_numbers` is that problem.
    """

    text: str = Field(min_length=1)
    plans: tuple[Steps, ...] = Field(default=(), max_length=1_000)
    landmarks: tuple[Landmark, ...] = Field(default=(), max_length=10_000)
    allowed: tuple[Beginning, ...] = Field(default=(), max_length=10_000)
    refused: tuple[Beginning, ...] = Field(default=(), max_length=10_000)
    timed_plans: tuple[Annotated[str, Field(min_length=1)], ...] = Field(default=(), max_length=1_000)
    with_numbers: str | None = None
    unknown: tuple[Beginning, ...] = Field(default=(), max_length=10_000)
    withdrawn: tuple[Beginning, ...] = Field(default=(), max_length=10_000)

    @property
    def standing(self) -> KnownProblem:
        """The problem without the answers that were taken back."""
        if not self.withdrawn:
            return self
        gone = set(self.withdrawn)

        def left(answers: tuple[Steps, ...]) -> tuple[Steps, ...]:
            return tuple(each for each in answers if each not in gone)

        return self.model_copy(
            update={
                "allowed": left(self.allowed),
                "refused": left(self.refused),
                "unknown": left(self.unknown),
                "withdrawn": (),
            }
        )


class Knowledge(Contract):
    """What candidates are judged by; it travels as a stored object, jobs name its hash.

    `numbers` is what the refined domain has of durations and numbers (PDDL without facts in its actions), where
    candidates are its STRIPS part.
    """

    description: DomainDescription
    problems: tuple[KnownProblem, ...]
    numbers: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing that a domain could be held against."""
        standing = [each.standing for each in self.problems]
        return not any(
            each.plans or each.timed_plans or each.landmarks or each.allowed or each.refused for each in standing
        )


class StepNotPossible(Contract):
    """A step (counted from one) whose precondition does not hold; `unmet` are its literals that do not, as PDDL."""

    wrong: Literal["step_not_possible"] = "step_not_possible"
    number: int = Field(ge=1)
    step: Step
    unmet: tuple[str, ...]


class GoalNotReached(Contract):
    """Every step can be taken, and these literals of the goal do not hold at the end."""

    wrong: Literal["goal_not_reached"] = "goal_not_reached"
    unmet: tuple[str, ...]


class StepUnknown(Contract):
    """A step (counted from one) that the domain does not have."""

    wrong: Literal["step_unknown"] = "step_unknown"
    number: int = Field(ge=1)
    step: Step
    reason: str


class RightPlanRefused(Contract):
    """A plan that is known to work does not in the candidate. `problem` counts from zero."""

    kind: Literal["plan"] = "plan"
    problem: int = Field(ge=0)
    plan: Steps
    first_fault: Annotated[StepNotPossible | GoalNotReached | StepUnknown, Field(discriminator="wrong")]


class LandmarkMissed(Contract):
    """A plan that the candidate accepts has no step of a landmark."""

    kind: Literal["landmark"] = "landmark"
    problem: int = Field(ge=0)
    plan: Steps
    landmark: Landmark


class ProblemUnsolvable(Contract):
    """The candidate has no plan for a problem: `proved`, or else none was found within the limits.

    `solvable`: a plan of the problem is known, so that a domain in which there is none is wrong.
    """

    kind: Literal["unsolvable"] = "unsolvable"
    problem: int = Field(ge=0)
    proved: bool
    solvable: bool


class WrongStepAllowed(Contract):
    """The candidate allows the last of these steps, which does not work; `why` says who knows."""

    kind: Literal["negative"] = "negative"
    problem: int = Field(ge=0)
    plan: Steps
    why: str


class RightStepsRefused(Contract):
    """Steps that can be taken one after another, and one of them not in the candidate."""

    kind: Literal["beginning"] = "beginning"
    problem: int = Field(ge=0)
    plan: Steps
    first_fault: Annotated[StepNotPossible | StepUnknown, Field(discriminator="wrong")]


Complaint = Annotated[
    RightPlanRefused | LandmarkMissed | ProblemUnsolvable | WrongStepAllowed | RightStepsRefused,
    Field(discriminator="kind"),
]


class Findings(Contract):
    """Everything that a candidate gets wrong, and its cheapest plans, problem by problem, where it was planned with."""

    complaints: tuple[Complaint, ...] = ()
    plans: tuple[tuple[Steps, ...], ...] = ()
