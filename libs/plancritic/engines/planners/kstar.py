"""K*: all the best plans of a classical problem, in the order of their cost (top-k), or all within a factor (top-q).

From the wheel `kstar-planner` (GPL-3), as a separate process. J. Lee, M. Katz, S. Sohrabi: On K* search for top-k
planning, SoCS 2023. A plan is a sequence; plans that differ in order alone count as different.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from plancritic.contracts.enumeration import CostedPlan
from plancritic.contracts.planning import (
    EngineCrashed,
    Failure,
    Impossible,
    NoPlanFound,
    OutOfMemory,
)
from plancritic.engines.capabilities.manifest import Manifest
from plancritic.engines.capabilities.refusal import refusal
from plancritic.engines.children.outcome import ended_by_force, reached_limit
from plancritic.engines.children.process import Ending
from plancritic.engines.interface import PlanningRequest
from plancritic.engines.outcome import Outcome, PlanFound
from plancritic.engines.planners.sas_search import SasSearch, Searched, build_folder
from plancritic.pddl.grounding import changeable_predicates
from plancritic.pddl.language import Atom, Not, UnsupportedFeatureError, conjuncts, parse_domain, parse_problem

NAME = "kstar"
_PACKAGE = "kstar_planner"
_PLANS = "plans.json"
_SYMMETRIES = (
    "sym=structural_symmetries(time_bound=0,search_symmetries=oss,stabilize_initial_state=false,"
    "keep_operator_symmetries=true)"
)
_SEARCH = (
    "kstar(lmcut(transform=undo_to_origin()), {stopping}, max_time={{seconds}}, find_unordered_plans=false, "
    f"dump_plan_files=false, json_file_to_dump={_PLANS}, symmetries=sym)"
)
#: Exit codes of Fast Downward's driver: a plan, a space searched whole, one given up.
_FOUND, _UNSOLVED = 0, (11, 12)
_OUT_OF_TIME = "search::time limit"


@dataclass(frozen=True, slots=True)
class TopPlans:
    """The cheapest plans, cheapest first.

    `exhausted`: there are no others (with a quality bound: none within it). `complete`: the search was not cut short
    by a limit, so that no plan left out is cheaper than one that is here.
    """

    plans: tuple[CostedPlan, ...]
    exhausted: bool
    complete: bool
    seconds: float


def absence() -> str | None:
    """Return why K* cannot be used here and what to do about it, or None."""
    return None if build_folder(_PACKAGE) is not None else "install it: pip install 'plancritic[engines]'"


class KStarEngine:
    """K* for classical problems: `solve` is the cheapest plan, `top_plans` as many as are asked for.

    `folder` None means that of the wheel, with translator and search.
    """

    name = NAME

    def __init__(self, manifest: Manifest, children: int = 1, folder: Path | None = None) -> None:
        self.manifest = manifest
        folder = folder or build_folder(_PACKAGE)
        self._search = None if folder is None else SasSearch(NAME, folder, children)
        try:
            self.version = version("kstar-planner")
        except PackageNotFoundError:
            self.version = "unknown"

    async def solve(self, request: PlanningRequest) -> Outcome:
        """Return the cheapest plan."""
        found = await self.top_plans(request, 1)
        if not isinstance(found, TopPlans):
            return found
        return PlanFound(found.plans[0].plan, NAME, found.seconds, complete=found.complete)

    async def top_plans(
        self, request: PlanningRequest, count: int | None, quality_bound: float | None = None
    ) -> TopPlans | Failure:
        """Return the `count` cheapest plans; with `quality_bound` q only those that cost at most q times the least.

        At least one plan, else a failure. Raises `ValueError` where neither bounds the number of plans, or one is
        out of range.
        """
        if count is None and quality_bound is None:
            raise ValueError("give a count of plans or a quality bound, so that the search can stop")
        if (count is not None and count < 1) or (quality_bound is not None and quality_bound < 1):
            raise ValueError("a count of plans and a quality bound are at least 1")
        if self._search is None:
            return EngineCrashed(engine=NAME, message=absence() or "")
        refused = refusal(NAME, self.manifest, request)
        if refused is not None:
            return refused
        started = time.monotonic()
        bounds = [] if count is None else [f"k={count}"]
        if quality_bound is not None:
            bounds.append(f"q={quality_bound}")
        search = _SEARCH.format(stopping=", ".join(bounds))
        searched = await self._search.run(request, ("--symmetries", _SYMMETRIES, "--search", search), _PLANS)
        seconds = time.monotonic() - started
        if not isinstance(searched, Searched):
            return searched.model_copy(update={"seconds": seconds})
        return _top_plans(searched, request, count, seconds)

    async def close(self) -> None:
        """Ends the translators."""
        if self._search is not None:
            await self._search.close()


def _top_plans(searched: Searched, request: PlanningRequest, count: int | None, seconds: float) -> TopPlans | Failure:
    result = searched.result
    complete = result.ending is Ending.EXITED and _OUT_OF_TIME not in result.stdout and not searched.out_of_memory
    plans = _plans(result.files.get(_PLANS, ""))
    if plans and _loses_goals(request):
        return NoPlanFound(
            engine=NAME,
            reason="K*'s translator lost the goal: it drops negative goals about facts that never change",
        )
    if plans:
        return TopPlans(plans, complete and (count is None or len(plans) < count), complete, seconds)
    failure: Failure | None = ended_by_force(NAME, result, request.limits)
    if failure is None and searched.out_of_memory:
        failure = OutOfMemory(engine=NAME, limit_mb=request.limits.memory_mb)
    if failure is None and not complete:
        failure = reached_limit(NAME, request.limits, cpu=request.limits.deterministic)
    if failure is None and result.exit_code in _UNSOLVED:
        failure = Impossible(engine=NAME, reason="the whole space of plans was searched")
    if failure is None and result.exit_code == _FOUND:
        failure = NoPlanFound(engine=NAME, reason="K* ended without a plan, which proves nothing")
    if failure is None:
        words = result.stderr_tail or result.stdout[-2_000:].strip()
        failure = EngineCrashed(engine=NAME, exit_code=result.exit_code, message=words)
    return failure.model_copy(update={"seconds": seconds})


def _loses_goals(request: PlanningRequest) -> bool:
    """Whether the goal wants something false that is true and never changes: the translator forgets such parts."""
    try:
        problem = parse_problem(request.problem, parse_domain(request.domain))
    except UnsupportedFeatureError:
        return False
    changeable = changeable_predicates(problem.domain)
    return any(
        isinstance(part, Not)
        and isinstance(part.condition, Atom)
        and part.condition.predicate not in changeable
        and part.condition in problem.facts
        for part in conjuncts(problem.goal)
    )


def _plans(text: str) -> tuple[CostedPlan, ...]:
    """The plans of a result file; none where it was cut off."""
    try:
        found: list[dict[str, Any]] = json.loads(text)["plans"]
    except (ValueError, KeyError, TypeError):
        return ()
    return tuple(CostedPlan(plan=_text(each["actions"]), cost=float(each["cost"])) for each in found)


def _text(actions: list[str]) -> str:
    return "".join(f"{number}: ({' '.join(action.split())})\n" for number, action in enumerate(actions))
