"""What Prometheus scrapes of a service beside FastStream's own counters."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)


class WorkMetrics:
    """Counters of one copy of a service. `outcome`: answered, failed, retried, given_up, invalid, known, cancelled,
    postponed, superseded.
    """

    def __init__(self, registry: CollectorRegistry) -> None:
        self.handled = Counter(
            "plancritic_messages_handled", "Messages that ended, by outcome", ["subject", "outcome"], registry=registry
        )
        self.in_flight = Gauge("plancritic_messages_in_flight", "Messages being worked on", registry=registry)
        self.seconds = Histogram(
            "plancritic_work_seconds", "Time in the handler", ["subject"], buckets=_SECONDS, registry=registry
        )


class StoreMetrics:
    """Use of a store that a service can do without.

    `outcome`: hit, miss, stored, unavailable (the store gave trouble), skipped (not asked so soon after trouble).
    """

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        self.uses = Counter(
            "plancritic_store_uses",
            "Reads and writes of caches, by outcome",
            ["store", "outcome"],
            registry=registry or CollectorRegistry(),
        )


class FillMetrics:
    """How full the stores are that refuse what is new when they are full; both in bytes."""

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        registry = registry or CollectorRegistry()
        self.used = Gauge("plancritic_store_used_bytes", "What a store holds", ["store"], registry=registry)
        self.limit = Gauge("plancritic_store_limit_bytes", "What a store may hold", ["store"], registry=registry)
