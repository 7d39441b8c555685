"""The planner's wiring."""

from __future__ import annotations

from collections.abc import Callable

from plancritic.bus import BusSettings, Service
from plancritic.engines import Engine, EngineSettings, available_engines
from plancritic.engines.confinement import report_confinement
from plancritic.planner import enumeration, handlers
from plancritic.planner.cache import Known
from plancritic.planner.settings import PlannerSettings
from plancritic.verdicts import portfolio
from plancritic.verdicts.cache.verdict_cache import planning_version


def build_app(
    settings: PlannerSettings | None = None,
    bus: BusSettings | None = None,
    engine: Callable[[str], Engine] | None = None,
) -> Service:
    """One copy of the planner; nothing is started before it runs. `engine` makes an engine by name (for tests)."""
    settings = settings or PlannerSettings()
    engines = EngineSettings(engine_children=settings.concurrency * (2 if settings.race else 1))
    service = Service("planner", bus, description="Plans under a specification and proves what it found.")
    service.detail["children"] = str(report_confinement())
    service.detail["engines"] = ", ".join(available_engines(engines))
    # Who asks reads it in the cache of verdicts; operators in the description.
    service.detail["planning"] = version = planning_version(settings.engine, engines)
    known = Known(service, settings, version, handlers.JUDGES)
    handlers.register(service, settings, known, lambda name: portfolio(name, engines, settings.race, engine))
    enumeration.register(service, settings)
    return service
