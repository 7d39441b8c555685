"""The coordinator's wiring."""

from __future__ import annotations

from plancritic.bus import BusSettings, Service
from plancritic.coordinator import handlers
from plancritic.coordinator.settings import CoordinatorSettings


def build_app(settings: CoordinatorSettings | None = None, bus: BusSettings | None = None) -> Service:
    """One copy of the coordinator; nothing is opened before it runs."""
    service = Service("coordinator", bus, description="Searches specifications with a genetic algorithm.")
    handlers.register(service, settings or CoordinatorSettings())
    return service
