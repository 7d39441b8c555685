"""The one table of subjects: `<namespace>.v<version>.<tenant>.<kind>.<noun>.<verb>[.<session>[.<job>]]`.

Class and subject correspond one to one; a breaking change of a message is a row of the next version beside the first.
The table is data: the bus, the AsyncAPI document, the permissions of users and the contract tests are all made from it.
"""

from __future__ import annotations

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
from plancritic.contracts.envelope import Contract, Message
from plancritic.contracts.execution import reports
from plancritic.contracts.improvement import messages as improvement
from plancritic.contracts.modelling import messages as modelling
from plancritic.contracts.refinement import messages as refinement
from plancritic.contracts.rows import Kind, Naming, Subject

__all__ = ["NEWEST", "RETRIED", "SUBJECTS", "Kind", "Naming", "Subject"]

_COORDINATOR = ("coordinator",)
_LIBRARY = ("schema_library",)
_REFINER = ("refiner",)
_SERVICES = ("translator", "planner", "validator", "scorer", "coordinator", "dead_letters", *_LIBRARY, *_REFINER)


def _result(
    service: str, verb: str, message: type[Message], description: str, asked_by: tuple[str, ...] = _COORDINATOR
) -> Subject:
    return Subject(Kind.RESULT, service, verb, message, (service,), asked_by, description)


def _job(verb: str, message: type[Message], result: Subject, description: str) -> Subject:
    service = result.noun
    return Subject(Kind.JOB, service, verb, message, result.consumers, (service,), description, result=result)


TRANSLATED = _result("translator", "translated", translation.Translation, "Readings of statements.")
SOLVED = _result("planner", "solved", planning.Solution, "The verdict on a specification.")
VALIDATED = _result("validator", "validated", validation.Validation, "The judges' proof of a plan.")
PLANS_VALIDATED = _result(
    "validator",
    "plans_validated",
    validation.Validations,
    "The judges' rulings on many plans.",
    (*_COORDINATOR, *_LIBRARY),
)
IMPROVED = _result(
    "planner", "improved", improvement.PlanImprovement, "The best plan around known ones, and how good it is."
)
ENUMERATED = _result("planner", "enumerated", enumeration.PlanEnumeration, "The cheapest plans of a classical problem.")
LANDMARKS_FOUND = _result(
    "planner", "landmarks_found", enumeration.LandmarksFound, "What every plan of a classical problem has to do."
)
SCORED = _result("scorer", "scored", scoring.Scores, "Adherence of plans to texts.")

COMBINATIONS_DECIDED = _result(
    "schema_library", "decided", modelling.CombinationsDecided, "Which sets of action schemas have a plan.", _LIBRARY
)
CANDIDATE_JUDGED = _result(
    "refiner", "judged", refinement.CandidateJudged, "What a candidate domain gets wrong.", _REFINER
)

TRANSLATE = _job("translate", translation.TranslateStatements, TRANSLATED, "Read statements as constraints.")
SOLVE = _job("solve", planning.SolveProblem, SOLVED, "Plan under a specification.")
VALIDATE = _job("validate", validation.ValidatePlan, VALIDATED, "Prove a plan.")
VALIDATE_PLANS = _job("validate_plans", validation.ValidatePlans, PLANS_VALIDATED, "Prove many plans.")
IMPROVE = _job("improve", improvement.ImprovePlan, IMPROVED, "Look for better plans around known ones.")
ENUMERATE = _job("enumerate", enumeration.EnumeratePlans, ENUMERATED, "Find the cheapest plans of a classical problem.")
FIND_LANDMARKS = _job(
    "find_landmarks", enumeration.FindLandmarks, LANDMARKS_FOUND, "Find the landmarks of a classical problem."
)
SCORE = _job("score", scoring.ScorePlans, SCORED, "Judge adherence by the learned scorer.")
DECIDE_COMBINATIONS = _job(
    "decide", modelling.DecideCombinations, COMBINATIONS_DECIDED, "Decide which sets of action schemas have a plan."
)
JUDGE_CANDIDATE = _job(
    "judge", refinement.JudgeCandidate, CANDIDATE_JUDGED, "Check a candidate domain against what is known."
)


