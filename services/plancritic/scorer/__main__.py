"""`python -m plancritic.scorer`: one copy of the scorer."""

from plancritic import scorer
from plancritic.bus import BusSettings
from plancritic.bus.main import run_service
from plancritic.scorer.app import build_app
from plancritic.scorer.settings import ScorerSettings

if __name__ == "__main__":
    run_service(scorer, lambda: build_app(ScorerSettings(), BusSettings()))
