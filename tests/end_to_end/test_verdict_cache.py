"""A run with a seed gives one result: with the cache of verdicts cold, warm, and without it; in the whole system."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.feedback_runs import end_of, equal_results, submit
from tests.support.stack import whole_system

from plancritic.bus import Client
from plancritic.contracts.feedback import PlanRevised

STATEMENTS = ("No vessel may go through waypoint A.", "Finish with the debris boat at waypoint B.")
SETTINGS = {"seed": 7, "preset": "code", "population": 6, "generations": 1, "solve_seconds": 1.0}


async def revised(client: Client) -> PlanRevised:
    end = await end_of(client, await submit(client, *STATEMENTS, settings=SETTINGS))
    assert isinstance(end, PlanRevised), end
    return end


def asked(end: PlanRevised) -> dict[str, int]:
    return {timing.part: timing.count for timing in end.timings}


@pytest.mark.slow
async def test_the_cache_of_verdicts_changes_time_only(
    operator: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cold = await revised(operator)
    warm = await revised(operator)
    monkeypatch.setenv("PLANCRITIC_COORDINATOR_VERDICT_CACHE", "false")
    monkeypatch.setenv("PLANCRITIC_PLANNER_VERDICT_CACHE", "false")
    with whole_system() as stack:
        async with Client.connect(stack.settings, "test") as client:
            without = await revised(client)
    assert equal_results(cold, warm)
    assert equal_results(cold, without)
    assert not {"cache", "cache miss"} & set(asked(without))
    assert asked(warm)["cache"] > 0
    for end in (cold, warm):
        # Other tests may have asked the same before: even the first run need not be all cold.
        counted = asked(end)
        assert counted.get("planner", 0) + counted.get("cache", 0) == asked(without)["planner"]
