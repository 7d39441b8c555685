"""The console's wiring: settings, tenants, pages, health and metrics."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import nats.errors
import nats.js.errors
from prometheus_client import make_asgi_app
from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from plancritic.bus import BusSettings
from plancritic.command_line.exit_codes import CommandFault
from plancritic.console.accounts.guard import Guard, SafeHeaders
from plancritic.console.accounts.pages import SignIn
from plancritic.console.accounts.users import User, Users
from plancritic.console.domains.pages import DomainPages
from plancritic.console.domains.words import WordsPages
from plancritic.console.faults import fault_of, in_words
from plancritic.console.modelling.pages import ModellingPages
from plancritic.console.operations.pages import OperationsPages
from plancritic.console.refining.pages import RefiningPages
from plancritic.console.settings import ConsoleSettings
from plancritic.console.templating import Templates
from plancritic.console.tenants import Tenants
from plancritic.console.work.pages import WorkPages
from plancritic.console.work.replay import ReplayPage
from plancritic.contracts.errors import ContractError
from plancritic.contracts.feedback import SearchSettings
from plancritic.domains import DomainError
from plancritic.pages.page import STYLES_AND_SCRIPT

#: Faults of services, of planning here and of the bus itself.
_FAULTS: tuple[type[Exception], ...] = (
    ContractError,
    CommandFault,
    DomainError,
    nats.errors.Error,
    nats.js.errors.Error,
)
_HERE = Path(__file__).parent


class _TokenConvertor(Convertor[str]):
    """An identifier of the contracts in an address: nothing that means something in a subject."""

    regex = "[A-Za-z0-9_-]{1,64}"

    def convert(self, value: str) -> str:
        """Return it as it is."""
        return value

    def to_string(self, value: str) -> str:
        """Return it as it is."""
        return value


register_url_convertor("token", _TokenConvertor())


class ConsoleApp:
    """One copy of the console; `application` answers requests."""

    def __init__(self, settings: ConsoleSettings | None = None, bus: BusSettings | None = None) -> None:
        self.settings = settings or ConsoleSettings()
        self.bus = bus or BusSettings()
        templates, guests = Templates(), dict[str, User]()
        users = Users(self.settings.users)
        self.sign_in = SignIn(users, templates, guests)
        self._tenants: Tenants | None = None
        secret = self.settings.secret.get_secret_value() if self.settings.secret else secrets.token_urlsafe(48)
        domains = DomainPages(templates, self._open_tenants)
        modelling = ModellingPages(templates, self._open_tenants)
        operations = OperationsPages(templates, self._open_tenants)
        work = WorkPages(templates, self._open_tenants, SearchSettings())
        pages = Starlette(
            routes=[
                Route("/health/live", _alive),
                Route("/health/ready", self._ready),
                Mount("/metrics", make_asgi_app()),
                Mount("/static/drawing", StaticFiles(directory=STYLES_AND_SCRIPT)),
                Mount("/static", StaticFiles(directory=_HERE / "static")),
                *self.sign_in.routes,
                *work.routes,
                *ReplayPage(templates, self._open_tenants).routes,
                *operations.routes,
                *WordsPages(templates, self._open_tenants).routes,
                *domains.routes,
                *modelling.routes,
                *RefiningPages(templates, self._open_tenants).routes,
            ],
            middleware=[
                Middleware(
                    SessionMiddleware,
                    secret_key=secret,
                    session_cookie="plancritic",
                    max_age=round(self.settings.session_minutes * 60),
                    same_site="strict",
                    https_only=self.settings.secure_cookies,
                ),
                Middleware(
                    Guard,
                    users=users,
                    origins=self.settings.origins,
                    largest=self.settings.largest_request,
                    guests=guests,
                ),
            ],
            exception_handlers=dict.fromkeys(_FAULTS, partial(_fault_page, templates)),
            lifespan=self._lifespan,
        )
        # Outermost: an answer to an error that nobody expected has them, too.
        self.application = SafeHeaders(pages)

    def _open_tenants(self) -> Tenants:
        assert self._tenants is not None, "requests come while the application runs"
        return self._tenants

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self._tenants = Tenants(self.bus, self.settings.credentials, self.settings.followed_sessions)
        try:
            yield
        finally:
            await self._tenants.close()

    async def _ready(self, _request: Request) -> Response:
        tenants = self._open_tenants()
        connected = (await tenants.tenant(tenants.default)).is_connected
        return PlainTextResponse("ready\n" if connected else "no broker\n", 200 if connected else 503)


async def _fault_page(templates: Templates, request: Request, error: Exception) -> Response:
    """What a page shows of a fault that it did not expect: of the bus, mostly, while the broker is away."""
    words = "The broker does not answer.", "The page continues once it is back."
    if isinstance(error, ContractError | CommandFault):
        words = in_words(fault_of(error))
    elif isinstance(error, DomainError):
        words = error.message, error.remedy
    return templates.page(request, "fault.html", {"fault": words}, 503)


async def _alive(_request: Request) -> Response:
    return PlainTextResponse("alive\n")
