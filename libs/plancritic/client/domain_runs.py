"""Runs of modelling and of refinement: handed in, followed to their end, and found again in the recording.

No service keeps a list of them: what began them and what ended them are events, which any client may read.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC
from itertools import chain
from typing import Any, Generic, Literal, TypeAlias, TypeVar, cast

from plancritic.bus import Client, Event, Heading
from plancritic.client.errors import EndNotRecorded, RunGivenUp, RunNotEnded
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Message
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.modelling.messages import (
    DomainDescribed,
    DomainModelled,
    ModellingProgressed,
    ModellingRefused,
)
from plancritic.contracts.refinement.messages import (
    DomainRefined,
    RefinementProgressed,
    RefinementRefused,
    RefinementRequested,
)
from plancritic.contracts.service import RunKind, RunState
from plancritic.contracts.subjects import Subject

#: So many are looked at more closely: as many as a list shows.
LATEST = 20
#: At once.
_LOOKS = 8
#: A run is given up where nothing is heard of it for so long: a language model may take its time.
_SILENCE_SECONDS = 900.0

ModellingEnd = DomainModelled | ModellingRefused
ModellingEvent = ModellingProgressed | ModellingEnd
RefinementEnd = DomainRefined | RefinementRefused
RefinementEvent = RefinementProgressed | RefinementEnd


_Request = TypeVar("_Request", bound=Message)
_RunEvent = TypeVar("_RunEvent", bound=Message)


@dataclass(frozen=True)
class DomainRunKind:
    """The events of a kind of run, and the services that it needs."""

    kind: RunKind
    services: tuple[str, ...]
    begun: Subject
    progressed: Subject
    ended: Subject
    refused: Subject


MODELLING = DomainRunKind(
    "modelling",
    ("schema_library", "validator"),
    subjects.DOMAIN_DESCRIBED,
    subjects.MODELLING_PROGRESSED,
    subjects.DOMAIN_MODELLED,
    subjects.MODELLING_REFUSED,
)
REFINEMENT = DomainRunKind(
    "refinement",
    ("refiner",),
    subjects.REFINEMENT_REQUESTED,
    subjects.REFINEMENT_PROGRESSED,
    subjects.DOMAIN_REFINED,
    subjects.REFINEMENT_REFUSED,
)
_KINDS: dict[str, DomainRunKind] = {each.kind: each for each in (MODELLING, REFINEMENT)}


@dataclass(frozen=True)
class DomainRun(Generic[_Request, _RunEvent]):
    """A run of modelling or of refinement under way."""

    request: _Request
    _kind: DomainRunKind = field(repr=False)
    _bus: Client = field(repr=False)

    @property
    def id(self) -> str:
        """Return the run's identifier."""
        return self.request.envelope.correlation_id

    async def follow(self, silence: float = _SILENCE_SECONDS) -> AsyncGenerator[_RunEvent, None]:
        """Yield what happens, the end last. Close the iterator (`aclosing`) to stop before.

        Raises:
            RunGivenUp: nothing was heard for `silence` seconds.
            ContractError: a fault of the bus.
        """
        rows = (self._kind.progressed, self._kind.ended, self._kind.refused)
        async with aclosing(self._bus.watch(self.request.envelope.session_id, self.id, rows)) as events:
            while True:
                try:
                    message = (await asyncio.wait_for(anext(events), silence)).message
                except TimeoutError:
                    raise RunGivenUp(self.id, f"gave no sign of life for {silence:g} s") from None
                yield cast(_RunEvent, message)
                if isinstance(message, ModellingEnd | RefinementEnd):
                    return


ModellingRun: TypeAlias = DomainRun[DomainDescribed, ModellingEvent]
RefinementRun: TypeAlias = DomainRun[RefinementRequested, RefinementEvent]


