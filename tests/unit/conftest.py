"""The sentence encoder that ships, for the tests that need its word and no stand-in."""

from __future__ import annotations

import pytest

from plancritic.embedding import CachedEncoder, load_encoder
from plancritic.embedding.assembly import assemble


@pytest.fixture(scope="session")
def real_encoder(tmp_path_factory: pytest.TempPathFactory) -> CachedEncoder:
    """The encoder, assembled from its wheels in a cache of its own."""
    cache = tmp_path_factory.mktemp("encoder")
    assemble(cache)
    return CachedEncoder(load_encoder(cache))
