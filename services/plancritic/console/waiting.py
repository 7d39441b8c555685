"""What a run waits for of which nothing is heard."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.client import PlancriticClient

#: A copy that lives answers at once; pages ask again as long as nothing is heard of the run.
_LOOK_SECONDS = 0.3


async def silent_services(client: PlancriticClient, needed: Sequence[str]) -> tuple[str, ...]:
    """Return the services, out of those that a run needs, of which no ready copy answers."""
    ready = {each.service for each in await client.services(_LOOK_SECONDS) if each.ready}
    return tuple(each for each in needed if each not in ready)
