"""Domains handed in to be repaired, and followed to their end."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field

from plancritic.bus import Client
from plancritic.client.run_messages import messages_of_run
from plancritic.contracts import subjects
from plancritic.contracts.refinement.messages import (
    DomainRefined,
    RefinementProgressed,
    RefinementRefused,
    RefinementRequested,
)

#: Services that a refinement needs.
REFINEMENT_SERVICES = ("refiner",)
RefinementEnd = DomainRefined | RefinementRefused
RefinementEvent = RefinementProgressed | RefinementEnd

_ROWS = (subjects.REFINEMENT_PROGRESSED, subjects.DOMAIN_REFINED, subjects.REFINEMENT_REFUSED)
#: A run is given up where nothing is heard of it for so long: a language model may take its time.
_SILENCE_SECONDS = 900.0


@dataclass(frozen=True)
class RefinementRun:
    """A refinement under way."""

    request: RefinementRequested
    _bus: Client = field(repr=False)

    @property
    def id(self) -> str:
        """Return the run's identifier."""
        return self.request.envelope.correlation_id

    async def follow(self, silence: float = _SILENCE_SECONDS) -> AsyncGenerator[RefinementEvent, None]:
        """Yield what happens, the end last. Close the iterator (`aclosing`) to stop before.

        Raises:
            RunGivenUp: nothing was heard for `silence` seconds.
            ContractError: a fault of the bus.
        """
        found = messages_of_run(self._bus, self.request.envelope, _ROWS, silence)
        async with aclosing(found) as messages:
            async for message in messages:
                assert isinstance(message, RefinementEvent), "only these rows are watched"
                yield message
                if isinstance(message, RefinementEnd):
                    return


async def refine(bus: Client, request: RefinementRequested) -> RefinementRun:
    """Hand in a domain to be repaired and return its run; services need not run yet.

    Raises:
        PayloadTooLarge, BrokerUnavailable, NotProvisioned: the broker did not take it.
    """
    await bus.publish(request, subjects.REFINEMENT_REQUESTED)
    return RefinementRun(request, bus)
