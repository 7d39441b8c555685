"""A run submitted and shown until it ends."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing

from plancritic.client import PlancriticClient, Run, RunEnd
from plancritic.command_line.counting import counted
from plancritic.command_line.runs.asking import Asker
from plancritic.command_line.runs.progress import RunProgress
from plancritic.command_line.terminal import Console
from plancritic.contracts.feedback import FeedbackSubmitted
from plancritic.contracts.questions import QuestionAsked


async def follow(
    client: PlancriticClient,
    feedback: FeedbackSubmitted,
    progress: RunProgress,
    asker: Asker | None = None,
    submitted: Callable[[Run], None] | None = None,
) -> RunEnd:
    """Submit the feedback, show its run as it goes on, and return its end; `asker` answers its questions.

    `submitted` is called once the broker has the feedback. Services that do not answer yet are named on standard error.

    Raises:
        RunGivenUp, ServicesMissing: no end came, as `plancritic.client.Run.end` says.
        ContractError: a fault of the bus.
    """
    run = await client.submit(feedback)
    if submitted is not None:
        submitted(run)
    statements = counted(len(feedback.statements), "statement")
    progress.say(f"run {run.id} of session {run.session} started: {statements}")
    return await follow_run(client, run, progress, asker)


async def follow_run(client: PlancriticClient, run: Run, progress: RunProgress, asker: Asker | None = None) -> RunEnd:
    """Show a run that was started as it goes on, and return its end. Raises as `follow`."""
    seconds = client.service_timeout
    errors = Console(stderr=True, soft_wrap=True)

    def waiting(services: tuple[str, ...]) -> None:
        errors.print(
            f"no ready copy of {', '.join(services)} answers yet: each is waited for, {seconds:g} s from when the run "
            "needs it"
        )

    answered: set[str] = set()
    async with aclosing(run.follow(waiting=waiting)) as events:
        async for event in events:
            if isinstance(event, RunEnd):
                return event
            progress.show(event)
            # A question that waits for long is published again with the next one.
            if isinstance(event, QuestionAsked) and asker is not None and event.question not in answered:
                answered.add(event.question)
                with progress.paused():
                    answer = await asker(event)
                await run.answer(event, answer.choice, answer.skipped)
    raise AssertionError("a run is followed to its end, or given up with an error")
