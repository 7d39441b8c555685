"""The validator's wiring."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.bus import BusSettings, Service
from plancritic.engines.confinement import report_confinement
from plancritic.judges import ExecutorJudge, Judge, KairosJudge, ValJudge
from plancritic.validator import handlers
from plancritic.validator.settings import ValidatorSettings


def build_app(
    settings: ValidatorSettings | None = None, bus: BusSettings | None = None, judges: Sequence[Judge] | None = None
) -> Service:
    """One copy of the validator; nothing is opened before it runs. `judges` replaces the three (for tests)."""
    settings = settings or ValidatorSettings()
    service = Service("validator", bus, description="Proves plans whole and constraint by constraint.")
    used = judges or (ValJudge(processes=settings.val_processes), KairosJudge(), ExecutorJudge())
    service.detail["children"] = str(report_confinement())
    service.detail["judges"] = ", ".join(judge.name for judge in used)
    handlers.register(service, settings, used)
    return service
