"""Typed answers to requests that cannot be met, the same words on the bus and on the command line."""

from __future__ import annotations

from enum import StrEnum

from plancritic.contracts.envelope import Contract


class FaultCode(StrEnum):
    """Why a request was refused or could not be finished."""

    EMPTY_FEEDBACK = "empty_feedback"
    INVALID_MESSAGE = "invalid_message"
    PAYLOAD_TOO_LARGE = "payload_too_large"
    UNKNOWN_DOMAIN = "unknown_domain"
    UNKNOWN_PROBLEM = "unknown_problem"
    SYNTAX_ERROR = "syntax_error"
    UNKNOWN_NAME = "unknown_name"
    #: Something else has the name already.
    NAME_IN_USE = "name_in_use"
    EXPANSION_TOO_LARGE = "expansion_too_large"
    NO_BASE_PLAN = "no_base_plan"
    INVALID_PLAN = "invalid_plan"
    #: The session has a newer revision than the one that this is about.
    STALE_REVISION = "stale_revision"
    #: The session is about another problem, or another version of its domain.
    OTHER_PROBLEM = "other_problem"
    #: Several statements, sessions or revisions may be meant; the remedy lists them.
    AMBIGUOUS_NAME = "ambiguous_name"
    #: The session has nothing before its first revision.
    NOTHING_TO_UNDO = "nothing_to_undo"
    #: The time is before what is known of the execution already.
    TIME_PASSED = "time_passed"
    #: A step of the plan is under way at the time of an observation.
    STEP_UNDER_WAY = "step_under_way"
    #: What was reported, or asked for, contradicts what was done already.
    PAST_CONTRADICTED = "past_contradicted"
    MODEL_MISSING = "model_missing"
    MODEL_UNUSABLE = "model_unusable"
    LANGUAGE_MODEL_FAILED = "language_model_failed"
    SERVICE_UNAVAILABLE = "service_unavailable"
    #: A store of the broker is full, or so nearly that nothing new is begun.
    STORE_FULL = "store_full"
    #: The session has as many runs under way as it may have.
    TOO_MANY_RUNS = "too_many_runs"
    #: So much waits that nothing new is taken; `retry_after_seconds` says when to submit again.
    BUSY = "busy"
    DEADLINE_EXCEEDED = "deadline_exceeded"
    WORKER_FAILED = "worker_failed"
    #: The run was cancelled; of a job: its run was over before a worker took the job.
    CANCELLED = "cancelled"


class Fault(Contract):
    """What went wrong, in words for the person who asked, with the remedy and the place if there is one.

    `line` and `column` count from one. With `retry_after_seconds` the same request may be met after that time.
    """

    code: FaultCode
    message: str
    remedy: str | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None
    retry_after_seconds: int | None = None


class ContractError(Exception):
    """A fault as an exception: raised by a handler, it is the typed answer to whoever asked."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.message)
