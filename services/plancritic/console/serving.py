"""Serving the console: as a service of its own, or for a time within another program."""

from __future__ import annotations

import asyncio
import secrets
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path

import structlog
import uvicorn

from plancritic.bus import BusSettings
from plancritic.bus.observability.logging import configure_logging
from plancritic.console.accounts.users import User
from plancritic.console.app import ConsoleApp
from plancritic.console.settings import ConsoleSettings

_log = structlog.get_logger("plancritic.console")
_BAD_INPUT = 2
_HERE = "127.0.0.1"


def serve(settings: ConsoleSettings, bus: BusSettings) -> None:
    """Serve one copy until SIGTERM or SIGINT; with `one_time_link` a link that signs in is printed.

    Raises:
        SystemExit: 2 where a one-time link is asked for on an address that others reach.
    """
    configure_logging(bus, "console", f"console-{secrets.token_hex(4)}")
    console = ConsoleApp(settings, bus)
    with socket.create_server((settings.host, settings.port)) as listener:
        url = f"http://{settings.host}:{listener.getsockname()[1]}"
        if settings.one_time_link:
            if not _is_here(settings.host):
                message = "plancritic.console: a one-time link works only on this machine: set the host to 127.0.0.1"
                print(message, file=sys.stderr)  # noqa: T201
                raise SystemExit(_BAD_INPUT)
            print(url + _link(console, bus), flush=True)  # noqa: T201
        _log.info("serving", url=url)
        uvicorn.Server(_configuration(console)).run(sockets=[listener])


async def serve_here(bus: BusSettings, port: int, ready: Callable[[str], None], credentials: Path | None) -> None:
    """Serve on this machine alone until cancelled; `ready` is told a link that signs in once, as administrator.

    `credentials` is the folder of a broker's credentials, where it has users.
    """
    console = ConsoleApp(ConsoleSettings(host=_HERE, port=port, credentials=credentials), bus)
    with socket.create_server((_HERE, port)) as listener:
        # Whoever comes before it serves waits in the listener.
        ready(f"http://{_HERE}:{listener.getsockname()[1]}{_link(console, bus)}")
        server = _WithinProgram(_configuration(console))
        serving = asyncio.ensure_future(server.serve(sockets=[listener]))
        try:
            await asyncio.shield(serving)
        finally:
            # Streams to open pages end with it as well.
            server.handle_exit(signal.SIGTERM, None)
            await asyncio.wait({serving})


class _WithinProgram(uvicorn.Server):
    """A server that leaves signals to the program it runs in."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _configuration(console: ConsoleApp) -> uvicorn.Config:
    return uvicorn.Config(console.application, log_config=None, access_log=False, timeout_graceful_shutdown=2)


def _link(console: ConsoleApp, bus: BusSettings) -> str:
    return console.sign_in.one_time_link(User(name="guest", role="administrator", tenant=bus.tenant))


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
