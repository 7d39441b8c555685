"""What every service answers: who it is and how it fares; how a job ends that could not be done; dead letters."""

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime, Field

from plancritic.contracts.envelope import Contract, Message, Token
from plancritic.contracts.errors import Fault


class JobFailed(Message):
    """Result of any job that could not be done, with the reason."""

    kind: Literal["job_failed"] = "job_failed"
    job: str
    fault: Fault


class DescribeService(Message):
    """Ask: every copy of every service answers with its description."""


class QueueDepth(Contract):
    """What lies in a service's durable consumer of a row, of all its copies together."""

    subject: str
    waiting: int
    under_way: int
    #: Of those under way: delivered more than once, because a worker died or failed.
    redelivered: int


class ServiceDescription(Contract):
    """One copy of a service."""

    service: str
    instance: str
    version: str
    process_id: int
    host: str
    #: Where /health/live, /health/ready and /metrics are served, if anywhere.
    http: str | None
    ready: bool
    in_flight: int
    handled: int
    detail: dict[str, str] = Field(default_factory=dict)
    queues: tuple[QueueDepth, ...] = ()


class ReportRun(Message):
    """Ask: what is the state of a run (or, without one named, of the latest runs)?

    `run` and `session` are whole ids or their beginnings: an exact match alone is answered where there is one, else
    every run whose id, or whose session's id, begins so.
    """

    run: Token | None = None
    session: Token | None = None


#: What a run is about: a plan, models of a description, or the repair of a domain.
RunKind = Literal["feedback", "modelling", "refinement"]


class RunState(Contract):
    """Where a run stands. It is `waiting` where it needs an answer, or a copy that is free."""

    run: str
    kind: RunKind = "feedback"
    session: str
    domain: str
    state: Literal["running", "waiting", "ended", "refused", "cancelled"]
    generation: int
    best_adherence: float | None = None
    started: str


class RunReport(Contract):
    """Answer to `ReportRun`, newest first."""

    runs: tuple[RunState, ...]


class CancelRun(Message):
    """Ask: end a run that is under way, or that waits.

    Every copy of the service that carries runs of this `kind` answers; the first answer is enough. The run ends with
    `FeedbackRefused`, `ModellingRefused` or `RefinementRefused` whose fault is `cancelled`. A run that has an end
    already keeps it.
    """

    run: Token
    kind: RunKind = "feedback"


class RunCancelled(Contract):
    """Answer to `CancelRun`: how the run stands now. Its state is `cancelled` unless it had ended otherwise before."""

    run: RunState


#: The most dead letters of one answer.
MOST_LETTERS = 100


class DeadLetter(Contract):
    """A message that was given up, without its body; `subject` is where it came from."""

    id: str
    subject: str
    session: str
    run: str | None
    #: The code of a fault, or what the broker said.
    fault: str
    reason: str
    deliveries: int
    buried: AwareDatetime


class ListDeadLetters(Message):
    """Ask: which messages were given up?"""

    limit: int = Field(default=20, ge=1, le=MOST_LETTERS)


class DeadLetterList(Contract):
    """Answer to `ListDeadLetters`, newest first; `total` counts all there are."""

    letters: tuple[DeadLetter, ...]
    total: int


class ShowDeadLetter(Message):
    """Ask: what does a dead letter say? `letter` is its id or the beginning of it."""

    letter: Token


class DeadLetterShown(Contract):
    """Answer to `ShowDeadLetter`; what is no text in `body` is escaped."""

    letter: DeadLetter
    body: str


class RetryDeadLetter(Message):
    """Ask: publish a dead letter again, as a message of its own; the letter is removed then.

    Feedback and deviations begin a new run. Jobs and answers are refused: nobody waits for them any more.
    """

    letter: Token


class DeadLetterRetried(Contract):
    """Answer to `RetryDeadLetter`: the run that the message begins or belongs to."""

    letter: DeadLetter
    run: str


class DropDeadLetter(Message):
    """Ask: remove a dead letter for good."""

    letter: Token


class DeadLetterDropped(Contract):
    """Answer to `DropDeadLetter`."""

    letter: DeadLetter


class ResumeRun(Message):
    """Ask: carry on a run that has neither an end nor a copy that carries it.

    `sequence` is where the event that began it lies in the recording: what it says is read there, from nobody's ask.
    """

    run: Token
    sequence: int = Field(ge=1)


class RunTakenUp(Contract):
    """Answer to `ResumeRun`: a copy looks after the run now."""

    run: str
