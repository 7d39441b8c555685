"""A recorded session, event by event: what its page showed then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plancritic.console.accounts.guard import user_of
from plancritic.console.faults import Faulty, fault_of, in_words, unknown
from plancritic.console.templating import Templates
from plancritic.console.tenants import Tenants
from plancritic.console.work.conversation import Conversation
from plancritic.console.work.followed import Followed
from plancritic.console.work.parts import Parts


class ReplayPage:
    """The page of a recorded session; nothing can be done on it."""

    def __init__(self, templates: Templates, tenants: Callable[[], Tenants]) -> None:
        self._templates = templates
        self._tenants = tenants

    @property
    def routes(self) -> list[Route]:
        """Return the routes."""
        return [Route("/sessions/{session:token}/replay", self.page, methods=["GET"])]

    async def page(self, request: Request) -> Response:
        """Show the session after the event whose number the address has, of those that change its page."""
        try:
            values = await self._values(request)
        except Faulty as error:
            return self._templates.page(request, "fault.html", {"fault": in_words(fault_of(error))}, 404)
        return self._templates.page(request, "replay.html", values)

    async def _values(self, request: Request) -> dict[str, Any]:
        user, session = user_of(request), request.path_params["session"]
        tenant = await self._tenants().tenant(user.tenant)
        events = await tenant.client.recorded(session=session)
        whole = Conversation(session)
        changing = [event for event in events if whole.take(event)]
        if whole.about is None:
            raise unknown(f"there is no session {session!r}", "begin one from the first page")
        wanted = request.query_params.get("event", "")
        number = min(int(wanted), len(changing)) if wanted.isdigit() and len(wanted) < 10 else len(changing)
        shown = Conversation(session)
        last = changing[number - 1] if number else None
        for event in events:
            if last is None or event.sequence > last.sequence:
                break
            shown.take(event)
        looker = user.model_copy(update={"role": "viewer"})
        parts = Parts(self._templates, tenant, Followed(shown), whole.about, looker, is_live=False)
        return await parts.all() | {
            "number": number,
            "of": len(changing),
            "event": None if last is None else f"{last.subject.noun} {last.subject.verb}".replace("_", " "),
            "at": None if last is None else last.time,
        }
