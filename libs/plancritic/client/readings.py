"""A statement read by a domain that is still being edited."""

from __future__ import annotations

from plancritic.bus import Client, RequestTimedOut
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.translation import MAXIMUM_DRAFT, PreviewReading, StatementReadings

#: A draft is read from its first word on; others may be before it.
_ANSWER_SECONDS = 20.0


async def preview_reading(bus: Client, draft: str, problem: str, text: str) -> StatementReadings:
    """Return how the offline translator reads a statement by a domain that nobody has published.

    `draft` is the domain as `DomainBundle.to_json` writes it, with this problem.

    Raises:
        ContractError: the draft has no such problem, is too large for a message, or no translator answers.
    """
    if len(draft) > MAXIMUM_DRAFT:
        message = f"the domain with this problem has {len(draft)} characters; a preview takes at most {MAXIMUM_DRAFT}"
        remedy = "choose a smaller problem, or publish the domain and submit the statement in a session"
        raise ContractError(Fault(code=FaultCode.PAYLOAD_TOO_LARGE, message=message, remedy=remedy))
    ask = PreviewReading(envelope=Envelope.start(), draft=draft, problem=problem, text=text)
    try:
        answer = await bus.ask(ask, subjects.PREVIEW_READING, timeout=_ANSWER_SECONDS)
    except RequestTimedOut:
        message = f"the translator did not answer within {_ANSWER_SECONDS:g} seconds"
        remedy = "wait a moment and try again; `plancritic status` shows which services answer"
        raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message=message, remedy=remedy)) from None
    reading: StatementReadings = answer.reading
    return reading
