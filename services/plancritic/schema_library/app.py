"""The schema library's wiring."""

from __future__ import annotations

from plancritic.bus import BusSettings, Service
from plancritic.llm import LanguageModelSettings
from plancritic.schema_library import handlers
from plancritic.schema_library.candidates.settings import CandidateSettings
from plancritic.schema_library.settings import SchemaLibrarySettings


def build_app(
    settings: SchemaLibrarySettings | None = None,
    bus: BusSettings | None = None,
    instances: CandidateSettings | None = None,
    endpoint: LanguageModelSettings | None = None,
) -> Service:
    """One copy of the schema library; nothing is opened before it runs."""
    service = Service("schema_library", bus, description="Makes domain models from plain descriptions.")
    handlers.register(
        service,
        settings or SchemaLibrarySettings(),
        instances or CandidateSettings(),
        endpoint or LanguageModelSettings(),
    )
    return service