def _wanted(noun: str, verb: str, message: type[Message], by: tuple[str, ...], description: str) -> Subject:
    return Subject(Kind.EVENT, noun, verb, message, ("client",), by, description)


def _told(noun: str, verb: str, message: type[Message], by: tuple[str, ...], description: str) -> Subject:
    return Subject(Kind.EVENT, noun, verb, message, by, ("client",), description)


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
    "The end of a run, or of a report, that was refused.",
)
RUN_STARTED = _told(
    "run", "started", runs.RunStarted, _COORDINATOR, "A run began: problem, settings, seed, versions and deadline."
)
BASE_PLAN_MADE = Subject(
    Kind.EVENT, "plan", "made", feedback.BasePlanMade, _COORDINATOR, ("client",), "The plan without feedback."
)
STATEMENTS_TRANSLATED = _told(
    "statements", "translated", feedback.StatementsTranslated, _COORDINATOR, "How the statements were understood."
)
QUESTION_ASKED = _told(
    "question",
    "asked",
    questions.QuestionAsked,
    _COORDINATOR,
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
RUN_PROGRESSED = _told(
    "run", "progressed", runs.RunProgressed, _COORDINATOR, "How many jobs of the run each service has done."
)
GENERATION_EVALUATED = _told(
    "generation",
    "evaluated",
    feedback.GenerationEvaluated,
    _COORDINATOR,
    "A generation of the search is done: its plans and adherence.",
)
PLAN_IMPROVED = Subject(
    Kind.EVENT,
    "plan",
    "improved",
    improvement.PlanImproved,
    _COORDINATOR,
    ("client",),
    "The first plan of a run that meets what was said, then each better one; the run continues.",
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
PLAN_REVISED_V1 = Subject(
    Kind.EVENT,
    "plan",
    "revised",
    feedback.PlanRevisedV1,
    _COORDINATOR,
    ("client",),
    "The same end for clients that do not know the verdict `unconfirmed`: they receive `disputed`.",
)
_REVISED = "A session has a new revision; or its newest one was accepted, or steps of its plan were reported as done."
SESSION_REVISED = Subject(
    Kind.EVENT, "session", "revised", sessions.SessionRevised, _COORDINATOR, ("client",), _REVISED
)

EXECUTION_PROGRESSED = Subject(
    Kind.EVENT,
    "execution",
    "progressed",
    reports.ExecutionProgressed,
    ("client",),
    _COORDINATOR,
    "Steps of a session's plan are done or begun: later feedback does not change them.",
)
EXECUTION_DEVIATED = Subject(
    Kind.EVENT,
    "execution",
    "deviated",
    reports.ExecutionDeviated,
    ("client",),
    _COORDINATOR,
    "The world differs from a session's plan: the rest is planned again from the observed state.",
)


_DESCRIBED = "A domain in plain words, to make models of."
_MODELLED = (
    "The end of a modelling run: ranked interpretations of the description, each with a model and a proved plan."
)
_NOT_MODELLED = "The end of a modelling run that was refused."
DOMAIN_DESCRIBED = _wanted("domain", "described", modelling.DomainDescribed, _LIBRARY, _DESCRIBED)
MODELLING_PROGRESSED = _told(
    "modelling", "progressed", modelling.ModellingProgressed, _LIBRARY, "Progress of a modelling run."
)
DOMAIN_MODELLED = _told("domain", "modelled", modelling.DomainModelled, _LIBRARY, _MODELLED)
MODELLING_REFUSED = _told("modelling", "refused", modelling.ModellingRefused, _LIBRARY, _NOT_MODELLED)

_REFINEMENT_WANTED = "A domain to repair by plans, landmarks and answers."
_REFINED = "The end of a refinement: the best domain, what it does not settle, and the next questions."
_NOT_REFINED = "The end of a refinement that was refused."
REFINEMENT_REQUESTED = _wanted("refinement", "requested", refinement.RefinementRequested, _REFINER, _REFINEMENT_WANTED)
REFINEMENT_PROGRESSED = _told(
    "refinement", "progressed", refinement.RefinementProgressed, _REFINER, "Progress of a refinement."
)
DOMAIN_REFINED = _told("domain", "refined", refinement.DomainRefined, _REFINER, _REFINED)
REFINEMENT_REFUSED = _told("refinement", "refused", refinement.RefinementRefused, _REFINER, _NOT_REFINED)

DESCRIBE_SERVICE = Subject(
    Kind.ASK,
    "service",
    "describe",
    service.DescribeService,
    ("client", *_COORDINATOR, *_LIBRARY, *_REFINER),
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
    (*_COORDINATOR, *_LIBRARY, *_REFINER),
    "End a run that is under way; every copy of the services that carry runs hears it.",
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

PREVIEW_READING = Subject(
    Kind.ASK,
    "translator",
    "preview",
    translation.PreviewReading,
    ("client",),
    ("translator",),
    "Read a statement by a domain's words as they are edited; nothing is stored.",
    answer=translation.ReadingPreviewed,
)
RESUME_RUN = Subject(
    Kind.ASK,
    "run",
    "resume",
    service.ResumeRun,
    ("dead_letters",),
    _COORDINATOR,
    "Resume a run that has no end and that no copy carries.",
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


def _library_ask(verb: str, message: type[Message], answer: type[Contract], description: str) -> Subject:
    return Subject(Kind.ASK, "schema_library", verb, message, ("client",), _LIBRARY, description, answer=answer)


LIST_LIBRARIES = _library_ask("list", modelling.ListLibraries, modelling.LibraryList, "Descriptions that have answers.")
SHOW_LIBRARY = _library_ask("show", modelling.ShowLibrary, modelling.LibraryShown, "The candidates of a description.")

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
    PLAN_IMPROVED,
    PLAN_REVISED,
    PLAN_REVISED_V1,
    SESSION_REVISED,
    EXECUTION_PROGRESSED,
    EXECUTION_DEVIATED,
    DOMAIN_DESCRIBED,
    MODELLING_PROGRESSED,
    DOMAIN_MODELLED,
    MODELLING_REFUSED,
    REFINEMENT_REQUESTED,
    REFINEMENT_PROGRESSED,
    DOMAIN_REFINED,
    REFINEMENT_REFUSED,
    TRANSLATE,
    SOLVE,
    IMPROVE,
    ENUMERATE,
    FIND_LANDMARKS,
    VALIDATE,
    VALIDATE_PLANS,
    SCORE,
    DECIDE_COMBINATIONS,
    JUDGE_CANDIDATE,
    TRANSLATED,
    SOLVED,
    IMPROVED,
    ENUMERATED,
    LANDMARKS_FOUND,
    VALIDATED,
    PLANS_VALIDATED,
    SCORED,
    COMBINATIONS_DECIDED,
    CANDIDATE_JUDGED,
    DESCRIBE_SERVICE,
    REPORT_RUN,
    CANCEL_RUN,
    REPORT_SESSION,
    ACCEPT_REVISION,
    UNDO_REVISION,
    BRANCH_SESSION,
    PREVIEW_READING,
    RESUME_RUN,
    LIST_DEAD_LETTERS,
    SHOW_DEAD_LETTER,
    RETRY_DEAD_LETTER,
    DROP_DEAD_LETTER,
    LIST_LIBRARIES,
    SHOW_LIBRARY,
)

#: Events that are worth publishing again once they were given up: for an answer nobody waits any more.
RETRIED: tuple[Subject, ...] = (
    FEEDBACK_SUBMITTED,
    EXECUTION_PROGRESSED,
    EXECUTION_DEVIATED,
    DOMAIN_DESCRIBED,
    REFINEMENT_REQUESTED,
)

#: Each row in its newest version: what our own clients read.
NEWEST: tuple[Subject, ...] = tuple({row.name: row for row in sorted(SUBJECTS, key=lambda each: each.version)}.values())
