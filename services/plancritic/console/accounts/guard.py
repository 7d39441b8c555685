"""What stands before every page: who asks, whether they may, where the request comes from, and what a page may load."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import MutableHeaders
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plancritic.console.accounts.users import Role, User, Users
from plancritic.contracts.errors import ContractError

_log = structlog.get_logger("plancritic.console.guard")
Handler: TypeAlias = Callable[[Request], Awaitable[Response]]

#: Nothing but what this server serves; styles of single elements place the bars of a chart.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'; "
    "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
#: What anybody may see.
_OPEN = ("/static/", "/sign-in", "/health/", "/metrics")
_SAFE = ("GET", "HEAD")
#: What a page asks for by itself: that is no use by a person.
_HX_POLLED = "/state"
CSRF_HEADER = "x-csrf-token"


class SafeHeaders:
    """Puts the headers of safety on every answer, whoever makes it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._app(scope, receive, _with_headers(scope, send) if scope["type"] == "http" else send)


class Guard:
    """Lets a request through to the pages only if its user may."""

    def __init__(
        self, app: ASGIApp, users: Users, origins: tuple[str, ...], largest: int, guests: dict[str, User]
    ) -> None:
        self._app = RequestBodyLimitMiddleware(app, largest)
        self._users = users
        self._origins = frozenset(origins)
        self._largest = largest
        #: Users by one-time links, who are in no file.
        self._guests = guests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or pass on one request."""
        if scope["type"] != "http":
            # There are no websockets here.
            await self._app(scope, receive, send)
            return
        try:
            refusal = self._refusal(Request(scope))
        except ContractError as error:
            _log.error("nobody can sign in", reason=error.fault.message)
            refusal = PlainTextResponse("The file of users cannot be read; the log says why.", 503)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _refusal(self, request: Request) -> Response | None:
        """Return the answer to a request that is not passed on; None for one that is."""
        length = request.headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._largest:
            return PlainTextResponse(f"The request is larger than {self._largest} bytes.", 413)
        if request.method not in _SAFE and not self._from_here(request):
            return PlainTextResponse("The request comes from another site.", 403)
        request.scope["user"] = None
        if request.url.path.startswith(_OPEN):
            return None
        user = self.user_of(request.session)
        request.scope["user"] = user
        if user is None:
            request.session.clear()
            return _sign_in(request)
        request.session.setdefault("csrf", secrets.token_urlsafe(24))
        if _HX_POLLED not in request.url.path:
            # A changed session is sent anew, with the time that is left to it from now on.
            request.session["seen"] = round(time.time())
        # Streams ask again whether the user may still look.
        request.scope["still_may"] = lambda: self.user_of(request.session) == user
        if request.method in _SAFE:
            return None
        if not hmac.compare_digest(
            request.headers.get(CSRF_HEADER, "").encode(), str(request.session["csrf"]).encode()
        ):
            return PlainTextResponse("The page is out of date. Reload it.", 403)
        if user.rank < Role.OPERATOR:
            return PlainTextResponse("You may look, but not change anything.", 403)
        return None

    def user_of(self, session: Mapping[str, Any]) -> User | None:
        """Return whose session it is, as the file of users has it now; None where nobody's."""
        name, kind = session.get("user"), session.get("kind")
        if not isinstance(name, str):
            return None
        if kind == "guest":
            return self._guests.get(name)
        return self._users.named(name)

    def _from_here(self, request: Request) -> bool:
        """Whether the browser says that the request comes from a page of this server."""
        origin = request.headers.get("origin")
        if origin is None:
            return request.headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        return origin in self._origins or urlsplit(origin).netloc == request.headers.get("host")


def _sign_in(request: Request) -> Response:
    """Send a browser to the page where one signs in; within a page, and for a script, say so."""
    if "hx-request" in request.headers:
        return Response(status_code=204, headers={"HX-Redirect": "/sign-in"})
    if request.method in _SAFE and "text/html" in request.headers.get("accept", ""):
        return RedirectResponse("/sign-in", 303)
    return PlainTextResponse("Sign in first.", 401)


def _with_headers(scope: Scope, send: Send) -> Send:
    # Files of the program may be kept, but are asked for again: the server says whether they have changed.
    kept = "no-cache" if str(scope["path"]).startswith("/static/") else "no-store"

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            if "cache-control" not in headers:
                headers["Cache-Control"] = kept
        await send(message)

    return sending


def reserved(least: Role, handler: Handler) -> Handler:
    """Return the handler of a route for users of this role or a greater one; others are told so."""

    async def handle(request: Request) -> Response:
        if user_of(request).rank < least:
            return PlainTextResponse(f"Only an {least.name.lower()} may do that.", 403)
        return await handler(request)

    return handle


def user_of(request: Request) -> User:
    """Return who sent a request that the guard has passed on."""
    user: User = request.scope["user"]
    return user
