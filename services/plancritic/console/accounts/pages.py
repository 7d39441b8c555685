"""Signing in by password, token or one-time link, and signing out."""

from __future__ import annotations

import asyncio
import secrets

import structlog
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from plancritic.console.accounts.throttle import Throttle
from plancritic.console.accounts.users import User, Users
from plancritic.console.templating import Templates
from plancritic.contracts.errors import ContractError

_log = structlog.get_logger("plancritic.console.accounts")
#: Passwords that are looked at at once: each takes 64 MiB and a core for a moment.
_AT_ONCE = 2


class SignIn:
    """The pages of signing in."""

    def __init__(self, users: Users, templates: Templates, guests: dict[str, User]) -> None:
        self._users = users
        self._templates = templates
        self._guests = guests
        self._links: dict[str, User] = {}
        self._throttle = Throttle()
        self._looking = asyncio.Semaphore(_AT_ONCE)

    @property
    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/sign-in", self.page, methods=["GET"]),
            Route("/sign-in", self.sign_in, methods=["POST"]),
            Route("/sign-in/once/{key}", self.once, methods=["GET"]),
            Route("/sign-out", self.sign_out, methods=["POST"]),
        ]

    def one_time_link(self, user: User) -> str:
        """Return the path of a link that signs in once as `user`, who need not be in the file."""
        key = secrets.token_urlsafe(32)
        self._links[key] = user
        return f"/sign-in/once/{key}"

    async def page(self, request: Request) -> Response:
        """Show the form."""
        return self._templates.page(request, "sign_in.html", {"failure": "", "name": ""})

    async def sign_in(self, request: Request) -> Response:
        """Take a name and a password, or a token."""
        form = await request.form()
        name, password = str(form.get("name", ""))[:64], str(form.get("password", ""))[:1000]
        token = str(form.get("token", ""))[:1000].strip()
        address = "" if request.client is None else request.client.host
        if not self._throttle.admits(name, address):
            return self._again(request, name, "Too many attempts. Try again in half a minute.", 429)
        try:
            if token:
                user = self._users.by_token(token)
            else:
                async with self._looking:
                    user = await asyncio.to_thread(self._users.by_password, name, password)
        except ContractError as error:
            _log.error("nobody can sign in", reason=error.fault.message)
            return self._again(request, name, "The file of users cannot be read; the log says why.", 503)
        if user is None:
            _log.warning("somebody failed to sign in", name=name)
            return self._again(request, name, "The name and password, or the token, are wrong.", 401)
        self._throttle.succeeded(name, address)
        return _signed_in(request, user, "file")

    async def once(self, request: Request) -> Response:
        """Take a one-time link."""
        user = self._links.pop(request.path_params["key"], None)
        if user is None:
            return self._again(request, "", "This link was already used, or never existed.", 401)
        self._guests[user.name] = user
        return _signed_in(request, user, "guest")

    async def sign_out(self, request: Request) -> Response:
        """Forget who it is."""
        request.session.clear()
        return Response(status_code=204, headers={"HX-Redirect": "/sign-in"})

    def _again(self, request: Request, name: str, failure: str, status: int) -> Response:
        return self._templates.page(request, "sign_in.html", {"failure": failure, "name": name}, status)


def _signed_in(request: Request, user: User, kind: str) -> Response:
    # A new session: whatever the browser had before does not go on.
    request.session.clear()
    request.session.update({"user": user.name, "kind": kind, "csrf": secrets.token_urlsafe(24)})
    _log.info("signed in", name=user.name, tenant=user.tenant, role=user.role)
    return RedirectResponse("/", 303)
