"""K* for a test."""

from collections.abc import AsyncIterator

import pytest

from plancritic.engines.capabilities.manifests import manifest
from plancritic.engines.planners.kstar import KStarEngine


@pytest.fixture
async def engine() -> AsyncIterator[KStarEngine]:
    engine = KStarEngine(manifest("kstar"))
    yield engine
    await engine.close()
