"""The standard portfolio on a real problem: what a slow start of an engine's process may not change."""

from __future__ import annotations

import shlex
from pathlib import Path

from plancritic.contracts.planning import PlanProved, SolveLimits
from plancritic.contracts.specification import TracedConstraint
from plancritic.engines import Engine, create_engine
from plancritic.engines.planners.kairos import KairosEngine
from plancritic.engines.workers import worker
from plancritic.judges import ExecutorJudge
from plancritic.pddl.language import parse_plan
from plancritic.verdicts import Verdicts, portfolio

WATERWAY = Path(__file__).parents[3] / "domains" / "waterway"
DOMAIN, PROBLEM = ((WATERWAY / name).read_text() for name in ("domain.pddl", "problems/1.pddl"))
AT_B = (TracedConstraint(constraint="(at end (at sct_ast_0 wpt_b_0))"),)


def slowly_started(name: str) -> Engine:
    """The engine, but that Kairos' process needs a second before it does anything."""
    if name != "kairos":
        return create_engine(name)
    return KairosEngine(children=1, command=("sh", "-c", f"sleep 1; exec {shlex.join(worker('kairos_search'))}"))


async def test_a_slow_start_does_not_make_the_plan_longer_than_with_a_seed() -> None:
    makespans = []
    for deterministic in (False, True):
        verdicts = Verdicts(portfolio(create=slowly_started), (ExecutorJudge(),))
        found = await verdicts.verdict(DOMAIN, PROBLEM, AT_B, SolveLimits(seconds=30, deterministic=deterministic))
        await verdicts.close()
        assert isinstance(found, PlanProved)
        makespans.append(parse_plan(found.plan).makespan)
    assert makespans[0] == makespans[1]
