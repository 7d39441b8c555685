"""`python -m plancritic.translator`: one copy of the translator."""

from plancritic import translator
from plancritic.bus import BusSettings
from plancritic.bus.main import run_service
from plancritic.llm import LanguageModelSettings
from plancritic.translator.app import build_app
from plancritic.translator.settings import TranslatorSettings

if __name__ == "__main__":
    run_service(translator, lambda: build_app(TranslatorSettings(), BusSettings(), LanguageModelSettings()))
