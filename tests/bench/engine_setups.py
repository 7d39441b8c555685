"""Engines by themselves: one engine, the constraints as they are or compiled away, its plans judged."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.mutated import Sample, Specification, texts

from plancritic.contracts.planning import SolveLimits
from plancritic.engines import (
    ENGINES,
    Engine,
    EngineSettings,
    PlanFound,
    PlanningRequest,
    available_engines,
    create_engine,
    missing_feature,
)
from plancritic.judges import ExecutorJudge, JudgeRequest, KairosJudge, prove
from plancritic.pddl.compilation import compile_constraints
from plancritic.pddl.language import UnsupportedFeatureError, parse_constraint, with_constraints

_JUDGES = (KairosJudge(), ExecutorJudge())


@dataclass(frozen=True)
class End:
    """A word of the verdict vocabulary, the seconds until it, and the plan where there is one."""

    word: str
    seconds: float
    plan: str | None = None


@dataclass(frozen=True)
class EngineSetup:
    """One engine that gets constraints as they are, or compiled away."""

    engine: Engine
    compiled: bool

    @property
    def name(self) -> str:
        return f"{self.engine.name} {'compiled' if self.compiled else 'native'}"

    async def go(self, sample: Sample, specification: Specification, limit: float) -> End:
        """Plans and has the plan judged; "no plan" counts as proof only where the compilation is exact."""
        started = time.monotonic()
        word, plan = await self._go(sample, specification, SolveLimits(seconds=limit))
        return End(word, time.monotonic() - started, plan)

    async def _go(self, sample: Sample, specification: Specification, limits: SolveLimits) -> tuple[str, str | None]:
        compiled = None
        domain, problem = sample.domain, with_constraints(sample.problem, texts(specification))
        if self.compiled:
            try:
                constraints = [parse_constraint(text) for text in texts(specification)]
                compiled = compile_constraints(sample.parsed, constraints)
            except UnsupportedFeatureError:
                return "unsupported", None
            domain, problem = compiled.domain, compiled.problem
        if missing_feature(self.engine.manifest, domain, problem) is not None:
            return "unsupported", None
        outcome = await self.engine.solve(PlanningRequest(domain, problem, limits))
        if not isinstance(outcome, PlanFound):
            if outcome.verdict == "impossible" and compiled is not None and not compiled.exact:
                return "no_plan_found", None
            return outcome.verdict, None
        plan = outcome.plan if compiled is None else compiled.plan(outcome.plan)
        request = JudgeRequest(sample.domain, sample.problem, plan, tuple(texts(specification)))
        ruling = (await prove(_JUDGES, request)).ruling
        return ("plan" if ruling == "accepted" else ruling), plan


def all_engine_setups(settings: EngineSettings | None = None) -> Sequence[EngineSetup]:
    """Every engine that is here: natively where it knows constraints, compiled where it does not; Kairos in both."""
    settings = settings or EngineSettings(engine_children=1)
    setups = []
    for name in available_engines(settings):
        native = "trajectory-constraints" in ENGINES[name].manifest.features
        compilations = (False, True) if name == "kairos" else (not native,)
        # Each setup has an engine of its own: one is closed before the next begins.
        setups += [EngineSetup(create_engine(name, settings), compiled) for compiled in compilations]
    return setups
