"""What Prometheus scrapes: requests by address and status, open event streams, and the process."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, ProcessCollector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class GatewayMetrics:
    """Counters of one copy."""

    def __init__(self, open_streams: Callable[[], int]) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "plancritic_gateway_requests",
            "Requests that were answered",
            ["method", "address", "status"],
            registry=self.registry,
        )
        streams = Gauge("plancritic_gateway_open_streams", "Event streams that are open", registry=self.registry)
        streams.set_function(open_streams)


class Counted:
    """Counts each request under the pattern of its address, whoever answers it."""

    def __init__(self, app: ASGIApp, metrics: GatewayMetrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            # What nobody answers for has no pattern: texts of callers are no labels.
            address = getattr(scope.get("route"), "path", "other")
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self._metrics.requests.labels(method, address, str(status)).inc()
