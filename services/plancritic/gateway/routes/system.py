"""What there is: domains, services, health and metrics."""

from __future__ import annotations

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import PlainTextResponse, Response

from plancritic.domains import DomainBundle
from plancritic.gateway.faults import documented
from plancritic.gateway.messages import DomainList, DomainSummary, ServiceList
from plancritic.gateway.routes.asked import OfTenant

router = APIRouter(tags=["system"])
#: Without a token.
open_router = APIRouter(tags=["system"], default_response_class=PlainTextResponse)


@router.get("/v1/domains", responses=documented())
async def domains(tenant: OfTenant) -> DomainList:
    """Return the published domains."""
    published = tenant.domains
    bundles = [await published.current(name) for name in await published.names()]
    return DomainList(
        domains=tuple(
            DomainSummary(name=each.name, title=each.context.title, problems=tuple(sorted(each.problems)))
            for each in bundles
        )
    )


@router.get("/v1/domains/{name}", responses=documented(404, 422))
async def domain(name: str, tenant: OfTenant) -> DomainBundle:
    """Return a published domain: its PDDL, its problems, and what its names mean in plain language."""
    return await tenant.domains.current(name)


@router.get("/v1/services", responses=documented())
async def services(tenant: OfTenant) -> ServiceList:
    """Return what the copies of all services say of themselves."""
    return ServiceList(services=await tenant.client.services())


@open_router.get("/health/live")
async def live() -> str:
    """Answer as long as the process runs."""
    return "alive\n"


@open_router.get("/health/ready", responses={503: {"description": "No tenant is connected to its broker."}})
async def ready(request: Request) -> Response:
    """Answer 200 while a tenant is connected to its broker."""
    is_ready = request.app.state.tenants.are_ready
    return PlainTextResponse("ready\n" if is_ready else "no broker\n", 200 if is_ready else 503)


@open_router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return what Prometheus scrapes."""
    return Response(generate_latest(request.app.state.metrics.registry), media_type=CONTENT_TYPE_LATEST)
