"""Plans known for a problem: one that meets a new specification is its plan, without a search.

Of no use in deterministic mode, where what was planned before must not change an answer: whoever calls leaves it out
there. A plan from here is judged like any other before it is called a plan (strategy `archive`).
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

import structlog
from cachetools import LRUCache
from pydantic import TypeAdapter, ValidationError

from plancritic.pddl.execution import Trajectory, judge_constraint
from plancritic.pddl.language import Constraint, Problem
from plancritic.verdicts.cache.stores import Store
from plancritic.verdicts.cache.verdict_cache import problem_hash
from plancritic.verdicts.known_plans import executed

_log = structlog.get_logger("plancritic.verdicts.cache.plan_archive")
_PLANS = TypeAdapter(list[str])
#: Constraints whose truth on one plan is remembered.
_REMEMBERED = 1000
#: Plans that are executed for one question, a few milliseconds each.
_EXECUTED_AT_ONCE = 16
#: Seconds after which the plans of the other copies are looked up again.
_FETCHED_AGAIN = 30.0


@dataclass
class _Known:
    """A plan, executed when it is first needed, and what constraints came to on it."""

    text: str
    trajectory: Trajectory | None = None
    #: None until it was executed.
    usable: bool | None = None
    truths: dict[Constraint, bool] = field(default_factory=dict)

    def execute(self, problem: Problem) -> bool:
        """Return whether the plan can be executed, reaches the goal and keeps the problem's own constraints."""
        if self.usable is None:
            self.trajectory = executed(problem, self.text)
            self.usable = self.trajectory is not None and all(map(self.satisfies, problem.constraints))
        return self.usable

    def satisfies(self, constraint: Constraint) -> bool:
        """Return whether the executor finds the constraint satisfied (one without a meaning is not)."""
        assert self.trajectory is not None, "a plan is executed before it is judged"
        truth = self.truths.get(constraint)
        if truth is None:
            truth = judge_constraint(self.trajectory, constraint).satisfied is True
            if len(self.truths) >= _REMEMBERED:
                self.truths.clear()
            self.truths[constraint] = truth
        return truth


@dataclass(eq=False, slots=True)
class _Problem:
    """The plans of a problem by text, the last used last, and when those of other copies were fetched."""

    plans: OrderedDict[str, _Known] = field(default_factory=OrderedDict)
    fetched: float = -math.inf


class PlanArchive:
    """Plans of this process by problem: at most `plans` of each of the `problems` last asked for.

    What is full forgets the plan that was of no use for the longest time. Executing a plan takes about a
    millisecond and is done once, judging a constraint 0.05 ms: a search costs more.
    """

    def __init__(self, plans: int = 48, problems: int = 32) -> None:
        self._plans = plans
        self._problems: LRUCache[str, _Problem] = LRUCache(problems)
        #: Jobs at once look here in threads of their own.
        self._lock = threading.Lock()

    def add(self, problem: str, plan: str) -> bool:
        """Keeps a plan of a problem, known by its `problem_hash`; whether it was new.

        What it is worth is found out when it is first needed: a plan that cannot be executed is forgotten then.
        """
        known = self._of(problem).plans
        new = plan not in known
        if new:
            known[plan] = _Known(plan)
        known.move_to_end(plan)
        while len(known) > self._plans:
            known.popitem(last=False)
        return new

    def plan_for(self, problem: Problem, constraints: Sequence[Constraint]) -> str | None:
        """Return the shortest known plan that the executor accepts with these constraints, or None.

        It can be executed, reaches the goal, satisfies the constraints and the problem's own. Of many plans that are
        new here only the latest are looked at, the others when it is asked again.
        """
        known = self._of(problem_hash(problem.domain.text, problem.text)).plans
        best: _Known | None = None
        new = 0
        for each in reversed(list(known.values())):
            if each.usable is None:
                new += 1
                if new > _EXECUTED_AT_ONCE:
                    continue
            if not each.execute(problem):
                known.pop(each.text, None)  # jobs at once look here in threads of their own
            elif (best is None or _length(each) < _length(best)) and all(map(each.satisfies, constraints)):
                best = each
        if best is None:
            return None
        if best.text in known:
            known.move_to_end(best.text)
        return best.text

    def texts(self, problem: str) -> tuple[str, ...]:
        """Return the plans of a problem, known by its `problem_hash`; the last used last."""
        with self._lock:
            known = self._problems.get(problem)
        return () if known is None else tuple(known.plans)

    async def fetch(self, store: Store, tenant: str, problem: str) -> None:
        """Takes over the plans that other copies have kept, unless it did so half a minute ago."""
        now, known = time.monotonic(), self._of(problem)
        if now - known.fetched < _FETCHED_AGAIN:
            return
        known.fetched = now
        mine = self.texts(problem)
        for plan in (*_listed(await store.get(_key(tenant, problem))), *mine):
            self.add(problem, plan)

    async def keep(self, store: Store, tenant: str, problem: str) -> None:
        """Adds the plans of a problem to those that all copies keep; those used here last are forgotten last."""
        mine = self.texts(problem)

        def joined(before: bytes | None) -> bytes:
            theirs = [plan for plan in _listed(before) if plan not in mine]
            return _PLANS.dump_json([*theirs, *mine][-self._plans :])

        await store.change(_key(tenant, problem), joined)

    def _of(self, problem: str) -> _Problem:
        with self._lock:
            return self._problems.setdefault(problem, _Problem())


def _length(known: _Known) -> tuple[float, int]:
    assert known.trajectory is not None, "a plan is executed before it is compared"
    return known.trajectory.plan.makespan, len(known.trajectory.plan.steps)


def _key(tenant: str, problem: str) -> str:
    return f"{tenant}.{problem}"


def _listed(content: bytes | None) -> list[str]:
    if content is None:
        return []
    try:
        return _PLANS.validate_json(content)
    except ValidationError as error:
        _log.warning("an entry of the plan archive cannot be read", error=str(error))
        return []
