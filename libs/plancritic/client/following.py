"""A run followed to its end, and the rules by which following it is given up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, NoReturn

import nats.errors

from plancritic.bus import Client
from plancritic.client.errors import RunGivenUp, ServicesMissing
from plancritic.client.services import FIRST_LOOK_SECONDS, LOOK_SECONDS, NEEDED_SERVICES, Waiting, ready_services
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import ContractError
from plancritic.contracts.execution.reports import ExecutionDeviated
from plancritic.contracts.feedback import (
    BasePlanMade,
    FeedbackRefused,
    FeedbackSubmitted,
    GenerationEvaluated,
    PlanRevised,
    ServiceJobs,
    StatementsTranslated,
)
from plancritic.contracts.improvement.messages import PlanImproved
from plancritic.contracts.questions import QuestionAnswered, QuestionAsked
from plancritic.contracts.runs import RunProgressed, RunStarted
from plancritic.contracts.service import ReportRun
from plancritic.contracts.sessions import SessionRevised
from plancritic.threads import stop

#: The two events that end a run, and those that may come before.
RunEnd = PlanRevised | FeedbackRefused
RunEvent = (
    FeedbackSubmitted
    | ExecutionDeviated
    | RunStarted
    | RunProgressed
    | BasePlanMade
    | StatementsTranslated
    | QuestionAsked
    | QuestionAnswered
    | GenerationEvaluated
    | PlanImproved
    | SessionRevised
    | RunEnd
)

#: Beyond the run's own deadline: the base plan, the last generation and the proofs come on top of it.
_GRACE_SECONDS = 120.0
#: A run without a deadline is given up when it gave no sign of life for this long; how often it is looked at.
_SILENCE_SECONDS = 120.0
_INTERVAL_SECONDS = 5.0


async def follow(
    client: Client,
    feedback: FeedbackSubmitted | ExecutionDeviated,
    limit: float | None = None,
    service_timeout: float | None = None,
    waiting: Waiting | None = None,
) -> AsyncGenerator[RunEvent, None]:
    """Yield the events of a submitted run from its beginning; the last one is its end.

    Three rules end it without an end event. A run that has a deadline gets that and some grace from when a coordinator
    takes it, or `limit` seconds from now.
    A run with a seed has no deadline: it is followed for as long as the coordinator says that it runs, or waits for
    its turn, and the services it waits for answer. And a service that has not answered at all gets `service_timeout`
    seconds (by default the setting) from when the run needs it: it may be starting. `waiting` is told which services
    do not answer yet.

    Raises:
        RunGivenUp: no end came.
        ServicesMissing: the run needs services that did not answer in time.
        ContractError: a fault of the bus.
    """
    patience = client.settings.service_timeout if service_timeout is None else service_timeout
    guard = _Guard(client, feedback, limit, patience, waiting)
    guarding = asyncio.create_task(guard.give_up())
    envelope = feedback.envelope
    events = client.watch(session=envelope.session_id, correlation=envelope.correlation_id)
    upcoming: asyncio.Future[Any] | None = None
    try:
        while True:
            upcoming = asyncio.ensure_future(anext(events))
            await asyncio.wait({upcoming, guarding}, return_when=asyncio.FIRST_COMPLETED)
            if not upcoming.done():
                guarding.result()
            message = upcoming.result().message
            guard.heard(message)
            yield message
            if isinstance(message, RunEnd):
                return
    finally:
        open_tasks = [task for task in (guarding, upcoming) if task is not None]
        try:
            await stop(*open_tasks)
        finally:
            await events.aclose()


class _Guard:
    """Looks after a run that is followed, and knows when to give it up."""

    def __init__(
        self,
        client: Client,
        feedback: FeedbackSubmitted | ExecutionDeviated,
        limit: float | None,
        patience: float,
        waiting: Waiting | None,
    ) -> None:
        self._client = client
        self._run = feedback.envelope.correlation_id
        settings = feedback.settings
        self._limit = limit
        #: Wall seconds from when a coordinator takes the run; None for one that is given up only once it is silent.
        self._seconds = settings.deadline_seconds + _GRACE_SECONDS if settings.seed is None else None
        self._patience = patience
        self._waiting = waiting
        self._clock = asyncio.get_running_loop().time
        self._alive = self._clock()
        self._taken = False
        self._waits = False
        self._jobs: tuple[ServiceJobs, ...] = ()
        #: Services that have answered since the run is followed; since when the others are needed.
        self._answered: set[str] = set()
        self._needed_since: dict[str, float] = {}
        self._announced: tuple[str, ...] = ()

    def heard(self, event: Message) -> None:
        """Take in an event of the run."""
        self._alive = self._clock()
        # While the run waits for a person its time stands still, and nobody gives it up.
        self._waits = isinstance(event, QuestionAsked)
        # Whatever comes after the feedback comes from a coordinator.
        self._taken = self._taken or not isinstance(event, FeedbackSubmitted | ExecutionDeviated)
        if isinstance(event, RunProgressed | GenerationEvaluated) and event.jobs:
            self._jobs = event.jobs

    async def give_up(self) -> NoReturn:
        """Look after the run until a rule says to give it up.

        Raises:
            RunGivenUp, ServicesMissing: as `follow` says.
        """
        try:
            async with asyncio.timeout(self._limit) as bound:
                while True:
                    if self._limit is None and self._taken and self._seconds is not None:
                        if self._waits:
                            bound.reschedule(None)
                        elif bound.when() is None:
                            bound.reschedule(self._clock() + self._seconds)
                    # A service that is being waited for is looked for again at once.
                    if not await self._look():
                        await asyncio.sleep(_INTERVAL_SECONDS)
        except TimeoutError:
            seconds = self._seconds if self._limit is None else self._limit
            assert seconds is not None, "without a limit nothing times out here"
            raise RunGivenUp(self._run, f"did not end within {seconds:g} s") from None

    @property
    def _bounded(self) -> bool:
        """Whether a limit of time will end the following, whatever is heard."""
        return self._limit is not None or (self._taken and self._seconds is not None)

    async def _look(self) -> bool:
        """Look once; return whether a service is being waited for, so that the next look should follow at once."""
        try:
            trouble = await self._trouble()
        except nats.errors.Error as error:
            self._needed_since.clear()
            trouble = f"the broker: {error}"
        if trouble is None:
            self._alive = self._clock()
        elif not self._bounded and self._clock() - self._alive >= _SILENCE_SECONDS:
            raise RunGivenUp(self._run, f"sent no event for {_SILENCE_SECONDS:g} s: {trouble}")
        return bool(self._needed_since)

    async def _trouble(self) -> str | None:
        """Return what keeps the run from going on; None if it runs, or waits for its turn, and all it needs answers."""
        ready = await ready_services(self._client, FIRST_LOOK_SECONDS)
        if not ready.issuperset(NEEDED_SERVICES) and not self._announced:
            # A busy machine may answer late: look longer before anybody is told that a service is missing.
            ready |= await ready_services(self._client, min(LOOK_SECONDS, self._patience))
        if not self._client.connection.is_connected:
            self._needed_since.clear()
            return "the connection to the broker is lost"
        self._answered |= ready
        self._tell(tuple(service for service in NEEDED_SERVICES if service not in ready))
        missing = tuple(service for service in NEEDED_SERVICES if service in self._needed() - ready)
        # A service that has never answered may be starting: its own deadline holds, and until then it is no trouble.
        self._raise_if_overdue(tuple(service for service in missing if service not in self._answered))
        if self._needed_since:
            return None
        gone = [service for service in missing if service in self._answered]
        if gone:
            return f"no ready copy of {', '.join(gone)} answers on {self._client.settings.shown_url}"
        return None if self._bounded else await self._reported_trouble()

    def _needed(self) -> set[str]:
        """Return the services that the run waits for now."""
        if not self._taken:
            return {"coordinator"}
        return {"coordinator", *(jobs.service for jobs in self._jobs if jobs.under_way)}

    def _tell(self, missing: tuple[str, ...]) -> None:
        if missing and missing != self._announced and self._waiting is not None:
            self._waiting(missing)
        self._announced = missing

    def _raise_if_overdue(self, missing: tuple[str, ...]) -> None:
        """Raise `ServicesMissing` for services that were needed for too long and have never answered."""
        now = self._clock()
        self._needed_since = {service: self._needed_since.get(service, now) for service in missing}
        overdue = [service for service, since in self._needed_since.items() if now - since >= self._patience]
        if overdue:
            raise ServicesMissing(overdue, self._client.settings.shown_url, self._patience, self._run)

    async def _reported_trouble(self) -> str | None:
        """Return what the coordinator's report says against waiting any longer; None for nothing."""
        ask = ReportRun(envelope=Envelope.start(), run=self._run)
        try:
            report = await self._client.ask(ask, subjects.REPORT_RUN)
        except ContractError as error:
            return error.fault.message
        # A run that nobody has begun is in the queue, which loses nothing.
        over = [state.state for state in report.runs if state.state not in ("running", "waiting")]
        return f"the coordinator reports it as {over[0]}, but no end event arrived" if over else None
