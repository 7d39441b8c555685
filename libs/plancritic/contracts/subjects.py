"""The one table of subjects: `<namespace>.v1.<tenant>.<kind>.<noun>.<verb>[.<session>[.<job>]]`.

Class and subject correspond one to one. The table is data: the bus, the AsyncAPI document, the
permissions of users and the contract tests are all made from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from plancritic.contracts import (
    enumeration,
    feedback,
    planning,
    questions,
    runs,
    scoring,
    service,
    sessions,
    translation,
    validation,
)
from plancritic.contracts.envelope import Contract, Envelope, Message

MAJOR_VERSION = 1


class Kind(StrEnum):
    """How a message travels."""

    JOB = "job"  # JetStream work queue: explicit ack, bounded redelivery
    RESULT = "result"  # the answer to a job, in a stream of its own, its subject ending in the job's id
    ASK = "ask"  # core request/reply
    EVENT = "event"  # what happened, recorded


@dataclass(frozen=True)
class Subject:
    """One row of the table.

    `answer` is the class of the reply to an ask, `result` the row that answers a job. `publishers` and
    `consumers` are service names; `client` stands for the command line, the console, an operations system.
    """

    kind: Kind
    noun: str
    verb: str
    message: type[Message]
    publishers: tuple[str, ...]
    consumers: tuple[str, ...]
    description: str
    answer: type[Contract] | None = None
    result: Subject | None = None
    #: Of an ask: whether every copy of its consumers answers, not one of them.
    every_copy: bool = False

    @property
    def name(self) -> str:
        """Kind, noun and verb: the part of a subject that the row fixes."""
        return f"{self.kind}.{self.noun}.{self.verb}"


@dataclass(frozen=True)
class Naming:
    """The part of a subject that a deployment fixes: namespace (replay takes another) and tenant."""

    namespace: str = "plancritic"
    tenant: str = "default"

    @property
    def prefix(self) -> str:
        """What all subjects of this deployment and tenant begin with."""
        return f"{self.namespace}.v{MAJOR_VERSION}.{self.tenant}"

    def publish(self, subject: Subject, envelope: Envelope, job: str | None = None) -> str:
        """The exact subject a message goes to; a result's ends in the id of the job it answers."""
        base = f"{self.prefix}.{subject.name}"
        if subject.kind is Kind.ASK:
            return base
        if subject.kind is Kind.RESULT:
            if job is None:
                raise ValueError(f"a result on {subject.name!r} needs the id of its job")
            return f"{base}.{envelope.session_id}.{job}"
        return f"{base}.{envelope.session_id}"

    def subscribe(self, subject: Subject, session_id: str | None = None) -> str:
        """The pattern that matches every message of a row, or only one session's."""
        base = f"{self.prefix}.{subject.name}"
        if subject.kind is Kind.ASK:
            return base
        return (
            f"{base}.{session_id}.>"
            if session_id and subject.kind is Kind.RESULT
            else (f"{base}.{session_id}" if session_id else f"{base}.>")
        )

    def all_of(self, kind: Kind) -> str:
        """The pattern of every subject of a kind, of every tenant: what its stream holds."""
        return f"{self.namespace}.v{MAJOR_VERSION}.*.{kind}.>"


_COORDINATOR = ("coordinator",)
_SERVICES = ("translator", "planner", "validator", "scorer", "coordinator", "dead_letters")


def _result(service_name: str, verb: str, message: type[Message], description: str) -> Subject:
    return Subject(Kind.RESULT, service_name, verb, message, (service_name,), _COORDINATOR, description)


def _job(service_name: str, verb: str, message: type[Message], result: Subject, description: str) -> Subject:
    return Subject(Kind.JOB, service_name, verb, message, _COORDINATOR, (service_name,), description, result=result)


