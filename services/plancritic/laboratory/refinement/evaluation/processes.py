"""Runs in several processes at once, each row handed over as it is made."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from multiprocessing.queues import Queue
from queue import Empty
from typing import Any

from plancritic.command_line.exit_codes import run
from plancritic.laboratory.refinement.evaluation.rows import RunRow
from plancritic.laboratory.refinement.evaluation.runs import Evaluator, StartRuns

#: How long a process may take to end its planners when it is told to end.
_GRACE_SECONDS = 5.0
_LOOK_SECONDS = 0.5


class ProcessFailedError(RuntimeError):
    """A process of the evaluation died, or could not make a start."""


def rows_of(runs: Sequence[StartRuns], processes: int) -> Iterator[RunRow]:
    """Give the rows of all runs as they are made, in no fixed order.

    Raises:
        ProcessFailedError: a process ended before its work was done; the rows until then have been given.
    """
    # Not forked: threads may hold locks.
    context = get_context("spawn")
    tasks: Queue[StartRuns | None] = context.Queue()
    results: Queue[RunRow | str | None] = context.Queue()
    count = min(processes, len(runs))
    for each in (*runs, *[None] * count):
        tasks.put(each)
    workers: list[BaseProcess] = [
        context.Process(target=_work, args=(tasks, results), name=f"runs-{number}") for number in range(count)
    ]
    try:
        for worker in workers:
            worker.start()
        working = count
        while working:
            try:
                result = results.get(timeout=_LOOK_SECONDS)
            except Empty:
                dead = [each for each in workers if each.exitcode]
                if dead:
                    raise ProcessFailedError(f"{dead[0].name} ended with status {dead[0].exitcode}") from None
                continue
            match result:
                case None:
                    working -= 1
                case str():
                    raise ProcessFailedError(result)
                case _:
                    yield result
    finally:
        _end(workers)
        for queue in (tasks, results):
            queue.cancel_join_thread()
            queue.close()


def _work(tasks: Queue[StartRuns | None], results: Queue[RunRow | str | None]) -> None:
    # Ctrl-C reaches the whole group; who started us ends us, so that planners are ended in order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    evaluator = Evaluator()

    async def make(runs: StartRuns) -> None:
        async for row in evaluator.rows(runs):
            results.put(row)

    with suppress(KeyboardInterrupt):
        while (runs := _next(tasks)) is not None:
            try:
                run(make(runs), cleanup_seconds=None)
            except Exception as error:  # noqa: BLE001 - whoever waits for the rows is told
                results.put(f"start {runs.start} of {runs.domain}: {type(error).__name__}: {error}")
                return
        results.put(None)


def _next(tasks: Queue[StartRuns | None]) -> StartRuns | None:
    """Return the next runs; None where there are no more, or nobody is left who wants them."""
    parent = parent_process()
    while parent is None or parent.is_alive():
        with suppress(Empty):
            return tasks.get(timeout=_LOOK_SECONDS)
    return None


def _end(workers: Sequence[Any]) -> None:
    for worker in workers:
        if worker.is_alive():
            worker.terminate()
    for worker in workers:
        if worker.pid is not None:
            worker.join(_GRACE_SECONDS)
            if worker.is_alive():
                worker.kill()
                worker.join()
