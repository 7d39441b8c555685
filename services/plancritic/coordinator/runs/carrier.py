"""Carries submitted feedback to its end: begins runs, continues those that have a checkpoint, ends them once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache, partial
from weakref import WeakValueDictionary

import anyio
import nats.errors
import nats.js.errors
import structlog

from plancritic.bus import BrokerUnavailable, Client, LeaseLost, Postponed
from plancritic.bus.durable.in_hand import BrokenOff, WorkInHand
from plancritic.bus.durable.lease import Lease, LeaseHeld, Leases
from plancritic.bus.observability.metrics import StoreMetrics
from plancritic.bus.room import StoreCapacity
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, new_id
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, PlanRevised
from plancritic.contracts.questions import QuestionAnswered
from plancritic.contracts.service import RunState
from plancritic.contracts.syntax_faults import fault_of
from plancritic.coordinator.checkpoints.beginning import first_checkpoint, model_versions
from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.coordinator.checkpoints.checkpoint_store import CheckpointStore, HeldCheckpoint
from plancritic.coordinator.checkpoints.deadline import seconds_since_start
from plancritic.coordinator.execution.workers import executed_part
from plancritic.coordinator.phases.asking import WaitsForAnswer
from plancritic.coordinator.phases.parts import Publish, RunParts
from plancritic.coordinator.problem.situation import Situation
from plancritic.coordinator.runs.equipment import Equipment
from plancritic.coordinator.runs.metrics import RunMetrics
from plancritic.coordinator.runs.run import continue_run, start_run
from plancritic.coordinator.runs.session_runs import SessionRuns
from plancritic.coordinator.search.nearness import Cosines
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.coordinator.turns.classifier import load_classifier
from plancritic.coordinator.turns.opening import open_turn
from plancritic.pddl.language import ExpansionTooLargeError
from plancritic.threads import in_thread, stop_soon

_log = structlog.get_logger("plancritic.coordinator.runs.carrier")


class RunExecutor:
    """Carries the runs of one copy of the coordinator; `cosines` opens the sentence encoder."""

    def __init__(
        self,
        client: Client,
        settings: CoordinatorSettings,
        cosines: Callable[[], Cosines],
        metrics: StoreMetrics,
        room: StoreCapacity,
        told: RunMetrics,
    ) -> None:
        self.equipment = Equipment.of(client, settings, metrics, told)
        self._settings = settings
        self._cosines = cosines
        #: Loads the classifier of acts, once a copy.
        self._classifier = partial(in_thread, cache(partial(load_classifier, settings.cache)))
        self._runs = self.equipment.runs
        self._checkpoints = CheckpointStore(client)
        self._room = room
        self._under_way: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        #: What carries each run here; a cancelled run is ended by whoever was told first.
        self._in_hand = WorkInHand()
        self._of_session = SessionRuns(settings.session_runs)
        self._leases = Leases(client, new_id()[:8])
        #: Leases of runs that this copy has found to be refused, until `refuse` ends them.
        self._refusing: dict[str, Lease] = {}

    async def open(self) -> None:
        """Find what no run can do without.

        Raises:
            NotProvisioned: the object store of checkpoints is missing.
        """
        await self._checkpoints.open()

    async def carry(self, submitted: FeedbackSubmitted, digest: str | None = None) -> None:
        """Carry a feedback to the end of its run; one that was delivered again goes on from its checkpoint.

        `digest` is that of the message's body; None where the feedback comes from the run's own checkpoint.

        Raises:
            ContractError: the feedback cannot be worked on; `refuse` is to end its run.
            nats.errors.Error: the broker is away; delivered again, the feedback goes on from its checkpoint.
        """
        await self._carry(submitted, digest, partial(self._result, submitted))

    async def carry_anew(
        self, submitted: FeedbackSubmitted, digest: str, result: Callable[[Lease], Awaitable[PlanRevised]]
    ) -> None:
        """Carry a run that keeps no checkpoint to its end: delivered again, it starts over. `digest` is as in `carry`.

        Raises: as `carry`.
        """

        async def begun(lease: Lease) -> PlanRevised:
            self._of_session.refuse_too_many(submitted.envelope.session_id, submitted.envelope.correlation_id)
            await self._room.require()
            return await result(lease)

        await self._carry(submitted, digest, begun)

    async def _carry(
        self, submitted: FeedbackSubmitted, digest: str | None, result: Callable[[Lease], Awaitable[PlanRevised]]
    ) -> None:
        run = submitted.envelope.correlation_id
        # Delivered again while this copy still works on it, it waits, and then finds the end.
        async with self._under_way.setdefault(run, asyncio.Lock()):
            if await self._runs.begin(submitted, digest):
                with self._of_session.counted(submitted.envelope.session_id, run):
                    await self._carry_alone(run, await self._leases.take(run), result)
            await self._checkpoints.forget(run)

    async def _carry_alone(self, run: str, lease: Lease, result: Callable[[Lease], Awaitable[PlanRevised]]) -> None:
        """Carry the run to its end while its lease lasts."""
        try:
            if await self._runs.hold(run, lease.token):
                revised = await self._unless_cancelled(run, lease, result(lease))
                if revised is not None:
                    self.equipment.told.count(revised)
                    await self._runs.end(revised, subjects.PLAN_REVISED, lease.token)
        except WaitsForAnswer:
            await self._runs.wait(run)
            raise Postponed(self._settings.answer_seconds) from None
        except BrokerUnavailable:
            # A full store, or no broker: nobody refuses the run for that, it goes on from its checkpoint.
            raise
        except (ContractError, ExpansionTooLargeError) as error:
            # A wait that was over while this process stood still says nothing: another copy may carry the run.
            await lease.renew()
            self._refusing[run] = lease
            if isinstance(error, ContractError):
                raise
            raise ContractError(fault_of(error)) from None
        finally:
            if self._refusing.get(run) is not lease:
                with anyio.CancelScope(shield=True):  # nor does another cancellation of this task cut it
                    await asyncio.shield(asyncio.ensure_future(lease.release()))

    async def answer(self, answered: QuestionAnswered) -> None:
        """Carry a run on that waits for this answer; one that no run waits for is dropped with a word in the log.

        Raises:
            nats.errors.Error: the broker is away; delivered again, the answer is taken then.
        """
        run = answered.envelope.correlation_id
        checkpoint = await self._checkpoints.newest(run)
        asked = {each.id: each for each in checkpoint.questions} if checkpoint is not None else {}
        question = asked.get(answered.question)
        if checkpoint is None or question is None or (answered.choice or 0) > question.choices:
            _log.warning("no run waits for this answer", run=run, question=answered.question, choice=answered.choice)
            return
        if not await self._runs.note_answer(answered):
            _log.info("the question has an answer already", run=run, question=answered.question)
        try:
            await self._carried_or_refused(checkpoint.submitted)
        except LeaseHeld:
            # Whoever carries the run may not know this answer.
            raise
        except Postponed:
            # It waits for the answer to another question; the feedback comes back when the time for that is over.
            return

    async def _carried_or_refused(self, submitted: FeedbackSubmitted) -> None:
        """Carry a run of which no worker has the feedback in hand. Raises as `carry`, where its run is not refused."""
        try:
            await self.carry(submitted)
        except BrokerUnavailable:
            raise
        except ContractError as error:
            await self.refuse(error.fault, submitted.envelope)

    async def cancel(self, run: str) -> RunState:
        """End a run that is under way, whichever copy carries it, and return how it stands.

        Raises:
            ContractError: no coordinator has begun a run with this id.
        """
        state = await self._runs.state(run)
        if state is None:
            raise ContractError(
                Fault(
                    code=FaultCode.UNKNOWN_NAME,
                    message=f"no run {run!r} has begun",
                    remedy="`plancritic status` lists the latest runs; one just submitted may begin in a moment",
                )
            )
        if state.state in ("running", "waiting"):
            await self._runs.end(await self._cancelled_end(state), subjects.FEEDBACK_REFUSED)
            state = await self._runs.state(run) or state
        # Every copy hears of it, and another one may have been quicker to end the run that this one carries.
        if state.state == "cancelled":
            self._in_hand.break_off(run)
        return state

    async def _cancelled_end(self, state: RunState) -> FeedbackRefused:
        """Return the end of a cancelled run; without a checkpoint its id is random, as in `refuse`."""
        try:
            checkpoint = await self._checkpoints.newest(state.run)
        except (ContractError, nats.errors.Error, nats.js.errors.Error) as error:
            _log.warning("checkpoint not looked up", run=state.run, error=repr(error))
            checkpoint = None
        envelope = (
            checkpoint.end_envelope()
            if checkpoint is not None
            else Envelope.start(session_id=state.session, correlation_id=state.run).caused()
        )
        fault = Fault(
            code=FaultCode.CANCELLED,
            message=f"run {state.run} was cancelled",
            remedy="submit the feedback again to get a result",
        )
        return FeedbackRefused(envelope=envelope, fault=fault)

    async def _unless_cancelled(self, run: str, lease: Lease, result: Awaitable[PlanRevised]) -> PlanRevised | None:
        """Return the run's result; None once the run is cancelled, whose end is published then.

        Raises:
            LeaseLost: another copy carries the run on.
        """
        task = asyncio.ensure_future(result)
        keeping = asyncio.ensure_future(lease.keep())
        keeping.add_done_callback(lambda _: stop_soon(task))
        try:
            return await self._in_hand.unless_broken_off(run, task)
        except BrokenOff:
            return None
        except asyncio.CancelledError:
            # Also raised where this copy is told to stop: another one carries the run on.
            if lease.lost:
                raise LeaseLost(run) from None
            raise
        finally:
            keeping.cancel()

    async def refuse(self, fault: Fault, envelope: Envelope, digest: str | None = None) -> None:
        """End the run of a feedback that cannot be worked on, if that feedback began it. `digest` is as in `carry`.

        Raises:
            LeaseHeld, LeaseLost: another copy carries the run.
        """
        if not await self._runs.is_of(envelope, digest):
            await self._runs.refuse_stranger(fault, envelope)
            return
        run = envelope.correlation_id
        lease = self._refusing.pop(run, None)
        if lease is None and await self._runs.is_under_way(envelope):
            lease = await self._leases.take(run)
            await self._runs.hold(run, lease.token)
        try:
            await self._refuse(fault, envelope, digest, lease)
        finally:
            if lease is not None:
                await lease.release()

    async def _refuse(self, fault: Fault, envelope: Envelope, digest: str | None, lease: Lease | None) -> None:
        try:
            checkpoint = await self._checkpoint_of(envelope)
        except (ContractError, nats.errors.Error, nats.js.errors.Error) as error:
            # Without the store nobody would be told why: the run ends all the same, with a random id.
            _log.warning("checkpoint not looked up", run=envelope.correlation_id, error=repr(error))
            checkpoint = None
        end = checkpoint.end_envelope() if checkpoint is not None else None
        await self._runs.refuse(fault, envelope, end, digest, None if lease is None else lease.token)
        if checkpoint is not None:
            await self._checkpoints.forget(checkpoint.run)

    async def _checkpoint_of(self, envelope: Envelope) -> RunCheckpoint | None:
        """Return the newest checkpoint of the run that this very message started."""
        found = await self._checkpoints.newest(envelope.correlation_id)
        if found is None or found.submitted.envelope.message_id != envelope.message_id:
            return None
        return found

    async def _result(self, submitted: FeedbackSubmitted, lease: Lease) -> PlanRevised:
        equipment, session = self.equipment, submitted.envelope.session_id
        kept = await self._checkpoints.held(submitted.envelope.correlation_id, lease)
        known = await self._checkpoint_of(submitted.envelope)
        if known is not None:
            bundle = await equipment.domains.bundle(known.started.problem)
            situation = await equipment.situation(known.submitted, bundle)
            return await self._carried(await self._with_answers(known, lease), situation, continue_run, kept)
        self._of_session.refuse_too_many(session, submitted.envelope.correlation_id)
        await self._room.require()
        situation = await equipment.situation(submitted, await equipment.domains.current(submitted.domain))
        opening = await open_turn(equipment.sessions, submitted, situation, await self._classifier())
        first = first_checkpoint(
            submitted,
            situation.reference,
            self._settings.evidence,
            self._settings.mutation,
            opening.turn,
            await model_versions(equipment.client, submitted.domain, equipment.cache),
            opening.question,
            await equipment.sessions.plans(session, opening.turn.head),
        )
        return await self._carried(first, situation, start_run, kept)

    async def _with_answers(self, checkpoint: RunCheckpoint, lease: Lease) -> RunCheckpoint:
        """Return the checkpoint with the answers so far; once the time for them is over, the rest are skipped.

        That time passes at the broker: the clock of the copy that asked may be wrong, or ours.
        """
        if checkpoint.waiting_since is None:
            return checkpoint
        given, skipped = await self._runs.answers(checkpoint.run)
        waited = (await lease.broker_time() - checkpoint.waiting_since).total_seconds()
        answered = checkpoint.model_copy(update={"answers_given": given, "skipped": skipped})
        if waited >= self._settings.answer_seconds:
            unanswered = tuple(each.id for each in answered.open_questions)
            answered = answered.model_copy(update={"skipped": (*skipped, *unanswered)})
        if answered.open_questions:
            return answered
        return answered.model_copy(update={"waiting_since": None, "seconds_waited": checkpoint.seconds_waited + waited})

    async def _carried(
        self,
        checkpoint: RunCheckpoint,
        situation: Situation,
        carry: Callable[[RunCheckpoint, RunParts], Awaitable[PlanRevised]],
        kept: HeldCheckpoint,
    ) -> PlanRevised:
        """Carry the run from the checkpoint to its result, and publish its progress meanwhile."""
        equipment, head, submitted = self.equipment, checkpoint.turn.head, checkpoint.submitted
        executed = await executed_part(equipment.client, head.execution if head is not None else None, situation)
        workers = equipment.workers(
            submitted, situation, executed, checkpoint.key, checkpoint.answers, checkpoint.timings
        )

        def carried(publish: Publish) -> Awaitable[PlanRevised]:
            parts = RunParts(
                situation if executed is None else executed.situation,
                workers,
                publish,
                kept.keep,
                self._cosines,
                kept.lease.broker_time,
                self._settings.answer_seconds,
                self._classifier,
            )
            return carry(checkpoint, parts)

        since_start = partial(seconds_since_start, checkpoint)
        again = carry is continue_run
        return await equipment.followed(submitted, workers, kept.lease, since_start, carried, again)
