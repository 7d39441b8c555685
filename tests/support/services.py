"""Services inside the test's own event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from plancritic.bus import Service


@asynccontextmanager
async def running(*services: Service) -> AsyncIterator[None]:
    """The services take messages for the time of the context.

    They live in a task of their own: a fixture is set up and torn down in different tasks, and a
    service's lifespan has to be left in the task that entered it.
    """
    ready, over = asyncio.Event(), asyncio.Event()

    async def live() -> None:
        async with AsyncExitStack() as stack:
            for service in services:
                await stack.enter_async_context(service.asgi().start_lifespan_context())
            async with asyncio.timeout(60):
                for service in services:
                    await service.wait_until_ready()
            ready.set()
            await over.wait()

    life = asyncio.create_task(live())
    starting = asyncio.create_task(ready.wait())
    await asyncio.wait((life, starting), return_when=asyncio.FIRST_COMPLETED)
    if life.done():
        starting.cancel()
        await life
    try:
        yield
    finally:
        over.set()
        await life
