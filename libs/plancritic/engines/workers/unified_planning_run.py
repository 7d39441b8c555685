"""Task of a warm child: a planner behind unified-planning, whose name is the argument.

The libraries come with planners under several licences and warn a lot while they load: they live in this process
alone. A. Micheli et al.: Unified Planning: modeling, manipulating and solving AI planning problems in Python,
SoftwareX 29 (2025).
"""

from __future__ import annotations

import resource
import sys
import tempfile
import warnings
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

warnings.simplefilter("ignore")

from unified_planning.engines import PlanGenerationResultStatus as Status  # noqa: E402
from unified_planning.io import PDDLReader  # noqa: E402
from unified_planning.shortcuts import OneshotPlanner, get_environment  # noqa: E402

if TYPE_CHECKING:
    from plancritic.engines.workers.serve import Alarm, Say

get_environment().credits_stream = None
ENGINE = sys.argv[1]
_STATUSES = {
    Status.UNSOLVABLE_PROVEN: "IMPOSSIBLE",
    Status.UNSOLVABLE_INCOMPLETELY: "NO_PLAN_FOUND",
    Status.TIMEOUT: "TIMEOUT",
    Status.MEMOUT: "OUT_OF_MEMORY",
    Status.UNSUPPORTED_PROBLEM: "UNSUPPORTED",
}


def answer(job: dict[str, Any], say: Say, alarm: Alarm) -> dict[str, Any]:
    """Return a status, with the plan as text or the reason why there is none."""
    before = _cpu_of_children()
    # Aries leaves a log of each search among the temporary files: here they go with the job's folder.
    tempfile.tempdir = job["folder"]
    said = _solve(Path(job["folder"]), job["timeout"])
    # The search runs in a process of its own, which our timer does not see.
    limit = job.get("cpu_seconds")
    if said["status"] != "SOLVED" and limit is not None and _cpu_of_children() - before >= limit:
        return {"status": "CPU_TIMEOUT"}
    return said


def _solve(folder: Path, timeout: float) -> dict[str, Any]:
    try:
        problem = PDDLReader().parse_problem(str(folder / "domain.pddl"), str(folder / "problem.pddl"))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 the reader refuses by assertions and exceptions of all kinds
        return {"status": "UNSUPPORTED", "reason": f"input that unified-planning's reader refuses: {_words(error)}"}
    try:
        with OneshotPlanner(name=ENGINE) as planner:
            if not planner.supports(problem.kind):
                lacking = sorted(problem.kind.features - planner.supported_kind().features)
                return {"status": "UNSUPPORTED", "reason": ", ".join(lacking).lower().replace("_", "-")}
            result = planner.solve(problem, timeout=timeout)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 each engine fails in its own way
        return {"status": "CRASHED", "reason": _words(error)}
    if result.plan is not None:
        return {"status": "SOLVED", "plan": _text(result.plan)}
    messages = " ".join(message.message for message in result.log_messages or ())[-2_000:].strip()
    return {"status": _STATUSES.get(result.status, "CRASHED"), "reason": messages or result.status.name.lower()}


def _text(plan: Any) -> str:
    timed = getattr(plan, "timed_actions", None)
    if timed is None:
        return "".join(f"{number}: {_ground(action)}\n" for number, action in enumerate(plan.actions))
    return "".join(
        f"{_number(start)}: {_ground(action)}{'' if duration is None else f' [{_number(duration)}]'}\n"
        for start, action, duration in timed
    )


def _ground(action: Any) -> str:
    return f"({' '.join((action.action.name, *map(str, action.actual_parameters)))})"


def _number(value: Fraction) -> str:
    return f"{float(value):.6f}"


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:2_000]


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
