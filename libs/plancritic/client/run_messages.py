"""The messages of one run as they come, until nothing is heard of it any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from plancritic.bus import Client
from plancritic.client.errors import RunGivenUp
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.subjects import Subject


async def messages_of_run(
    bus: Client, envelope: Envelope, rows: Sequence[Subject], silence: float
) -> AsyncGenerator[Message, None]:
    """Yield what is recorded under these subjects of the run that an envelope began, without end.

    Raises:
        RunGivenUp: nothing was heard for `silence` seconds.
        ContractError: a fault of the bus.
    """
    async with aclosing(bus.watch(envelope.session_id, envelope.correlation_id, tuple(rows))) as events:
        while True:
            try:
                yield (await asyncio.wait_for(anext(events), silence)).message
            except TimeoutError:
                raise RunGivenUp(envelope.correlation_id, f"gave no sign of life for {silence:g} s") from None
