"""The fixtures that tests of the scorer have too."""

from tests.unit.scorer.conftest import encoder

__all__ = ["encoder"]
