"""`python -m plancritic.refiner`: one copy of the refiner."""

from plancritic import refiner
from plancritic.bus import BusSettings
from plancritic.bus.main import run_service
from plancritic.refiner.app import build_app
from plancritic.refiner.settings import RefinerSettings

if __name__ == "__main__":
    run_service(refiner, lambda: build_app(RefinerSettings(), BusSettings()))
