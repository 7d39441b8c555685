"""`python -m plancritic.validator`: one copy of the validator."""

from plancritic import validator
from plancritic.bus import BusSettings
from plancritic.bus.main import run_service
from plancritic.validator.app import build_app
from plancritic.validator.settings import ValidatorSettings

if __name__ == "__main__":
    run_service(validator, lambda: build_app(ValidatorSettings(), BusSettings()))
