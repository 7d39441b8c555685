"""Reports of execution: steps done, and a world that is not as planned."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed, LateStep, StepName
from plancritic.contracts.feedback import FeedbackRefused, PlanStep, SearchSettings
from plancritic.contracts.sessions import Revision, SessionRevised

#: How long the coordinator may take to take in what was done.
_SECONDS = 30.0
#: Times closer than this are one.
_SAME_TIME = 1e-6


def known_time(head: Revision) -> float:
    """Return until when the execution is known."""
    return 0.0 if head.execution is None else head.execution.now


def ended_by(head: Revision, time: float) -> tuple[StepName, ...]:
    """Return the steps that the plan has ended by a time."""
    return tuple(name_of(step) for step in head.steps if _end(step) <= time + _SAME_TIME)


def under_way_at(head: Revision, time: float) -> tuple[StepName, ...]:
    """Return the steps that the plan has under way at a time."""
    return tuple(
        name_of(step) for step in head.steps if step.start < time - _SAME_TIME and _end(step) > time + _SAME_TIME
    )


def name_of(step: PlanStep) -> StepName:
    """Return a step as reports name it."""
    return StepName(number=step.number, action=step.action)


def step_end(step: PlanStep) -> float:
    """Return when a step ends by the plan, without the last digits of a sum of floats."""
    return round(_end(step), 6)


def done_by(head: Revision, time: float) -> ExecutionProgressed:
    """Return the report that everything went as planned until a time."""
    envelope = Envelope.start(session_id=head.session)
    return ExecutionProgressed(envelope=envelope, revision=head.id, time=time, done=ended_by(head, time))


def late(
    head: Revision, step: PlanStep, by: float, reason: str, time: float | None = None, seed: int | None = None
) -> ExecutionDeviated:
    """Return the report that a step ends `by` later (in the domain's unit), seen at `time`, else at its planned end.

    What the plan has done by then counts as done, and steps under way go on.
    """
    seen = max(known_time(head), step_end(step)) if time is None else time
    return ExecutionDeviated(
        envelope=Envelope.start(session_id=head.session),
        revision=head.id,
        time=seen,
        late=(LateStep(number=step.number, action=step.action, by=by),),
        under_way=_beside(head, seen, step),
        reason=reason,
        settings=SearchSettings(seed=seed),
    )


def failed(head: Revision, step: PlanStep, time: float | None = None, seed: int | None = None) -> ExecutionDeviated:
    """Return the report that a step had no effect at all, seen as `late` is."""
    seen = max(known_time(head), step_end(step)) if time is None else time
    return ExecutionDeviated(
        envelope=Envelope.start(session_id=head.session),
        revision=head.id,
        time=seen,
        not_done=(name_of(step),),
        under_way=_beside(head, seen, step),
        reason=f"step {step.number} failed: {step.sentence}",
        settings=SearchSettings(seed=seed),
    )


def _beside(head: Revision, time: float, step: PlanStep) -> tuple[StepName, ...]:
    """The steps under way beside one."""
    return tuple(each for each in under_way_at(head, time) if each != name_of(step))


def _end(step: PlanStep) -> float:
    return step.start + step.duration


async def progressed(client: Client, report: ExecutionProgressed) -> Revision:
    """Report steps done or begun, and return the session's newest revision with them.

    Raises:
        ContractError: the report is refused, or no coordinator takes it.
    """
    envelope = report.envelope
    await client.publish(report, subjects.EXECUTION_PROGRESSED)
    try:
        async with (
            asyncio.timeout(_SECONDS),
            aclosing(client.watch(session=envelope.session_id, correlation=envelope.correlation_id)) as events,
        ):
            async for event in events:
                if isinstance(event.message, SessionRevised):
                    return event.message.revision
                if isinstance(event.message, FeedbackRefused):
                    raise ContractError(event.message.fault)
    except TimeoutError:
        pass
    message = f"no coordinator accepted the report within {_SECONDS:g} s; it stays queued"
    remedy = "`plancritic status` shows which services run"
    raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message=message, remedy=remedy))
