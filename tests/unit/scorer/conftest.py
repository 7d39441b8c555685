from pathlib import Path

import pytest
from tests.support.scorer_model import DIMENSIONS, HashEncoder, plain_graph, write_model

from plancritic.domains.folder import DomainFolder, load_folder


@pytest.fixture
def encoder() -> HashEncoder:
    return HashEncoder()


@pytest.fixture
def model_folder(tmp_path: Path) -> Path:
    """A whole model folder with a graph that needs no training."""
    return write_model(tmp_path / "model", plain_graph(DIMENSIONS))


@pytest.fixture(scope="session")
def bundle() -> DomainFolder:
    return load_folder("waterway")
