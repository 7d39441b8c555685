"""Searches that read SAS+: translated in a warm child, then run directly with the file on their stdin."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from plancritic.contracts.planning import EngineCrashed, Failure, Impossible, OutOfMemory, Unsupported
from plancritic.engines.children.limits import backstop_seconds, child_limits
from plancritic.engines.children.outcome import asked, reached_limit
from plancritic.engines.children.pool import ChildPool
from plancritic.engines.children.process import ChildResult, run_child
from plancritic.engines.interface import PlanningRequest
from plancritic.engines.workers import worker

#: Exit codes of Fast Downward's search out of memory: with a plan (and out of time), without one (and out of time).
_OUT_OF_MEMORY = (1, 3, 22, 24)
_BUILD = Path("builds", "release", "bin")


def build_folder(package: str) -> Path | None:
    """Return the folder of an installed wheel with its translator and search, found without importing it; else None."""
    found = find_spec(package)
    for place in () if found is None else found.submodule_search_locations or ():
        if (folder := Path(place) / _BUILD).is_dir():
            return folder
    return None


@dataclass(frozen=True, slots=True)
class Searched:
    """A search that was run: how its child ended, the SAS+ text it read, the CPU time that translating took."""

    result: ChildResult
    sas: str
    cpu_seconds: float

    @property
    def out_of_memory(self) -> bool:
        """Whether the search ended itself because its memory was used up; it says so by its exit code alone."""
        return self.result.exit_code in _OUT_OF_MEMORY


class SasSearch:
    """One wheel's translator, warm, and its search binary."""

    def __init__(self, engine: str, folder: Path, children: int = 1) -> None:
        self._engine = engine
        self._search = folder / "downward"
        self._pool = ChildPool(worker("sas_translation", str(folder / "translate")), children)

    async def run(self, request: PlanningRequest, options: tuple[str, ...], collect: str) -> Searched | Failure:
        """Translates and searches within the request's limits; `{seconds}` in an option is what is left of them.

        `collect` is the name of the file that the search leaves. A task that the translator finds to have no plan
        is `Impossible`.
        """
        started = time.monotonic()
        with self._pool.job_folder() as name:
            folder = Path(name)
            request.write_texts(folder)
            translated = await self._translate(request, folder)
            if not isinstance(translated, float):
                return translated
            limits = request.limits
            spent = translated if limits.deterministic else time.monotonic() - started
            left = limits.seconds - spent
            if left <= 0:
                return reached_limit(self._engine, limits, cpu=limits.deterministic)
            try:
                result = await run_child(
                    (self._search, *(option.replace("{seconds}", f"{left:.3f}") for option in options)),
                    child_limits(limits.model_copy(update={"seconds": left})),
                    stop=request.stop,
                    collect=collect,
                    stdin=folder / "output.sas",
                )
            except OSError as error:
                return EngineCrashed(engine=self._engine, message=f"{self._search} cannot be started: {error}")
            return Searched(result, await asyncio.to_thread((folder / "output.sas").read_text), translated)

    async def close(self) -> None:
        """Ends the translators."""
        await self._pool.close()

    async def _translate(self, request: PlanningRequest, folder: Path) -> float | Failure:
        """CPU seconds of a translation that is in the folder now."""
        limits = request.limits
        job = {
            "folder": str(folder),
            "cpu_seconds": limits.seconds if limits.deterministic else None,
            "memory_mb": limits.memory_mb,
        }
        answer = await asked(self._engine, self._pool, job, backstop_seconds(limits), request)
        if not isinstance(answer, dict):
            return answer
        match answer["status"]:
            case "CPU_TIMEOUT":
                return reached_limit(self._engine, limits, cpu=True)
            case "OUT_OF_MEMORY":
                return OutOfMemory(engine=self._engine, limit_mb=limits.memory_mb)
            case "REFUSED":
                return Unsupported(
                    engine=self._engine, feature=f"input that its translator refuses: {answer['reason']}"
                )
            case "TRANSLATED" if answer["unsolvable"]:
                return Impossible(
                    engine=self._engine, reason="the goal cannot be reached even if delete effects are ignored"
                )
        return float(answer["cpu_seconds"])
