"""Planners for the property tests of verdicts: started once a module."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from plancritic.engines import EngineSettings
from plancritic.judges import ExecutorJudge, KairosJudge
from plancritic.verdicts import Verdicts, standard


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.Runner]:
    """One event loop for all examples: engines keep their children."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def verdicts(loop: asyncio.Runner) -> Iterator[Verdicts]:
    """The library as the planner uses it."""
    library = Verdicts(standard(EngineSettings(engine_children=1)), (KairosJudge(), ExecutorJudge()))
    yield library
    loop.run(library.close())
