"""What Prometheus scrapes of stuck work."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter


class StuckMetrics:
    """Counters of one copy.

    `outcome`: requeued, resumed, buried, answered (it had an answer, and was removed).
    `failed`: looks, at all work or at one run, that ended in an error.
    """

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        registry = registry or CollectorRegistry()
        self.found = Counter(
            "plancritic_stuck_work",
            "Messages that nobody had in hand, by what was done about them",
            ["outcome"],
            registry=registry,
        )
        self.failed = Counter(
            "plancritic_stuck_work_looks_failed", "Looks for stuck work that ended in an error", registry=registry
        )
