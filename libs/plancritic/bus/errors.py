"""What can go wrong between a program and the broker; every one is a typed fault with its remedy."""

from __future__ import annotations

from collections.abc import Mapping

from plancritic.contracts.errors import ContractError, Fault, FaultCode

_START_ONE = "start one with `make up`, or set PLANCRITIC_NATS_URL to the URL of a running broker"
SIGN_IN = (
    "sign in as one of its users: where `make up` runs, `plancritic status --environment` prints "
    "how; elsewhere read deploy/nats/README.md"
)
#: The broker's number for a write that names another last message on its subject than there is.
WRONG_LAST_SEQUENCE = 10071


class BrokerUnavailable(ContractError):
    """No broker answers at the URL (or it refuses us)."""

    def __init__(self, url: str, reason: str, remedy: str = _START_ONE) -> None:
        self.url = url
        self.reason = reason
        super().__init__(
            Fault(code=FaultCode.SERVICE_UNAVAILABLE, message=f"no NATS broker at {url!r}: {reason}", remedy=remedy)
        )


#: The broker's numbers for a message that it has no room for: the stream is full, the account, the whole server.
STREAM_FULL, ACCOUNT_FULL, SERVER_FULL, NO_STORAGE = 10077, 10002, 10023, 10047
NO_ROOM = frozenset({STREAM_FULL, ACCOUNT_FULL, SERVER_FULL, NO_STORAGE})


class NotStored(BrokerUnavailable):
    """The broker is there, but did not acknowledge that it stored a message."""

    def __init__(self, url: str, subject: str, seconds: float) -> None:
        self.url, self.subject = url, subject
        self.reason = f"it did not store a message for {subject!r} within {seconds:g} s"
        fault = Fault(
            code=FaultCode.SERVICE_UNAVAILABLE,
            message=f"the broker at {url!r} answers, but {self.reason}",
            remedy="read its log: if this user may not publish there, correct the permissions; if its disk was full, "
            "make room and restart the broker (`plancritic up` restarts it by itself)",
        )
        ContractError.__init__(self, fault)


class LeaderMissing(BrokerUnavailable):
    """The brokers are there, but choose a leader for a stream at the moment: nobody stores what it is sent."""

    def __init__(self, url: str, stream: str) -> None:
        self.url = url
        self.reason = f"no broker leads the stream {stream!r} now"
        fault = Fault(
            code=FaultCode.SERVICE_UNAVAILABLE,
            message=f"the brokers at {url!r} answer, but {self.reason}",
            remedy="try again in a few seconds; if that fails, check that more than half of the brokers run",
        )
        ContractError.__init__(self, fault)


class StoreFull(BrokerUnavailable):
    """A store of the broker has no room for what is new; what it holds stays, and room made is used at once."""

    def __init__(self, store: str, reason: str) -> None:
        self.store = store
        self.reason = reason
        fault = Fault(
            code=FaultCode.STORE_FULL,
            message=f"the store {store!r} is full: {reason}",
            remedy="raise its limit (deploy/README.md, Limits) or remove old entries, then submit again",
        )
        ContractError.__init__(self, fault)


class StorageMissing(ContractError):
    """The broker cannot reserve the room that the stores are to have."""

    def __init__(self, url: str, stores: Mapping[str, int], reason: str) -> None:
        self.url = url
        wanted = ", ".join(f"{name}={size}" for name, size in stores.items())
        super().__init__(
            Fault(
                code=FaultCode.STORE_FULL,
                message=f"the broker at {url!r} cannot reserve {sum(stores.values()) // 2**20} MiB: {reason}",
                remedy=f"give it more room (max_file_store, the account's max_file), or lower {wanted}",
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
                remedy="check with `plancritic status` that the service runs; a later request with the "
                "same id gets the result",
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
                message=f"a message of {size} bytes for {subject!r} exceeds the broker's limit of {limit} bytes",
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
