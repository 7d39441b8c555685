"""OPTIC as an executable of the user's own: found by setting or on PATH, bounded, its output read.

OPTIC has no limit of its own, prints every better plan as it searches, and never proves anything
impossible in words: a run that ends without a plan is `NoPlanFound`, one that says the problem is
unsolvable by its reachability analysis is `Impossible`. Its claim that a constraint is contradictory comes without a
proof, so it is `NoPlanFound`. Its banner that the files appear to violate the language is a warning.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from plancritic.contracts.planning import (
    Cancelled,
    EngineCrashed,
    Impossible,
    NoPlanFound,
    SyntaxFault,
    Unsupported,
)
from plancritic.engines.capabilities.manifest import missing_configuration, missing_feature
from plancritic.engines.capabilities.manifests import manifest
from plancritic.engines.children.outcome import ended_by_force, one_run
from plancritic.engines.children.process import ChildResult, Ending
from plancritic.engines.interface import PlanningRequest
from plancritic.engines.outcome import Outcome, PlanFound
from plancritic.pddl.language import remedy_of

NAME = "optic"
EXECUTABLES = ("optic-clp", "optic-cplex", "optic")
MANIFEST = manifest(NAME)
#: What the files are called in OPTIC's scratch folder, whatever the request calls them: those may be paths.
_DOMAIN = "domain.pddl"
_STEP = re.compile(r"^\s*\d+(?:\.\d+)?\s*:\s*\(.+\)\s*\[\s*\d+(?:\.\d+)?\s*\]\s*$")
_ERROR = re.compile(r"^(?P<file>[^:\s]+): line: (?P<line>\d+): (?P<kind>Error|Warning): (?P<message>.*)$")
_UNKNOWN_OBJECT = re.compile(r"^Object with unknown type: (?P<name>\S+)")
_CONTRADICTORY = "The problem given has a constraint that cannot be satisfied"
_UNSOLVABLE = re.compile(r"problem (?:is )?(?:proven |proved )?(?:unsolvable|to be unsolvable)", re.IGNORECASE)


def find_executable(setting: Path | None) -> Path | None:
    """Return the OPTIC executable, else None: the one set (a path, else a name on PATH), else the first on PATH."""
    names = EXECUTABLES if setting is None else (str(setting.absolute()), str(setting))
    found = next(filter(None, map(shutil.which, names)), None)
    return Path(found) if found else None


def absence(setting: Path | None) -> str | None:
    """Return why OPTIC cannot be used here and what to do about it, or None."""
    if find_executable(setting) is not None:
        return None
    if setting is not None:
        return f"PLANCRITIC_OPTIC names {str(setting)!r}, which is not an executable file"
    return f"set PLANCRITIC_OPTIC to an OPTIC executable, or put one of {', '.join(EXECUTABLES)} on PATH"


class OpticEngine:
    """OPTIC in a child process for each solve, first plan only (`-N`) or with `limits.anytime` the last."""

    name = NAME
    manifest = MANIFEST

    def __init__(self, executable: Path | None) -> None:
        self._executable = executable
        self.version = "unknown" if executable is None else executable.name

    async def solve(self, request: PlanningRequest) -> Outcome:
        """Plans by running OPTIC; the limit is CPU seconds in deterministic mode, wall seconds else."""
        if self._executable is None:
            return EngineCrashed(engine=NAME, message=absence(None) or "")
        feature = missing_configuration(MANIFEST, request.configuration) or missing_feature(
            MANIFEST, request.domain, request.problem
        )
        if feature is not None:
            return Unsupported(engine=NAME, feature=feature)
        if request.stop is not None and request.stop.is_set():
            return Cancelled(engine=NAME)
        first_only = () if request.limits.anytime else ("-N",)
        return await one_run(NAME, (self._executable, *first_only, "domain.pddl", "problem.pddl"), request, read_result)

    async def close(self) -> None:
        """Nothing stays between two solves; a cancelled solve has killed its own child."""


def read_result(result: ChildResult, request: PlanningRequest) -> Outcome:
    """Return what a finished run of OPTIC says. A plan printed before the limit was reached is a plan."""
    whole = result.ending is Ending.EXITED
    plan = last_plan(result.stdout, whole)
    if plan is not None:
        return PlanFound(plan, NAME, result.seconds, complete=whole or not request.limits.anytime)
    fault = _syntax_fault(result.stdout, request)
    if fault is not None:
        return fault
    failure = ended_by_force(NAME, result, request.limits)
    if failure is not None:
        return failure
    if _UNSOLVABLE.search(result.stdout):
        return Impossible(engine=NAME, reason="OPTIC's analysis: the goal cannot be reached")
    contradiction = _contradiction(f"{result.stdout}\n{result.stderr}")
    if contradiction is not None:
        return NoPlanFound(engine=NAME, reason=f'OPTIC gave up and said, without a proof: "{contradiction}"')
    if result.exit_code != 0:
        return EngineCrashed(engine=NAME, exit_code=result.exit_code, message=result.stderr_tail)
    return NoPlanFound(engine=NAME, reason="OPTIC ended without a plan, which proves nothing")


def last_plan(output: str, whole: bool = True) -> str | None:
    """Return the last block of plan lines in OPTIC's output; the search prints each better plan after the one before.

    Where the output is not `whole` and breaks off within a line, the block it belongs to does not count.
    """
    cut = not whole and not output.endswith("\n")
    lines = output.splitlines()[:-1] if cut else output.splitlines()
    blocks: list[list[str]] = []
    inside = False
    for line in lines:
        if _STEP.match(line):
            if not inside:
                blocks.append([])
            blocks[-1].append(" ".join(line.split()))
            inside = True
        else:
            inside = False
    if inside and cut:
        blocks.pop()
    return "".join(f"{line}\n" for line in blocks[-1]) if blocks else None


def _contradiction(output: str) -> str | None:
    """OPTIC's claim that a constraint is contradictory, on one line; None where it makes none."""
    words = " ".join(output.split())
    start = words.find(_CONTRADICTORY)
    if start < 0:
        return None
    end = words.find("no solution exists.", start)
    return words[start : end + len("no solution exists.")] if end >= 0 else f"{_CONTRADICTORY}."


def _syntax_fault(output: str, request: PlanningRequest) -> SyntaxFault | None:
    """The first error of OPTIC's parser or type checker; it names no columns."""
    undeclared: dict[str, int] = {}
    for line in output.splitlines():
        if found := _ERROR.match(line):
            file = request.domain_file if Path(found["file"]).name == _DOMAIN else request.problem_file
            if found["kind"] == "Error":
                return SyntaxFault(
                    engine=NAME,
                    message=found["message"].strip(),
                    remedy=remedy_of("parse.syntax"),
                    file=file,
                    line=int(found["line"]),
                    column=1,
                )
            if found["message"].startswith("Undeclared symbol:"):
                undeclared[found["message"].partition(":")[2].strip()] = int(found["line"])
        elif found := _UNKNOWN_OBJECT.match(line):
            name = found["name"]
            return SyntaxFault(
                engine=NAME,
                message=f"unknown object {name!r}",
                kind="unknown_name",
                remedy=remedy_of("semantic.unknown_object"),
                file=request.problem_file,
                line=undeclared.get(name, 1),
                column=1,
            )
    return None
