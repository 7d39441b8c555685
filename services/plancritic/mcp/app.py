"""The server's wiring: the connection, tools, resources, and HTTP around them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from mcp_types import CallToolResult, ToolAnnotations
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route

from mcp.server.transport_security import TransportSecuritySettings
from plancritic.bus import BusSettings
from plancritic.mcp.connection import Connection
from plancritic.mcp.conversation.settling import Settling
from plancritic.mcp.conversation.story import Story
from plancritic.mcp.conversation.turns import Turns
from plancritic.mcp.guard import BearerGuard
from plancritic.mcp.planning.domains import Domains
from plancritic.mcp.planning.plans import FirstPlans, Planning
from plancritic.mcp.resources import Resources
from plancritic.mcp.server import PlancriticServer
from plancritic.mcp.settings import ServerSettings

INSTRUCTIONS = """\
plancritic plans, and changes its plans by what a person says in plain language. You carry words between the two.
- Pass on the person's own words with `submit`. Do not rewrite them and do not turn them into PDDL.
- Show how each statement was read, and every question with its choices, to the person as they are.
- The person answers questions and confirms readings. Never call `answer`, `confirm`, `reject` or `accept` on your own.
- Verdicts (adhered, unconfirmed, violated, impossible, not understood, disputed) and "proved" are the system's words.
  Use them only for what a tool returned so. `unconfirmed` is not `adhered`: the person has to confirm the reading.
- A run may take minutes; it goes on when a call is given up, and `explain` shows its result.
"""
Tool = Callable[..., Coroutine[Any, Any, CallToolResult]]
#: Where the protocol is spoken over HTTP.
PATH = "/mcp"
_LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")


def build_server(settings: ServerSettings, connection: Connection) -> PlancriticServer:
    """Return the server with its tools and resources; the connection is entered by whoever serves."""
    planning = asyncio.Semaphore(settings.planned_at_once)
    plans = FirstPlans(connection, planning)
    story, domains = Story(connection, plans), Domains(connection)
    proofs = Planning(connection, plans, planning)
    turns, settling = Turns(connection), Settling(connection)
    reading: tuple[Tool, ...] = (story.explain, story.why, story.compare, proofs.plan, proofs.validate, domains.domains)
    changing: tuple[Tool, ...] = (
        turns.submit,
        turns.answer,
        turns.reject,
        settling.confirm,
        settling.accept,
        settling.undo,
    )
    reserved = frozenset() if settings.write else frozenset(each.__name__ for each in changing)
    server = PlancriticServer("plancritic", INSTRUCTIONS, version("plancritic"), reserved)
    for tool in reading:
        server.add_tool(tool, annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False))
    if settings.write:
        for tool in changing:
            # Every earlier revision stays, so nothing is lost.
            hints = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
            server.add_tool(tool, annotations=hints)
    Resources(connection, domains).add_to(server)
    return server


class HttpApp:
    """One copy over HTTP; `application` answers requests: the protocol, health and metrics."""

    def __init__(self, settings: ServerSettings, bus: BusSettings) -> None:
        """Raises `TokenProblem` where the server must not be served as the settings say."""
        self._connection = Connection(bus)
        self._server = build_server(settings, self._connection)
        protocol = self._server.streamable_http_app(
            streamable_http_path=PATH,
            # No copy knows more than another one, so any may answer the next request.
            stateless_http=True,
            max_request_body_size=settings.largest_request,
            transport_security=_security(settings),
        )
        self.application = Starlette(
            routes=[
                Route("/health/live", _alive),
                Route("/health/ready", self._ready),
                Route("/metrics", _metrics),
                Mount("/", BearerGuard(protocol, settings.bearer_token())),
            ],
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        async with self._connection, self._server.session_manager.run():
            yield

    async def _ready(self, _request: Request) -> Response:
        connected = self._connection.is_connected
        return PlainTextResponse("ready\n" if connected else "no broker\n", 200 if connected else 503)


def _security(settings: ServerSettings) -> TransportSecuritySettings:
    """A page in a browser must not reach a server of this machine by another name."""
    if not settings.is_here:
        return TransportSecuritySettings(enable_dns_rebinding_protection=False)
    names = {*_LOCAL_NAMES, settings.host}
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[f"{name}:*" for name in names],
        allowed_origins=[f"http://{name}:*" for name in names],
    )


async def _alive(_request: Request) -> Response:
    return PlainTextResponse("alive\n")


async def _metrics(_request: Request) -> Response:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
