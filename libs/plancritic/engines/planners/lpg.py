"""LPG-td: local search on planning graphs, for temporal and numeric problems; a static binary in the wheel `up-lpg`.

The binary is found without importing the package around it, which would want unified-planning. LPG is seeded,
so that it answers the same each time. It proves nothing: on a problem without a plan it runs to its limit, or
crashes. Its plans hold needless actions.

A. Gerevini, A. Saetti, I. Serina: Planning through stochastic local search and temporal action graphs in LPG,
JAIR 20 (2003).
"""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from plancritic.contracts.planning import EngineCrashed, NoPlanFound
from plancritic.engines.capabilities.manifest import Manifest
from plancritic.engines.capabilities.refusal import refusal
from plancritic.engines.children.outcome import ended_by_force, one_run, reached_limit
from plancritic.engines.children.process import ChildResult, Ending
from plancritic.engines.interface import PlanningRequest
from plancritic.engines.outcome import Outcome, PlanFound
from plancritic.engines.planners.separation import TimedStep, separated, timed_literals

NAME = "lpg"
_PLAN = "plan"
#: Plans that an anytime run may go through: more than it ever finds within a limit.
_MANY = "1000"
#: LPG closes each line with one bracket more than it opened.
_STEP = re.compile(
    r"^\s*(?P<start>\d+(?:\.\d+)?)\s*:\s*(?P<action>\([^()]+\))\s*\[\s*(?P<duration>\d+(?:\.\d+)?)\s*\]\)?\s*$"
)
_DURATIVE = re.compile(r"\(\s*:durative-action\s+([^\s()]+)", re.IGNORECASE)
_SEQUENTIAL = "Actions having STRIPS duration"
_OUT_OF_TIME = "Max time exceeded"
_NUMBER = re.compile(r"_(\d+)\.SOL$")


def find_executable() -> Path | None:
    """LPG's binary in the installed wheel, else None."""
    package = find_spec("up_lpg")
    for folder in () if package is None else package.submodule_search_locations or ():
        if (binary := Path(folder, "lpg")).is_file():
            return binary
    return None


def absence() -> str | None:
    """Return why LPG cannot be used here and what to do about it, or None."""
    return None if find_executable() is not None else "install it: pip install 'plancritic[engines]'"


class LpgEngine:
    """LPG-td in a child process for each solve; `executable` None means the one of the wheel.

    Another `seed` (at least 1) finds other plans. That of the registry's engine is always 1: neither the seed of a run
    nor a setting changes it.
    """

    name = NAME

    def __init__(self, manifest: Manifest, executable: Path | None = None, seed: int = 1) -> None:
        self.manifest = manifest
        self._executable = executable or find_executable()
        self._seed = seed
        try:
            self.version = version("up-lpg")
        except PackageNotFoundError:
            self.version = "unknown"

    async def solve(self, request: PlanningRequest) -> Outcome:
        """Plans by running LPG: one solution, or with `limits.anytime` better and better ones up to the limit."""
        if self._executable is None:
            return EngineCrashed(engine=NAME, message=absence() or "")
        refused = refusal(NAME, self.manifest, request)
        if refused is not None:
            return refused
        limits = request.limits
        many = _MANY if limits.anytime else "1"
        # LPG stops by itself at its CPU time; ours are the limits that hold.
        options = ("-n", many, "-seed", str(self._seed), "-cputime", f"{limits.seconds:.3f}", "-out", _PLAN)
        command = (self._executable, "-o", "domain.pddl", "-f", "problem.pddl", *options)
        return await one_run(NAME, command, request, read_result, collect=f"{_PLAN}_*.SOL")

    async def close(self) -> None:
        """Nothing stays between two solves; a cancelled solve has killed its own child."""


def read_result(result: ChildResult, request: PlanningRequest) -> Outcome:
    """Return what a finished run of LPG says: the last whole plan it wrote, else how it ended."""
    written = sorted(result.files, key=lambda name: int(found[1]) if (found := _NUMBER.search(name)) else 0)
    for name in reversed(written):
        plan = read_plan(result.files[name], request)
        if plan is not None:
            # Anytime runs have no end of their own but the limit.
            return PlanFound(plan, NAME, result.seconds, complete=not request.limits.anytime)
    failure = ended_by_force(NAME, result, request.limits)
    if failure is not None:
        return failure
    if _OUT_OF_TIME in result.stdout:
        return reached_limit(NAME, request.limits, cpu=request.limits.deterministic)
    if result.ending is Ending.EXITED and result.exit_code != 0:
        words = result.stderr_tail or result.stdout[-2_000:].strip()
        return EngineCrashed(engine=NAME, exit_code=result.exit_code, message=words)
    return NoPlanFound(engine=NAME, reason="LPG ended without a plan, which proves nothing")


def read_plan(text: str, request: PlanningRequest) -> str | None:
    """Return the steps of a solution file as plan text in lower case; None where LPG was ended while it wrote it.

    It closes the file of a temporal plan with an empty line; a sequential one is short and written at once. It gives
    every action a duration; only durative ones keep theirs.
    """
    if not text.endswith("]\n" if _SEQUENTIAL in text else "\n\n"):
        return None
    durative = {name.lower() for name in _DURATIVE.findall(request.domain)}
    steps: list[TimedStep] = []
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith(";"):
            continue
        found = _STEP.match(line)
        if found is None:
            return None
        action = found["action"].lower()
        lasts = action.strip("()").split()[0] in durative
        steps.append(TimedStep(float(found["start"]), action, float(found["duration"]) if lasts else None))
    return "".join(map(_line, separated(steps, timed_literals(request.problem))))


def _line(step: TimedStep) -> str:
    duration = "" if step.duration is None else f" [{step.duration:.4f}]"
    return f"{step.start:.4f}: {step.action}{duration}\n"
