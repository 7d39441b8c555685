"""`python -m plancritic.planner`: one copy of the planner."""

from plancritic import planner
from plancritic.bus import BusSettings
from plancritic.bus.main import run_service
from plancritic.planner.app import build_app
from plancritic.planner.settings import PlannerSettings

if __name__ == "__main__":
    run_service(planner, lambda: build_app(PlannerSettings(), BusSettings()))
