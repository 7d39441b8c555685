"""Several strategies for one verdict: short tries first, longer ones for what they leave open.

A planner solves most tasks at once or not at all, whatever the strategy; so each strategy gets a short try before any
gets a long one (the argument of Gomes & Selman, Algorithm portfolios, 2001). The first proved plan or proof ends it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass

from plancritic.contracts.planning import (
    Disputed,
    EngineCrashed,
    Impossible,
    NoPlanFound,
    OutOfMemory,
    PlanProved,
    Rejected,
    SolveLimits,
    TimedOut,
    Unsupported,
    Verdict,
)
from plancritic.engines import Engine, PlanFound
from plancritic.verdicts.stopping import unless_stopped
from plancritic.verdicts.strategies import Strategy
from plancritic.verdicts.task import Task

#: Judges a plan that was found by a strategy.
Judging = Callable[[Strategy, PlanFound], Awaitable[Verdict]]
#: Looks for a proof of impossibility of our own, for so many seconds at most; None where it finds none.
Disproving = Callable[[float | None], Coroutine[None, None, Impossible | None]]

#: A try shorter than this is not worth starting, in seconds.
_LEAST_TRY = 0.01
#: An end after this share of what was granted may have come from the clock, whatever it says.
_USED_UP = 0.8
#: Outside deterministic mode a short try is counted in CPU seconds, so that neither a cold start nor a busy machine
#: takes its plan from it. A try that waits instead of computing is ended after `_START_SECONDS` plus
#: `_WALL_PER_CPU_SECOND` for each CPU second granted.
_WALL_PER_CPU_SECOND, _START_SECONDS = 8.0, 1.0
#: An engine that divides its time among searches is told to expect so many wall seconds for a CPU second.
_EXPECTED_PER_CPU_SECOND = 1.0
#: In racing, how many strategies at once.
_LANES = 2
#: Which end says most where no strategy decided.
_TELLING = (Disputed, Rejected, TimedOut, NoPlanFound, OutOfMemory, EngineCrashed, Unsupported)


@dataclass(frozen=True)
class Try:
    """A strategy and how many CPU seconds it gets; None: all that is left, by the limits' clock."""

    strategy: Strategy
    seconds: float | None = None


#: Tries in rounds, for a task and whether the best plan is asked for: those of a round may race.
Schedule = Callable[[Task, bool], Sequence[Sequence[Try]]]


@dataclass(frozen=True)
class Portfolio:
    """Engines and the schedule of strategies over them; `race` has two tries of a round run at once.

    With `analysis` our own reachability looks for a proof of impossibility after the first round: the first short
    tries cost less than the proof and decide most.
    """

    engines: tuple[Engine, ...]
    schedule: Schedule
    race: bool = False
    analysis: bool = True

    @property
    def name(self) -> str:
        """The engine that verdicts name where none had a part in them."""
        return self.engines[0].name

    async def decide(
        self,
        task: Task,
        limits: SolveLimits,
        judged: Judging,
        disprove: Disproving,
        stop: asyncio.Event | None = None,
    ) -> Verdict:
        """Return a proved plan or a proof of impossibility, else the most telling of what the strategies ended with.

        Setting `stop` ends the search from outside, with the plan that an anytime search has by then.
        All tries share the limit; tries shorter than it are counted in CPU seconds, in either mode. In deterministic
        mode what a try gets depends on the schedule alone, never on how long those before it took, and nothing races.
        """
        shares = _Shares(limits)
        ends: list[Verdict] = []
        settled: set[Strategy] = set()
        lanes = _LANES if self.race and not limits.deterministic else 1
        for number, tries in enumerate(self.schedule(task, limits.anytime)):
            open_tries = [one for one in tries if one.strategy not in settled]
            for start in range(0, len(open_tries), lanes):
                decision = await _race(open_tries[start : start + lanes], task, shares, judged, ends, settled, stop)
                if decision is not None:
                    return decision
            if shares.left() < _LEAST_TRY or (stop is not None and stop.is_set()):
                break
            if number == 0 and self.analysis:
                proof = await unless_stopped(stop, disprove(None if limits.deterministic else shares.left()))
                if proof is not None:
                    return proof
        return _most_telling(ends, limits, self.name)


