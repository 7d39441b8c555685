"""Plans made better for as long as there is time: other plans that end sooner, around the best one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from plancritic.contracts.planning import (
    Improvement,
    LowerBound,
    PlanProved,
    SolveLimits,
    SyntaxFault,
    Verdict,
)
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import Proof
from plancritic.judges import Judge, JudgeRequest, prove
from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import TOTAL_TIME, PddlSyntaxError, Plan, PlanBound, parse_constraint, parse_plan
from plancritic.verdicts.improvement.objective import CLEARLY, Objective
from plancritic.verdicts.improvement.quality import improve
from plancritic.verdicts.task import Task

#: Decides a specification of musts within limits: a verdict with a proved plan, a proof that there is none, or neither.
Deciding = Callable[[Sequence[TracedConstraint], SolveLimits], Awaitable[Verdict]]
#: Told of each better plan.
Reporting = Callable[[Improvement], Awaitable[None]]

#: In deterministic mode so many searches, each of so many CPU seconds; else this is the first share of the limit.
_TRIES, _TRY_SECONDS = 6, 0.4


class NothingToImproveError(ValueError):
    """No plan given meets the musts, or a text cannot be read: what happened, and what to do."""

    def __init__(self, why: str = "none of the plans given meets the goal and the musts") -> None:
        super().__init__(f"{why}, so there is nothing to improve; ask for a verdict first")


async def improved_plan(
    judges: Sequence[Judge],
    task: Task | SyntaxFault,
    decided: Callable[[Task, SolveLimits], Awaitable[Verdict]],
    starts: Sequence[str],
    limits: SolveLimits,
    shown: str | None = None,
    keep_close: bool = False,
    report: Reporting | None = None,
    stop: asyncio.Event | None = None,
) -> Improvement:
    """Return the best plan found; see `Verdicts.improved_plan`, which knows how a specification is `decided`."""
    if isinstance(task, SyntaxFault):
        raise NothingToImproveError(task.message)
    try:
        objective = Objective(None if shown is None else parse_plan(shown), keep_close)
    except PddlSyntaxError as error:
        raise NothingToImproveError(f"the plan shown cannot be read ({error})") from error
    musts = [traced.constraint for traced in task.specification if traced.strength == "must"]
    kept: list[str] = []
    for start in starts:
        request = JudgeRequest(task.texts.domain, task.texts.problem, start, tuple(musts))
        if (await prove(judges, request)).ruling == "accepted":
            kept = _wishes_met(task, start)
            break

    async def decide(part: Sequence[TracedConstraint], brief: SolveLimits) -> Verdict:
        return await decided(task.part(part), brief)

    search = Search(judges, task, (*musts, *kept), decide, limits, objective, report, stop)
    return await search.run(starts)


def _wishes_met(task: Task, plan: str) -> list[str]:
    """The constraints of the specification that are no musts and that a plan meets."""
    wishes = [traced.constraint for traced in task.specification if traced.strength != "must"]
    if task.problem is None or not wishes:
        return []
    trajectory = execute(task.problem, parse_plan(plan))
    return [wish for wish in wishes if judge_constraint(trajectory, parse_constraint(wish)).satisfied is True]


@dataclass
class Search:
    """One anytime improvement of the plans of one task."""

    judges: Sequence[Judge]
    task: Task
    asked: Sequence[str]
    decided: Deciding
    limits: SolveLimits
    objective: Objective
    report: Reporting | None = None
    stop: asyncio.Event | None = None
    best: Improvement | None = None
    bound: LowerBound | None = None
    _started: float = field(default_factory=time.monotonic)

    async def run(self, starts: Sequence[str]) -> Improvement:
        """Return the best plan found.

        Raises:
            NothingToImproveError: No start meets what is asked.
        """
        for start in dict.fromkeys(starts):
            proof = await self._proof(start)
            if proof.ruling == "accepted":
                await self._take(start, proof, "given")
        if self.best is None:
            raise NothingToImproveError
        await self._tighten(self.best.plan, self.best.proof)
        for _ in range(_TRIES):
            if self._over() or not await self._sooner():
                break
        return self.best

    def _left(self) -> float:
        return self.limits.seconds - (time.monotonic() - self._started)

    def _over(self) -> bool:
        stopped = self.stop is not None and self.stop.is_set()
        met = self.bound is not None and self.bound.met and not self.objective.keep_close
        return stopped or met or (not self.limits.deterministic and self._left() < 0.05)

    async def _proof(self, plan: str) -> Proof:
        return await prove(
            self.judges, JudgeRequest(self.task.texts.domain, self.task.texts.problem, plan, tuple(self.asked))
        )

    async def _take(self, text: str, proof: Proof, found_by: str) -> bool:
        """Keeps a plan that is better, and tells of it."""
        plan = parse_plan(text)
        if self.best is not None and not self.objective.better(plan, parse_plan(self.best.plan)):
            return False
        first = self.best is None
        self.best = self._described(text, plan, proof, found_by)
        if self.report is not None and not first:
            await self.report(self.best)
        return True

    def _described(self, text: str, plan: Plan, proof: Proof, found_by: str) -> Improvement:
        return Improvement(
            plan=text,
            proof=proof,
            makespan=round(plan.makespan, 9),
            steps=len(plan.steps),
            lower_bound=self.bound,
            distance=self.objective.distance(plan),
            found_by=found_by,
        )

    async def _tighten(self, text: str, proof: Proof, found_by: str = "tightening") -> bool:
        seconds = None if self.limits.deterministic else max(0.05, self._left())
        texts = self.task.texts
        better = await improve(self.judges, texts.domain, texts.problem, text, self.asked, seconds, proof)
        return await self._take(better.plan, better.proof, found_by)

    async def _sooner(self) -> bool:
        assert self.best is not None
        limit = round(self.best.makespan - CLEARLY, 6)
        if limit <= 0:
            return False
        seconds = _TRY_SECONDS if self.limits.deterministic else min(_TRY_SECONDS, self._left())
        brief = self.limits.model_copy(update={"seconds": seconds, "anytime": False})
        part = [TracedConstraint(constraint=each) for each in (*self.asked, str(PlanBound(TOTAL_TIME, "<", limit)))]
        found = await self.decided(part, brief)
        if not isinstance(found, PlanProved):
            return False
        taken = await self._take(found.plan, found.proof, found.engine)
        return await self._tighten(found.plan, found.proof, found.engine) or taken
