"""A run followed until it ends or asks, with a notification of progress for each event."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import aclosing
from typing import Any

from mcp_types import CallToolResult

from mcp.server.mcpserver import Context
from plancritic.client import Run, RunEnd
from plancritic.command_line.runs.progress import event_line
from plancritic.contracts.errors import ContractError
from plancritic.contracts.feedback import FeedbackRefused
from plancritic.contracts.questions import QuestionAnswered, QuestionAsked
from plancritic.mcp.connection import Connection
from plancritic.mcp.words import question_told, result_told
from plancritic.pictures.changes_in_words import TimeWords


async def end_or_question(
    run: Run, context: Context[Any, Any], answered: Collection[str] = (), since: str | None = None
) -> RunEnd | QuestionAsked:
    """Return the end of a run, or the first question that is not among those `answered`.

    Each event before it is a notification of progress; with `since`, a question, only those after its answer are.

    Raises:
        RunGivenUp, ServicesMissing: no end came. The run goes on all the same.
        ContractError: a fault of the bus.
    """
    seen, is_new = 0, since is None
    async with aclosing(run.follow()) as events:
        async for event in events:
            if isinstance(event, RunEnd):
                return event
            if isinstance(event, QuestionAsked):
                if event.question not in answered:
                    return event
            elif isinstance(event, QuestionAnswered):
                is_new = is_new or event.question == since
            elif is_new:
                seen += 1
                await context.report_progress(seen, None, event_line(event))
    raise AssertionError("a run is followed to its end, or given up with an error")


async def outcome_told(connection: Connection, outcome: RunEnd | QuestionAsked) -> CallToolResult:
    """Return what a run came to as the result of a tool.

    Raises:
        ContractError: the feedback was refused, or the words of its domain cannot be had.
    """
    if isinstance(outcome, FeedbackRefused):
        raise ContractError(outcome.fault)
    if isinstance(outcome, QuestionAsked):
        return question_told(outcome)
    time = (await connection.lexicon(outcome.problem)).time
    return result_told(outcome, TimeWords(time.singular, time.plural))
