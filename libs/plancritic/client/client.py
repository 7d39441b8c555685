"""The client: one connection, and everything that a program which is no service does on the bus."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field

from plancritic.bus import BusSettings, Client, Event
from plancritic.client import domain_runs, execution, lookups, modelling, sessions
from plancritic.client.connection import connected_bus
from plancritic.client.domain_runs import ModellingEnd, ModellingRun, RefinementEnd, RefinementRun
from plancritic.client.feedback import make_feedback
from plancritic.client.following import RunEnd, RunEvent, follow
from plancritic.client.services import NEEDED_SERVICES, Waiting, descriptions, require_services
from plancritic.client.status import SystemStatus, system_status
from plancritic.contracts import subjects
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed
from plancritic.contracts.feedback import FeedbackSubmitted, SearchSettings
from plancritic.contracts.modelling.messages import DomainDescribed, DomainModelled, LibraryList, SchemaLibrary
from plancritic.contracts.questions import QuestionAnswered, QuestionAsked, Questions, RejectedReading
from plancritic.contracts.refinement.messages import RefinementRequested
from plancritic.contracts.service import RunState, ServiceDescription
from plancritic.contracts.sessions import Revision, SessionReport


@dataclass(frozen=True)
class Run:
    """A submitted run."""

    feedback: FeedbackSubmitted | ExecutionDeviated
    _bus: Client = field(repr=False)

    @property
    def id(self) -> str:
        """Return the run's identifier."""
        return self.feedback.envelope.correlation_id

    @property
    def session(self) -> str:
        """Return the identifier of the session that the run is a turn of."""
        return self.feedback.envelope.session_id

    def follow(
        self, limit: float | None = None, service_timeout: float | None = None, waiting: Waiting | None = None
    ) -> AsyncGenerator[RunEvent, None]:
        """Return the run's events from its beginning, live at their end; the last one is its end.

        `following.follow` has the rules by which a run without an end is given up. Close the iterator (`aclosing`)
        to stop before the end.

        Raises:
            RunGivenUp: no end came.
            ServicesMissing: the run needs services that did not answer in time.
            ContractError: a fault of the bus.
        """
        return follow(self._bus, self.feedback, limit, service_timeout, waiting)

    async def end(
        self,
        limit: float | None = None,
        service_timeout: float | None = None,
        waiting: Waiting | None = None,
        on_event: Callable[[RunEvent], None] | None = None,
    ) -> RunEnd:
        """Return the run's end once it is there; `on_event` is called with each event before it, as it comes.

        Raises:
            RunGivenUp, ServicesMissing, ContractError: as `follow` says.
        """
        async with aclosing(self.follow(limit, service_timeout, waiting)) as events:
            async for event in events:
                if isinstance(event, RunEnd):
                    return event
                if on_event is not None:
                    on_event(event)
        raise AssertionError("a run is followed to its end, or given up with an error")

    async def answer(self, asked: QuestionAsked, choice: int | None, skipped: bool = False) -> None:
        """Answer a question of the run: the number of a choice, or None for none of them; or say that nobody will.

        The first answer counts. The run then goes on: follow it further.
        """
        answered = QuestionAnswered(
            envelope=self.feedback.envelope.caused(), question=asked.question, choice=choice, skipped=skipped
        )
        await self._bus.publish(answered, subjects.QUESTION_ANSWERED)

    async def cancel(self) -> RunState:
        """End the run and return how it stands; its end is then `FeedbackRefused` with the fault `cancelled`.

        Raises:
            ContractError: no coordinator has begun the run, or none answers.
        """
        return await lookups.cancel(self._bus, self.id)


