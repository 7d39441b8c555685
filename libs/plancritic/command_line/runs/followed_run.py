"""A run submitted and shown until it ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Self

from plancritic.client import PlancriticClient, Run, RunEnd, RunEvent
from plancritic.command_line.counting import counted
from plancritic.command_line.runs.asking import Answer, Asker
from plancritic.command_line.runs.progress import RunProgress
from plancritic.command_line.stack_troubles import stack_troubles
from plancritic.command_line.terminal import Console
from plancritic.contracts.feedback import FeedbackSubmitted
from plancritic.contracts.questions import QuestionAsked
from plancritic.threads import stop


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
            f"no ready copy of {', '.join(services)} answers yet; each gets {seconds:g} s once the run needs it"
        )
        for trouble in stack_troubles():
            errors.print(trouble)

    asked: set[str] = set()
    async with aclosing(run.follow(waiting=waiting)) as events, _EventReader(events) as reader:
        while True:
            event = await reader.next()
            if isinstance(event, RunEnd):
                return event
            progress.show(event)
            # A question that waits for long is published again with the next one.
            if isinstance(event, QuestionAsked) and asker is not None and event.question not in asked:
                asked.add(event.question)
                with progress.paused():
                    answer = await _answer_in_time(event, asker, reader)
                if answer is None and reader.ended:
                    errors.print("\nThe run has ended meanwhile; no answer is needed.")
                elif answer is None:
                    errors.print(
                        "\nThe run continues without your answer: the time is over, or somebody else answered."
                    )
                else:
                    await run.answer(event, answer.choice, answer.skipped)


async def _answer_in_time(asked: QuestionAsked, asker: Asker, reader: _EventReader) -> Answer | None:
    """Return the answer to a question; None where the run goes on without it."""
    until = None if asked.answer_seconds is None else reader.asked_at[asked.question] + asked.answer_seconds
    try:
        async with asyncio.timeout_at(until) as limit:
            reader.at_end(lambda: limit.reschedule(asyncio.get_running_loop().time()))
            return await asker(asked)
    except TimeoutError:
        return None
    finally:
        reader.at_end(None)


class _EventReader:
    """Reads the events of a run while a person is asked, so that a run that ends meanwhile is noticed."""

    def __init__(self, events: AsyncIterator[RunEvent]) -> None:
        self._events = events
        #: When each question was first heard, on the clock of the event loop.
        self.asked_at: dict[str, float] = {}
        self._read: asyncio.Queue[RunEvent | None] = asyncio.Queue()
        self.ended = False
        self._at_end: Callable[[], None] | None = None

    async def __aenter__(self) -> Self:
        self._reading = asyncio.create_task(self._read_all())
        return self

    async def __aexit__(self, *_: object) -> None:
        await stop(self._reading)

    async def next(self) -> RunEvent:
        """Return the next event; raise what following the run raised."""
        event = await self._read.get()
        if event is None:
            await self._reading
            raise AssertionError("a run is followed to its end, or given up with an error")
        return event

    def at_end(self, call: Callable[[], None] | None) -> None:
        """Have this called when the run has ended or is given up; at once where it has."""
        self._at_end = call
        if self.ended and call is not None:
            call()

    async def _read_all(self) -> None:
        try:
            async for event in self._events:
                if isinstance(event, QuestionAsked):
                    self.asked_at.setdefault(event.question, asyncio.get_running_loop().time())
                self._read.put_nowait(event)
        finally:
            self._read.put_nowait(None)
            self.ended = True
            if self._at_end is not None:
                self._at_end()
