"""What stands before every address: the token, the tenant it is for, the rate, and the size of the body."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.gateway.access.limits import Rate, TooMany
from plancritic.gateway.access.tokens import KnownToken, Tokens
from plancritic.gateway.faults import HttpFault, fault_response
from plancritic.gateway.settings import is_loopback

_log = structlog.get_logger("plancritic.gateway.guard")
#: What anybody may read.
_OPEN = frozenset({"/health/live", "/health/ready", "/metrics", "/openapi.json"})
_SCHEME = "bearer"


@dataclass(frozen=True)
class Caller:
    """Who sent a request: the tenant, and the key that limits are counted under."""

    tenant: str
    key: str
    #: None where no tokens are asked for.
    token: KnownToken | None = None


class Guard:
    """Passes a request on if its token is known, its rate allows it, and its body is not too large.

    Without `tokens` it passes on what programs of this machine send, and nothing that a browser's page sends.
    """

    def __init__(self, app: ASGIApp, tokens: Tokens | None, tenant: str, rate: Rate, largest: int) -> None:
        self._app = RequestBodyLimitMiddleware(app, largest)
        self._tokens = tokens
        self._local = Caller(tenant, "")
        self._rate = rate
        self._largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or pass on one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sending = _with_headers(send)
        headers = Headers(scope=scope)
        if scope["path"] not in _OPEN:
            found = self._caller(headers)
            if isinstance(found, Response):
                await found(scope, receive, sending)
                return
            scope["caller"] = found
            try:
                self._rate.take(found.key)
            except TooMany as error:
                await too_many(error)(scope, receive, sending)
                return
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._largest:
            fault = HttpFault(
                code=FaultCode.PAYLOAD_TOO_LARGE,
                message=f"the body is larger than {self._largest} bytes",
                remedy="send less in one request",
            )
            await fault_response(413, fault)(scope, receive, sending)
            return
        await self._app(scope, receive, sending)

    def _caller(self, headers: Headers) -> Caller | Response:
        if self._tokens is None:
            return self._local if _is_local_program(headers) else _forbidden()
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() != _SCHEME or not token.strip():
            return _unauthorized("the request has no bearer token")
        try:
            known = self._tokens.find(token.strip())
        except ContractError as error:
            _log.error("no request can be taken", reason=error.fault.message)
            fault = HttpFault(code=FaultCode.SERVICE_UNAVAILABLE, message="the token file cannot be read")
            return fault_response(503, fault)
        if known is None:
            return _unauthorized("the token is unknown")
        return Caller(known.tenant, known.name, known)


def caller_of(request: Request) -> Caller:
    """Return who sent a request that the guard has passed on."""
    caller: Caller = request.scope["caller"]
    return caller


def too_many(error: TooMany) -> Response:
    """Return the answer where a limit is reached."""
    fault = HttpFault(
        code="too_many_requests",
        message=error.message,
        remedy="wait as long as the header Retry-After says, then send it again",
    )
    return fault_response(429, fault, error.seconds)


def _is_local_program(headers: Headers) -> bool:
    """Return whether a request may come from a program; a browser names the page that sends it, or a foreign host."""
    host = urlsplit(f"//{headers.get('host', '')}").hostname or ""
    return is_loopback(host) and "origin" not in headers and headers.get("sec-fetch-site", "none") == "none"


def _forbidden() -> Response:
    fault = HttpFault(
        code="forbidden",
        message="without tokens only programs on this machine may send requests, and browser pages may not",
        remedy="add a token with `plancritic gateway add-token` and set PLANCRITIC_GATEWAY_TOKENS",
    )
    return fault_response(403, fault)


def _unauthorized(why: str) -> Response:
    fault = HttpFault(
        code="unauthorized",
        message=why,
        remedy="send `Authorization: Bearer TOKEN`; `plancritic gateway add-token` makes one",
    )
    return fault_response(401, fault, headers={"WWW-Authenticate": "Bearer"})


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["X-Content-Type-Options"] = "nosniff"
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending
