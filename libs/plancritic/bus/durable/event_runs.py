"""Runs that one event begins and one event ends, as one copy of a service carries them: to their end, or cancelled."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from datetime import UTC
from typing import Any, TypeVar

import structlog
from cachetools import LRUCache

from plancritic.bus.client import Client
from plancritic.bus.durable.in_hand import BrokenOff, WorkInHand
from plancritic.bus.durable.run_ends import RunEnds
from plancritic.bus.durable.run_keys import run_key
from plancritic.bus.watch import Event
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.service import CancelRun, RunCancelled, RunKind, RunState
from plancritic.contracts.subjects import Subject

_log = structlog.get_logger("plancritic.bus.durable.event_runs")
Value = TypeVar("Value")
#: Runs that are remembered as cancelled: work of theirs that comes a moment later is not begun.
_CANCELLED_KEPT = 512


@dataclass(frozen=True)
class RunRows:
    """The rows of one kind of run: what begins it, and its two ends. A refusal has a `fault` beside its envelope."""

    kind: RunKind
    begun: Subject
    ended: Subject
    refused: Subject


class EventRuns:
    """The runs of a kind that this copy works on. Whichever copy is asked to cancel one, every copy hears it."""

    def __init__(
        self,
        rows: RunRows,
        client: Callable[[], Client],
        key: Callable[[Client, str], Awaitable[str]] = run_key,
    ) -> None:
        self._rows = rows
        self._client = client
        self._key = key
        self._in_hand = WorkInHand()
        self._cancelled: LRUCache[str, bool] = LRUCache(maxsize=_CANCELLED_KEPT)

    async def carry(self, request: Message, work: Callable[[Envelope, str], Coroutine[Any, Any, Message]]) -> None:
        """Carry the run of a request to its end: `work` makes the end, of its envelope and the run's key.

        Raises:
            ContractError: it cannot be worked on; `refuse` ends the run then.
        """
        key = await self._key(self._client(), request.envelope.correlation_id)
        ends = RunEnds(self._client(), request.envelope, key, (self._rows.ended, self._rows.refused))
        if await ends.ending() is not None:
            return
        try:
            end = await self.unless_cancelled(request.envelope, work(ends.envelope, key))
        except ContractError as error:
            if error.fault.code is not FaultCode.CANCELLED or await ends.ending() is None:
                raise
            return
        await ends.publish(end, self._rows.ended)

    async def refuse(self, fault: Fault, envelope: Envelope) -> None:
        """End the run that this envelope's event began, or would have, with a fault."""
        ends = await self._ends(envelope)
        await ends.publish(self._refusal(ends, fault), self._rows.refused)

    async def unless_cancelled(self, envelope: Envelope, work: Coroutine[Any, Any, Value]) -> Value:
        """Return what comes of work for the envelope's run, which is broken off when the run is cancelled.

        Raises:
            ContractError: the run was cancelled, meanwhile or before; or what the work raises.
        """
        run = envelope.correlation_id
        if run in self._cancelled:
            work.close()
            raise ContractError(_cancelled(run))
        try:
            return await self._in_hand.unless_broken_off(run, work)
        except BrokenOff:
            raise ContractError(_cancelled(run)) from None

    async def cancel(self, ask: CancelRun) -> RunCancelled | None:
        """End a run that waits or is under way, whichever copy carries it; None for a run of another kind.

        Raises:
            ContractError: no event has begun a run with this id.
        """
        if ask.kind != self._rows.kind:
            return None
        state: RunState | None = None
        # A second event may name the same run.
        for begun in await self._beginnings(ask.run):
            ends = await self._ends(begun.message.envelope)
            how = await ends.publish(self._refusal(ends, _cancelled(ask.run)), self._rows.refused)
            if state is None or how == "cancelled":
                state = self._state(begun, how)
        if state is None:
            raise ContractError(
                Fault(
                    code=FaultCode.UNKNOWN_NAME,
                    message=f"no run {ask.run!r} has begun",
                    remedy="`plancritic status` lists the latest runs",
                )
            )
        if state.state == "cancelled":
            self._cancelled[ask.run] = True
            self._in_hand.break_off(ask.run)
        return RunCancelled(run=state)

    async def _beginnings(self, run: str) -> list[Event]:
        client, found = self._client(), []
        for heading in await client.headings(self._rows.begun):
            if heading.run == run:
                try:
                    found.append(await client.event_at(heading))
                except ContractError as error:
                    _log.warning("no valid beginning of a run", run=run, error=error.fault.message)
        return found

    async def _ends(self, envelope: Envelope) -> RunEnds:
        key = await self._key(self._client(), envelope.correlation_id)
        return RunEnds(self._client(), envelope, key, (self._rows.ended, self._rows.refused))

    def _refusal(self, ends: RunEnds, fault: Fault) -> Message:
        return self._rows.refused.message.model_validate({"envelope": ends.envelope, "fault": fault})

    def _state(self, begun: Event, how: str) -> RunState:
        described: Any = begun.message
        return RunState.model_validate(
            {
                "run": begun.message.envelope.correlation_id,
                "kind": self._rows.kind,
                "session": begun.message.envelope.session_id,
                "domain": described.description.domain,
                "state": how,
                "generation": 0,
                "started": begun.time.astimezone(UTC).isoformat(timespec="milliseconds"),
            }
        )


def _cancelled(run: str) -> Fault:
    return Fault(
        code=FaultCode.CANCELLED,
        message=f"run {run} was cancelled",
        remedy="submit it again to get a result",
    )
