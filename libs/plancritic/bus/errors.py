"""What can go wrong between a program and the broker; every one is a typed fault with its remedy."""

from __future__ import annotations

from plancritic.contracts.errors import ContractError, Fault, FaultCode

#: The broker's number for a write that names another last message on its subject than there is.
WRONG_LAST_SEQUENCE = 10071


class BrokerUnavailable(ContractError):
    """No broker answers at the URL (or it refuses us)."""

    def __init__(self, url: str, reason: str) -> None:
        self.url = url
        self.reason = reason
        super().__init__(
            Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message=f"no NATS broker at {url!r}: {reason}",
                remedy="start one with `make up`, or set PLANCRITIC_NATS_URL to the broker that runs",
            )
        )


class ServiceUnavailable(ContractError):
    """Nobody listens on a subject."""

    def __init__(self, service: str, subject: str) -> None:
        self.service = service
        self.subject = subject
        super().__init__(
            Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message=f"no copy of the service {service!r} answers on {subject!r}",
                remedy=f"start it with `make up` or `python -m plancritic.{service}`",
            )
        )


class NotProvisioned(ContractError):
    """A stream, consumer or bucket is missing: services never create them."""

    def __init__(self, missing: str) -> None:
        self.missing = missing
        super().__init__(
            Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message=f"{missing} is missing on the broker",
                remedy="create streams and consumers with `plancritic provision`",
            )
        )


class RequestTimedOut(ContractError):
    """No result came in time. The job may still be worked on; asking with the same id finds its result later."""

    def __init__(self, job: str, subject: str, seconds: float) -> None:
        self.job = job
        self.subject = subject
        self.seconds = seconds
        super().__init__(
            Fault(
                code=FaultCode.DEADLINE_EXCEEDED,
                message=f"no answer on {subject!r} to {job!r} within {seconds:g} s",
                remedy="see with `plancritic status` whether copies of the service run; a later request "
                "with the same id takes the result up",
            )
        )


class PayloadTooLarge(ContractError):
    """A message above the broker's limit."""

    def __init__(self, subject: str, size: int, limit: int) -> None:
        self.subject = subject
        self.size = size
        self.limit = limit
        super().__init__(
            Fault(
                code=FaultCode.PAYLOAD_TOO_LARGE,
                message=f"a message of {size} bytes for {subject!r} is above the broker's limit of {limit} bytes",
                remedy="send less, or put the payload into the object store and send its hash",
            )
        )


class ObjectMissing(ContractError):
    """The object store has nothing under this hash."""

    def __init__(self, sha256: str) -> None:
        self.sha256 = sha256
        super().__init__(
            Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message=f"the object store has no object {sha256!r}",
                remedy="publish it again with `plancritic domain publish`",
            )
        )


class Superseded(Exception):
    """Another copy has taken this work over: whoever notices stops, and neither stores nor acknowledges anything."""


class LeaseLost(Superseded):
    """The lease of a run has passed to another copy."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"another copy holds the lease of {key!r}")


class Conflict(Exception):
    """A key was changed by somebody else since it was read (compare-and-set failed)."""

    def __init__(self, bucket: str, key: str) -> None:
        self.bucket = bucket
        self.key = key
        super().__init__(f"{key!r} in {bucket!r} was changed by somebody else; read it again")