TRANSLATED = _result("translator", "translated", translation.Translation, "Readings of statements.")
SOLVED = _result("planner", "solved", planning.Solution, "The verdict on a specification.")
VALIDATED = _result("validator", "validated", validation.Validation, "The judges' proof of a plan.")
PLANS_VALIDATED = _result("validator", "plans_validated", validation.Validations, "The judges' rulings on many plans.")
ENUMERATED = _result("planner", "enumerated", enumeration.PlanEnumeration, "The cheapest plans of a classical problem.")
LANDMARKS_FOUND = _result(
    "planner", "landmarks_found", enumeration.LandmarksFound, "What every plan of a classical problem has to do."
)
SCORED = _result("scorer", "scored", scoring.Scores, "Adherence of plans to texts.")

TRANSLATE = _job(
    "translator", "translate", translation.TranslateStatements, TRANSLATED, "Read statements as constraints."
)
SOLVE = _job("planner", "solve", planning.SolveProblem, SOLVED, "Plan under a specification.")
VALIDATE = _job("validator", "validate", validation.ValidatePlan, VALIDATED, "Prove a plan.")
VALIDATE_PLANS = _job("validator", "validate_plans", validation.ValidatePlans, PLANS_VALIDATED, "Prove many plans.")
ENUMERATE = _job(
    "planner", "enumerate", enumeration.EnumeratePlans, ENUMERATED, "Find the cheapest plans of a classical problem."
)
FIND_LANDMARKS = _job(
    "planner",
    "find_landmarks",
    enumeration.FindLandmarks,
    LANDMARKS_FOUND,
    "Find the landmarks of a classical problem.",
)
SCORE = _job("scorer", "score", scoring.ScorePlans, SCORED, "Judge adherence by the learned scorer.")

FEEDBACK_SUBMITTED = Subject(
    Kind.EVENT,
    "feedback",
    "submitted",
    feedback.FeedbackSubmitted,
    ("client",),
    _COORDINATOR,
    "A person said what a plan should be like.",
)
FEEDBACK_REFUSED = Subject(
    Kind.EVENT,
    "feedback",
    "refused",
    feedback.FeedbackRefused,
    _COORDINATOR,
    ("client",),
    "The end of a run that could not be worked on.",
)
RUN_STARTED = Subject(
    Kind.EVENT,
    "run",
    "started",
    runs.RunStarted,
    _COORDINATOR,
    ("client",),
    "A run began: problem, settings, seed, versions and deadline.",
)
BASE_PLAN_MADE = Subject(
    Kind.EVENT, "plan", "made", feedback.BasePlanMade, _COORDINATOR, ("client",), "The plan without feedback."
)
STATEMENTS_TRANSLATED = Subject(
    Kind.EVENT,
    "statements",
    "translated",
    feedback.StatementsTranslated,
    _COORDINATOR,
    ("client",),
    "What the statements were understood as.",
)
QUESTION_ASKED = Subject(
    Kind.EVENT,
    "question",
    "asked",
    questions.QuestionAsked,
    _COORDINATOR,
    ("client",),
    "A run waits until somebody says what a statement means.",
)
QUESTION_ANSWERED = Subject(
    Kind.EVENT,
    "question",
    "answered",
    questions.QuestionAnswered,
    ("client",),
    _COORDINATOR,
    "What a statement means, or that none of the choices does.",
)
RUN_PROGRESSED = Subject(
    Kind.EVENT,
    "run",
    "progressed",
    runs.RunProgressed,
    _COORDINATOR,
    ("client",),
    "How many jobs of the run each service has done.",
)
GENERATION_EVALUATED = Subject(
    Kind.EVENT,
    "generation",
    "evaluated",
    feedback.GenerationEvaluated,
    _COORDINATOR,
    ("client",),
    "Progress of the search.",
)
PLAN_REVISED = Subject(
    Kind.EVENT,
    "plan",
    "revised",
    feedback.PlanRevised,
    _COORDINATOR,
    ("client",),
    "The end of a run: the revised plan and what each statement came to.",
)
_REVISED = "A session has a new revision, or its newest one was accepted."
SESSION_REVISED = Subject(
    Kind.EVENT, "session", "revised", sessions.SessionRevised, _COORDINATOR, ("client",), _REVISED
)

