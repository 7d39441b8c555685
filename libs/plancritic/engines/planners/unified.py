"""Planners behind unified-planning, in a warm child process: Fast Downward, Aries, ENHSP, TAMER.

One-shot planning only: an anytime request gets the first plan. In deterministic mode their CPU time is bounded in
whole seconds, generously, because they run in processes of their own behind the library.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from plancritic.contracts.planning import (
    EngineCrashed,
    Impossible,
    NoPlanFound,
    OutOfMemory,
    Unsupported,
)
from plancritic.engines.capabilities.manifest import Manifest
from plancritic.engines.capabilities.refusal import refusal
from plancritic.engines.children.limits import backstop_seconds
from plancritic.engines.children.outcome import asked, reached_limit
from plancritic.engines.children.pool import ChildPool
from plancritic.engines.interface import PlanningRequest
from plancritic.engines.outcome import Outcome, PlanFound, timed
from plancritic.engines.workers import worker

#: The engines stop at their timeout by themselves, or a little later; then they are killed.
_GRACE_SECONDS = 0.75


@dataclass(frozen=True, slots=True)
class UnifiedPlanner:
    """A planner that unified-planning knows by `name`: its module, its distribution and the extra that has it."""

    name: str
    package: str
    distribution: str
    extra: str
    needs_java: bool = False

    def absence(self) -> str | None:
        """Return why it cannot be used here and what to do about it, or None."""
        if find_spec("unified_planning") is None or find_spec(self.package) is None:
            return f"install it: pip install 'plancritic[{self.extra}]'"
        if self.needs_java and shutil.which("java") is None:
            return "it needs Java: install a Java runtime, so that `java` is on PATH"
        return None


FAST_DOWNWARD = UnifiedPlanner("fast-downward", "up_fast_downward", "up-fast-downward", "engines")
ARIES = UnifiedPlanner("aries", "up_aries", "up-aries", "engines")
ENHSP = UnifiedPlanner("enhsp", "up_enhsp", "up-enhsp", "more-engines", needs_java=True)
TAMER = UnifiedPlanner("tamer", "up_tamer", "up-tamer", "more-engines")


class UnifiedEngine:
    """One of them; `command` None means the child that runs it."""

    def __init__(
        self, planner: UnifiedPlanner, manifest: Manifest, children: int = 1, command: Sequence[str] | None = None
    ) -> None:
        self.name = planner.name
        self.manifest = manifest
        # Aries searches in a server of its own, to which unified-planning talks over the loopback.
        self._pool = ChildPool(
            command or worker("unified_planning_run", planner.name), children, announced=True, network="loopback"
        )
        try:
            self.version = version(planner.distribution)
        except PackageNotFoundError:
            self.version = "unknown"

    async def solve(self, request: PlanningRequest) -> Outcome:
        """Plans in the warm child; loading the library takes about a second of the first solve's time."""
        refused = refusal(self.name, self.manifest, request)
        if refused is not None:
            return refused
        started = time.monotonic()
        return timed(await self._solve(request), time.monotonic() - started)

    async def close(self) -> None:
        """Kills all children; solves under way answer `Cancelled`."""
        await self._pool.close()

    async def _solve(self, request: PlanningRequest) -> Outcome:
        limits = request.limits
        backstop = backstop_seconds(limits)
        with self._pool.job_folder() as folder:
            request.write_texts(Path(folder))
            job = {
                "folder": folder,
                "timeout": backstop,
                "cpu_seconds": limits.seconds if limits.deterministic else None,
                "memory_mb": limits.memory_mb,
            }
            answer = await asked(self.name, self._pool, job, backstop + _GRACE_SECONDS, request)
        if not isinstance(answer, dict):
            return answer
        return self._outcome(answer, request)

    def _outcome(self, answer: dict[str, Any], request: PlanningRequest) -> Outcome:
        reason = str(answer.get("reason") or "")
        match answer["status"]:
            case "SOLVED":
                return PlanFound(str(answer["plan"]), self.name, 0.0)
            case "IMPOSSIBLE":
                return Impossible(engine=self.name, reason="the engine says it has proved it")
            case "NO_PLAN_FOUND":
                return NoPlanFound(engine=self.name, reason=reason or "the search ended without a plan")
            case "UNSUPPORTED":
                return Unsupported(engine=self.name, feature=reason)
            case "OUT_OF_MEMORY":
                return OutOfMemory(engine=self.name, limit_mb=request.limits.memory_mb)
            case "TIMEOUT" | "CPU_TIMEOUT" as status:
                return reached_limit(self.name, request.limits, cpu=status == "CPU_TIMEOUT")
        return EngineCrashed(engine=self.name, message=reason)
