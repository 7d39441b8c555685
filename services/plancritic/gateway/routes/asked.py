"""What the addresses have in common: the tenant of a request, and the answer for a run that was submitted."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Request
from fastapi.security import HTTPBearer
from starlette.responses import JSONResponse, Response

from plancritic.client import Run
from plancritic.gateway.access.guard import caller_of
from plancritic.gateway.messages import RunAccepted
from plancritic.gateway.tenants import Tenant, Tenants

#: Only for the OpenAPI document: the guard has looked at the token before.
BEARER = HTTPBearer(auto_error=False, description="A token of `plancritic gateway add-token`.")

RunId = Annotated[str, Path(description="The run's id.", pattern="^[A-Za-z0-9_-]{1,64}$")]
SessionId = Annotated[str, Path(description="The session's id.", pattern="^[A-Za-z0-9_-]{1,64}$")]


async def tenant_of(request: Request) -> Tenant:
    """Return the tenant that the request is for.

    Raises:
        ContractError: there are no credentials for it here.
    """
    tenants: Tenants = request.app.state.tenants
    return await tenants.tenant(caller_of(request).tenant)


def accepted(tenant: Tenant, run: Run) -> Response:
    """Return the answer for a run that was submitted: 202, and where the run is found."""
    tenant.sessions[run.id] = run.session
    content = RunAccepted(run=run.id, session=run.session)
    return JSONResponse(content.model_dump(), 202, {"Location": f"/v1/runs/{run.id}"})


OfTenant = Annotated[Tenant, Depends(tenant_of)]
