"""A planner without an engine, as a process: `python -m tests.support.echo_planner`.

The problem's id says what it does: `quick` answers, `slow` answers after a second, `busy` works in a thread for
longer than any test takes, `deadly` ends the process. The description of the service tells which it has begun.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time

from tests.support.builders import solution

from plancritic.bus import BusSettings, Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.planning import Solution, SolveProblem
from plancritic.threads import leave


def build_app(settings: BusSettings | None = None) -> Service:
    service = Service("planner", settings, "Answers without planning.")

    @service.work(subjects.SOLVE)
    async def solve(job: SolveProblem, work: Work) -> Solution:
        service.detail["begun"] = job.problem.problem
        if job.problem.problem == "slow":
            await asyncio.sleep(1.0)
        if job.problem.problem == "busy":
            await asyncio.to_thread(time.sleep, 600)
        if job.problem.problem == "deadly":
            os.kill(os.getpid(), signal.SIGKILL)
        return solution(job)

    return service


if __name__ == "__main__":
    build_app().run()
    leave(0)
