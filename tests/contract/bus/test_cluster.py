"""Three brokers with the configuration of deploy/nats: each keeps every stream, and the work goes on without one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.support.builders import feedback_submitted
from tests.support.cluster import BROKERS, READY_SECONDS, Cluster, kept_by_all, provisioned

from plancritic.bus import BrokerUnavailable, Client
from plancritic.bus.streams import buckets, object_stores, streams
from plancritic.contracts import subjects

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow


@pytest.fixture
async def cluster(tmp_path: Path) -> AsyncIterator[Cluster]:
    brokers = Cluster(tmp_path)
    await brokers.start()
    try:
        yield brokers
    finally:
        await brokers.stop()


async def published(client: Client) -> None:
    """Publish feedback; while the brokers left choose a leader nothing is stored."""
    submitted = feedback_submitted()
    while True:
        try:
            await client.publish(submitted, subjects.FEEDBACK_SUBMITTED)
            return
        except BrokerUnavailable:
            await asyncio.sleep(0.2)


async def test_each_broker_of_three_keeps_every_stream_and_one_may_be_lost(cluster: Cluster) -> None:
    operator = cluster.settings("operator")
    await provisioned(operator)
    assert "updated" in await provisioned(cluster.settings("operator", BROKERS))
    assert await provisioned(cluster.settings("operator", BROKERS)) == {"kept"}
    # Without the setting provisioning leaves the copies as they are.
    assert await provisioned(operator) == {"kept"}

    names = [str(each.name) for each in streams(operator)]
    names += [f"KV_{each.bucket}" for each in buckets(operator)]
    names += [f"OBJ_{each.bucket}" for each in object_stores(operator.naming)]
    async with Client.connect(operator) as client, asyncio.timeout(READY_SECONDS):
        for name in names:
            await kept_by_all(client, name)

    await cluster.kill(2)
    async with Client.connect(cluster.settings("client")) as client, asyncio.timeout(READY_SECONDS):
        await published(client)
