"""Serving the protocol: over standard input and output, or over HTTP."""

from __future__ import annotations

import asyncio
import secrets
import signal
import socket
import sys
from types import FrameType
from typing import Any, cast

import structlog
import uvicorn

from mcp.server.stdio import stdio_server
from plancritic.bus import BusSettings
from plancritic.bus.observability.logging import configure_logging
from plancritic.mcp.app import PATH, HttpApp, build_server
from plancritic.mcp.connection import Connection
from plancritic.mcp.settings import ServerSettings, TokenProblem
from plancritic.mcp.standard_input import StandardInput
from plancritic.threads import DaemonExecutor, stop_soon

_log = structlog.get_logger("plancritic.mcp")
_BAD_INPUT = 2
_SIGNALS = (signal.SIGTERM, signal.SIGINT)


def serve(settings: ServerSettings, bus: BusSettings, http: bool) -> None:
    """Serve one copy until its client goes (standard input), or until SIGTERM or SIGINT.

    Raises:
        SystemExit: 2 where the bearer token cannot be used, or the address cannot be listened on.
    """
    configure_logging(bus, "mcp", f"mcp-{secrets.token_hex(4)}")
    if not http:
        asyncio.run(_serve_standard(settings, bus))
        return
    try:
        settings.bearer_token()
        with socket.create_server((settings.host, settings.port)) as listener:
            _serve_http(settings, bus, listener)
    except (TokenProblem, OSError) as error:
        print(f"plancritic.mcp: {error}", file=sys.stderr)  # noqa: T201
        raise SystemExit(_BAD_INPUT) from None


async def _serve_standard(settings: ServerSettings, bus: BusSettings) -> None:
    loop = asyncio.get_running_loop()
    loop.set_default_executor(DaemonExecutor())
    work = asyncio.ensure_future(_converse(settings, bus))
    for number in _SIGNALS:
        loop.add_signal_handler(number, stop_soon, work)
    await asyncio.wait({work})
    if not work.cancelled():
        work.result()


async def _converse(settings: ServerSettings, bus: BusSettings) -> None:
    lines = cast(Any, StandardInput())
    async with Connection(bus) as connection, stdio_server(stdin=lines) as (incoming, outgoing):
        await build_server(settings, connection).converse(incoming, outgoing)


def _serve_http(settings: ServerSettings, bus: BusSettings, listener: socket.socket) -> None:
    application = HttpApp(settings, bus).application
    configuration = uvicorn.Config(application, log_config=None, access_log=False, timeout_graceful_shutdown=2)
    server = uvicorn.Server(configuration)

    def end(_number: int, _frame: FrameType | None) -> None:
        server.should_exit = True

    # uvicorn ends in order, then hands the signal on to whoever had it before, which must not end the process anew.
    for number in _SIGNALS:
        signal.signal(number, end)
    _log.info("serving", url=f"http://{settings.host}:{listener.getsockname()[1]}{PATH}", write=settings.write)
    server.run(sockets=[listener])
