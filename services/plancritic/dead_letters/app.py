"""The wiring of the service of dead letters."""

from __future__ import annotations

from plancritic.bus import BusSettings, Service
from plancritic.dead_letters import handlers
from plancritic.dead_letters.settings import DeadLetterSettings


def build_app(settings: DeadLetterSettings | None = None, bus: BusSettings | None = None) -> Service:
    """One copy of the service; nothing is opened before it runs."""
    service = Service("dead_letters", bus, description="Keeps what no worker could finish, and finds stuck work.")
    handlers.register(service, settings or DeadLetterSettings())
    return service
