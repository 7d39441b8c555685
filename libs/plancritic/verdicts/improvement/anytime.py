"""Plans made better for as long as there is time: other plans that end sooner, around the best one."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from plancritic.contracts.planning import (
    Improvement,
    LowerBound,
    SolveLimits,
    SyntaxFault,
)
from plancritic.contracts.validation import Proof
from plancritic.engines import Engine
from plancritic.judges import Judge, JudgeRequest, prove
from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.grounding import GroundName
from plancritic.pddl.language import TOTAL_TIME, PddlSyntaxError, Plan, Problem, parse_constraint, parse_plan
from plancritic.threads import in_thread
from plancritic.verdicts.improvement.budget import LEAST, Budget
from plancritic.verdicts.improvement.counted import counted_in_steps
from plancritic.verdicts.improvement.lower_bounds import by_analysis, by_epochs, by_search, is_met
from plancritic.verdicts.improvement.neighbourhoods import (
    HANDOVER,
    Neighbourhood,
    actions_of,
    neighbourhoods,
    shared_out,
)
from plancritic.verdicts.improvement.objective import CLEARLY, Objective
from plancritic.verdicts.improvement.quality import improve
from plancritic.verdicts.improvement.runners_up import RunnersUp
from plancritic.verdicts.improvement.trials import SearchOption, Trials
from plancritic.verdicts.task import Task
from plancritic.verdicts.undefined_values import undefined_value

#: Told of each better plan.
Reporting = Callable[[Improvement], Awaitable[None]]

#: The first searches get so many seconds, and twice as many in each further round.
_FIRST_SHARE = 0.2
#: So long each search may take that is to end as soon as the plan shown.
_SHOWN_SHARE = 0.1
#: So many neighbourhoods in a row without a better plan, and the whole problem is searched again, for longer.
_FRUITLESS = 40
#: The same for parts of the goal that change hands, which come first.
_FRUITLESS_HANDOVERS = 4
#: By the wall clock, the share of what is left that one proof may take.
_FOR_PROOFS = 0.3
#: Of the limit, the share kept for plans that end as soon and are closer to the one that was shown.
_FOR_CLOSENESS = 0.15


class NothingToImproveError(ValueError):
    """No plan given meets the musts, or a text cannot be read: what happened, and what to do."""

    def __init__(self, why: str = "none of the given plans meets the goal and every must") -> None:
        super().__init__(f"{why}, so there is nothing to improve; ask for a verdict first")


async def improved_plan(
    judges: Sequence[Judge],
    task: Task | SyntaxFault,
    engines: Sequence[Engine],
    starts: Sequence[str],
    limits: SolveLimits,
    shown: str | None = None,
    keep_close: bool = False,
    report: Reporting | None = None,
    stop: asyncio.Event | None = None,
) -> Improvement:
    """Return the best plan found; see `Verdicts.improved_plan`."""
    if isinstance(task, SyntaxFault):
        raise NothingToImproveError(task.message)
    try:
        objective = Objective(None if shown is None else parse_plan(counted_in_steps(shown, task.problem)), keep_close)
    except PddlSyntaxError as error:
        raise NothingToImproveError(f"the plan shown cannot be read ({error})") from error
    musts = [traced.constraint for traced in task.specification if traced.strength == "must"]
    kept: list[str] = []

    async def is_accepted(plan: str) -> bool:
        request = JudgeRequest(task.texts.domain, task.texts.problem, plan, tuple(musts))
        return (await prove(judges, request)).ruling == "accepted"

    # Where a must has a time, a plan may need the times that it came with.
    in_steps = {each: counted_in_steps(each, task.problem) for each in starts}
    starts = [plan if plan == each or await is_accepted(plan) else each for each, plan in in_steps.items()]
    for start in starts:
        if await is_accepted(start):
            kept = _wishes_met(task, start)
            break

    asked = (*musts, *kept)
    search = Search(judges, task, asked, Trials(engines, task, asked, stop), Budget(limits, stop), objective, report)
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
    trials: Trials
    budget: Budget
    objective: Objective
    report: Reporting | None = None
    best: Improvement | None = None
    bound: LowerBound | None = None
    #: The end of the soonest plan that was ever the best.
    soonest: float = math.inf
    _searched: bool = False
    _runners_up: RunnersUp = field(default_factory=RunnersUp)
    #: Ground actions, search and seconds of what was tried; another bound on the end seldom finds more.
    _tried: set[tuple[frozenset[GroundName], SearchOption, float]] = field(default_factory=set)
    #: How many neighbourhoods of each kind were searched.
    _turns: Counter[str] = field(default_factory=Counter)

    @property
    def _reserve(self) -> float:
        return 0.0 if self.objective.shown is None else _FOR_CLOSENESS * self.budget.limits.seconds

    @property
    def _best(self) -> Improvement:
        if self.best is None:
            raise NothingToImproveError
        return self.best

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
        problem = self.task.problem
        if problem is not None and self._searchable(problem):
            if self.budget.deterministic:
                await self.trials.leave_out_unable()
            if not self.objective.keep_close:
                await self._search(problem)
            await self._closer()
        return self._described(self.best.plan, self.best.proof, self.best.found_by)

    def _searchable(self, problem: Problem) -> bool:
        """Whether the end of a plan is what counts, and we can say so to an engine."""
        return not self.task.large and (problem.metric is None or str(problem.metric.expression) == str(TOTAL_TIME))

    async def _search(self, problem: Problem) -> None:
        if self._best.makespan <= CLEARLY:
            return
        trusted = await self._trusted(problem)
        share = _FIRST_SHARE
        analysed = None
        await self._as_soon_as_shown()
        # No plan ends clearly sooner than one that ends at once.
        while not self._over() and self._best.makespan > CLEARLY:
            before = self.budget.given, self._best.makespan
            for way in self.trials.ways:
                if not self._over():
                    await self._try(way, way.share * share, trusted=trusted)
                if way is self.trials.ways[min(1, len(self.trials.ways) - 1)]:
                    # Sharing the work out anew pays before further searches of everything.
                    await self._around(partial(shared_out, problem), share / 2, _FRUITLESS_HANDOVERS)
            if analysed != self._best.makespan and not self._over():
                analysed = self._best.makespan
                await self._prove()
            await self._around(partial(neighbourhoods, problem), share / 2, _FRUITLESS)
            share *= 2
            if (self.budget.given, self._best.makespan) == before:
                break  # nothing is searched any more: no later round would end otherwise
        if analysed != self._best.makespan:
            await self._prove()

    async def _as_soon_as_shown(self) -> None:
        """Look first for a plan that ends as soon as the one shown: what is asked for often costs nothing."""
        shown = self.objective.shown
        if shown is None or shown.makespan + 2 * CLEARLY >= self._best.makespan:
            return
        # The greedy search is the quickest under a bound.
        for way in reversed([each for each in self.trials.ways if each.bounded]):
            if self._over() or await self._try(way, _SHOWN_SHARE, end=shown.makespan + CLEARLY):
                return

    async def _around(self, parts_of: Callable[[Plan], Iterator[Neighbourhood]], share: float, most: int) -> None:
        """Search neighbourhoods of the best plan until so many in a row hold nothing better."""
        fruitless = 0
        parts: Iterator[Neighbourhood] = iter(())
        while fruitless < most and not self._over():
            part = next(parts, None)
            if part is None:
                parts = self._runners_up.around(parse_plan(self._best.plan), parts_of)
                part = next(parts, None)
            if part is None:
                break
            way = self._next_way(part, share)
            if way is not None and await self._try(way, share, part):
                fruitless, parts = 0, iter(())
            else:
                fruitless += 1

    def _next_way(self, part: Neighbourhood, share: float) -> SearchOption | None:
        """Return the way whose turn it is for neighbourhoods of the kind, of those not tried for so long; None: all."""
        # What is shared out anew is nearly the whole problem.
        ways = self.trials.ways if part.name == HANDOVER else self.trials.local
        turn = self._turns[part.name]
        for way in (*ways[turn % len(ways) :], *ways[: turn % len(ways)]):
            if (part.actions, way, share) not in self._tried:
                self._tried.add((part.actions, way, share))
                self._turns[part.name] += 1
                return way
        return None

    async def _trusted(self, problem: Problem) -> bool:
        """Whether an engine's word that there is no plan is a proof: it is none where a number may have no value."""
        look = partial(undefined_value, problem, self.task.constraints)
        try:
            return await in_thread(look, self.budget.seconds()) is None
        except TimeoutError:
            return False

    async def _closer(self) -> None:
        """Plans that end as soon and do without a step that the one shown lacks, one after the other."""
        shown = self.objective.shown
        refused: set[GroundName] = set()
        while shown is not None and not self.budget.over():
            own, known = actions_of(parse_plan(self._best.plan)), actions_of(shown)
            left = sorted(own - known - refused)
            if not left:
                break
            part = Neighbourhood("closer", (own | known) - {left[0]})
            end = self._best.makespan + (self.budget.limits.seconds + 1e6 if self.objective.keep_close else 2 * CLEARLY)
            for way in self.trials.closer:
                found = await self.trials.search(
                    way, end, self.budget.take(_FIRST_SHARE), part, bounded=not self.objective.keep_close
                )
                if found.plan is not None and await self._tighten(found.plan, None, f"{part.name} ({way.name})"):
                    break
            else:
                refused.add(left[0])

    def _over(self) -> bool:
        """Whether the first part of the search, for a sooner end, is over."""
        met = self.bound is not None and self.bound.met
        return met or self.budget.over() or self.budget.left() < self._reserve

    async def _prove(self) -> None:
        end, seconds = self._best.makespan, self._share_of_proofs()
        self._keep(await by_analysis(self.task, self.asked, end, seconds))
        if not self._searched and not (self.bound is not None and self.bound.met):
            # What it proves once it proves again of every plan that is sooner.
            self._searched = True
            self._keep(await by_epochs(self.task, self.asked, end, seconds))

    def _share_of_proofs(self) -> float | None:
        left = self.budget.seconds()
        return None if left is None else max(LEAST, _FOR_PROOFS * left)

    def _keep(self, found: LowerBound | None) -> None:
        if found is not None and (self.bound is None or found.value > self.bound.value):
            self.bound = found

    async def _try(
        self,
        way: SearchOption,
        seconds: float,
        part: Neighbourhood | None = None,
        trusted: bool = False,
        end: float | None = None,
    ) -> bool:
        """Search for a plan that ends before a time, clearly before the best one where none is given."""
        end = self._best.makespan - CLEARLY if end is None else end
        if end <= 0:
            return False
        found = await self.trials.search(way, end, self.budget.take(seconds), part)
        if found.impossible and trusted:
            self.bound = by_search(round(end, 6), met=True)
        if found.plan is None:
            return False
        plan = parse_plan(found.plan)
        if plan.makespan >= self._best.makespan - CLEARLY:
            self._runners_up.add(plan)
        if plan.makespan >= self._best.makespan + CLEARLY:
            return False
        return await self._tighten(found.plan, None, way.name if part is None else f"{part.name} ({way.name})")

    async def _proof(self, plan: str) -> Proof:
        return await prove(
            self.judges, JudgeRequest(self.task.texts.domain, self.task.texts.problem, plan, tuple(self.asked))
        )

    async def _take(self, text: str, proof: Proof, found_by: str) -> bool:
        """Keeps a plan that is better, and tells of it."""
        plan = parse_plan(text)
        if self.best is not None and not self.objective.better(plan, parse_plan(self.best.plan)):
            return False
        if not self.objective.keep_close and plan.makespan > self.soonest + CLEARLY:
            return False  # ends that are each a little later would add up
        first = self.best is None
        if self.best is not None:
            self._runners_up.add(parse_plan(self.best.plan))
        self.soonest = min(self.soonest, plan.makespan)
        if self.bound is not None:
            self.bound = self.bound.model_copy(update={"met": is_met(self.bound.value, plan.makespan)})
        self.best = self._described(text, proof, found_by)
        if self.report is not None and not first:
            await self.report(self.best)
        return True

    def _described(self, text: str, proof: Proof, found_by: str) -> Improvement:
        plan = parse_plan(text)
        return Improvement(
            plan=text,
            proof=proof,
            makespan=round(plan.makespan, 9),
            steps=len(plan.steps),
            lower_bound=self.bound,
            distance=self.objective.distance(plan),
            found_by=found_by,
        )

    async def _tighten(self, text: str, proof: Proof | None, found_by: str = "tightening") -> bool:
        texts = self.task.texts
        better = await improve(self.judges, texts.domain, texts.problem, text, self.asked, self.budget.seconds(), proof)
        return better.proof.ruling == "accepted" and await self._take(better.plan, better.proof, found_by)
