"""The fixtures that tests of the scorer have too."""

from tests.unit.scorer.conftest import bundle, encoder, model_folder

__all__ = ["bundle", "encoder", "model_folder"]
