"""What every message carries: identity, cause, run, session, version and trace."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import uuid
from typing import Annotated, ClassVar, Self

from pydantic import BaseModel, ConfigDict, StringConstraints

#: The major version of messages whose class names no other: what a message of another one means nobody here knows, so
#: it is refused where messages are read (`bus.wire.decode`). A field that may be missing is no new version: see
#: `Contract`.
SCHEMA_VERSION = 1

#: An identifier that may stand as one token of a subject: no dot, no blank, no wildcard.
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class Contract(BaseModel):
    """A value inside a message: immutable; unknown newer fields are tolerated, missing ones refused."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Envelope(Contract):
    """Where a message comes from and to what it belongs.

    `message_id` is also the de-duplication id on the broker and, for a job, the job's id.
    `correlation_id` names one feedback run, `session_id` the conversation the run is a turn of,
    `causation_id` the message that made this one be sent; `traceparent` is W3C trace context: as published, the
    span of its sending; before, that of its cause (or, where nothing caused it, a fresh trace).
    """

    message_id: Token
    correlation_id: Token
    session_id: Token
    causation_id: Token | None
    schema_version: int
    traceparent: Annotated[str, StringConstraints(pattern=r"^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$")]

    @classmethod
    def start(cls, session_id: str | None = None, correlation_id: str | None = None) -> Self:
        """Return the envelope of a message that nothing caused: a new run, and a new session unless one is named."""
        run = correlation_id or new_id()
        return cls(
            message_id=run,
            correlation_id=run,
            session_id=session_id or new_id(),
            causation_id=None,
            schema_version=SCHEMA_VERSION,
            traceparent=f"00-{secrets.token_hex(16)}-{secrets.token_hex(8)}-01",
        )

    def caused(self, purpose: str | None = None, key: str | None = None) -> Self:
        """Return the envelope of a message that this one caused, in the same run, session and trace.

        With a `purpose` the id is derived from this message and the purpose, so that sending it
        again (after a redelivery, by a second copy) is recognised as the same message. With a `key`
        as well, only who has the key can derive the id (`keyed_id`).

        Raises:
            ValueError: a key without a purpose.
        """
        if key is not None:
            if purpose is None:
                raise ValueError("an id is keyed for a purpose: name it")
            message_id = keyed_id(key, self.correlation_id, self.message_id, purpose)
        else:
            message_id = derived_id(self.message_id, purpose) if purpose is not None else new_id()
        return self.model_copy(
            update={
                "message_id": message_id,
                "causation_id": self.message_id,
                "schema_version": SCHEMA_VERSION,
            }
        )

    def in_version(self, version: int, message_id: str | None = None) -> Self:
        """Return the envelope of a message of another major version, with its own id where one is given."""
        return self.model_copy(update={"schema_version": version, "message_id": message_id or self.message_id})


class Message(Contract):
    """A message on a subject; its class and its subject correspond one to one (see `subjects`)."""

    #: The major version of the class.
    VERSION: ClassVar[int] = SCHEMA_VERSION

    envelope: Envelope

    def as_earlier_version(self) -> Message | None:
        """Return the message as the version before this one tells it, with the same id; None where there is none."""
        return None


def new_id() -> str:
    """Return a fresh random identifier."""
    return uuid.uuid4().hex


def derived_id(*parts: str) -> str:
    """Return an identifier that depends on the parts alone: the same parts, the same id, in any process."""
    return uuid.uuid5(_DERIVED, "\x1f".join(parts)).hex


def new_key() -> str:
    """Return a fresh random key for `keyed_id`: 256 bits as hexadecimal digits."""
    return secrets.token_hex(32)


def keyed_id(key: str, *parts: str) -> str:
    """Return an identifier that depends on the key and the parts: HMAC-SHA256, the first 128 bits as hexadecimal.

    Without the key nobody can derive it, nor recognise what it was made of.
    """
    return hmac.new(key.encode(), "\x1f".join(parts).encode(), hashlib.sha256).hexdigest()[:32]


_DERIVED = uuid.UUID("9a4d3c9e-0d5b-5a8f-9f6b-0a9b4f3f1c11")
