"""Messages as bytes and headers, and back."""

from __future__ import annotations

from typing import TypeVar

import orjson
from nats.aio.client import Client as NatsConnection
from pydantic import ValidationError

from plancritic.bus.errors import PayloadTooLarge
from plancritic.contracts.envelope import SCHEMA_VERSION, Contract, Envelope, Message
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.service import JobFailed
from plancritic.contracts.subjects import Subject

MESSAGE_ID = "Nats-Msg-Id"
CORRELATION_ID = "correlation_id"
SESSION_ID = "session_id"
#: On the reply to an ask whose handler refused: the fault's code; the body is the fault.
FAULT = "Plancritic-Fault"
#: On a note about attempts, which has no body: it is no result.
ATTEMPTS_NOTE = "Plancritic-Attempts"
#: The broker stores a message only if this is the sequence of the last one on its subject (0: there is none).
EXPECTED_LAST = "Nats-Expected-Last-Subject-Sequence"

#: Characters of what is wrong with a message that its fault says.
_MOST_WRONG = 2000

C = TypeVar("C", bound=Contract)


def headers(envelope: Envelope) -> dict[str, str]:
    """Headers of a message: its id (the broker de-duplicates by it), run, session, trace."""
    return {
        MESSAGE_ID: envelope.message_id,
        CORRELATION_ID: envelope.correlation_id,
        SESSION_ID: envelope.session_id,
        "content-type": "application/json",
        "traceparent": envelope.traceparent,
    }


def encode(message: Contract) -> bytes:
    """Return the message as JSON."""
    return message.model_dump_json().encode()


def decode(model: type[C], body: bytes, subject: str) -> C:
    """Return the message of a body.

    Raises:
        ContractError: `invalid_message`, naming each field that is missing or wrong, or the version that is another.
    """
    try:
        read = model.model_validate_json(body)
    except ValidationError as error:
        _refuse_other_version(_version_of(body), model, subject)
        raise ContractError(invalid(model, subject, error)) from error
    if isinstance(read, Message):
        _refuse_other_version(read.envelope.schema_version, model, subject)
    return read


def _version_of(body: bytes) -> int | None:
    """The version that a body names which could not be read: its fields may be wrong for that reason."""
    try:
        version = orjson.loads(body)["envelope"]["schema_version"]
    except (orjson.JSONDecodeError, TypeError, KeyError):
        return None
    return version if isinstance(version, int) else None


def _refuse_other_version(version: int | None, model: type[Contract], subject: str) -> None:
    spoken = model.VERSION if issubclass(model, Message) else SCHEMA_VERSION
    if version is None or version == spoken:
        return
    fault = Fault(
        code=FaultCode.INVALID_MESSAGE,
        message=f"the message on {subject!r} has schema version {version}; this program reads version {spoken}",
        remedy="run sender and receiver from versions of plancritic that use the same schema version",
    )
    raise ContractError(fault)


def invalid(model: type[Contract], subject: str, error: ValidationError) -> Fault:
    """Return the fault of a body that is no such message."""
    wrong = "; ".join(
        f"{'.'.join(str(part) for part in detail['loc']) or 'body'}: {detail['msg']}"
        for detail in error.errors(include_url=False, include_input=False, include_context=False)[:5]
    )
    return Fault(
        code=FaultCode.INVALID_MESSAGE,
        # What is wrong may be quoted from the message, which may be as long as the broker takes.
        message=f"not a valid {model.__name__} on {subject!r}: {wrong[:_MOST_WRONG]}",
        remedy="see the message's schema in contracts/asyncapi.yaml",
    )


def decode_result(row: Subject, body: bytes, subject: str) -> Message:
    """Return the result of a job: its row's message, or `JobFailed`, told apart by `kind`."""
    model: type[Message] = row.message
    try:
        content = orjson.loads(body)
    except orjson.JSONDecodeError:
        content = None
    if isinstance(content, dict) and content.get("kind") == "job_failed":
        model = JobFailed
    return decode(model, body, subject)


def guard_size(connection: NatsConnection, subject: str, body: bytes) -> None:
    """Refuse a body above the broker's limit before the broker does.

    Raises:
        PayloadTooLarge: with size and limit.
    """
    limit = connection.max_payload
    # Headers count towards the limit too.
    if len(body) + 1024 > limit:
        raise PayloadTooLarge(subject, len(body), limit)


def rescue_envelope(body: bytes, found: dict[str, str] | None, subject: str) -> Envelope | None:
    """The envelope of an invalid message, from its body or its headers and subject; None if its ids cannot be had."""
    try:
        content = orjson.loads(body)
        return Envelope.model_validate(content["envelope"])
    except (orjson.JSONDecodeError, ValidationError, TypeError, KeyError):
        found = found or {}
    message_id = found.get(MESSAGE_ID)
    if message_id is None:
        return None
    session = found.get(SESSION_ID) or subject.rsplit(".", 1)[-1]
    start = Envelope.start(session_id=None)
    try:
        return Envelope(
            message_id=message_id,
            correlation_id=found.get(CORRELATION_ID) or message_id,
            session_id=session,
            causation_id=None,
            schema_version=SCHEMA_VERSION,
            traceparent=found.get("traceparent") or start.traceparent,
        )
    except ValidationError:
        return None
