"""From a specification to a verdict: simplified, planned by several strategies, proved, explained."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from functools import partial

from plancritic.contracts.planning import (
    Impossible,
    Improvement,
    NoPlanFound,
    PlanProved,
    SolveLimits,
    SyntaxFault,
    TimedOut,
    Verdict,
)
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import Proof
from plancritic.engines import Engine, PlanFound
from plancritic.judges import Judge
from plancritic.pddl.language import (
    TOTAL_TIME,
    Constraint,
    PlanBound,
    parse_constraint,
    parse_plan,
    without_comments,
)
from plancritic.threads import in_thread
from plancritic.verdicts import analysis
from plancritic.verdicts.explanation.goal_parts import goal_in_clash
from plancritic.verdicts.explanation.impossibility import minimal_clash
from plancritic.verdicts.explanation.relaxation import relax as relaxed
from plancritic.verdicts.found_plans import judged_plan
from plancritic.verdicts.improvement.anytime import Reporting, improved_plan
from plancritic.verdicts.improvement.quality import Improved, compared
from plancritic.verdicts.improvement.quality import improve as improved
from plancritic.verdicts.portfolio import Portfolio
from plancritic.verdicts.preferences.choice import choose, problem_preferences
from plancritic.verdicts.schedules import single
from plancritic.verdicts.stopping import unless_stopped
from plancritic.verdicts.strategies import Strategy
from plancritic.verdicts.task import Task, Texts, read_task
from plancritic.verdicts.undefined_values import undefined_value

#: How long one search within an explanation may take: many are made, and only clear answers count.
_EXPLAINING_SECONDS = 0.2

#: So long may a task be read whatever the limit, in seconds.
_LEAST_READING = 0.5

#: Searches for relaxations in deterministic mode, where no clock may end them.
_SEARCHES = 10


#: Improving a plan looks for so many others that end sooner, one after the other, and so long for each, in seconds.
_SHORTER_PLANS = 6
_SOONER_SECONDS = 0.4
#: By so much, in units of time: less may be a matter of the least times between steps.
_CLEARLY_SOONER = 0.05


class Verdicts:
    """A portfolio, or one engine asked for by name, with the judges of its plans.

    The judges are in process ones where every plan of a search is to be seen.
    """

    def __init__(self, planners: Engine | Portfolio, judges: Sequence[Judge]) -> None:
        self._portfolio = planners if isinstance(planners, Portfolio) else single(planners)
        self._judges = tuple(judges)

    async def verdict(
        self,
        domain: str,
        problem: str,
        specification: Sequence[TracedConstraint] = (),
        limits: SolveLimits | None = None,
        explain_clash: bool = False,
        domain_file: str = "domain.pddl",
        problem_file: str = "problem.pddl",
        *,
        relax: bool = False,
        improve: bool = False,
        stop: asyncio.Event | None = None,
    ) -> Verdict:
        """Plans a problem under a specification.

        Never raises for what the texts hold: a fault in them is a `SyntaxFault` at its place, for a constraint of
        the specification in the file `specification` at the line of its index from one. With `explain_clash` an
        impossibility comes with its minimal clash, with `relax` with the smallest changes that would do, with
        `improve` a plan is rid of needless actions and tightened: for each of these as much time again may be spent.
        Constraints that are no musts, and the problem's own preferences, are kept as far as they go
        (`preferences.choose`), all searches within the limit. Setting `stop` ends the anytime search for better plans:
        the verdict is the best until then.
        """
        started = time.monotonic()
        limits = limits or SolveLimits()
        texts = Texts(without_comments(domain), without_comments(problem), domain_file, problem_file)
        seconds = _reading_seconds(limits)
        try:
            task = await in_thread(partial(read_task, texts, specification, self._portfolio.name), seconds)
        except TimeoutError:
            return self._timed_out(limits, started)
        if isinstance(task, SyntaxFault):
            return task.model_copy(update={"seconds": time.monotonic() - started})
        if self._portfolio.analysis and task.problem is not None and task.problem.constraint_preferences:
            # One engine asked for by name reads the problem's preferences itself.
            task = task.part((*task.specification, *problem_preferences(task.problem)))
        left = limits if seconds is None else _less(limits, time.monotonic() - started)
        verdict = await self._with_preferences(task, left, stop)
        if isinstance(verdict, TimedOut):
            verdict = verdict.model_copy(update={"limit_seconds": limits.seconds})
        if improve and isinstance(verdict, PlanProved):
            verdict = await self._improved(task, verdict, limits)
        if isinstance(verdict, Impossible) and (explain_clash or relax):
            verdict = await self._explained(task, verdict, limits, relax)
        return verdict.model_copy(update={"seconds": time.monotonic() - started})

    def _timed_out(self, limits: SolveLimits, started: float) -> TimedOut:
        seconds = time.monotonic() - started
        return TimedOut(engine=self._portfolio.name, limit_seconds=limits.seconds, seconds=seconds)

    async def improved_plan(
        self,
        domain: str,
        problem: str,
        specification: Sequence[TracedConstraint],
        starts: Sequence[str],
        limits: SolveLimits,
        *,
        shown: str | None = None,
        keep_close: bool = False,
        report: Reporting | None = None,
        stop: asyncio.Event | None = None,
    ) -> Improvement:
        """Return the best plan found within the limits around plans that are known, and how good that is.

        Starts that break a must are left aside. Of the other constraints those are kept that the first of the rest
        meets. The soonest end is the best, then the least distance to `shown`; `keep_close` turns the two round.
        `report` is told of each better plan. It ends early where a lower bound is met or `stop` is set.

        Raises:
            NothingToImproveError: No start meets the goal and the musts, or a text or a constraint cannot be read.
        """
        texts = Texts(without_comments(domain), without_comments(problem))
        task = await in_thread(partial(read_task, texts, specification, self._portfolio.name), None)
        return await improved_plan(
            self._judges, task, self._portfolio.engines, starts, limits, shown, keep_close, report, stop
        )

    async def close(self) -> None:
        """Ends the engines' processes."""
        await asyncio.gather(*(engine.close() for engine in self._portfolio.engines))

    async def _with_preferences(self, task: Task, limits: SolveLimits, stop: asyncio.Event | None) -> Verdict:
        """The verdict on the musts, with as many of the preferences kept as can be."""
        if all(traced.strength == "must" for traced in task.specification):
            return await self._decided(task, limits, stop)
        deadline = time.monotonic() + limits.seconds

        async def decided(part: Sequence[TracedConstraint]) -> Verdict:
            left = limits.seconds if limits.deterministic else deadline - time.monotonic()
            if left <= 0:
                return TimedOut(engine=self._portfolio.name, limit_seconds=limits.seconds)
            return await self._decided(task.part(part), limits.model_copy(update={"seconds": left}), stop)

        seconds = None if limits.deterministic else limits.seconds
        return await choose(task.specification, decided, seconds, task.problem)

    async def _decided(self, task: Task, limits: SolveLimits, stop: asyncio.Event | None = None) -> Verdict:
        """The verdict on a specification of musts, all within one limit."""
        clock = _Clock(limits)
        if not self._portfolio.analysis:
            return await self._by_one_engine(task, clock, stop)
        try:
            settled = await unless_stopped(stop, _contradiction(task, _reading_seconds(limits)))
        except TimeoutError:
            return TimedOut(engine=self._portfolio.name, limit_seconds=limits.seconds)
        if settled is not None:
            return settled
        if stop is not None and stop.is_set():
            return TimedOut(engine=self._portfolio.name, limit_seconds=limits.seconds)
        return await _without_doubtful_proof(task, await self._searched(task, clock.left(), stop), clock, stop)

    async def _by_one_engine(self, task: Task, clock: _Clock, stop: asyncio.Event | None) -> Verdict:
        """What the engine says; where it gives up without a proof, our own proof if there is one."""
        verdict = await _without_doubtful_proof(task, await self._searched(task, clock.left(), stop), clock, stop)
        if not isinstance(verdict, NoPlanFound):
            return verdict
        # It may hold the constraints for contradictory: only a proof says so.
        try:
            settled = await unless_stopped(stop, _contradiction(task, clock.seconds()))
            if settled is not None:
                return settled
            return await unless_stopped(stop, analysis.disproof(task, clock.seconds())) or verdict
        except TimeoutError:
            return verdict

    async def _searched(self, task: Task, limits: SolveLimits, stop: asyncio.Event | None) -> Verdict:
        """What the portfolio decides; with `limits.anytime` the best plan of the strategy that led to the first one."""
        strategies: dict[str, Strategy] = {}

        async def judged(strategy: Strategy, found: PlanFound) -> Verdict:
            strategies[found.plan] = strategy
            return await judged_plan(self._judges, task, strategy, found)

        disprove = partial(analysis.disproof, task)
        if not limits.anytime or not task.remaining:
            return await self._portfolio.decide(task, limits, judged, disprove, stop)
        started = time.monotonic()
        # Computing time is given out beforehand, half and half; by the wall clock the rest is known.
        first = limits.seconds / 2 if limits.deterministic else limits.seconds
        brief = limits.model_copy(update={"seconds": first, "anytime": False})
        verdict = await self._portfolio.decide(task, brief, judged, disprove, stop)
        left = first if limits.deterministic else limits.seconds - (time.monotonic() - started)
        if not isinstance(verdict, PlanProved) or left <= 0:
            return verdict
        # The strategy that led to a plan leads to better ones.
        strategy = strategies[verdict.plan]
        found = await strategy.go(task, limits.model_copy(update={"seconds": left}), stop)
        if not isinstance(found, PlanFound):
            return verdict
        better = await judged_plan(self._judges, task, strategy, found)
        return better if isinstance(better, PlanProved) and _better(better.plan, verdict.plan) else verdict

    async def _improved(self, task: Task, verdict: PlanProved, limits: SolveLimits) -> Verdict:
        if task.problem is None:
            return verdict
        kept = [one.constraint.constraint for one in verdict.preferences if one.kept]
        musts = [traced.constraint for traced in task.specification if traced.strength == "must"]
        asked = (*musts, *kept)
        clock = _Clock(limits)

        async def improve_further(plan: str, proof: Proof) -> Improved:
            return await improved(
                self._judges, task.texts.domain, task.texts.problem, plan, asked, clock.seconds(), proof
            )

        better = await improve_further(verdict.plan, verdict.proof)
        quality = better.quality
        for _ in range(_SHORTER_PLANS):
            found = await self._sooner(task, asked, better.plan, clock)
            if found is None:
                break
            better = await improve_further(found.plan, found.proof)
            quality = compared(parse_plan(verdict.plan), parse_plan(better.plan))
        return verdict.model_copy(update={"plan": better.plan, "proof": better.proof, "quality": quality})

    async def _sooner(self, task: Task, asked: Sequence[str], plan: str, clock: _Clock) -> PlanProved | None:
        """A plan under the same constraints that ends clearly before this one; None where none is soon found.

        Another order of steps, or other steps, no improving of one plan finds. A metric of another kind is left alone.
        """
        metric = None if task.problem is None else task.problem.metric
        if not self._portfolio.analysis or (metric is not None and str(metric.expression) != str(TOTAL_TIME)):
            return None
        limits = clock.left()
        if not limits.deterministic and limits.seconds <= _SOONER_SECONDS:
            return None
        brief = limits.model_copy(update={"seconds": min(limits.seconds, _SOONER_SECONDS), "anytime": False})
        bound = PlanBound(TOTAL_TIME, "<", round(parse_plan(plan).makespan - _CLEARLY_SOONER, 6))
        if bound.limit <= 0:
            return None
        part = [*asked, str(bound)]
        found = await self._decided(task.part([TracedConstraint(constraint=each) for each in part]), brief)
        return found if isinstance(found, PlanProved) else None

    async def _explained(self, task: Task, verdict: Impossible, limits: SolveLimits, relax: bool) -> Verdict:
        """An impossibility with its minimal clash and, if asked for, what would help instead."""
        musts = tuple(traced for traced in task.specification if traced.strength == "must")
        if not musts:
            return verdict
        # A clock would let a busy machine change the answer; each search has its own limit all the same.
        seconds = None if limits.deterministic else limits.seconds
        brief = limits.model_copy(update={"seconds": min(limits.seconds, _EXPLAINING_SECONDS), "anytime": False})

        async def planned(part: Sequence[TracedConstraint]) -> Verdict:
            return await self._decided(task.part(part), brief)

        async def disproved(constraints: Sequence[Constraint]) -> analysis.Proof | None:
            if not self._portfolio.analysis or task.problem is None or task.large:
                return None
            try:
                return await in_thread(partial(analysis.proof, task.problem, constraints), seconds)
            except TimeoutError:
                return None

        clash = await minimal_clash(musts, planned, seconds, disprove=disproved, problem=task.problem)
        update: dict[str, object] = {"clash": clash.constraints, "clash_minimal": clash.minimal}
        if clash.reason:
            update |= {"reason": clash.reason, "engine": analysis.NAME, "road": "reachability"}
        update["goal"] = await self._goal_in(task, clash.constraints, seconds)
        if relax and task.problem is not None and clash.constraints:
            update["relaxations"] = await relaxed(
                musts,
                clash.constraints,
                planned,
                problem=task.problem,
                seconds=seconds,
                searches=_SEARCHES if limits.deterministic else 60,
                disprove=disproved,
            )
        return verdict.model_copy(update=update)

    async def _goal_in(self, task: Task, clash: Sequence[TracedConstraint], seconds: float | None) -> tuple[str, ...]:
        """The parts of the goal that a clash needs, as PDDL."""
        if not self._portfolio.analysis or task.problem is None or task.large or not clash:
            return ()
        constraints = [parse_constraint(each.constraint) for each in clash]
        try:
            return tuple(map(str, await in_thread(partial(goal_in_clash, task.problem, constraints), seconds)))
        except TimeoutError:
            return ()


