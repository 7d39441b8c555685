"""What can go wrong when everything runs on this machine."""

from __future__ import annotations

from pathlib import Path


class LocalError(Exception):
    """Something on this machine could not be started; `remedy` says what to do."""

    def __init__(self, message: str, remedy: str) -> None:
        self.remedy = remedy
        super().__init__(message)


class BrokerMissing(LocalError):
    """There is no nats-server on this machine."""

    def __init__(self, looked: tuple[str, ...]) -> None:
        self.looked = looked
        super().__init__(
            f"no nats-server found (looked at: {'; '.join(looked)})",
            "run `make setup`, or install nats-server (Debian: `apt install nats-server`; others: https://nats.io), "
            "or name the program in NATS_SERVER_BIN",
        )


class BrokerFailed(LocalError):
    """The nats-server ended or did not get ready; the end of its log is in the message."""

    def __init__(self, reason: str, log: str) -> None:
        super().__init__(
            f"nats-server {reason}; its log ends:\n{log}", "read the log, and check that the store folder is writable"
        )


class ServiceFailed(LocalError):
    """A service ended or did not get ready; the end of its log is in the message."""

    def __init__(self, service: str, reason: str, log_file: Path, log: str) -> None:
        self.service = service
        self.log_file = log_file
        super().__init__(f"the service {service!r} {reason}; its log ends:\n{log}", f"see {log_file}")
