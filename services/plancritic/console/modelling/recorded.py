"""What is recorded of a modelling run."""

from __future__ import annotations

from plancritic.client import ModellingEnd
from plancritic.console.faults import unknown
from plancritic.console.tenants import Tenant
from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.contracts.modelling.messages import DomainDescribed, ModellingProgressed


async def recorded_run(tenant: Tenant, session: str, run: str) -> tuple[list[ModellingProgressed], ModellingEnd | None]:
    """Return how far each phase of a run is, and its end."""
    progress: dict[str, ModellingProgressed] = {}
    end: ModellingEnd | None = None
    for event in await tenant.client.recorded(session=session, run=run):
        if isinstance(event.message, ModellingProgressed):
            progress[event.message.phase] = event.message
        elif isinstance(event.message, ModellingEnd):
            end = event.message
    return list(progress.values()), end


async def description_of(tenant: Tenant, session: str, run: str) -> DomainDescription:
    """Return the description that a run is about.

    Raises:
        ContractError: there is no such run.
    """
    for event in await tenant.client.recorded(session=session, run=run):
        if isinstance(event.message, DomainDescribed):
            return event.message.description
    raise unknown(f"there is no run {run!r}", "the page Operations lists the known runs")
