"""Replaying: the inputs of a recording submitted anew, in causal order, and each outcome compared."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from plancritic.client import PlancriticClient, Run, RunEnd, RunGivenUp
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.feedback import FeedbackSubmitted, PlanRevised
from plancritic.contracts.questions import Choice, QuestionAsked
from plancritic.contracts.runs import RunStarted
from plancritic.contracts.sessions import Revision, SessionRevised, words_of
from plancritic.contracts.subjects import FEEDBACK_REFUSED, PLAN_REVISED, SESSION_REVISED, Subject
from plancritic.recorder.comparison import Comparison, compare
from plancritic.recorder.history import Answered, Command, History, Input, Turn, versions_of
from plancritic.recorder.outcomes import READERS, NoEnd, Outcome, Refused, Result
from plancritic.recorder.pace import Pace, Schedule
from plancritic.recorder.recording import Versions
from plancritic.threads import stop

#: The seed of a run of which no seed is recorded: it was refused before it drew one.
_ANY_SEED = 1
#: What an answer to a clash was called in older recordings, and is called now.
_WEAKENED = ("a wish (should)", "a preference (should)")


@dataclass(frozen=True)
class Replayed:
    """An input with its outcome in the replay, compared with the recorded one."""

    input: Input
    outcome: Outcome
    comparison: Comparison
    seconds: float


class _NotReplayable(Exception):
    """An input builds on something that the replay does not have; the text says what."""


class Replay:
    """Replays a history once; `versions` are then what the replayed runs started with."""

    def __init__(
        self,
        client: PlancriticClient,
        history: History,
        pace: Pace,
        workers: int,
        done: Callable[[Replayed], None] | None = None,
    ) -> None:
        """At the pace `max`, `workers` sessions go on at once; at another one as many as were recorded so."""
        self._client = client
        self._history = history
        self._pace = pace
        self._done = done
        self._slots = asyncio.Semaphore(workers if pace.factor is None else max(1, len(history.inputs)))
        #: Recorded revision -> the replayed one, None where the input that made it made none in the replay.
        self._revisions: dict[str, asyncio.Future[str | None]] = {}
        self._versions: dict[Versions, None] = {}

    @property
    def versions(self) -> tuple[Versions, ...]:
        """Return what the replayed runs started with, in the order in which it was first used."""
        return tuple(self._versions)

    async def run(self) -> tuple[Replayed, ...]:
        """Replay every input and return them in the order of the recording.

        Inputs of a session follow each other; sessions are independent but for a branch, which waits for the revision
        that it copies.

        Raises:
            ContractError: the broker or a service is gone.
        """
        inputs = self._history.inputs
        if not inputs:
            return ()
        loop = asyncio.get_running_loop()
        for each in inputs:
            if isinstance(each.outcome, Result) and each.outcome.revision is not None:
                self._revisions.setdefault(each.outcome.revision, loop.create_future())
        schedule = Schedule(self._pace, min(each.time for each in inputs))
        sessions: dict[str, list[Input]] = {}
        for each in inputs:
            sessions.setdefault(each.session, []).append(each)
        tasks = [asyncio.create_task(self._session(each, schedule)) for each in sessions.values()]
        try:
            finished = await asyncio.gather(*tasks)
        finally:
            await stop(*tasks)
        return tuple(sorted((one for some in finished for one in some), key=lambda one: one.input.sequence))

    async def _session(self, inputs: Sequence[Input], schedule: Schedule) -> list[Replayed]:
        """Replay the inputs of a session, each once the one before has its end."""
        rows = []
        for each in inputs:
            await schedule.until(each.time)
            row = await self._replayed(each)
            rows.append(row)
            if self._done is not None:
                self._done(row)
        return rows

    async def _replayed(self, each: Input) -> Replayed:
        assert each.outcome is not None, "an input without an outcome is left out of the history"
        notes: list[str] = []
        begun = time.monotonic()
        outcome: Outcome
        try:
            outcome = await (self._turn(each, notes) if isinstance(each, Turn) else self._command(each))
        except _NotReplayable as error:
            outcome = NoEnd(str(error))
        except RunGivenUp as error:
            outcome = NoEnd(error.fault.message)
        if isinstance(each.outcome, Result) and each.outcome.revision is not None:
            replayed = self._revisions[each.outcome.revision]
            if not replayed.done():
                replayed.set_result(outcome.revision if isinstance(outcome, Result) else None)
        compared = compare(each.outcome, outcome)
        compared = replace(compared, notes=(*compared.notes, *notes))
        return Replayed(each, outcome, compared, time.monotonic() - begun)

    async def _turn(self, turn: Turn, notes: list[str]) -> Result | Refused:
        feedback = await self._feedback(turn)
        unasked = {_about(each.asked): each for each in turn.questions.values()}
        async with self._slots:
            run = await self._client.submit(feedback)
            async with aclosing(run.follow()) as events:
                async for event in events:
                    if isinstance(event, RunStarted):
                        self._versions[versions_of(event)] = None
                    elif isinstance(event, QuestionAsked):
                        recorded = unasked.pop(_about(event), None)
                        await self._answer(run, recorded, event, notes)
                    elif isinstance(event, RunEnd):
                        notes += [
                            f"does not ask about {each.asked.statement.text!r} ({each.asked.kind})"
                            for each in unasked.values()
                        ]
                        row = PLAN_REVISED if isinstance(event, PlanRevised) else FEEDBACK_REFUSED
                        return _outcome_of(row, event)
        raise AssertionError("a run is followed to its end, or given up with an error")

    async def _feedback(self, turn: Turn) -> FeedbackSubmitted:
        """Return the feedback as it was given, with a seed, about the replayed revision."""
        given = turn.feedback
        seed = given.settings.seed if given.settings.seed is not None else turn.seed
        revision = given.revision
        if revision is not None and self._history.sessions.get(revision) == turn.session:
            revision = await self._replayed_revision(revision)
        return given.model_copy(
            update={
                # The same ids in another namespace: whoever looks for a run finds its replay. The trace is a new one.
                "envelope": Envelope.start(session_id=turn.session, correlation_id=turn.run),
                "settings": given.settings.model_copy(update={"seed": _ANY_SEED if seed is None else seed}),
                "revision": revision,
            }
        )

    async def _answer(self, run: Run, recorded: Answered | None, asked: QuestionAsked, notes: list[str]) -> None:
        """Answer a question as the person answered it when it was recorded; what nobody answered is skipped."""
        if recorded is None:
            notes.append(f"asks what statement {asked.statement.id} means; nobody answered")
            await run.answer(asked, None, skipped=True)
            return
        await asyncio.sleep(self._pace.seconds(recorded.thinking_seconds))
        answer = recorded.answer
        if answer is None or answer.skipped:
            await run.answer(asked, None, skipped=True)
            return
        meant = next((each for each in recorded.asked.choices if each.number == answer.choice), None)
        choice = None if meant is None else offered(meant, asked)
        if meant is not None and choice is None:
            notes.append(f"does not offer the reading chosen for statement {asked.statement.id}: {meant.sentence!r}")
        await run.answer(asked, choice)

    async def _command(self, command: Command) -> Result | Refused:
        assert command.about is not None, "a command about an unknown revision is left out of the history"
        about = await self._replayed_revision(command.about)
        try:
            async with self._slots:
                changed = await self._changed(command, about)
        except ContractError as error:
            if error.fault.code is FaultCode.SERVICE_UNAVAILABLE:
                raise
            return Refused(error.fault.code, error.fault.message)
        envelope = Envelope.start(session_id=changed.session)
        return _outcome_of(SESSION_REVISED, SessionRevised(envelope=envelope, revision=changed))

    async def _changed(self, command: Command, about: str) -> Revision:
        match command.kind:
            case "undo":
                return await self._client.undo(command.session, about)
            case "accept":
                return await self._client.accept(command.session, about, command.statement)
            case "branch":
                source = self._history.sessions[command.about or ""]
                return await self._client.branch(source, about, command.session)

    async def _replayed_revision(self, recorded: str) -> str:
        """Return the revision of the replay that stands for a recorded one, once it is there."""
        waited = self._revisions.get(recorded)
        replayed = await waited if waited is not None else None
        if replayed is None:
            raise _NotReplayable(f"the replay did not make revision {recorded}, which it builds on")
        return replayed


def _outcome_of(row: Subject, message: Message) -> Result | Refused:
    """Return the outcome that a message of today tells, read like a recorded one."""
    return READERS[f"v{row.version}.{row.name}"](message.model_dump(mode="json"))


def offered(meant: Choice, asked: QuestionAsked) -> int | None:
    """Return the number of the choice of a question that means the same as a recorded one; None where none does."""
    sentence = meant.sentence.replace(*_WEAKENED)
    in_words = [each.number for each in asked.choices if each.sentence == sentence]
    same = [each.number for each in asked.choices if set(each.constraints) == set(meant.constraints)]
    if asked.kind == "meaning":
        return next(iter((*same, *in_words)), None)
    # Several answers keep the same constraints: they differ in what they do, which their words tell.
    leads_to = [each.number for each in asked.choices if each.consequence == meant.consequence]
    exact = [number for number in in_words if number in leads_to]
    if exact or asked.kind == "clash":
        return next(iter((*exact, *in_words)), None)
    # The words have changed since it was recorded: what is still told by one choice alone.
    return next((found[0] for found in (in_words, leads_to, same) if len(found) == 1), None)


def _about(asked: QuestionAsked) -> tuple[str, str]:
    """Return what a question is about, by its words: the same in the recording and its replay."""
    return asked.kind, words_of(asked.statement.text)
