"""The refiner's wiring."""

from __future__ import annotations

from plancritic.bus import BusSettings, Service
from plancritic.refiner import handlers
from plancritic.refiner.runs.refinement import MakeSearch
from plancritic.refiner.runs.requested_searches import searches
from plancritic.refiner.settings import RefinerSettings


def build_app(
    settings: RefinerSettings | None = None,
    bus: BusSettings | None = None,
    make_search: MakeSearch | None = None,
) -> Service:
    """One copy of the refiner; nothing is opened before it runs."""
    service = Service("refiner", bus, description="Repairs domain models by what is known of the true domain.")
    handlers.register(service, settings or RefinerSettings(), make_search or searches())
    return service
