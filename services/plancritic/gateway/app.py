"""The gateway's wiring: settings, tokens, tenants, addresses, faults, metrics."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

import structlog
from fastapi import Depends, FastAPI, Request
from starlette.middleware import Middleware
from starlette.responses import Response

from plancritic import gateway
from plancritic.bus import BusSettings
from plancritic.contracts.errors import ContractError
from plancritic.gateway.access.guard import Caller, Guard, too_many
from plancritic.gateway.access.limits import OpenStreams, Rate, TooMany
from plancritic.gateway.access.tokens import Tokens
from plancritic.gateway.events import NothingMore
from plancritic.gateway.faults import handle_faults
from plancritic.gateway.metrics import Counted, GatewayMetrics
from plancritic.gateway.routes import runs, sessions, system
from plancritic.gateway.routes.asked import BEARER
from plancritic.gateway.settings import GatewaySettings
from plancritic.gateway.tenants import Tenants

_log = structlog.get_logger("plancritic.gateway")


class GatewayApp:
    """One copy of the gateway; `application` answers requests."""

    def __init__(self, settings: GatewaySettings | None = None, bus: BusSettings | None = None) -> None:
        self.settings = settings or GatewaySettings()
        self.bus = bus or BusSettings()
        self._tokens = None if self.settings.tokens is None else Tokens(self.settings.tokens)
        self._stopping = False
        streams = OpenStreams(self.settings.open_streams)
        metrics = GatewayMetrics(lambda: streams.total)
        rate = Rate(self.settings.requests_per_minute, self.settings.burst)
        self.application = FastAPI(
            title="plancritic gateway",
            description=gateway.__doc__ or "",
            version=version("plancritic"),
            # Names of operations are those of the functions: clients are made from the document.
            generate_unique_id_function=lambda route: route.name,
            # Their pages load scripts from elsewhere.
            docs_url=None,
            redoc_url=None,
            middleware=[
                Middleware(Counted, metrics=metrics),
                Middleware(
                    Guard,
                    tokens=self._tokens,
                    tenant=self.bus.tenant,
                    rate=rate,
                    largest=self.settings.largest_request,
                ),
            ],
            lifespan=self._lifespan,
        )
        # Where event streams have a description of their items.
        self.application.openapi_version = "3.2.0"
        self.application.state.streams = streams
        self.application.state.metrics = metrics
        self.application.state.goes_on = self._goes_on
        handle_faults(self.application)
        self.application.add_exception_handler(TooMany, _too_many)
        self.application.add_exception_handler(NothingMore, _nothing_more)
        for each in (runs.router, sessions.router, system.router):
            self.application.include_router(each, dependencies=[Depends(BEARER)])
        self.application.include_router(system.open_router)

    def stop_streams(self) -> None:
        """Have the open event streams stop: their clients resume them at another copy, or later."""
        self._stopping = True

    def _goes_on(self, caller: Caller) -> bool:
        """Return whether a stream may go on: the gateway does not stop, and the token is still known."""
        if self._stopping or self._tokens is None or caller.token is None:
            return not self._stopping
        try:
            return self._tokens.is_known(caller.token)
        except ContractError:
            return False

    @asynccontextmanager
    async def _lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        tenants = Tenants(self.bus, self.settings.credentials)
        app.state.tenants = tenants
        # Without a token yet, whether the broker is there is known by the environment's tenant.
        known = [each.tenant for each in self._tokens.all()] if self._tokens is not None else []
        known = known or [self.bus.tenant]
        for name in dict.fromkeys(known):
            try:
                tenants.open(name)
            except ContractError as error:
                _log.warning("a tenant cannot connect", tenant=name, reason=error.fault.message)
        try:
            yield
        finally:
            await tenants.close()


async def _too_many(_request: Request, error: Exception) -> Response:
    assert isinstance(error, TooMany)
    return too_many(error)


async def _nothing_more(_request: Request, _error: Exception) -> Response:
    return Response(status_code=204)
