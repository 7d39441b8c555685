"""Bodies of requests and of the answers for which the contracts have no class.

A body is a message of the contracts without its envelope, which the gateway writes. A test holds the fields against the
contracts' classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from plancritic.client import ModellingEnd, RefinementEnd, RunEnd
from plancritic.contracts.envelope import Contract, Token
from plancritic.contracts.execution.record import ReportedTime, StateNumber
from plancritic.contracts.execution.reports import LateStep, StepName
from plancritic.contracts.feedback import DOMAIN_NAME, PROBLEM_NAME
from plancritic.contracts.questions import MOST_CHOICES, Questions
from plancritic.contracts.service import RunState, ServiceDescription
from plancritic.contracts.settings import SearchSettings
from plancritic.contracts.specification import Strength
from plancritic.contracts.translation import MAXIMUM_STATEMENTS, StatementText


class Body(Contract):
    """A body of a request: a field that is not known is refused, because a misspelt one would change nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SaidStatement(Body):
    """One statement in the person's own words; what is no `must` is a preference."""

    text: StatementText
    strength: Strength = "must"


class Feedback(Body):
    """What a person said of a plan: `FeedbackSubmitted`. Without a `session` it begins one.

    `drop` has ids of statements in force that are to hold no longer. `revision` is the one that the person has seen.
    With `questions` set to `ask` the run may wait for an answer.
    """

    domain: str = Field(pattern=DOMAIN_NAME)
    problem: str = Field(default="1", pattern=PROBLEM_NAME)
    statements: tuple[SaidStatement, ...] = Field(default=(), max_length=MAXIMUM_STATEMENTS)
    session: Token | None = None
    settings: SearchSettings = SearchSettings()
    revision: Token | None = None
    drop: tuple[Token, ...] = Field(default=(), max_length=1000)
    questions: Questions = "none"


class GivenAnswer(Body):
    """An answer to a question of a run: `QuestionAnswered`. `choice` is the number of a choice, null for none of them.

    `skipped` says that nobody will answer.
    """

    question: Token
    choice: int | None = Field(default=None, ge=1, le=MOST_CHOICES)
    skipped: bool = False


class SeenRevision(Body):
    """The revision that the person has seen: where the session has a newer one, the answer is 409."""

    revision: Token | None = None


class NamedStatement(SeenRevision):
    """A statement in force, by its id, its words, or the beginning of them."""

    statement: str = Field(min_length=1)


class Rejection(NamedStatement):
    """A statement whose reading was not meant. With `other` the next likeliest was; else `questions` may ask."""

    other: bool = False
    questions: Questions = "none"
    settings: SearchSettings = SearchSettings()


class Branch(Body):
    """Which revision, by id or number, a new session begins with (the newest), and the new session's id."""

    revision: Token | None = None
    into: Token | None = None


class Drop(SeenRevision):
    """Statements in force that are to hold no longer, each by its id, its words, or the beginning of them."""

    statements: tuple[str, ...] = Field(min_length=1, max_length=1000)
    settings: SearchSettings = SearchSettings()


class Progressed(Body):
    """Steps of a session's plan are done or begun as planned: `ExecutionProgressed`."""

    kind: Literal["progressed"]
    revision: Token
    time: ReportedTime
    through: int | None = Field(default=None, ge=0)
    done: tuple[StepName, ...] = Field(default=(), max_length=10_000)
    begun: tuple[StepName, ...] = Field(default=(), max_length=10_000)


class Deviated(Body):
    """The world is not as planned: `ExecutionDeviated`. It starts a run that plans the rest anew."""

    kind: Literal["deviated"]
    revision: Token
    time: ReportedTime
    true: tuple[str, ...] = ()
    false: tuple[str, ...] = ()
    values: dict[str, StateNumber] = Field(default_factory=dict)
    complete: bool = False
    not_done: tuple[StepName, ...] = Field(default=(), max_length=10_000)
    broken_off: tuple[StepName, ...] = Field(default=(), max_length=10_000)
    under_way: tuple[StepName, ...] = Field(default=(), max_length=10_000)
    late: tuple[LateStep, ...] = Field(default=(), max_length=1_000)
    reason: str = Field(default="", max_length=2_000)
    settings: SearchSettings = SearchSettings()


ExecutionReport = Annotated[Progressed | Deviated, Field(discriminator="kind")]


class RunAccepted(Contract):
    """A message of a run is stored on the broker; the run's events tell the result."""

    run: Token
    session: Token


class RunStanding(Contract):
    """Where a run stands, and its end: null before it, and where the recording does not have it any more."""

    state: RunState
    end: RunEnd | ModellingEnd | RefinementEnd | None = None


class DomainSummary(Contract):
    """A published domain: its name, the title that people know it by, and its problems."""

    name: str
    title: str
    problems: tuple[str, ...]


class DomainList(Contract):
    """The published domains, by name."""

    domains: tuple[DomainSummary, ...]


class ServiceList(Contract):
    """The copies of services that answered."""

    services: tuple[ServiceDescription, ...]
