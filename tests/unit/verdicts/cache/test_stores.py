"""A store that gives trouble costs its user a little time and one line in the log."""

from __future__ import annotations

import asyncio

import pytest
import structlog
from prometheus_client import CollectorRegistry
from tests.support.memory_store import MemoryStore

from plancritic.bus import NotProvisioned, PayloadTooLarge
from plancritic.bus.observability.metrics import StoreMetrics
from plancritic.verdicts.cache.stores import DispensableStore


class Troubled(MemoryStore):
    """A store that fails, or does not answer, until told otherwise."""

    def __init__(self, trouble: Exception | float) -> None:
        super().__init__()
        self.trouble: Exception | float | None = trouble
        self.asked = 0

    async def get(self, key: str) -> bytes | None:
        await self._struggle()
        return await super().get(key)

    async def put(self, key: str, value: bytes) -> None:
        await self._struggle()
        await super().put(key, value)

    async def _struggle(self) -> None:
        self.asked += 1
        if isinstance(self.trouble, Exception):
            raise self.trouble
        if self.trouble is not None:
            await asyncio.sleep(self.trouble)


def uses(registry: CollectorRegistry, outcome: str) -> float | None:
    return registry.get_sample_value("plancritic_store_uses_total", {"store": "verdicts", "outcome": outcome})


@pytest.mark.parametrize(
    "trouble", [NotProvisioned("the bucket 'verdicts'"), ConnectionError("gone"), 5.0], ids=["missing", "gone", "slow"]
)
async def test_trouble_is_logged_once_counted_and_not_waited_for_again(trouble: Exception | float) -> None:
    registry = CollectorRegistry()
    inner = Troubled(trouble)
    store = DispensableStore(inner, "verdicts", StoreMetrics(registry), patience=0.05)
    with structlog.testing.capture_logs() as logged:
        for _ in range(3):
            assert await store.get("k") is None
            await store.put("k", b"v")
    assert [(line["log_level"], line["store"]) for line in logged] == [("warning", "verdicts")]
    assert inner.asked == 1
    assert (uses(registry, "unavailable"), uses(registry, "skipped")) == (1, 5)


async def test_a_store_that_answers_again_is_used_again() -> None:
    registry = CollectorRegistry()
    inner = Troubled(ConnectionError("gone"))
    store = DispensableStore(inner, "verdicts", StoreMetrics(registry), pause=0.0)
    assert await store.get("k") is None
    inner.trouble = None
    with structlog.testing.capture_logs() as logged:
        await store.put("k", b"v")
        assert await store.get("k") == b"v"
        assert await store.get("other") is None
    assert [line["event"] for line in logged] == ["the store answers again"]
    assert (uses(registry, "stored"), uses(registry, "hit"), uses(registry, "miss")) == (1, 1, 1)


async def test_one_value_that_is_too_large_is_no_trouble_of_the_store() -> None:
    registry = CollectorRegistry()
    inner = Troubled(PayloadTooLarge("verdicts.k", 2_000_000, 1_000_000))
    store = DispensableStore(inner, "verdicts", StoreMetrics(registry))
    await store.put("k", b"v")
    inner.trouble = None
    await store.put("k", b"v")
    assert (uses(registry, "too_large"), uses(registry, "stored")) == (1, 1)


async def test_a_fault_of_our_own_is_not_taken_for_trouble() -> None:
    with pytest.raises(ZeroDivisionError):
        await DispensableStore(Troubled(ZeroDivisionError()), "verdicts").get("k")
