"""The fixture that tests of the refiner have too."""

from tests.unit.refiner.conftest import plan_sets

__all__ = ["plan_sets"]
