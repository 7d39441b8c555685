"""Sessions of several turns: revisions, the statements in force in them, and what a client may ask for."""

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime, Field

from plancritic.contracts.envelope import Contract, Message, Token
from plancritic.contracts.execution.record import Execution
from plancritic.contracts.feedback import PlanStep, ReadingState, StatementVerdict
from plancritic.contracts.specification import ProblemReference, TracedConstraint
from plancritic.contracts.translation import Statement

#: Why a statement is not in force.
WhyNotInForce = Literal["violated", "impossible", "not_understood", "disputed", "dropped"]

#: How a revision came about.
RevisionMaker = Literal["turn", "undo", "branch"]

MOST_LISTED = 100


class StatementInForce(Contract):
    """A statement that later turns keep, with the reading it has had since it was said.

    `constraints`, `mid_level_goal`, `score` (how likely it was) and `similarity` are its frozen reading (`Reading`);
    `turn` is the number of the revision in which it was said; `verdict` what came of it on the revision's plan. `doubt`
    says why a `doubtful` reading is in doubt.
    """

    statement: Statement
    constraints: tuple[str, ...] = Field(min_length=1)
    mid_level_goal: str
    said_back: str = ""
    score: float = Field(ge=0, le=1)
    similarity: float | None = Field(default=None, ge=-1, le=1)
    turn: int = Field(ge=1)
    verdict: StatementVerdict
    reading: ReadingState
    doubt: str = ""
    #: Readings that the person has rejected, each as its constraints.
    rejected: tuple[tuple[str, ...], ...] = ()


class StatementNotInForce(Contract):
    """A statement that was said in the session and that later turns do not keep, with the reason.

    The reading's fields are empty where it was not understood. `verdict` is the last one, on the plan of the revision
    in which it left; `impossible_with` are the ids of the statements that it clashes with.
    """

    statement: Statement
    why: WhyNotInForce
    constraints: tuple[str, ...] = ()
    mid_level_goal: str | None = None
    said_back: str = ""
    turn: int = Field(ge=1)
    verdict: StatementVerdict
    explanation: str = ""
    impossible_with: tuple[str, ...] = ()


class Revision(Contract):
    """A plan of a session with the statements in force: where the next turn starts.

    Revisions of a session are numbered from 1 without a gap. `parent` is the revision to which `undo` goes back: the
    newest one before without a reading in force that the person has rejected since. It is None for the first revision,
    and where every one before has such a reading; then `passed_over` is true. `run` is the run that made it, None
    where none did. `restores` is the revision whose plan and statements an `undo` or a `branch` copied. `not_in_force`
    lists the newest `MOST_LISTED` of the statements that were left out, also by a later turn that changed nothing and
    so made no revision.
    `accepted` says that a person accepted the plan and the readings.
    """

    id: Token
    number: int = Field(ge=1)
    session: Token
    parent: Token | None
    passed_over: bool = False
    run: Token | None
    made_by: RevisionMaker = "turn"
    restores: Token | None = None
    problem: ProblemReference
    plan: str
    steps: tuple[PlanStep, ...]
    specification: tuple[TracedConstraint, ...]
    in_force: tuple[StatementInForce, ...]
    not_in_force: tuple[StatementNotInForce, ...] = ()
    accepted: bool = False
    #: How far the plan has been executed; None where nobody reported that.
    execution: Execution | None = None
    #: The highest number of a statement in the session: the next one without an id of its own is `s<number + 1>`.
    last_statement: int = Field(default=0, ge=0)
    #: Who read the statements.
    translator: str
    created: AwareDatetime


class SessionRevised(Message):
    """Event: a session has a new revision, or its newest one was accepted, or steps of its plan were reported as done.

    Where the revision is known already, `accepted` and the readings, or `execution`, say what has changed.
    """

    revision: Revision


class StatementMark(Contract):
    """A statement in one revision: in force, or why not."""

    id: Token
    text: str
    standing: Literal["in_force", "violated", "impossible", "not_understood", "disputed", "dropped"]
    verdict: StatementVerdict


class RevisionSummary(Contract):
    """A revision without its plan; `ends_at` is when its plan ends, in units of the domain's time."""

    id: Token
    number: int
    parent: Token | None
    run: Token | None
    made_by: RevisionMaker
    restores: Token | None
    statements: tuple[StatementMark, ...]
    steps: int
    ends_at: float
    accepted: bool
    created: AwareDatetime


class SessionSummary(Contract):
    """A session: its newest revision and what is in force there."""

    session: Token
    domain: str
    problem: str
    head: Token
    number: int
    in_force: int
    accepted: bool
    created: AwareDatetime
    updated: AwareDatetime


class ReportSession(Message):
    """Ask: which sessions are there, or how does one stand?

    Without `session` the answer lists the tenant's sessions. With it (an id, or the beginning of one) the answer has
    that session alone, its head, and its revisions from `before` (a number) downwards.
    """

    session: Token | None = None
    limit: int = Field(default=20, ge=1, le=MOST_LISTED)
    before: int | None = Field(default=None, ge=1)


class SessionReport(Contract):
    """Answer to `ReportSession`, newest first. `more` says that the limit left some out."""

    sessions: tuple[SessionSummary, ...]
    head: Revision | None = None
    revisions: tuple[RevisionSummary, ...] = ()
    more: bool = False


class AcceptRevision(Message):
    """Ask: accept the plan of a session's newest revision, and confirm its doubtful readings.

    With a `statement`, the id of one in force, its reading alone is confirmed, and the plan is not accepted.

    Here and in `UndoRevision` the `revision` is the one that the person has seen: where the session has a newer one the
    ask is refused as stale.
    """

    session: Token
    revision: Token | None = None
    statement: Token | None = None


class UndoRevision(Message):
    """Ask: go back to the parent of a session's newest revision."""

    session: Token
    revision: Token | None = None


class BranchSession(Message):
    """Ask: begin a session with a copy of a revision: of the newest, or of the one named by its id or number.

    `into` is the new session's id; without it one is made up.
    """

    session: Token
    revision: Token | None = None
    into: Token | None = None


class SessionChanged(Contract):
    """Answer to an action on a session: its newest revision now."""

    revision: Revision


def words_of(text: str) -> str:
    """Return what makes two statements the same: their words, whatever capitals, blanks and full stop."""
    return " ".join(text.casefold().split()).rstrip(".!")
