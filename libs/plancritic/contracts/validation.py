"""Jobs for the validator and what the judges find."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from plancritic.contracts.envelope import Contract, Message
from plancritic.contracts.specification import MAXIMUM_CONSTRAINTS, ProblemSource, TracedConstraint


class Finding(Contract):
    """One thing a judge found out about a plan.

    `about` says what was judged: a step's `condition`, the `goal`, a `constraint`, or the `form` of the
    plan or constraint (a judge that cannot judge it says so there). `time` is in units of the domain's
    time from the plan's start; `step` is the ground action concerned, `actual` against `needed` its reason.
    """

    about: Literal["condition", "goal", "constraint", "form"]
    satisfied: bool | None
    constraint: str | None = None
    time: float | None = None
    step: str | None = None
    needed: str | None = None
    actual: str | None = None
    explanation: str = ""


class JudgeReport(Contract):
    """What one judge says of a whole plan: `abstained` where it cannot judge the input (see the findings)."""

    judge: str
    ruling: Literal["accepted", "rejected", "abstained"]
    findings: tuple[Finding, ...] = ()
    #: Exit status of the judge's process, where it has one; a signal is negative.
    exit_status: int | None = None
    #: The judge's own words. Of a whole plan up to 20,000 characters; in the answer to a question the last 2,000
    #: where this judge does not accept or the judges disagree, else none: questions are many, messages small.
    raw: str = ""


class Proof(Contract):
    """All judges together: `accepted` or `rejected` where all that rule agree, else `disputed`.

    Where every judge abstains the ruling is `unjudged`: never taken for a proof.
    """

    ruling: Literal["accepted", "rejected", "disputed", "unjudged"]
    reports: tuple[JudgeReport, ...] = ()


class NearMiss(Contract):
    """The known plan that comes closest to a constraint it violates.

    `gap` says in a sentence by how much; `amount` is the same as a number where there is one, in `unit`.
    """

    constraint: str
    plan: str
    gap: str
    amount: float | None = None
    unit: Literal["time", "states", "visits"] | None = None


class ConstraintProof(Contract):
    """What the judges say of one constraint on a plan, the base goal left aside."""

    constraint: str
    proof: Proof


class ValidatePlan(Message):
    """Job: prove a plan under a specification, whole and constraint by constraint."""

    problem: ProblemSource
    plan: str
    specification: tuple[TracedConstraint, ...] = Field(default=(), max_length=MAXIMUM_CONSTRAINTS)
    #: Constraints judged one by one without being required of the whole (the readings of statements).
    questions: tuple[str, ...] = Field(default=(), max_length=MAXIMUM_CONSTRAINTS)


class Validation(Message):
    """Result of `ValidatePlan`; `answers` follow the order of `questions`."""

    kind: Literal["validation"] = "validation"
    job: str
    proof: Proof
    answers: tuple[ConstraintProof, ...] = ()


class PlansOfProblem(Contract):
    """Plans of one problem that are to be proved."""

    problem: ProblemSource
    plans: tuple[str, ...] = Field(min_length=1, max_length=1_000)


class ValidatePlans(Message):
    """Job: prove many plans at once, of one problem or of several problems (of one candidate domain, say)."""

    sets: tuple[PlansOfProblem, ...] = Field(min_length=1, max_length=100)


class PlanRuling(Contract):
    """What the judges together say of a plan, and the finding that explains a refusal; None where it is accepted.

    The finding is the executor's where it has one: it names the step, what the step needed and what was so.
    """

    ruling: Literal["accepted", "rejected", "disputed", "unjudged"]
    finding: Finding | None = None


class Validations(Message):
    """Result of `ValidatePlans`: a ruling for each plan, in the order of the sets and of their plans."""

    kind: Literal["validations"] = "validations"
    job: str
    rulings: tuple[tuple[PlanRuling, ...], ...]
