"""The verdicts library as the planner uses it, on one core: no cache, no archive, one child of each engine."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from plancritic.engines import EngineSettings
from plancritic.judges import ExecutorJudge, KairosJudge
from plancritic.verdicts import Verdicts, standard


@asynccontextmanager
async def library() -> AsyncIterator[Verdicts]:
    """With the judges that run in process."""
    verdicts = Verdicts(standard(EngineSettings(engine_children=1)), (KairosJudge(), ExecutorJudge()))
    try:
        yield verdicts
    finally:
        await verdicts.close()


@contextmanager
def one_core() -> Iterator[None]:
    """This process, and the children it starts in here, on one core."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


@contextmanager
def without_known_plans() -> Iterator[None]:
    """Planners started in here answer no job with a plan that they know from another."""
    name = "PLANCRITIC_PLANNER_PLAN_ARCHIVE"
    before = os.environ.get(name)
    os.environ[name] = "false"
    try:
        yield
    finally:
        os.environ.pop(name) if before is None else os.environ.update({name: before})
