"""Whether the process is up, whether it can work, and what Prometheus scrapes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from faststream.asgi import AsgiResponse, get
from prometheus_client import CollectorRegistry, make_asgi_app


def routes(ready: Callable[[], Awaitable[bool]], registry: CollectorRegistry) -> list[tuple[str, Any]]:
    """`/health/live`, `/health/ready` (the broker answers and the service has started) and `/metrics`."""

    @get(include_in_schema=False)
    async def live(_scope: Any) -> AsgiResponse:
        # Not the broker: restarting this process would not bring that back.
        return AsgiResponse(b"alive\n", 200)

    @get(include_in_schema=False)
    async def is_ready(_scope: Any) -> AsgiResponse:
        return AsgiResponse(b"ready\n", 200) if await ready() else AsgiResponse(b"not ready\n", 503)

    return [("/health/live", live), ("/health/ready", is_ready), ("/metrics", make_asgi_app(registry))]
