"""What was said first in each of some runs and what came of it, from the recorded events."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass

from plancritic.client import PlancriticClient, RunEnd
from plancritic.contracts.feedback import FeedbackSubmitted, PlanRevised
from plancritic.contracts.service import RunState

#: Recordings answer in milliseconds; what is not there by then is left out of an overview.
_SECONDS = 3.0
_AT_ONCE = 4


@dataclass(frozen=True)
class FirstStatement:
    """The first statement of a run, how many more it has, and its verdict; None while the run has no plan."""

    text: str
    more: int
    verdict: str | None = None


async def first_statements(client: PlancriticClient, states: Sequence[RunState]) -> dict[str, FirstStatement]:
    """Return the first statement of each run by the run's id; runs that are not recorded any more have none."""
    turns = asyncio.Semaphore(_AT_ONCE)
    found: dict[str, FirstStatement] = {}

    async def look(state: RunState) -> None:
        async with turns, aclosing(client.watch(session=state.session, run=state.run)) as events:
            async for event in events:
                message = event.message
                if isinstance(message, FeedbackSubmitted) and message.statements:
                    found[state.run] = FirstStatement(message.statements[0].text, len(message.statements) - 1)
                if isinstance(message, PlanRevised) and message.statements:
                    first = message.statements[0]
                    more = len(message.statements) - 1
                    found[state.run] = FirstStatement(first.statement.text, more, first.verdict)
                if isinstance(message, RunEnd) or (state.state == "running" and state.run in found):
                    return

    with suppress(TimeoutError):
        async with asyncio.timeout(_SECONDS), asyncio.TaskGroup() as group:
            for state in states:
                group.create_task(look(state))
    return found
