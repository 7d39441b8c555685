"""Services that do not answer yet are waited for, until a deadline; on a real broker."""

from __future__ import annotations

import asyncio

import pytest
from tests.support.services import running

from plancritic.bus import BusSettings, Client, Service
from plancritic.client import PlancriticClient, ServicesMissing
from plancritic.contracts.errors import FaultCode


async def test_missing_services_are_named_without_the_brokers_password(client: Client) -> None:
    client.settings = client.settings.model_copy(update={"nats_url": "nats://me:secret@broker:4222"})
    with pytest.raises(ServicesMissing, match="planner, scorer answers on nats://broker:4222") as missing:
        await PlancriticClient(client).require_services(("planner", "scorer"), seconds=0.2)
    assert missing.value.services == ("planner", "scorer")
    assert missing.value.fault.code is FaultCode.SERVICE_UNAVAILABLE
    assert "plancritic.planner" in str(missing.value.fault.remedy)


async def test_the_deadline_is_a_setting(client: Client) -> None:
    client.settings = client.settings.model_copy(update={"service_timeout": 0.2})
    with pytest.raises(ServicesMissing, match=r"waited 0\.2 s"):
        await asyncio.wait_for(PlancriticClient(client).require_services(("planner",)), 10)


async def test_a_service_that_starts_within_the_deadline_is_waited_for_and_that_is_told_once(
    bus_settings: BusSettings, client: Client
) -> None:
    announced, names = asyncio.Event(), list[tuple[str, ...]]()

    def waiting(missing: tuple[str, ...]) -> None:
        names.append(missing)
        announced.set()

    requiring = asyncio.create_task(PlancriticClient(client).require_services(("planner",), 30.0, waiting))
    await asyncio.wait_for(announced.wait(), 20)
    assert not requiring.done()
    async with running(Service("planner", bus_settings)):
        await asyncio.wait_for(requiring, 10)
    assert names == [("planner",)]


async def test_services_that_answer_are_not_waited_for(bus_settings: BusSettings, client: Client) -> None:
    announced: list[tuple[str, ...]] = []
    async with running(Service("planner", bus_settings)):
        await PlancriticClient(client).require_services(("planner",), seconds=30.0, waiting=announced.append)
        assert [each.service for each in await PlancriticClient(client).services()] == ["planner"]
    assert not announced
