"""Who may speak to the server over HTTP: whoever has the bearer token."""

from __future__ import annotations

import hmac

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_SCHEME = "bearer"
_FAULT = {
    "fault": {
        "code": "invalid_message",
        "message": "the request has no valid bearer token",
        "remedy": "send `Authorization: Bearer TOKEN` with the token that the server was started with",
    }
}


class BearerGuard:
    """Lets only requests through that carry the token; all, where there is none."""

    def __init__(self, application: ASGIApp, token: str | None) -> None:
        self._application = application
        self._token = None if token is None else token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 401 to a request without the token."""
        if scope["type"] == "http" and not self._may(Headers(scope=scope)):
            await JSONResponse(_FAULT, 401, {"WWW-Authenticate": "Bearer"})(scope, receive, send)
            return
        await self._application(scope, receive, send)

    def _may(self, headers: Headers) -> bool:
        if self._token is None:
            return True
        given = headers.getlist("authorization")
        scheme, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
        # The time that this takes says nothing of how much of a wrong token is right.
        same = hmac.compare_digest(token.strip().encode(), self._token)
        return same and scheme.casefold() == _SCHEME
