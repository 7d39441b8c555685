"""The scorer's wiring."""

from __future__ import annotations

from plancritic.bus import BusSettings, Service
from plancritic.embedding import Encoder
from plancritic.scorer import handlers
from plancritic.scorer.settings import ScorerSettings


def build_app(
    settings: ScorerSettings | None = None, bus: BusSettings | None = None, encoder: Encoder | None = None
) -> Service:
    """One copy of the scorer; nothing is opened before it runs. `encoder` replaces the one in the cache (for tests)."""
    service = Service("scorer", bus, description="Judges with a learned model whether plans adhere to statements.")
    handlers.register(service, settings or ScorerSettings(), encoder)
    return service
