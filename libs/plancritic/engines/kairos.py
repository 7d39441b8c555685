"""Kairos in warm child processes: an answer in milliseconds, and native code that can be killed."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from plancritic.contracts.planning import (
    Cancelled,
    EngineCrashed,
    Failure,
    Impossible,
    NoPlanFound,
    OutOfMemory,
    SyntaxFault,
    TimedOut,
    Unsupported,
)
from plancritic.engines.child_process import signal_name
from plancritic.engines.interface import PlanningRequest
from plancritic.engines.manifest import COMMON_FEATURES, CONSTRAINT_FEATURES, RARE_FEATURES, Manifest
from plancritic.engines.outcome import Outcome, PlanFound
from plancritic.engines.warm_child import ChildGone, WarmChild

NAME = "kairos"
MANIFEST = Manifest(COMMON_FEATURES | RARE_FEATURES | CONSTRAINT_FEATURES)
#: Kairos stops by itself at its timeout; it is killed only where it does not.
_GRACE_SECONDS = 0.75
#: In deterministic mode the wall clock is only a far backstop for a child that sleeps or swaps.
_BACKSTOP_FACTOR, _BACKSTOP_SECONDS = 20.0, 60.0
_WORKER = (sys.executable, "-m", "plancritic.engines.kairos_worker")
#: What allocation failure looks like in native code that does not catch it.
_ALLOCATION_FAILED = ("bad_alloc", "Cannot allocate memory", "MemoryError")


class KairosEngine:
    """The default engine. At most `children` processes, started when first needed, one for each solve at once."""

    name = NAME
    manifest = MANIFEST

    def __init__(self, children: int = 2, command: Sequence[str] = _WORKER) -> None:
        self.version = version("kairos-planner")
        self._command = tuple(command)
        self._turn = asyncio.Semaphore(children)
        self._idle: list[WarmChild] = []
        self._busy: set[WarmChild] = set()
        self._closed = False
        self._job = 0

    async def solve(self, request: PlanningRequest) -> Outcome:
        """Plans in an idle child; a child that fails is replaced when the next request comes."""
        started = time.monotonic()
        async with self._turn:
            if self._closed:
                return Cancelled(engine=NAME)
            try:
                child = await self._child()
            except OSError as error:
                return EngineCrashed(engine=NAME, message=f"the engine's process cannot be started: {error}")
            self._busy.add(child)
            try:
                return await self._solve(child, request, started)
            finally:
                self._busy.discard(child)
                if child.alive and not self._closed:
                    self._idle.append(child)

    async def close(self) -> None:
        """Kills all children; solves under way answer `Cancelled`."""
        self._closed = True
        children = [*self._idle, *self._busy]
        self._idle.clear()
        for child in children:
            await child.kill()

    async def _child(self) -> WarmChild:
        while self._idle:
            child = self._idle.pop()
            if child.alive:
                return child
            await child.kill()  # reaps one that died between two jobs
        return await WarmChild.start(self._command)

    async def _solve(self, child: WarmChild, request: PlanningRequest, started: float) -> Outcome:
        limits = request.limits
        backstop = limits.seconds
        deadline = limits.seconds + _GRACE_SECONDS
        if limits.deterministic:
            backstop = limits.seconds * _BACKSTOP_FACTOR + _BACKSTOP_SECONDS
            deadline = backstop + _GRACE_SECONDS
        self._job += 1
        job = {
            "id": self._job,
            "domain": request.domain,
            "domain_file": request.domain_file,
            "problem": request.problem,
            "problem_file": request.problem_file,
            "timeout": backstop,
            "cpu_seconds": limits.seconds if limits.deterministic else None,
            "memory_mb": limits.memory_mb,
        }
        try:
            answer = await child.ask(job, deadline)
        except ChildGone as gone:
            outcome: Outcome = self._failure(gone, request, backstop)
        else:
            outcome = _outcome(answer, request, backstop)
        seconds = time.monotonic() - started
        if isinstance(outcome, PlanFound):
            return PlanFound(outcome.plan, NAME, seconds, answer.get("cpu_seconds"))
        return outcome.model_copy(update={"seconds": seconds})

    def _failure(self, gone: ChildGone, request: PlanningRequest, backstop: float) -> Failure:
        if self._closed:
            return Cancelled(engine=NAME)
        limits = request.limits
        if gone.reason == "silent":
            return TimedOut(engine=NAME, limit_seconds=backstop, clock="wall")
        if gone.exit_code in (-signal.SIGPROF, -signal.SIGXCPU) and limits.deterministic:
            return TimedOut(engine=NAME, limit_seconds=limits.seconds, clock="cpu")
        if any(sign in gone.stderr for sign in _ALLOCATION_FAILED):
            return OutOfMemory(engine=NAME, limit_mb=limits.memory_mb)
        garbage = gone.reason == "garbage"
        return EngineCrashed(
            engine=NAME,
            signal=None if garbage else signal_name(gone.exit_code),
            exit_code=None if garbage or gone.exit_code is None or gone.exit_code < 0 else gone.exit_code,
            message=("the engine answered garbage. " if garbage else "") + gone.stderr[-2000:],
        )


def _outcome(answer: dict[str, Any], request: PlanningRequest, backstop: float) -> Outcome:
    """Kairos' status in our words."""
    status, plan = str(answer.get("status")), answer.get("plan")
    diagnostics = list(answer.get("diagnostics") or ())
    reason = " ".join(str(diagnostic["message"]) for diagnostic in diagnostics)
    match status:
        case "SOLVED" if plan:
            return PlanFound(_without_comments(plan), NAME, 0.0)
        case "SOLVED":
            # The empty plan: the goal holds already.
            return PlanFound("", NAME, 0.0)
        case "UNSOLVABLE":
            return Impossible(engine=NAME, reason=reason or "the whole space of plans was searched")
        case "NO_PLAN_FOUND":
            return NoPlanFound(engine=NAME, reason=reason or "the search ended without a plan and without a proof")
        case "TIMEOUT":
            return TimedOut(engine=NAME, limit_seconds=backstop, clock="wall")
        case "OUT_OF_MEMORY":
            return OutOfMemory(engine=NAME, limit_mb=request.limits.memory_mb)
        case "GROUNDING_TOO_LARGE":
            # Kairos refuses by a bound of its own, not by the memory limit asked for.
            return NoPlanFound(engine=NAME, reason=f"the problem is too large to ground. {reason}".strip())
        case "UNSUPPORTED":
            return Unsupported(engine=NAME, feature=reason or "not named by the engine")
        case "CANCELLED":
            return Cancelled(engine=NAME)
        case "PDDL_ERROR" | "INVALID_INPUT":
            return _syntax_fault(diagnostics, request)
        case _:
            return EngineCrashed(engine=NAME, message=f"status {status}. {reason}".strip())


def _syntax_fault(diagnostics: list[dict[str, Any]], request: PlanningRequest) -> SyntaxFault:
    errors = [one for one in diagnostics if one["severity"] == "ERROR"] or diagnostics
    if not errors:
        return SyntaxFault(engine=NAME, message="invalid input", file=request.problem_file, line=1, column=1)
    first = errors[0]
    return SyntaxFault(
        engine=NAME,
        message=str(first["message"]),
        file=str(first["file"] or request.problem_file),
        line=max(1, int(first["line"])),
        column=max(1, int(first["column"])),
    )


def _without_comments(plan: str) -> str:
    return "".join(f"{line}\n" for line in plan.splitlines() if line.strip() and not line.lstrip().startswith(";"))
