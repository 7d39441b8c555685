"""What is known of the true domain, and what a candidate domain gets wrong of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from plancritic.contracts.envelope import Contract
from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.contracts.modelling.known_problem import KnownProblem, Landmark, Step, Steps

#: `plan`: right plans carried out, allowed and refused beginnings; `landmark`: the candidate's own cheapest plans held
#: against landmarks, and problems without a plan.
FeedbackKind = Literal["plan", "landmark"]

#: What is said where there is nothing that a domain could be held against.
NOTHING_KNOWN = (
    "not refined: no feedback plans were given, nor landmarks or answers, so nothing tells a right domain from a wrong "
    "one"
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
