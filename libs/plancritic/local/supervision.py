"""Keeping a stack alive: what died is started again after growing pauses, and a broker whose disk was full too."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from plancritic.local.broker import Broker
from plancritic.local.disk import DiskWatch
from plancritic.local.errors import LocalError
from plancritic.local.processes import Child, Processes
from plancritic.local.state import Trouble

#: What lived this long is well: its next death counts as the first one.
_HEALTHY_SECONDS: Final = 5.0
#: The pause after the second early death in a row; each further one doubles it, up to the longest.
_FIRST_PAUSE_SECONDS: Final = 1.0
LONGEST_PAUSE_SECONDS: Final = 30.0
_LOOK_SECONDS: Final = 0.5


def pause(early_deaths: int) -> float:
    """Return how many seconds to wait before a start after so many early deaths in a row; 0 after none."""
    if early_deaths == 0:
        return 0.0
    # The exponent is bounded as well: no number of deaths may overflow.
    return min(LONGEST_PAUSE_SECONDS, _FIRST_PAUSE_SECONDS * 2.0 ** min(early_deaths - 1, 10))


@dataclass
class _Life:
    """One process and how often it died early in a row; `next_start` is set while it is down."""

    started: float
    early_deaths: int = 0
    reason: str = ""
    next_start: float | None = None

    def died(self, now: float, reason: str) -> None:
        """Take in a death: the next start is due after a pause that grows with early deaths."""
        self.early_deaths = self.early_deaths + 1 if now - self.started < _HEALTHY_SECONDS else 0
        self.reason = reason
        self.next_start = now + pause(self.early_deaths)

    def restarted(self, now: float) -> None:
        """Take in that it runs again."""
        self.started, self.next_start = now, None

    def is_well(self, now: float) -> bool:
        """Return whether it runs and nothing has to be told about it."""
        return self.next_start is None and (not self.reason or now - self.started >= _HEALTHY_SECONDS)


class Supervisor:
    """Starts again what died among a broker and copies of services, for as long as it runs.

    Nothing is given up: a copy that dies early again and again is started after pauses that grow up to
    `LONGEST_PAUSE_SECONDS`. A broker whose disk was full refuses writes even when there is room again, so that it is
    restarted then. `say` is told what happens; `changed` is called with what is down whenever that, or a process,
    changes.
    """

    def __init__(
        self,
        broker: Broker,
        processes: Processes,
        say: Callable[[str], None],
        changed: Callable[[tuple[Trouble, ...]], None],
    ) -> None:
        self._broker = broker
        self._processes = processes
        self._say = say
        self._changed = changed
        now = time.monotonic()
        self._broker_life = _Life(now)
        self._lives: dict[tuple[str, int], _Life] = {}
        for child in processes.children:
            self._lives[child.service, child.copy] = _Life(now)
        self._disk = DiskWatch(broker.store, broker.log_file)
        self._told: tuple[Trouble, ...] = ()

    async def run(self) -> None:
        """Look after everything until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            await self.look()

    async def look(self) -> None:
        """Look once at every process and at the broker's disk, and start what is due."""
        restarted = await self._look_at_broker()
        restarted |= await self._look_at_disk()
        for child in tuple(self._processes.children):
            restarted |= await self._look_at_copy(child)
        troubles = self.troubles()
        if restarted or troubles != self._told:
            self._told = troubles
            self._changed(troubles)

    def troubles(self) -> tuple[Trouble, ...]:
        """Return what is down, or has just been started again after it died, and what the broker's disk lacks."""
        now = time.monotonic()
        found = []
        if self._disk.is_full:
            found.append(Trouble(name="nats-server", reason=self._disk.reason, log_file=self._broker.log_file))
        if not self._broker_life.is_well(now):
            found.append(_trouble("nats-server", self._broker_life, self._broker.log_file))
        for child in self._processes.children:
            life = self._lives[child.service, child.copy]
            if not life.is_well(now):
                found.append(_trouble(f"{child.service}-{child.copy}", life, child.log_file))
        return tuple(found)

    async def _look_at_broker(self) -> bool:
        life, now = self._broker_life, time.monotonic()
        if life.next_start is None:
            if self._broker.is_alive:
                return False
            life.died(now, "it ended")
            self._say(f"the nats-server ended; it is restarted with its stored data{_when(life)}")
        if life.next_start is None or life.next_start > now:
            return False
        return await self._start_broker()

    async def _look_at_disk(self) -> bool:
        was_full = self._disk.is_full
        has_room = self._disk.look()
        if not self._disk.is_full:
            return False
        if not was_full:
            self._say(f"the nats-server cannot write: {self._disk.reason}; make room there, and it restarts by itself")
        life, now = self._broker_life, time.monotonic()
        # A broker that has just been restarted for this reason gets a pause, which grows if it does not help.
        if not has_room or now < life.started + pause(life.early_deaths):
            return False
        self._say("there is room again; the nats-server is restarted so that it accepts writes")
        life.died(now, "its disk was full")
        return await self._start_broker()

    async def _start_broker(self) -> bool:
        try:
            await self._broker.start_again()
        except (LocalError, OSError) as error:
            self._broker_life.started = time.monotonic()
            self._broker_life.died(self._broker_life.started, str(error).splitlines()[0])
            self._say(f"{self._broker_life.reason}{_when(self._broker_life)}; see {self._broker.log_file}")
            return False
        self._broker_life.restarted(time.monotonic())
        self._disk.restarted()
        return True

    async def _look_at_copy(self, child: Child) -> bool:
        life = self._lives.setdefault((child.service, child.copy), _Life(time.monotonic()))
        status = child.process.returncode
        if status is None:
            return False
        now = time.monotonic()
        if life.next_start is None:
            life.died(now, f"signal {-status}" if status < 0 else f"exit status {status}")
            self._say(
                f"{child.service}-{child.copy} ended with {life.reason}; it is restarted{_when(life)}; "
                f"see {child.log_file}"
            )
        if life.next_start is None or life.next_start > now:
            return False
        try:
            await self._processes.start_again(child)
        except OSError as error:
            life.started = now
            life.died(now, f"it cannot be started ({error.strerror})")
            return False
        life.restarted(time.monotonic())
        return True


def _trouble(name: str, life: _Life, log_file: Path) -> Trouble:
    wall = None if life.next_start is None else time.time() + life.next_start - time.monotonic()
    # In whole seconds: the same state is written once only.
    return Trouble(
        name=name,
        reason=life.reason,
        deaths=life.early_deaths + 1,
        next_start=None if wall is None else round(wall),
        log_file=log_file,
    )


def _when(life: _Life) -> str:
    if not life.early_deaths:
        return ""
    return f" in {pause(life.early_deaths):g} s, since it ended early {life.early_deaths} times in a row"