DESCRIBE_SERVICE = Subject(
    Kind.ASK,
    "service",
    "describe",
    service.DescribeService,
    ("client", *_COORDINATOR),
    _SERVICES,
    "Every copy of every service answers.",
    answer=service.ServiceDescription,
    every_copy=True,
)
REPORT_RUN = Subject(
    Kind.ASK,
    "coordinator",
    "report",
    service.ReportRun,
    ("client",),
    _COORDINATOR,
    "The state of runs.",
    answer=service.RunReport,
)
CANCEL_RUN = Subject(
    Kind.ASK,
    "run",
    "cancel",
    service.CancelRun,
    ("client",),
    _COORDINATOR,
    "End a run that is under way; every copy of the coordinator hears it.",
    answer=service.RunCancelled,
    every_copy=True,
)


def _session_ask(verb: str, message: type[Message], answer: type[Contract], description: str) -> Subject:
    return Subject(Kind.ASK, "session", verb, message, ("client",), _COORDINATOR, description, answer=answer)


REPORT_SESSION = _session_ask(
    "report", sessions.ReportSession, sessions.SessionReport, "The tenant's sessions, or one with its revisions."
)
ACCEPT_REVISION = _session_ask(
    "accept", sessions.AcceptRevision, sessions.SessionChanged, "Accept a session's plan, and its doubtful readings."
)
UNDO_REVISION = _session_ask("undo", sessions.UndoRevision, sessions.SessionChanged, "Go back by one revision.")
BRANCH_SESSION = _session_ask(
    "branch", sessions.BranchSession, sessions.SessionChanged, "Begin a session with a copy of a revision."
)

RESUME_RUN = Subject(
    Kind.ASK,
    "run",
    "resume",
    service.ResumeRun,
    ("dead_letters",),
    _COORDINATOR,
    "Carry on a run that has neither an end nor a copy that carries it.",
    answer=service.RunTakenUp,
)


def _letter_ask(verb: str, message: type[Message], answer: type[Contract], description: str) -> Subject:
    return Subject(Kind.ASK, "dead_letters", verb, message, ("client",), ("dead_letters",), description, answer=answer)


LIST_DEAD_LETTERS = _letter_ask("list", service.ListDeadLetters, service.DeadLetterList, "What no worker could finish.")
SHOW_DEAD_LETTER = _letter_ask("show", service.ShowDeadLetter, service.DeadLetterShown, "A dead letter with its body.")
RETRY_DEAD_LETTER = _letter_ask(
    "retry", service.RetryDeadLetter, service.DeadLetterRetried, "Publish a dead letter again."
)
DROP_DEAD_LETTER = _letter_ask("drop", service.DropDeadLetter, service.DeadLetterDropped, "Remove a dead letter.")

SUBJECTS: tuple[Subject, ...] = (
    FEEDBACK_SUBMITTED,
    FEEDBACK_REFUSED,
    RUN_STARTED,
    BASE_PLAN_MADE,
    STATEMENTS_TRANSLATED,
    QUESTION_ASKED,
    QUESTION_ANSWERED,
    RUN_PROGRESSED,
    GENERATION_EVALUATED,
    PLAN_REVISED,
    SESSION_REVISED,
    TRANSLATE,
    SOLVE,
    ENUMERATE,
    FIND_LANDMARKS,
    VALIDATE,
    VALIDATE_PLANS,
    SCORE,
    TRANSLATED,
    SOLVED,
    ENUMERATED,
    LANDMARKS_FOUND,
    VALIDATED,
    PLANS_VALIDATED,
    SCORED,
    DESCRIBE_SERVICE,
    REPORT_RUN,
    CANCEL_RUN,
    REPORT_SESSION,
    ACCEPT_REVISION,
    UNDO_REVISION,
    BRANCH_SESSION,
    RESUME_RUN,
    LIST_DEAD_LETTERS,
    SHOW_DEAD_LETTER,
    RETRY_DEAD_LETTER,
    DROP_DEAD_LETTER,
)