def _reading_seconds(limits: SolveLimits) -> float | None:
    """How long texts may be read and simplified; a very short limit is one for the search."""
    return None if limits.deterministic else max(limits.seconds, _LEAST_READING)


def _less(limits: SolveLimits, seconds: float) -> SolveLimits:
    """The limits after so many seconds are spent; a search that is due now still gets a moment to say so."""
    return limits.model_copy(update={"seconds": max(min(0.01, limits.seconds), limits.seconds - seconds)})


class _Clock:
    """What is left of a limit that several stages share; in deterministic mode each has it whole."""

    def __init__(self, limits: SolveLimits) -> None:
        self._limits = limits
        self._started = time.monotonic()

    def left(self) -> SolveLimits:
        """Return the limits of a search that starts now."""
        return self._limits if self._limits.deterministic else _less(self._limits, time.monotonic() - self._started)

    def seconds(self) -> float | None:
        """Return the wall seconds of an analysis that starts now; None where no clock may end it."""
        return None if self._limits.deterministic else self.left().seconds


async def _contradiction(task: Task, seconds: float | None) -> Impossible | None:
    """Raises `TimeoutError`: it took longer."""
    return await in_thread(partial(analysis.contradiction, task), seconds)


async def _without_doubtful_proof(task: Task, verdict: Verdict, clock: _Clock, stop: asyncio.Event | None) -> Verdict:
    """The verdict, but for an engine's proof of impossibility where a number may have no value."""
    if not isinstance(verdict, Impossible) or verdict.engine == analysis.NAME or task.problem is None:
        return verdict
    look = partial(undefined_value, task.problem, task.constraints)
    seconds = clock.seconds()
    unknown = "there was no time left to check whether every number has one"
    try:
        looking = in_thread(look, None if seconds is None else max(seconds, _LEAST_READING))
        doubt = await unless_stopped(stop, looking)
    except TimeoutError:
        doubt = unknown
    if doubt is None and stop is not None and stop.is_set():
        doubt = unknown
    if doubt is None:
        return verdict
    reason = f"{verdict.engine} says that there is no plan, but that is no proof where a number has no value: "
    return NoPlanFound(engine=verdict.engine, road=verdict.road, reason=reason + doubt)


def _better(plan: str, than: str) -> bool:
    """Whether a plan ends sooner, or as soon with fewer steps."""
    first, second = parse_plan(plan), parse_plan(than)
    return (first.makespan, len(first.steps)) < (second.makespan, len(second.steps))
