"""Serving one copy of the gateway until it is told to stop."""

from __future__ import annotations

import secrets
import signal
import socket
import sys
from types import FrameType
from typing import NoReturn

import structlog
import uvicorn

from plancritic.bus import BusSettings
from plancritic.bus.observability.logging import configure_logging
from plancritic.contracts.errors import ContractError
from plancritic.gateway.access.tokens import read_tokens
from plancritic.gateway.app import GatewayApp
from plancritic.gateway.settings import GatewaySettings

_log = structlog.get_logger("plancritic.gateway")
_BAD_INPUT = 2
#: How long requests under way may take once the gateway is told to stop.
_GRACE_SECONDS = 5


class GatewayServer(uvicorn.Server):
    """A server that ends its event streams first when it stops: they would keep it waiting."""

    def __init__(self, gateway: GatewayApp) -> None:
        self._gateway = gateway
        super().__init__(
            uvicorn.Config(
                gateway.application,
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=_GRACE_SECONDS,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop taking connections, end the streams, and wait for the requests under way."""
        self._gateway.stop_streams()
        await super().shutdown(sockets)


def serve(settings: GatewaySettings, bus: BusSettings) -> None:
    """Serve one copy until SIGTERM or SIGINT.

    Raises:
        SystemExit: 2 where others than this machine reach the address and there are no tokens, where the file of tokens
            cannot be used, or where nobody can listen on the address.
    """
    if settings.tokens is None and not settings.is_local:
        _refuse(
            f"without tokens the gateway serves this machine alone, but others can reach {settings.host!r}: set "
            "PLANCRITIC_GATEWAY_TOKENS to a file that `plancritic gateway add-token` wrote, or the host to 127.0.0.1"
        )
    if settings.tokens is not None:
        try:
            read_tokens(settings.tokens)
        except ContractError as error:
            _refuse(f"{error.fault.message}; {error.fault.remedy}")
    configure_logging(bus, "gateway", f"gateway-{secrets.token_hex(4)}")
    # The server ends by itself, and then sends itself the signal that it had caught: that is no failure.
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, _leave)
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family)
    except OSError as error:
        _refuse(f"cannot listen on {settings.host} port {settings.port}: {error.strerror}; choose another address")
    with listener:
        host = f"[{settings.host}]" if family is socket.AF_INET6 else settings.host
        _log.info("serving", url=f"http://{host}:{listener.getsockname()[1]}")
        GatewayServer(GatewayApp(settings, bus)).run(sockets=[listener])


def _leave(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)


def _refuse(message: str) -> NoReturn:
    print(f"plancritic.gateway: {message}", file=sys.stderr)  # noqa: T201
    raise SystemExit(_BAD_INPUT)
