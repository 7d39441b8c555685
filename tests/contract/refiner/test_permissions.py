"""The refiner and its client on a broker with users: what a refinement needs is allowed, and nothing else is tried."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path

from tests.support.guarded_broker import guarded_broker
from tests.support.refining import NARROW, requested
from tests.support.services import running

from plancritic.bus import Client
from plancritic.client import PlancriticClient
from plancritic.contracts.refinement.messages import DomainRefined
from plancritic.refiner.app import build_app
from plancritic.refiner.settings import RefinerSettings


async def cancelled_one(client: PlancriticClient) -> None:
    run = await client.refine(requested(NARROW, pipeline="LVS"))
    # No coordinator is there: the recording knows the run by its whole id.
    assert (await client.cancel(run.id)).state == "cancelled"
    assert [each.state for each in await client.domain_runs()] == ["cancelled", "ended", "ended"]


async def test_a_refinement_goes_its_way_with_the_rights_of_the_refiner_and_a_client(tmp_path: Path) -> None:
    settings = RefinerSettings(plan_seconds=2.0, most_plans=20)
    async with guarded_broker(tmp_path, ("default",)) as guarded:
        copies = [build_app(settings, guarded.settings("refiner")) for _ in range(2)]
        async with running(*copies), Client.connect(guarded.settings("client"), "test") as client:
            for pipeline in ("own", "VS"):
                run = await PlancriticClient(client).refine(requested(NARROW, pipeline=pipeline))
                async with aclosing(run.follow(silence=30)) as events:
                    ends = [event async for event in events]
                assert isinstance(ends[-1], DomainRefined), ends[-1]
                assert ends[-1].left == ()
            await cancelled_one(PlancriticClient(client))
    assert "Violation" not in (tmp_path / "nats.log").read_text(encoding="utf-8")
