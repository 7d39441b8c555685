"""Single searches for a plan that ends before a bound: of the whole problem, or of a neighbourhood of a plan."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from plancritic.contracts.planning import Impossible, SolveLimits
from plancritic.contracts.specification import TracedConstraint
from plancritic.engines import Engine, PlanFound, required_features
from plancritic.pddl.compilation import Compiled, compile_constraints
from plancritic.pddl.language import (
    TOTAL_TIME,
    Metric,
    PddlSyntaxError,
    PlanBound,
    UndefinedValueError,
    UnsupportedFeatureError,
)
from plancritic.threads import in_thread
from plancritic.verdicts.improvement.counted import counted_in_steps
from plancritic.verdicts.improvement.neighbourhoods import Neighbourhood, restricted
from plancritic.verdicts.strategies import Strategy
from plancritic.verdicts.task import Task

#: Engines, their searches, whether each is told the end of the best plan as a bound, and how many times the seconds of
#: the round it gets, in the order of turns: those that found the best plans soonest come first (verdicts/RESULTS.md).
#: An engine without these has its own search only.
SEARCHES = (
    ("kairos", "lama-novelty", False, 0.5),
    ("lpg", None, False, 1.5),
    ("kairos", "m3", True, 1.0),
    ("lpg", None, True, 3.0),
    ("kairos", "novelty", False, 1.0),
    ("kairos", "m2", False, 1.0),
    ("kairos", "ehc", True, 1.0),
)
#: The same for neighbourhoods, which all get the same seconds.
LOCAL = (
    ("kairos", "lama-novelty", False),
    ("lpg", None, False),
    ("kairos", "ehc", True),
    ("lpg", None, True),
    ("kairos", "novelty", False),
    ("kairos", "m3", True),
)
#: An end before which a search looks where only what it would be given counts.
_ANY_END = 1e6


@dataclass(frozen=True)
class SearchOption:
    """A search, whether it is told the end of the best plan as a bound, and its share of a round's seconds."""

    strategy: Strategy
    bounded: bool
    share: float = 1.0

    @property
    def name(self) -> str:
        """What found a plan, as a person may read it."""
        engine, search = self.strategy.engine.name, self.strategy.configuration
        return engine if search is None else f"{engine} {search}"


@dataclass(frozen=True)
class Found:
    """What a search came to: a plan, or a proof that there is none; neither where it gave up."""

    plan: str | None = None
    impossible: bool = False


class Trials:
    """The searches that engines can make of one task: of everything, of neighbourhoods, of small changes."""

    def __init__(self, engines: Sequence[Engine], task: Task, asked: Sequence[str], stop: asyncio.Event | None) -> None:
        self.ways, self.local = _ways(engines, SEARCHES), _ways(engines, [(*each, 1.0) for each in LOCAL])
        self._first = engines[0]
        self._task = task.part([TracedConstraint(constraint=each) for each in asked])
        self._asked = tuple(asked)
        self._stop = stop

    @property
    def closer(self) -> tuple[SearchOption, ...]:
        """The ways in which small changes are searched."""
        quick = tuple(way for way in self.local if way.bounded and way.strategy.engine is self._first)
        return quick or self.local[:1]

    async def leave_out_unable(self) -> None:
        """Leave out the ways whose engine lacks a feature of what it would be given, unless that are all.

        In deterministic mode each refusal would be counted as a search of all the seconds that it was granted.
        """
        needed = {bounded: await in_thread(partial(self._features, bounded), None) for bounded in (False, True)}

        def able(ways: tuple[SearchOption, ...]) -> tuple[SearchOption, ...]:
            found = [way for way in ways if not way.strategy.engine.manifest.missing(needed[way.bounded])]
            return tuple(found) or ways

        self.ways, self.local = able(self.ways), able(self.local)

    def _features(self, bounded: bool) -> frozenset[str]:
        """Return the features of the compiled task; empty where it cannot be compiled."""
        try:
            compiled = _compiled(self._under(_ANY_END if bounded else None), None)
        except (UnsupportedFeatureError, UndefinedValueError, PddlSyntaxError):
            return frozenset()
        return required_features(compiled.domain, compiled.problem)

    def _under(self, end: float | None) -> Task:
        bound = () if end is None else (str(PlanBound(TOTAL_TIME, "<", round(end, 6))),)
        return self._task.part([TracedConstraint(constraint=each) for each in (*self._asked, *bound)])

    async def search(
        self,
        way: SearchOption,
        end: float,
        limits: SolveLimits,
        part: Neighbourhood | None = None,
        bounded: bool | None = None,
    ) -> Found:
        """Look for plans that end before a time, of a neighbourhood alone or of everything; the best that was found.

        A search that is not `bounded` (by default the way's own choice) goes from longer plans to shorter ones.
        """
        bounded = way.bounded if bounded is None else bounded
        task = self._under(end if bounded else None)
        try:
            compiled = await in_thread(partial(_compiled, task, part), None if limits.deterministic else limits.seconds)
        except (UnsupportedFeatureError, UndefinedValueError, PddlSyntaxError, TimeoutError):
            return Found()
        outcome = await way.strategy.go(task.encoded(compiled), limits, self._stop)
        if isinstance(outcome, PlanFound):
            return Found(counted_in_steps(outcome.plan, self._task.problem))
        return Found(impossible=isinstance(outcome, Impossible) and bounded and part is None)


def _ways(
    engines: Sequence[Engine], searches: Sequence[tuple[str, str | None, bool, float]]
) -> tuple[SearchOption, ...]:
    by_name = {engine.name: engine for engine in engines}
    found = []
    for name, configuration, bounded, share in searches:
        engine = by_name.get(name)
        if engine is not None and (configuration is None or configuration in engine.manifest.configurations):
            found.append(SearchOption(Strategy(engine, "compiled", configuration=configuration), bounded, share))
    return tuple(found) or (SearchOption(Strategy(engines[0], "compiled"), True),)


def _compiled(task: Task, part: Neighbourhood | None) -> Compiled:
    assert task.problem is not None
    problem = replace(task.problem, constraints=(), constraint_preferences=())
    if problem.metric is None and any(action.is_durative for action in problem.domain.actions.values()):
        problem = replace(problem, metric=Metric("minimize", TOTAL_TIME))
    if part is not None:
        problem = restricted(problem, part.actions)
    return compile_constraints(problem, task.remaining)
