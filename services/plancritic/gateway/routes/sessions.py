"""Sessions of several turns: looking, accepting, going back, branching; and how a plan is executed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed
from plancritic.contracts.sessions import MOST_LISTED, Revision, SessionReport
from plancritic.gateway.faults import documented
from plancritic.gateway.messages import (
    Branch,
    Drop,
    ExecutionReport,
    NamedStatement,
    Progressed,
    Rejection,
    RunAccepted,
    SeenRevision,
)
from plancritic.gateway.routes.asked import OfTenant, SessionId, accepted

router = APIRouter(tags=["sessions"])
Limit = Annotated[int, Query(ge=1, le=MOST_LISTED, description="The most entries to return.")]
_FAULTS = documented(404, 409, 413, 422, 504)
_SEEN = SeenRevision()
_NEWEST = Branch()


@router.get("/v1/sessions", responses=documented(422, 504))
async def sessions(tenant: OfTenant, limit: Limit = 20) -> SessionReport:
    """Return the sessions, the one that changed last first."""
    return await tenant.client.sessions(limit)


@router.get("/v1/sessions/{session}", responses=_FAULTS)
async def one_session(
    session: SessionId,
    tenant: OfTenant,
    limit: Limit = 20,
    before: Annotated[int | None, Query(ge=1, description="Only revisions with a smaller number.")] = None,
) -> SessionReport:
    """Return a session: its newest revision, and a page of its revisions, newest first."""
    return await tenant.client.session(session, limit, before)


@router.post("/v1/sessions/{session}/accept", responses=_FAULTS)
async def accept(session: SessionId, tenant: OfTenant, seen: SeenRevision = _SEEN) -> Revision:
    """Accept the plan of the newest revision, and confirm its doubtful readings."""
    return await tenant.client.accept(session, seen.revision)


@router.post("/v1/sessions/{session}/confirm", responses=_FAULTS)
async def confirm(session: SessionId, named: NamedStatement, tenant: OfTenant) -> Revision:
    """Confirm the reading of one statement in force."""
    return await tenant.client.confirm(session, named.statement, named.revision)


@router.post("/v1/sessions/{session}/reject", status_code=202, response_model=RunAccepted, responses=_FAULTS)
async def reject(session: SessionId, rejection: Rejection, tenant: OfTenant) -> Response:
    """Start a turn in which the reading of a statement in force was not meant."""
    feedback = await tenant.client.rejecting(
        session,
        rejection.statement,
        rejection.settings,
        other=rejection.other,
        questions=rejection.questions,
        revision=rejection.revision,
    )
    return accepted(tenant, await tenant.client.submit(feedback))


@router.post("/v1/sessions/{session}/drop", status_code=202, response_model=RunAccepted, responses=_FAULTS)
async def drop(session: SessionId, dropped: Drop, tenant: OfTenant) -> Response:
    """Start a turn without some of the statements in force."""
    feedback = await tenant.client.dropping(session, dropped.statements, dropped.settings, dropped.revision)
    return accepted(tenant, await tenant.client.submit(feedback))


@router.post("/v1/sessions/{session}/undo", responses=_FAULTS)
async def undo(session: SessionId, tenant: OfTenant, seen: SeenRevision = _SEEN) -> Revision:
    """Go back to the revision before the newest one; the answer is a new revision that is equal to it."""
    return await tenant.client.undo(session, seen.revision)


@router.post("/v1/sessions/{session}/branch", responses=_FAULTS)
async def branch(session: SessionId, tenant: OfTenant, begun: Branch = _NEWEST) -> Revision:
    """Begin a session with a copy of a revision."""
    return await tenant.client.branch(session, begun.revision, begun.into)


@router.post(
    "/v1/sessions/{session}/execution",
    response_model=Revision,
    responses={202: {"model": RunAccepted, "description": "`deviated`: a run plans the rest again"}, **_FAULTS},
    response_description="`progressed`: the newest revision, with what is done",
)
async def execution(session: SessionId, report: ExecutionReport, tenant: OfTenant) -> Revision | Response:
    """Report steps as done (`progressed`), or a world that is not as planned (`deviated`), which starts a run."""
    client = tenant.client
    envelope = Envelope.start(session_id=(await client.head(session)).session)
    content = {"envelope": envelope, **{name: getattr(report, name) for name in type(report).model_fields}}
    if isinstance(report, Progressed):
        return await client.progressed(ExecutionProgressed.model_validate(content))
    return accepted(tenant, await client.deviated(ExecutionDeviated.model_validate(content)))
