from pathlib import Path

import pytest

from plancritic.embedding import OnnxEncoder, load_encoder
from plancritic.embedding.assembly import assemble


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder with a freshly assembled encoder."""
    folder = tmp_path_factory.mktemp("cache")
    assemble(folder)
    return folder


@pytest.fixture(scope="session")
def encoder(cache: Path) -> OnnxEncoder:
    return load_encoder(cache)
