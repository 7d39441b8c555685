"""Reports of execution: steps done, and a world that is not as planned."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.execution.reports import ExecutionProgressed
from plancritic.contracts.feedback import FeedbackRefused
from plancritic.contracts.sessions import Revision, SessionRevised

#: How long the coordinator may take to take in what was done.
_SECONDS = 30.0


async def progressed(client: Client, report: ExecutionProgressed) -> Revision:
    """Report steps done or begun, and return the session's newest revision with them.

    Raises:
        ContractError: the report is refused, or no coordinator takes it.
    """
    envelope = report.envelope
    await client.publish(report, subjects.EXECUTION_PROGRESSED)
    try:
        async with (
            asyncio.timeout(_SECONDS),
            aclosing(client.watch(session=envelope.session_id, correlation=envelope.correlation_id)) as events,
        ):
            async for event in events:
                if isinstance(event.message, SessionRevised):
                    return event.message.revision
                if isinstance(event.message, FeedbackRefused):
                    raise ContractError(event.message.fault)
    except TimeoutError:
        pass
    message = f"no coordinator took the report within {_SECONDS:g} s; it waits for one"
    remedy = "`plancritic status` shows which services run"
    raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message=message, remedy=remedy))