class PlancriticClient:
    """Submits feedback, follows runs, and looks up what the services know.

    Every method raises `ContractError` where the broker or a service does not do its part.
    """

    def __init__(self, bus: Client) -> None:
        """Use a connection that is open already; `connect` opens one."""
        self._bus = bus

    @classmethod
    @asynccontextmanager
    async def connect(
        cls, settings: BusSettings | None = None, name: str = "client"
    ) -> AsyncIterator[PlancriticClient]:
        """Connect for the time of the context, which ends once the broker has been away for `outage_timeout` seconds.

        Raises:
            BrokerUnavailable: there is no broker, or it has gone.
            BrokerRefused: the broker answered with an error.
        """
        async with connected_bus(settings, name) as bus:
            yield cls(bus)

    @property
    def service_timeout(self) -> float:
        """Return how long a service that does not answer is waited for by default, in seconds."""
        return self._bus.settings.service_timeout

    @property
    def naming(self) -> subjects.Naming:
        """Return the namespace and the tenant that the connection is for."""
        return self._bus.naming

    async def submit(self, feedback: FeedbackSubmitted) -> Run:
        """Submit feedback and return the run that it starts.

        It returns once the broker has the feedback: services need not run yet.

        Raises:
            PayloadTooLarge, BrokerUnavailable, NotProvisioned: the broker did not take it.
        """
        await self._bus.publish(feedback, subjects.FEEDBACK_SUBMITTED)
        return Run(feedback, self._bus)

    async def progressed(self, report: ExecutionProgressed) -> Revision:
        """Report steps of a session's plan as done or begun, and return its newest revision with them.

        Raises:
            ContractError: the report is refused, or no coordinator takes it.
        """
        return await execution.progressed(self._bus, report)

    async def deviated(self, report: ExecutionDeviated) -> Run:
        """Report that the world is not as planned, and return the run that plans the rest anew.

        Raises:
            PayloadTooLarge, BrokerUnavailable, NotProvisioned: the broker did not take it.
        """
        await self._bus.publish(report, subjects.EXECUTION_DEVIATED)
        return Run(report, self._bus)

    async def describe(self, request: DomainDescribed) -> ModellingRun:
        """Hand in a domain in words and return the run that makes models of it; services need not run yet.

        Raises:
            PayloadTooLarge, BrokerUnavailable, NotProvisioned: the broker did not take it.
        """
        return await domain_runs.describe(self._bus, request)

    async def modelled(self, beginning: str) -> DomainModelled:
        """Return the recorded end of the one modelling run whose id begins so.

        Raises:
            UnknownIdentifier, AmbiguousIdentifier: there is none, or several.
        """
        return await modelling.modelled(self._bus, beginning)

    async def refine(self, request: RefinementRequested) -> RefinementRun:
        """Hand in a domain to be repaired and return the run that repairs it; services need not run yet.

        Raises:
            PayloadTooLarge, BrokerUnavailable, NotProvisioned: the broker did not take it.
        """
        return await domain_runs.refine(self._bus, request)

    async def libraries(self) -> LibraryList:
        """Return the libraries of action schemas that answers are kept for."""
        return await modelling.libraries(self._bus)

    async def library(self, beginning: str) -> SchemaLibrary:
        """Return the candidates of the one run or kept library whose id begins so. Raises as `modelling.library`."""
        return await modelling.library(self._bus, beginning)

    async def library_of(self, ended: DomainModelled) -> SchemaLibrary:
        """Return the candidates that a modelling run had. Raises `ObjectMissing` where they are not kept any more."""
        return await modelling.stored_library(self._bus, ended.library)

    def watch(self, session: str | None = None, run: str | None = None) -> AsyncGenerator[Event, None]:
        """Return the events of all runs, or of one session or run: recorded ones, then live; end it by `aclosing`."""
        return self._bus.watch(session=session, correlation=run)

    async def recorded(self, session: str | None = None, run: str | None = None) -> tuple[Event, ...]:
        """Return the recorded events of all runs, or of one session or run, oldest first."""
        return await self._bus.recorded(session=session, correlation=run)

    async def services(self, wait: float = 0.5) -> tuple[ServiceDescription, ...]:
        """Return what the copies of all services say of themselves within `wait` seconds."""
        return await descriptions(self._bus, wait)

    async def require_services(
        self,
        needed: Sequence[str] = NEEDED_SERVICES,
        seconds: float | None = None,
        waiting: Waiting | None = None,
    ) -> None:
        """Wait until a ready copy of each service has answered, `seconds` at most (the setting `service_timeout`).

        `waiting` is told once which services do not answer yet.

        Raises:
            ServicesMissing: the time is over; it names every service that did not answer.
        """
        await require_services(self._bus, needed, seconds, waiting)

    async def status(self) -> SystemStatus:
        """Return which services answer, where the latest runs stand, and how full the streams are."""
        return await system_status(self._bus)

    async def latest_runs(self) -> tuple[RunState, ...]:
        """Return the states of the latest runs of feedback, newest first."""
        return await lookups.latest_runs(self._bus)

    async def find_run(self, beginning: str) -> RunState:
        """Return the state of the one run whose id begins so: of feedback, of modelling or of refinement.

        Raises:
            UnknownIdentifier, AmbiguousIdentifier: there is none, or several.
        """
        return await lookups.find_run(self._bus, beginning)

    async def result_of(self, beginning: str) -> RunEnd:
        """Return the recorded end of the one run whose id begins so.

        Raises:
            UnknownIdentifier, AmbiguousIdentifier: there is no such run, or several.
            RunNotEnded: it has no end yet.
            EndNotRecorded: the recording does not go back to its end.
        """
        return await lookups.result_of(self._bus, beginning)

    async def cancel(self, beginning: str) -> RunState:
        """End the one run whose id begins so and return how it stands: `cancelled`, or the end that it had before.

        Raises:
            UnknownIdentifier, AmbiguousIdentifier: there is none, or several.
            ContractError: no copy of the service that carries it answers.
        """
        state = await self.find_run(beginning)
        if state.state in ("ended", "refused"):
            return state
        return await lookups.cancel(self._bus, state.run, state.kind)

    async def domain_runs(self) -> tuple[RunState, ...]:
        """Return the states of the latest runs of modelling and of refinement, newest first."""
        return await domain_runs.domain_runs(self._bus)

    async def end_of_domain_run(self, state: RunState) -> ModellingEnd | RefinementEnd:
        """Return the recorded end of a run of modelling or of refinement.

        Raises:
            RunNotEnded: it has no end yet.
            EndNotRecorded: the recording does not go back to its end.
        """
        return await domain_runs.end_of(self._bus, state)

    async def find_session(self, beginning: str) -> str:
        """Return the one session whose id begins so.

        Raises:
            UnknownIdentifier, AmbiguousIdentifier: there is none, or several.
        """
        return await lookups.find_session(self._bus, beginning)

    async def sessions(self, limit: int = 20) -> SessionReport:
        """Return the sessions of the tenant, the one that changed last first."""
        return await sessions.report(self._bus, None, limit, None)

    async def session(self, beginning: str, limit: int = 20, before: int | None = None) -> SessionReport:
        """Return the one session whose id begins so: its newest revision, and a page of its revisions, newest first.

        The page ends before the revision of number `before`.

        Raises:
            ContractError: there is none, or several.
        """
        return await sessions.report(self._bus, beginning, limit, before)

    async def head(self, beginning: str) -> Revision:
        """Return the newest revision of the one session whose id begins so: what its next turn starts from.

        Raises:
            ContractError: there is none, or several.
        """
        return await sessions.head(self._bus, beginning)

    async def accept(self, beginning: str, revision: str | None = None, statement: str | None = None) -> Revision:
        """Accept a session's newest revision, which confirms its doubtful readings, and return it.

        `revision` is the one that the person has seen. With the id of a `statement` its reading alone is confirmed.

        Raises:
            ContractError: no such session, or the session has a newer revision.
        """
        return await sessions.accept(self._bus, beginning, revision, statement)

    async def confirm(self, beginning: str, statement: str, revision: str | None = None) -> Revision:
        """Confirm the reading of one statement in force, by its id or its words, and return the newest revision.

        Raises:
            UnknownStatement, AmbiguousStatement: no statement in force, or several, are named so.
            ContractError: as `accept`.
        """
        head = await self.head(beginning)
        name = sessions.find_statement(statement, head.in_force).statement.id
        return await sessions.accept(self._bus, head.session, revision or head.id, name)

    async def rejecting(
        self,
        beginning: str,
        statement: str,
        settings: SearchSettings | None = None,
        other: bool = False,
        questions: Questions = "none",
        revision: str | None = None,
    ) -> FeedbackSubmitted:
        """Return the feedback for a turn in which the reading of a statement in force was not meant.

        `revision` is the one that the person has seen; else it is the newest.

        With `other` the next likeliest reading was; else the run asks about it where `questions` says so. Raises as
        `confirm`.
        """
        head = await self.head(beginning)
        name = sessions.find_statement(statement, head.in_force).statement.id
        about = head.problem
        return make_feedback(
            about.domain,
            about.problem,
            (),
            settings or SearchSettings(),
            head.session,
            revision=revision or head.id,
            questions=questions,
            reject=(RejectedReading(statement=name, other=other),),
        )

    async def undo(self, beginning: str, revision: str | None = None) -> Revision:
        """Go back to the revision before a session's newest one, and return the new revision that is equal to it.

        Undoing again goes back further. What the person rejected is passed over: no rejected reading is in force again.

        Raises:
            ContractError: as `accept`; or there is no revision before.
        """
        return await sessions.undo(self._bus, beginning, revision)

    async def branch(self, beginning: str, revision: str | None = None, into: str | None = None) -> Revision:
        """Begin a session with a copy of a revision (the newest, or the one of this id or number), and return that.

        Raises:
            ContractError: no such session or revision, or there is a session `into` already.
        """
        return await sessions.branch(self._bus, beginning, revision, into)

    async def drop(self, beginning: str, statements: Sequence[str], settings: SearchSettings | None = None) -> Run:
        """Submit a turn without some statements in force, and return its run. Raises as `dropping`."""
        return await self.submit(await self.dropping(beginning, statements, settings))

    async def dropping(
        self,
        beginning: str,
        statements: Sequence[str],
        settings: SearchSettings | None = None,
        revision: str | None = None,
    ) -> FeedbackSubmitted:
        """Return the feedback for a turn without some statements in force.

        Each is named by its id, its words, or the beginning of them. `revision` is the one that the person has seen;
        else it is the newest.

        Raises:
            UnknownStatement, AmbiguousStatement: no statement in force, or several, are named so.
            ContractError: as `head`.
        """
        head = await self.head(beginning)
        names = [sessions.find_statement(each, head.in_force).statement.id for each in statements]
        about, wanted = head.problem, settings or SearchSettings()
        drop = tuple(dict.fromkeys(names))
        seen = revision or head.id
        return make_feedback(about.domain, about.problem, (), wanted, head.session, revision=seen, drop=drop)
