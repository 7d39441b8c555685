"""Connections of tenants: each with its own credentials, opened again whenever they are lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import nats.errors
import pytest

from plancritic.bus import BusSettings, Client
from plancritic.bus.credentials import CredentialFiles
from plancritic.client import kept
from plancritic.console import tenants as module
from plancritic.console.tenants import Tenants
from plancritic.contracts.errors import ContractError, Fault, FaultCode

SETTINGS = BusSettings(nats_url="nats://127.0.0.1:4222", tenant="harbour")


class Connection:
    """What the console asks of a connection."""

    is_connected = True


class Bus:
    """A client of the bus that can do nothing."""

    def __init__(self) -> None:
        self.connection = Connection()


class Broker:
    """Stands in for the broker: notes who connects, may be away, and can let a connection go."""

    def __init__(self) -> None:
        self.asked: list[BusSettings] = []
        self.fault: Exception | None = None
        self.lost: asyncio.Event = asyncio.Event()
        self.open = 0

    @asynccontextmanager
    async def connected_bus(self, settings: BusSettings, name: str) -> AsyncIterator[Client]:
        assert name == "console"
        self.asked.append(settings)
        if self.fault is not None:
            raise self.fault
        self.open += 1
        inside, lost = asyncio.current_task(), self.lost
        assert inside is not None
        breaking = asyncio.create_task(_break(inside, lost))
        try:
            yield cast("Client", Bus())
        except asyncio.CancelledError:
            if not lost.is_set():
                raise
            inside.uncancel()
            raise nats.errors.ConnectionClosedError from None
        finally:
            self.open -= 1
            breaking.cancel()


async def _break(inside: asyncio.Task[object], lost: asyncio.Event) -> None:
    await lost.wait()
    inside.cancel()


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    found = Broker()
    monkeypatch.setattr(kept, "connected_bus", found.connected_bus)
    # Whoever publishes connects for a moment, by the console itself.
    monkeypatch.setattr(module, "connected_bus", found.connected_bus)
    monkeypatch.setattr(kept, "_AGAIN_SECONDS", 0.01)
    monkeypatch.setattr(kept, "_FIRST_SECONDS", 0.2)
    return found


@asynccontextmanager
async def opened(credentials: Path | None = None) -> AsyncIterator[Tenants]:
    tenants = Tenants(SETTINGS, credentials, 10)
    try:
        yield tenants
    finally:
        await tenants.close()


async def test_a_tenant_is_connected_once_for_all_who_ask(broker: Broker) -> None:
    async with opened() as tenants:
        first = await tenants.tenant("harbour")
        assert await tenants.tenant("harbour") is first
        assert first.is_connected
        assert first.client is not None
        assert [each.tenant for each in broker.asked] == ["harbour"]


async def test_each_tenant_has_a_connection_of_its_own(broker: Broker) -> None:
    async with opened() as tenants:
        one, other = await tenants.tenant("harbour"), await tenants.tenant("quarry")
        assert one.bus is not other.bus
        assert sorted(each.tenant for each in broker.asked) == ["harbour", "quarry"]


async def test_the_environment_names_the_tenant_of_who_signs_in_by_a_link(broker: Broker) -> None:
    async with opened() as tenants:
        assert tenants.default == "harbour"


async def test_while_the_broker_is_away_a_page_is_told_where_it_should_be_and_why(broker: Broker) -> None:
    broker.fault = ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message="connection refused"))
    async with opened() as tenants:
        tenant = await tenants.tenant("harbour")
        assert not tenant.is_connected
        for ask in (lambda: tenant.bus, lambda: tenant.client, lambda: tenant.domains):
            with pytest.raises(ContractError, match=r"there is no broker at .*: connection refused") as caught:
                ask()
            assert caught.value.fault.remedy == "nothing is lost; the page continues once it is back"


async def test_a_broker_that_comes_later_is_found(broker: Broker) -> None:
    broker.fault = OSError("no route")
    async with opened() as tenants:
        tenant = await tenants.tenant("harbour")
        assert not tenant.is_connected
        broker.fault = None
        await tenant.wait()
        assert tenant.is_connected


async def test_a_connection_that_is_lost_is_opened_again(broker: Broker) -> None:
    async with opened() as tenants:
        tenant = await tenants.tenant("harbour")
        before = tenant.bus
        broker.lost.set()
        broker.lost = asyncio.Event()
        # Until the loss is noticed; then the tenant is waited for like any other.
        await asyncio.sleep(0.05)
        await tenant.wait()
        assert tenant.bus is not before
        assert len(broker.asked) == 2


async def test_all_connections_are_closed_in_the_end(broker: Broker) -> None:
    async with opened() as tenants:
        await tenants.tenant("harbour")
        await tenants.tenant("quarry")
        assert broker.open == 2
    assert broker.open == 0


async def test_a_tenant_without_credentials_is_refused_with_the_command_that_makes_them(
    broker: Broker, tmp_path: Path
) -> None:
    async with opened(tmp_path) as tenants:
        with pytest.raises(ContractError, match="no credentials here for user 'client' of tenant 'quarry'") as e:
            await tenants.tenant("quarry")
        assert "plancritic credentials --tenant quarry" in (e.value.fault.remedy or "")
        assert broker.asked == []


async def test_a_tenant_connects_as_its_own_client_and_publishes_as_its_operator(
    broker: Broker, tmp_path: Path
) -> None:
    files = CredentialFiles(tmp_path)
    for user in ("client", "operator"):
        seed = files.seed("quarry", user)
        seed.parent.mkdir(parents=True, exist_ok=True)
        seed.write_text("a seed")
    async with opened(tmp_path) as tenants:
        await tenants.tenant("quarry")
        async with tenants.publisher("quarry"):
            assert broker.open == 2
    assert [each.nats_inbox_prefix for each in broker.asked] == ["_INBOX_client", "_INBOX_operator"]
    assert [each.nats_nkey_seed_file for each in broker.asked] == [
        files.seed("quarry", user) for user in ("client", "operator")
    ]
    assert {each.tenant for each in broker.asked} == {"quarry"}
