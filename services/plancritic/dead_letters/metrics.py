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
            "Messages that no copy worked on, by what was done with them",
            ["outcome"],
            registry=registry,
        )
        self.failed = Counter(
            "plancritic_stuck_work_looks_failed", "Checks for stuck work that failed", registry=registry
        )
