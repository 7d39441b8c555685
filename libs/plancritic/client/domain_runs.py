"""Runs of modelling and of refinement: where they stand and how they ended, from the recording.

No service keeps a list of them: what began them and what ended them are events, which any client may read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from itertools import chain
from typing import Any, Literal

from plancritic.bus import Client, Event, Heading
from plancritic.client.errors import EndNotRecorded, RunNotEnded
from plancritic.client.modelling import ModellingEnd
from plancritic.client.refinement import RefinementEnd
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Message
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.service import RunKind, RunState
from plancritic.contracts.subjects import Subject

#: So many are looked at more closely: as many as a list shows.
LATEST = 20
#: At once.
_LOOKS = 8


@dataclass(frozen=True)
class _Rows:
    """The events of a kind of run."""

    kind: RunKind
    begun: Subject
    progressed: Subject
    ended: Subject
    refused: Subject


_KINDS: dict[str, _Rows] = {
    each.kind: each
    for each in (
        _Rows(
            "modelling",
            subjects.DOMAIN_DESCRIBED,
            subjects.MODELLING_PROGRESSED,
            subjects.DOMAIN_MODELLED,
            subjects.MODELLING_REFUSED,
        ),
        _Rows(
            "refinement",
            subjects.REFINEMENT_REQUESTED,
            subjects.REFINEMENT_PROGRESSED,
            subjects.DOMAIN_REFINED,
            subjects.REFINEMENT_REFUSED,
        ),
    )
}


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

    async def look(rows: _Rows, heading: Heading) -> RunState:
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


async def _state(client: Client, rows: _Rows, heading: Heading) -> RunState:
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
    client: Client, rows: _Rows, heading: Heading
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
