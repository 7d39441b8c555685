"""Feedback and the runs that it starts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Header, Request, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from plancritic.client import RunEvent, make_feedback
from plancritic.contracts.service import RunState
from plancritic.gateway import runs
from plancritic.gateway.access.guard import caller_of
from plancritic.gateway.events import RunStream, stream_of
from plancritic.gateway.faults import documented
from plancritic.gateway.messages import Feedback, GivenAnswer, RunAccepted, RunStanding
from plancritic.gateway.routes.asked import OfTenant, RunId, accepted

if TYPE_CHECKING:
    Streamed = ServerSentEvent
else:
    #: FastAPI writes into the OpenAPI document what the annotation says: the messages in the stream.
    Streamed = RunEvent

router = APIRouter(tags=["runs"])


@router.post("/v1/feedback", status_code=202, response_model=RunAccepted, responses=documented(413, 422))
async def submit(feedback: Feedback, tenant: OfTenant) -> Response:
    """Submit feedback, which starts a run. It is stored on the broker when this answers; services need not run yet."""
    said = make_feedback(
        feedback.domain,
        feedback.problem,
        [each.text for each in feedback.statements],
        feedback.settings,
        feedback.session,
        strengths=[each.strength for each in feedback.statements],
        questions=feedback.questions,
        revision=feedback.revision,
        drop=feedback.drop,
    )
    return accepted(tenant, await tenant.client.submit(said))


@router.get("/v1/runs/{run}", responses=documented(404, 409, 422, 504))
async def standing(run: RunId, tenant: OfTenant) -> RunStanding:
    """Return where a run stands, and its end if that is recorded."""
    return await runs.standing_of(tenant, run)


@router.post("/v1/runs/{run}/answer", status_code=202, responses=documented(404, 409, 413, 422))
async def answer(run: RunId, given: GivenAnswer, tenant: OfTenant) -> RunAccepted:
    """Answer an open question of a run, which then goes on. The first answer counts."""
    place = await runs.answer(tenant, run, given)
    return RunAccepted(run=place.run, session=place.session)


@router.post("/v1/runs/{run}/cancel", responses=documented(404, 409, 422, 504))
async def cancel(run: RunId, tenant: OfTenant) -> RunState:
    """End a run and return how it stands: `cancelled`, or the end that it had before."""
    return await runs.cancel(tenant, run)


async def opened_stream(
    request: Request,
    run: RunId,
    tenant: OfTenant,
    last_event_id: Annotated[
        str | None, Header(pattern="^[0-9]{1,18}$", description="The id of the last event that was received.")
    ] = None,
) -> AsyncIterator[RunStream]:
    """Count a stream as open for as long as it is sent.

    Raises:
        TooMany: the token has too many streams open.
        NothingMore: the run's end has been sent before.
        ContractError: there is no such run, or no broker.
    """
    caller, state = caller_of(request), request.app.state
    with state.streams.opened(caller.key):
        place = await runs.place_of(tenant, run)
        yield await stream_of(tenant, place, int(last_event_id or 0), lambda: state.goes_on(caller))


@router.get(
    "/v1/runs/{run}/events",
    response_class=EventSourceResponse,
    responses={204: {"description": "The run has ended, and its end was received."}, **documented(404, 409, 422)},
)
async def events(stream: Annotated[RunStream, Depends(opened_stream)]) -> AsyncIterator[Streamed]:
    """Stream the events of a run from its beginning, or after `Last-Event-ID`, to its end.

    The event's name is that of its subject (`run.progressed`, `question.asked`), its data the message as JSON. The last
    one is `plan.revised` or `feedback.refused`. A stream that stops before is resumed with the id of the last event.
    """
    async with aclosing(stream.events()) as found:
        async for event in found:
            yield ServerSentEvent(
                raw_data=event.message.model_dump_json(),
                event=f"{event.subject.noun}.{event.subject.verb}",
                id=str(event.sequence),
            )
