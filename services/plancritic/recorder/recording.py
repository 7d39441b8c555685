"""The format of a recording: a header, then one line an event.

The first line is a `RecordingHeader`, each other one a `RecordedEvent`. Subjects have no namespace, so that a recording
can be replayed in any; payloads stand as they were published.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import version
from typing import Any, Final, Literal

import orjson
from pydantic import AwareDatetime, Field, ValidationError

from plancritic.contracts.envelope import Contract

FORMAT: Final = "plancritic-recording"
FORMAT_VERSION = 1
#: Headers that say something which the payload may not: who de-duplicates, and where a message belongs if its body
#: cannot be read. Headers of the broker itself, or about a reply, mean nothing in another stream.
_KEPT_HEADERS = frozenset({"Nats-Msg-Id", "correlation_id", "session_id", "content-type", "traceparent", "tracestate"})


class Selection(Contract):
    """What of the stream is in the recording; None where there was no limit."""

    session: str | None = None
    domain: str | None = None
    since: AwareDatetime | None = None
    until: AwareDatetime | None = None


class Versions(Contract):
    """What the results of a domain's runs depend on beside the feedback: hashes, and the planner's engines."""

    domain: str
    bundle: str
    scorer_model: str | None = None
    planner: str | None = None


class RecordingHeader(Contract):
    """The first line: what wrote the file, from where, and how many events follow."""

    format: Literal["plancritic-recording"] = FORMAT
    version: int = FORMAT_VERSION
    #: The version of plancritic that wrote the file.
    tool: str = Field(default_factory=lambda: version("plancritic"))
    namespace: str
    tenant: str
    exported: AwareDatetime
    selection: Selection = Selection()
    #: What the runs of the recording started with, in the order in which it was first used.
    versions: tuple[Versions, ...] = ()
    events: int = Field(ge=0)


@dataclass(frozen=True)
class RecordedEvent:
    """An event of a stream; `subject` is without the namespace: `v1.<tenant>.event.<noun>.<verb>.<session>`."""

    sequence: int
    time: datetime
    subject: str
    payload: bytes = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def row(self) -> str:
        """Return the version and the row of the table of subjects: `v1.event.plan.revised`."""
        parts = self.subject.split(".")
        return ".".join((parts[0], *parts[2:5]))

    @property
    def version(self) -> int:
        """Return the major version of the message: the number in `v1`."""
        return int(self.subject.split(".", 1)[0].removeprefix("v"))

    @property
    def session(self) -> str:
        """Return the session that the event is of."""
        return self.subject.rsplit(".", 1)[-1]

    def content(self) -> dict[str, Any]:
        """Return the payload as JSON; empty where it is no JSON object (which no event of ours is)."""
        try:
            content = orjson.loads(self.payload)
        except orjson.JSONDecodeError:
            return {}
        return content if isinstance(content, dict) else {}


class InvalidLine(ValueError):
    """A line is no line of a recording; the text says why."""


class _Line(Contract):
    """A line of the file, before its payload is read."""

    sequence: int = Field(ge=1)
    time: AwareDatetime
    #: Version, tenant, kind, noun, verb and session.
    subject: str = Field(pattern=r"^v[1-9][0-9]{0,3}\.[A-Za-z0-9_-]+\.event\.[a-z_]+\.[a-z_]+\.[A-Za-z0-9_-]+$")
    headers: dict[str, str] = Field(default_factory=dict)


def header_line(header: RecordingHeader) -> bytes:
    """Return the first line of a recording."""
    return header.model_dump_json(exclude_none=True).encode() + b"\n"


def event_line(event: RecordedEvent) -> bytes:
    """Return the line of an event. Its payload stands as it was published, or in base64 if it is no JSON text."""
    line: dict[str, Any] = {"sequence": event.sequence, "time": event.time.isoformat(), "subject": event.subject}
    if kept := {name: value for name, value in event.headers.items() if name in _KEPT_HEADERS}:
        line["headers"] = kept
    payload = _one_line(event.payload)
    if payload is None:
        line["payload_base64"] = base64.b64encode(event.payload).decode()
    else:
        line["payload"] = orjson.Fragment(payload)
    return orjson.dumps(line) + b"\n"


def read_header(line: bytes) -> RecordingHeader:
    """Return the header that a first line is.

    Raises:
        InvalidLine: it is none, or that of a format which this version cannot read.
    """
    try:
        content = orjson.loads(line)
    except orjson.JSONDecodeError:
        content = None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InvalidLine("the file is not a recording: its first line is not a header")
    if content.get("version") != FORMAT_VERSION:
        raise InvalidLine(
            f"the recording has format version {content.get('version')!r}, this plancritic reads {FORMAT_VERSION}"
        )
    try:
        return RecordingHeader.model_validate(content)
    except ValidationError as error:
        raise InvalidLine(f"the header is not valid: {_first(error)}") from None


def read_event(line: bytes) -> RecordedEvent:
    """Return the event that a line is.

    Raises:
        InvalidLine: it is none.
    """
    try:
        # Not by orjson, which makes floating-point numbers of integers above 64 bits.
        content = json.loads(line)
    except ValueError as error:
        raise InvalidLine(f"the line is not valid JSON: {error}") from None
    except RecursionError:
        raise InvalidLine("the line cannot be read: its JSON text is nested too deeply") from None
    try:
        read = _Line.model_validate(content)
    except ValidationError as error:
        raise InvalidLine(f"the line is not an event: {_first(error)}") from None
    if "payload" in content:
        payload = _written(content["payload"])
    else:
        try:
            payload = base64.b64decode(content["payload_base64"], validate=True)
        except KeyError:
            raise InvalidLine("the line is not an event: it has no payload") from None
        except (binascii.Error, TypeError, ValueError):
            raise InvalidLine("the line is not an event: payload_base64 is not valid base64") from None
    return RecordedEvent(read.sequence, read.time, read.subject, payload, read.headers)


def _one_line(payload: bytes) -> bytes | None:
    """Return a JSON text as one line, byte by byte as it is if it is one; None where it is no JSON text."""
    try:
        orjson.loads(payload)
        return payload if b"\n" not in payload else _written(json.loads(payload))
    except (ValueError, RecursionError):
        return None


def _written(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _first(error: ValidationError) -> str:
    detail = error.errors(include_url=False, include_input=False, include_context=False)[0]
    return f"{'.'.join(str(part) for part in detail['loc']) or 'line'}: {detail['msg']}"
