"""One connection to the broker, made with explicit limits and typed errors."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import urlparse

import nats.errors
import structlog
from nats.aio.client import Client as NatsConnection

from plancritic.bus.errors import SIGN_IN, BrokerUnavailable
from plancritic.bus.settings import BusSettings

_log = structlog.get_logger("plancritic.bus.connection")
_DEFAULT_PORT = 4222
_CLOSE_SECONDS = 1.0
T = TypeVar("T")


def connection_options(settings: BusSettings, name: str, reconnected: Callable[[], None]) -> dict[str, Any]:
    """Arguments for `nats.connect` that FastStream's broker takes too, security left out."""

    async def on_error(error: Exception) -> None:
        # A permission violation reaches the client nowhere else: the publish itself looks like a timeout.
        if isinstance(error, nats.errors.Error) and "permissions violation" in str(error).lower():
            _log.error("broker refused by permissions", error=str(error), remedy="see deploy/nats/README.md")
        else:
            _log.warning("broker connection", error=str(error) or type(error).__name__)

    async def on_disconnect() -> None:
        # Also called when we close the connection ourselves.
        _log.debug("disconnected from the broker")

    async def on_reconnect() -> None:
        _log.info("connected to the broker again")
        reconnected()

    return {
        "servers": list(settings.servers),
        "name": name,
        "error_cb": on_error,
        "disconnected_cb": on_disconnect,
        "reconnected_cb": on_reconnect,
        "inbox_prefix": settings.nats_inbox_prefix,
        "connect_timeout": max(1, round(settings.connect_timeout)),
        "reconnect_time_wait": 1,
        "max_reconnect_attempts": -1,
        "ping_interval": 20,
    }


def security_options(settings: BusSettings) -> dict[str, Any]:
    """User, key and TLS as arguments for `nats.connect`."""
    options: dict[str, Any] = {}
    if settings.nats_user is not None:
        options |= {"user": settings.nats_user, "password": settings.password}
    if settings.nats_nkey_seed_file is not None:
        options["nkeys_seed"] = str(settings.nats_nkey_seed_file)
    context = tls_context(settings)
    if context is not None:
        options["tls"] = context
    return options


def tls_context(settings: BusSettings) -> ssl.SSLContext | None:
    """Return the TLS context, or None where the settings name no certificate authority."""
    if settings.nats_tls_ca is None:
        return None
    context = ssl.create_default_context(cafile=str(settings.nats_tls_ca))
    if settings.nats_tls_certificate is not None:
        context.load_cert_chain(settings.nats_tls_certificate, settings.nats_tls_key)
    return context


async def connect(settings: BusSettings, name: str, reconnected: Callable[[], None]) -> NatsConnection:
    """Connect, or raise `BrokerUnavailable` once `connect_timeout` has passed; `reconnected` is called later on.

    Raises:
        BrokerUnavailable: nobody listens, or the broker refuses the user or the certificate.
    """
    await wait_for_broker(settings)
    options = connection_options(settings, name, reconnected) | security_options(settings)
    connection = NatsConnection()
    try:
        await guarded(settings, connection.connect(**options))
    except BaseException:
        await close(connection)
        raise
    return connection


async def close(connection: NatsConnection) -> None:
    """Close the connection; where the broker has gone there is nothing to say goodbye to, and no reason to wait."""
    with suppress(nats.errors.Error, OSError, TimeoutError):
        async with asyncio.timeout(_CLOSE_SECONDS):
            await connection.close()


async def guarded(settings: BusSettings, connecting: Awaitable[T]) -> T:
    """Await a connection under the time limit, its failures as `BrokerUnavailable`."""
    try:
        async with asyncio.timeout(settings.connect_timeout):
            return await connecting
    except TimeoutError:
        reason = (
            f"it did not complete the handshake within {settings.connect_timeout:g} s (check user, password and TLS)"
        )
        raise BrokerUnavailable(settings.shown_url, reason, SIGN_IN) from None
    except (nats.errors.Error, OSError) as error:
        raise BrokerUnavailable(settings.shown_url, str(error) or type(error).__name__) from error


async def wait_for_broker(settings: BusSettings) -> None:
    """Wait until some server of the URL accepts connections.

    `nats.connect` with endless reconnects would also wait endlessly for the first connection.

    Raises:
        BrokerUnavailable: none did within `connect_timeout`.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + settings.connect_timeout
    reason = "the URL names no host"
    while True:
        for server in settings.servers:
            host, port = _address(settings, server)
            try:
                async with asyncio.timeout(max(0.05, deadline - loop.time())):
                    _, writer = await asyncio.open_connection(host, port)
                writer.close()
                with suppress(OSError):
                    await writer.wait_closed()
                return
            except TimeoutError:
                reason = f"{host}:{port} does not answer"
            except OSError as error:
                reason = error.strerror or str(error)
                # "Connect call failed": asyncio keeps the cause in the number only.
                if isinstance(error, ConnectionRefusedError):
                    reason = f"{host}:{port} refuses connections"
        if loop.time() + 0.1 >= deadline:
            raise BrokerUnavailable(settings.shown_url, reason)
        await asyncio.sleep(0.1)


def _address(settings: BusSettings, server: str) -> tuple[str, int]:
    try:
        parsed = urlparse(server if "://" in server else f"//{server}")
        return parsed.hostname or "127.0.0.1", parsed.port or _DEFAULT_PORT
    except ValueError:
        # Its text is left out: it may quote a piece of the password.
        reason = "the URL is malformed (a special character of a password must be percent-encoded)"
        raise BrokerUnavailable(settings.shown_url, reason) from None