@dataclass(frozen=True)
class _Grant:
    """The limits of a try.

    Where they count CPU seconds outside deterministic mode: the wall seconds after which it is given up, and those that
    its engine should expect.
    """

    limits: SolveLimits
    wall_seconds: float | None = None
    expected_seconds: float | None = None


class _Shares:
    """What is left of a limit: by the wall clock, or in deterministic mode by what was given out."""

    def __init__(self, limits: SolveLimits) -> None:
        self._limits = limits
        self.deterministic = limits.deterministic
        self._started = time.monotonic()
        self._given = 0.0

    def left(self) -> float:
        used = self._given if self._limits.deterministic else time.monotonic() - self._started
        return self._limits.seconds - used

    def take(self, seconds: float | None) -> _Grant | None:
        """Return what a try of so many seconds gets: less if less is left, None if too little is."""
        left = self.left()
        granted = left if seconds is None else min(seconds, left)
        if granted < _LEAST_TRY:
            return None
        self._given += granted
        limits = self._limits.model_copy(update={"seconds": granted})
        if limits.deterministic or granted == left:
            return _Grant(limits)
        wall_seconds = min(left, _START_SECONDS + _WALL_PER_CPU_SECOND * granted)
        expected = _EXPECTED_PER_CPU_SECOND * granted
        return _Grant(limits.model_copy(update={"deterministic": True}), wall_seconds, expected)


async def _race(
    tries: Sequence[Try],
    task: Task,
    shares: _Shares,
    judged: Judging,
    ends: list[Verdict],
    settled: set[Strategy],
    stop: asyncio.Event | None,
) -> Verdict | None:
    """The first decision among tries that run at once; the others are cancelled then, their children killed."""
    strategies: dict[asyncio.Task[Verdict], tuple[Strategy, SolveLimits]] = {}
    for one in tries:
        granted = shares.take(one.seconds)
        if granted is not None:
            started = asyncio.create_task(_go(one.strategy, task, granted, judged, stop))
            strategies[started] = one.strategy, granted.limits
    pending = set(strategies)
    try:
        while pending:
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            # In the order of the schedule, so that two that end at once do not leave it to chance.
            for each in (each for each in strategies if each in done):
                verdict = each.result()
                if isinstance(verdict, PlanProved | Impossible):
                    return verdict
                ends.append(verdict)
                strategy, limits = strategies[each]
                by_the_clock = not shares.deterministic and verdict.seconds >= _USED_UP * limits.seconds
                if not isinstance(verdict, TimedOut) and not by_the_clock:
                    settled.add(strategy)  # a longer try would end the same way
        return None
    finally:
        for each in pending:
            each.cancel()
        await asyncio.gather(*pending, return_exceptions=True)


async def _go(strategy: Strategy, task: Task, grant: _Grant, judged: Judging, stop: asyncio.Event | None) -> Verdict:
    limits = grant.limits
    try:
        async with asyncio.timeout(grant.wall_seconds):
            outcome = await strategy.go(task, limits, stop, grant.expected_seconds)
    except TimeoutError:
        return TimedOut(engine=strategy.engine.name, road=strategy.name, limit_seconds=limits.seconds)
    return await judged(strategy, outcome) if isinstance(outcome, PlanFound) else outcome


def _most_telling(ends: Sequence[Verdict], limits: SolveLimits, engine: str) -> Verdict:
    # What a weakened task ended with says least of the task itself.
    ends = sorted(ends, key=lambda end: end.road == "weakened")
    for kind in _TELLING:
        found = next((end for end in ends if isinstance(end, kind)), None)
        if isinstance(found, TimedOut):
            # The limit of the whole and its clock, not those of the try.
            clock = "cpu" if limits.deterministic else "wall"
            return found.model_copy(update={"limit_seconds": limits.seconds, "clock": clock})
        if found is not None:
            return found
    # Syntax faults of an engine's own and cancellations; none at all where the limit was too short to try.
    return ends[0] if ends else TimedOut(engine=engine, limit_seconds=limits.seconds)
