"""What Prometheus scrapes of stuck work."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter


class StuckMetrics:
    """Counters of one copy. `outcome`: requeued, resumed, buried, answered (it had an answer, and was removed)."""

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        self.found = Counter(
            "plancritic_stuck_work",
            "Messages that nobody had in hand, by what was done about them",
            ["outcome"],
            registry=registry or CollectorRegistry(),
        )
