"""`python -m plancritic.dead_letters`: one copy of the service of dead letters."""

from plancritic import dead_letters
from plancritic.bus import BusSettings
from plancritic.bus.main import run_service
from plancritic.dead_letters.app import build_app
from plancritic.dead_letters.settings import DeadLetterSettings

if __name__ == "__main__":
    run_service(dead_letters, lambda: build_app(DeadLetterSettings(), BusSettings()))
