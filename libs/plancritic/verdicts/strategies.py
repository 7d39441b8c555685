"""Strategies for a task: an engine, how the constraints are put to it, and its configuration."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace
from functools import partial

from plancritic.contracts.planning import Impossible, NoPlanFound, SolveLimits, TimedOut, Unsupported
from plancritic.contracts.planning import Strategy as StrategyName
from plancritic.engines import (
    Engine,
    Outcome,
    PlanFound,
    PlanningRequest,
    engines_with,
    missing_feature,
    required_features,
)
from plancritic.pddl.language import UnsupportedFeatureError
from plancritic.threads import in_thread
from plancritic.verdicts.task import Task


@dataclass(frozen=True)
class Strategy:
    """An engine that gets the constraints as they are (`native`), compiled away, or weakened and compiled away.

    Bounds on the whole plan are compiled away in any case: no engine knows them.

    `configuration` is the engine's own name for one of its searches. With `as_given` nothing is simplified before:
    the engine on its own.
    """

    engine: Engine
    name: StrategyName = "native"
    configuration: str | None = None
    as_given: bool = False

    async def go(
        self,
        task: Task,
        limits: SolveLimits,
        stop: asyncio.Event | None = None,
        wall_seconds: float | None = None,
    ) -> Outcome:
        """Return what the engine says, a plan in the terms of the task's problem, a proof only where it carries over.

        Setting `stop` ends the search from outside; the last plan of an anytime search counts, and `wall_seconds` is
        what the search should expect to have (`PlanningRequest`).
        `Unsupported` names the feature that engine or compilation lacks, before anything is started.
        """
        texts = task.texts
        bounded = any(bound.is_upper for bound in task.bounds(self.as_given))
        if self.name == "native" and not bounded:
            text = task.written if self.as_given else task.native
            return await self._solve(
                PlanningRequest(texts.domain, text, limits, stop=stop, wall_seconds=wall_seconds), task
            )
        put = task.weakened if self.name == "weakened" else task
        if put is None:
            return Unsupported(engine=self.engine.name, road=self.name, feature="nothing to weaken")
        started = time.monotonic()
        try:
            # In a thread: for classical problems a library compiles, which takes seconds when it is first loaded.
            compiled = await in_thread(
                partial(put.compiled, self.as_given, self.name == "native"),
                None if limits.deterministic else limits.seconds,
            )
        except UnsupportedFeatureError as error:
            return Unsupported(engine=self.engine.name, road=self.name, feature=error.feature)
        except TimeoutError:
            return TimedOut(engine=self.engine.name, road=self.name, limit_seconds=limits.seconds)
        if not limits.deterministic:
            left = max(0.01, limits.seconds - (time.monotonic() - started))
            limits = limits.model_copy(update={"seconds": left})
        request = PlanningRequest(compiled.domain, compiled.problem, limits, stop=stop, wall_seconds=wall_seconds)
        outcome = await self._solve(request, task)
        if isinstance(outcome, PlanFound):
            return replace(outcome, plan=compiled.plan(outcome.plan))
        if isinstance(outcome, Impossible) and not compiled.exact:
            return NoPlanFound(
                engine=outcome.engine,
                road=self.name,
                reason="the compiled problem has no plan, but compiling may have lost some",
            )
        if isinstance(outcome, Impossible):
            # Its own words speak of names that compiling made up.
            return outcome.model_copy(update={"reason": "no plan meets the constraints, which were compiled away"})
        return outcome

    async def _solve(self, request: PlanningRequest, task: Task) -> Outcome:
        named = replace(
            request,
            configuration=self.configuration,
            domain_file=task.texts.domain_file,
            problem_file=task.texts.problem_file,
        )
        feature = missing_feature(self.engine.manifest, request.domain, request.problem)
        if feature is not None:
            return Unsupported(
                engine=self.engine.name, road=self.name, feature=feature, engines_with_it=engines_with(feature)
            )
        outcome = await self.engine.solve(named)
        if isinstance(outcome, PlanFound):
            return outcome
        doubtful = self.engine.manifest.wrong & required_features(request.domain, request.problem)
        if isinstance(outcome, Impossible) and doubtful:
            named_features = ", ".join(sorted(doubtful))
            return NoPlanFound(
                engine=outcome.engine,
                road=self.name,
                reason=f"called impossible by an engine that is known to be wrong on {named_features}",
            )
        if isinstance(outcome, Unsupported) and not outcome.engines_with_it:
            outcome = outcome.model_copy(update={"engines_with_it": engines_with(outcome.feature)})
        return outcome.model_copy(update={"road": self.name})
