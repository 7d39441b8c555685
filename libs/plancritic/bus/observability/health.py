"""Whether the process is up, whether it can work, and what Prometheus scrapes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from faststream.asgi import AsgiResponse, get
from prometheus_client import CollectorRegistry, Gauge, make_asgi_app


def routes(ready: Callable[[], Awaitable[bool]], registry: CollectorRegistry) -> list[tuple[str, Any]]:
    """`/health/live`, `/health/ready` (the broker answers and the service has started) and `/metrics`.

    Whether the service is ready stands in the metrics too, as it is when they are scraped.
    """
    readiness = Gauge("plancritic_ready", "Whether the broker answers and the service takes work", registry=registry)
    scraped = make_asgi_app(registry)

    async def metrics(scope: Any, receive: Any, send: Any) -> None:
        readiness.set(float(await ready()))
        await scraped(scope, receive, send)

    @get(include_in_schema=False)
    async def live(_scope: Any) -> AsgiResponse:
        # Not the broker: restarting this process would not bring that back.
        return AsgiResponse(b"alive\n", 200)

    @get(include_in_schema=False)
    async def is_ready(_scope: Any) -> AsgiResponse:
        return AsgiResponse(b"ready\n", 200) if await ready() else AsgiResponse(b"not ready\n", 503)

    return [("/health/live", live), ("/health/ready", is_ready), ("/metrics", metrics)]
