"""A modelling run handed in and shown until it ends."""

from __future__ import annotations

from contextlib import aclosing

from plancritic.client import MODELLING, ModellingEnd, ModellingRun, PlancriticClient
from plancritic.command_line.exit_codes import CommandFault
from plancritic.command_line.interruption import says_the_run_goes_on
from plancritic.command_line.terminal import Console
from plancritic.contracts.modelling.messages import DomainDescribed, DomainModelled, ModellingRefused


async def modelled(client: PlancriticClient, wanted: DomainDescribed, console: Console) -> DomainModelled:
    """Hand in a description, print how its run goes on, and return its end.

    Raises:
        CommandFault: it was refused.
        RunGivenUp, ServicesMissing: no end came.
        ContractError: a fault of the bus.
    """
    handed_in = await client.describe(wanted)
    console.print(f"modelling {handed_in.id}")
    with says_the_run_goes_on(handed_in.id):
        await client.require_services(
            MODELLING.services, waiting=lambda missing: console.print(f"waiting for {', '.join(missing)}")
        )
        ended = await _end_of(handed_in, console)
    if isinstance(ended, ModellingRefused):
        raise CommandFault(ended.fault)
    return ended


async def _end_of(run: ModellingRun, console: Console) -> ModellingEnd:
    async with aclosing(run.follow()) as events:
        async for event in events:
            if isinstance(event, ModellingEnd):
                return event
            count = f" {event.done:,} of {event.total:,}" if event.total else ""
            console.print(f"{event.phase}{count}{f': {event.text}' if event.text else ''}")
    raise AssertionError("a run is followed to its end, or given up with an error")
