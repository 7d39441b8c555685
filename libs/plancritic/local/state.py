"""The state file of `plancritic up`: tells other terminals where the broker is and what runs."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from pydantic import BaseModel, ConfigDict, ValidationError

STATE_FILE = Path(".plancritic/broker.json")


LOCK_FILE = Path(".plancritic/up.lock")


@contextmanager
def only_one(file: Path = LOCK_FILE) -> Iterator[None]:
    """Keeps the folder to one stack: two that start at the same moment would share the broker's files.

    Raises:
        BlockingIOError: another process holds the lock; it goes with that process, however it ends.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


class RunningProcess(BaseModel):
    """A process of the stack; `started` (seconds since the epoch) tells it from a later one with the same id."""

    model_config = ConfigDict(frozen=True)

    name: str
    process_id: int
    started: float

    @classmethod
    def of(cls, name: str, process_id: int) -> RunningProcess:
        """Return the process that runs now under this id."""
        return cls(name=name, process_id=process_id, started=psutil.Process(process_id).create_time())

    @property
    def is_alive(self) -> bool:
        """Whether that very process still runs."""
        try:
            process = psutil.Process(self.process_id)
            return bool(process.status() != psutil.STATUS_ZOMBIE) and abs(process.create_time() - self.started) < 1.0
        except psutil.NoSuchProcess:
            return False


class Trouble(BaseModel):
    """What is wrong with a process of the stack (`name`), and that its owner is at work on it.

    `deaths` counts how often it died in a row; `next_start` (seconds since the epoch) is None where it runs again.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    reason: str
    deaths: int = 0
    next_start: int | None = None
    log_file: Path

    @property
    def text(self) -> str:
        """One sentence for a person."""
        if not self.deaths:
            return f"{self.name} cannot write: {self.reason}; make room, then `plancritic up` restarts it"
        times = f", {self.deaths} times in a row" if self.deaths > 1 else ""
        what = "has just been started again" if self.next_start is None else "is down and is being restarted"
        return f"{self.name} {what} ({self.reason}{times}); log: {self.log_file}"


class StackState(BaseModel):
    """Where the broker listens, and the processes: `owner` is the program that started the others.

    `credentials` is the folder with the seeds of the broker's users (mode 0700). `troubles` is what is down.
    """

    model_config = ConfigDict(frozen=True)

    url: str
    credentials: Path | None = None
    owner: RunningProcess
    processes: tuple[RunningProcess, ...] = ()
    troubles: tuple[Trouble, ...] = ()

    @property
    def is_stale(self) -> bool:
        """Whether the owner is gone: its children went with it, only the file stayed."""
        return not self.owner.is_alive


def write_state(state: StackState, file: Path = STATE_FILE) -> None:
    """Write the state file, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_suffix(f".{os.getpid()}")
    temporary.write_text(json.dumps(state.model_dump(mode="json"), indent=2) + "\n", encoding="utf-8")
    temporary.replace(file)


def read_state(file: Path = STATE_FILE) -> StackState | None:
    """Return the state of a stack that runs; None where there is no file, or a stale or unreadable one."""
    try:
        state = StackState.model_validate_json(file.read_text(encoding="utf-8"))
    except (OSError, ValidationError):
        return None
    return None if state.is_stale else state


def remove_state(file: Path = STATE_FILE) -> None:
    """Remove the state file if it is there."""
    file.unlink(missing_ok=True)


def broker_url(file: Path = STATE_FILE) -> str | None:
    """Return where to find a broker: `PLANCRITIC_NATS_URL`, else the stack that runs from this folder, else None."""
    named = os.environ.get("PLANCRITIC_NATS_URL")
    if named:
        return named
    state = read_state(file)
    return state.url if state else None
