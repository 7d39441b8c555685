"""The translator's wiring."""

from __future__ import annotations

from plancritic.bus import BusSettings, Service
from plancritic.embedding import Encoder
from plancritic.llm import LanguageModelSettings
from plancritic.translator import handlers
from plancritic.translator.settings import TranslatorSettings


def build_app(
    settings: TranslatorSettings | None = None,
    bus: BusSettings | None = None,
    model: LanguageModelSettings | None = None,
    encoder: Encoder | None = None,
) -> Service:
    """One copy of the translator; nothing is opened before it runs. `encoder` is for tests."""
    service = Service("translator", bus, description="Reads statements as mid-level goals and constraints.")
    handlers.register(service, settings or TranslatorSettings(), model or LanguageModelSettings(), encoder)
    return service
