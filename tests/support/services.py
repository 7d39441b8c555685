"""Services inside the test's own event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from plancritic.bus import Service


@asynccontextmanager
async def running(*services: Service) -> AsyncIterator[None]:
    """The services take messages for the time of the context."""
    async with AsyncExitStack() as stack:
        for service in services:
            await stack.enter_async_context(service.asgi().start_lifespan_context())
        async with asyncio.timeout(20):
            for service in services:
                await service.wait_until_ready()
        yield
