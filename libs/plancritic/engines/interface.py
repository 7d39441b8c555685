"""The interface all planners stand behind."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from plancritic.contracts.planning import SolveLimits
from plancritic.engines.capabilities.manifest import Manifest
from plancritic.engines.outcome import Outcome


@dataclass(frozen=True, slots=True)
class PlanningRequest:
    """A problem as texts, the specification's constraints already among the problem's own.

    The file names are those that syntax faults speak of. `configuration` is one of the engine's own named
    searches (`Manifest.configurations`), None its default. Setting `stop` ends the search from outside: the last
    plan of an anytime search is then the answer, else `Cancelled`. `wall_seconds` is how long the search should expect
    to have where its limit is CPU time: Kairos divides the time that it expects among its searches. Where other
    processes kept it from computing it is asked once more.
    """

    domain: str
    problem: str
    limits: SolveLimits = field(default_factory=SolveLimits)
    domain_file: str = "domain.pddl"
    problem_file: str = "problem.pddl"
    configuration: str | None = None
    wall_seconds: float | None = None
    stop: asyncio.Event | None = field(default=None, compare=False)

    def write_texts(self, folder: Path) -> None:
        """Writes `domain.pddl` and `problem.pddl` into a folder (small files: a thread would take longer)."""
        (folder / "domain.pddl").write_text(self.domain, encoding="utf-8")
        (folder / "problem.pddl").write_text(self.problem, encoding="utf-8")


class Engine(Protocol):
    """A planner.

    `solve` always answers, with a plan or a typed failure, soon after its limits at the latest (with
    `limits.anytime` the best plan by then); cancelling it kills whatever works for it. A configuration that the
    engine does not have is `Unsupported`. `close` ends all its processes; a solve under way then
    answers `Cancelled`.
    """

    @property
    def name(self) -> str:
        """The engine's name in the registry."""

    @property
    def version(self) -> str:
        """The planner's version: a part of every cache key, because versions find different plans."""

    @property
    def manifest(self) -> Manifest:
        """The features it can plan with."""

    async def solve(self, request: PlanningRequest) -> Outcome:
        """Plans within the request's limits."""

    async def close(self) -> None:
        """Ends every process of this engine."""
