"""Messages with sensible contents; name what the test is about, leave the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.execution.reports import ExecutionDeviated
from plancritic.contracts.feedback import FeedbackSubmitted, PlanRevised, StatementOutcome
from plancritic.contracts.planning import NoPlanFound, Solution, SolveProblem
from plancritic.contracts.scoring import JudgedBy, ScorePlans, Scores
from plancritic.contracts.service import DescribeService, ReportRun
from plancritic.contracts.specification import ProblemReference, TracedConstraint
from plancritic.contracts.translation import Statement, TranslateStatements
from plancritic.contracts.validation import ConstraintProof, Proof, ValidatePlan, Validation

WATERWAY = ProblemReference(domain="waterway", problem="1", bundle="0" * 64)


def untraced(message: Message) -> Message:
    """The message without its span: the bus writes the span of its sending into what it sends."""
    return message.model_copy(update={"envelope": message.envelope.model_copy(update={"traceparent": ""})})


def envelope(session: str = "session-1", run: str | None = None) -> Envelope:
    return Envelope.start(session_id=session, correlation_id=run)


def statement(text: str = "No vessel may go through waypoint A.", id: str = "s1") -> Statement:
    return Statement(id=id, text=text)


def constraint(text: str = "(always (not (at deb_ast_0 wpt_a_0)))", *statements: str) -> TracedConstraint:
    return TracedConstraint(constraint=text, statements=statements)


def solve_problem(**changes: Any) -> SolveProblem:
    return SolveProblem(**({"envelope": envelope(), "problem": WATERWAY} | changes))


def solution(job: SolveProblem, **changes: Any) -> Solution:
    fields: dict[str, Any] = {
        "envelope": job.envelope.caused("result"),
        "job": job.envelope.message_id,
        "verdict": NoPlanFound(engine="none", reason="a test"),
    }
    return Solution(**(fields | changes))


def translate_statements(*texts: str, **changes: Any) -> TranslateStatements:
    statements = tuple(statement(text, f"s{number}") for number, text in enumerate(texts, start=1)) or (statement(),)
    return TranslateStatements(**({"envelope": envelope(), "problem": WATERWAY, "statements": statements} | changes))


def validate_plan(plan: str = "0.000: (noop) [1.000]", **changes: Any) -> ValidatePlan:
    return ValidatePlan(**({"envelope": envelope(), "problem": WATERWAY, "plan": plan} | changes))


def score_plans(**changes: Any) -> ScorePlans:
    fields: dict[str, Any] = {"envelope": envelope(), "problem": WATERWAY, "plans": ("p",), "texts": ("t",)}
    return ScorePlans(**(fields | changes))


def feedback_submitted(*texts: str, **changes: Any) -> FeedbackSubmitted:
    statements = tuple(statement(text, f"s{number}") for number, text in enumerate(texts, start=1)) or (statement(),)
    return FeedbackSubmitted(**({"envelope": envelope(), "domain": "waterway", "statements": statements} | changes))


def execution_deviated(**changes: Any) -> ExecutionDeviated:
    return ExecutionDeviated(**({"envelope": envelope(), "revision": "1-a", "time": 1.0} | changes))


def describe_service() -> DescribeService:
    return DescribeService(envelope=envelope())


def report_run(run: str | None = None) -> ReportRun:
    return ReportRun(envelope=envelope(), run=run)


def plan_revised(*outcomes: StatementOutcome, **changes: Any) -> PlanRevised:
    """The end of a run on waterway 1 whose plan is proved; the base plan is its plan."""
    plan = "0.000: (noop) [1.000]"
    fields: dict[str, Any] = {
        "envelope": envelope().caused("end"),
        "problem": WATERWAY,
        "mode": "anytime",
        "seed": None,
        "base_plan": plan,
        "base_steps": (),
        "plan": plan,
        "steps": (),
        "specification": (),
        "statements": outcomes,
        "adherence_rate": 1.0,
        "scorer": "none",
        "translator": "none",
        "proof": Proof(ruling="accepted"),
        "lineage": (),
        "generations": 0,
        "ended": "adherent",
        "timings": (),
    }
    fields |= changes
    return PlanRevised(**(fields | {"envelope": fields["envelope"].in_version(PlanRevised.VERSION)}))


def scores(
    adherence: Sequence[Sequence[float]], unsure: tuple[float, float] = (0.5, 0.5), judged_by: JudgedBy = "model"
) -> Scores:
    """What a scorer answers: a probability for each plan (row) and statement."""
    return Scores(
        envelope=envelope(),
        job="j",
        model="stand-in",
        version="0" * 64,
        judged_by=judged_by,
        threshold=0.5,
        unsure=unsure,
        adherence=tuple(map(tuple, adherence)),
    )


def validation(questions: Sequence[str], accepted: Callable[[str], bool] = lambda _: True) -> Validation:
    """What a validator answers of a plan that is proved: on each question whether the plan does it."""
    answers = tuple(
        ConstraintProof(constraint=each, proof=Proof(ruling="accepted" if accepted(each) else "rejected"))
        for each in questions
    )
    return Validation(envelope=envelope(), job="j", proof=Proof(ruling="accepted"), answers=answers)