async def describe(bus: Client, request: DomainDescribed) -> ModellingRun:
    """Hand in a description and return its run; services need not run yet.

    Raises:
        PayloadTooLarge, BrokerUnavailable, NotProvisioned: the broker did not take it.
    """
    await bus.publish(request, MODELLING.begun)
    return DomainRun(request, MODELLING, bus)


async def refine(bus: Client, request: RefinementRequested) -> RefinementRun:
    """Hand in a domain to be repaired and return its run. Raises as `describe`."""
    await bus.publish(request, REFINEMENT.begun)
    return DomainRun(request, REFINEMENT, bus)


def newest_first(*several: Sequence[RunState]) -> tuple[RunState, ...]:
    """Return lists of runs as one, the newest run first."""
    return tuple(sorted(chain(*several), key=lambda each: each.started, reverse=True))


async def domain_runs(client: Client, beginning: str = "") -> tuple[RunState, ...]:
    """Return the latest runs of modelling and of refinement whose ids begin so, newest first; `LATEST` at most.

    One that nobody has said anything of yet is `waiting`. An id that is the beginning of others stands for itself.

    Raises:
        nats.errors.Error, nats.js.errors.Error: the broker does not answer.
    """
    found = [(rows, heading) for rows in _KINDS.values() for heading in await client.headings(rows.begun)]
    found = [each for each in found if each[1].run.startswith(beginning)]
    found = [each for each in found if each[1].run == beginning] or found
    found.sort(key=lambda each: each[1].time, reverse=True)
    # Oldest last: a run is begun by the first event that names it.
    first = {heading.run: (rows, heading) for rows, heading in found[:LATEST]}
    turns = asyncio.Semaphore(_LOOKS)

    async def look(rows: DomainRunKind, heading: Heading) -> RunState:
        async with turns:
            return await _state(client, rows, heading)

    return newest_first(await asyncio.gather(*(look(*each) for each in first.values())))


async def end_of(client: Client, state: RunState) -> ModellingEnd | RefinementEnd:
    """Return the end of a run of modelling or of refinement.

    Raises:
        RunNotEnded: it has no end yet.
        EndNotRecorded: the recording does not go back to its end.
    """
    if state.state in ("running", "waiting"):
        raise RunNotEnded(state)
    rows = _KINDS[state.kind]
    for row in (rows.ended, rows.refused):
        event = await _event(client, row, state.session, state.run)
        if event is not None and isinstance(event.message, ModellingEnd | RefinementEnd):
            return event.message
    raise EndNotRecorded(state.run)


async def _state(client: Client, rows: DomainRunKind, heading: Heading) -> RunState:
    try:
        described: Any = (await client.event_at(heading)).message
        domain = described.description.domain
    except ContractError:
        # What cannot be read is refused by its service; it is a run all the same.
        domain = ""
    return RunState(
        run=heading.run,
        kind=rows.kind,
        session=heading.session,
        domain=domain,
        state=await _standing(client, rows, heading),
        generation=0,
        started=heading.time.astimezone(UTC).isoformat(timespec="milliseconds"),
    )


async def _standing(
    client: Client, rows: DomainRunKind, heading: Heading
) -> Literal["running", "waiting", "ended", "refused", "cancelled"]:
    if await _heading(client, rows.ended, heading.session, heading.run) is not None:
        return "ended"
    refused = await _event(client, rows.refused, heading.session, heading.run)
    if refused is not None:
        return "cancelled" if _is_cancelled(refused.message) else "refused"
    progress_heading = await _heading(client, rows.progressed, heading.session, heading.run)
    return "waiting" if progress_heading is None else "running"


def _is_cancelled(refused: Message) -> bool:
    refusal: Any = refused
    return bool(refusal.fault.code is FaultCode.CANCELLED)


async def _heading(client: Client, row: Subject, session: str, run: str) -> Heading | None:
    found = await client.headings(row, session)
    return next((each for each in found if each.run == run), None)


async def _event(client: Client, row: Subject, session: str, run: str) -> Event | None:
    heading = await _heading(client, row, session, run)
    return None if heading is None else await client.event_at(heading)
