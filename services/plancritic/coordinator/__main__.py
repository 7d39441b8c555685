"""`python -m plancritic.coordinator`: one copy of the coordinator."""

from plancritic import coordinator
from plancritic.bus import BusSettings
from plancritic.bus.main import run_service
from plancritic.coordinator.app import build_app
from plancritic.coordinator.settings import CoordinatorSettings

if __name__ == "__main__":
    run_service(coordinator, lambda: build_app(CoordinatorSettings(), BusSettings()))
