"""Services and queues, runs, dead letters; refreshed every few seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plancritic.client import dead_letters
from plancritic.console.accounts.guard import reserved, user_of
from plancritic.console.accounts.users import Role
from plancritic.console.faults import Faulty, fault_of, in_words
from plancritic.console.templating import Templates
from plancritic.console.tenants import Tenant, Tenants
from plancritic.contracts.errors import ContractError
from plancritic.contracts.service import RunState, ServiceDescription

_MOST_RUNS = 50


@dataclass(frozen=True)
class Queue:
    """What waits for a service, of all its copies together."""

    subject: str
    waiting: int
    under_way: int
    redelivered: int


class OperationsPages:
    """The pages of operations."""

    def __init__(self, templates: Templates, tenants: Callable[[], Tenants]) -> None:
        self._templates = templates
        self._tenants = tenants

    @property
    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/operations", self.page, methods=["GET"]),
            Route("/operations/state", self.state, methods=["GET"]),
            Route("/operations/letters/{letter}", self.letter, methods=["GET"]),
            Route("/operations/letters/{letter}/retry", reserved(Role.ADMINISTRATOR, self.retry), methods=["POST"]),
            Route("/operations/letters/{letter}/drop", reserved(Role.ADMINISTRATOR, self.drop), methods=["POST"]),
            Route("/operations/runs/{run}/cancel", reserved(Role.ADMINISTRATOR, self.cancel), methods=["POST"]),
        ]

    async def page(self, request: Request) -> Response:
        """Show everything."""
        return self._templates.page(request, "operations.html", await self._values(request))

    async def state(self, request: Request) -> Response:
        """Return what changes on the page."""
        return self._templates.part("parts/operations.html", await self._values(request))

    async def letter(self, request: Request) -> Response:
        """Show the body of a dead letter."""
        try:
            tenant = await self._tenant(request)
            shown = await dead_letters.show_letter(tenant.bus, request.path_params["letter"])
        except Faulty as error:
            return self._told(fault=error)
        return self._templates.part("parts/letter.html", {"letter": shown.letter, "body": shown.body})

    async def retry(self, request: Request) -> Response:
        """Publish a dead letter again."""

        async def act(tenant: Tenant) -> str:
            done = await dead_letters.retry_letter(tenant.bus, request.path_params["letter"])
            return f"Published again as run {done.run[:12]}."

        return await self._acted(request, act)

    async def drop(self, request: Request) -> Response:
        """Remove a dead letter for good."""

        async def act(tenant: Tenant) -> str:
            done = await dead_letters.drop_letter(tenant.bus, request.path_params["letter"])
            return f"Dead letter {done.letter.id[:12]} is removed."

        return await self._acted(request, act)

    async def cancel(self, request: Request) -> Response:
        """End a run."""

        async def act(tenant: Tenant) -> str:
            state = await tenant.client.cancel(request.path_params["run"])
            return f"Run {state.run[:12]} is {state.state}."

        return await self._acted(request, act)

    async def _acted(self, request: Request, act: Callable[[Tenant], Awaitable[str]]) -> Response:
        try:
            return self._told(await act(await self._tenant(request)))
        except Faulty as error:
            return self._told(fault=error)

    def _told(self, told: str = "", fault: BaseException | None = None) -> Response:
        words = None if fault is None else in_words(fault_of(fault))
        return self._templates.part("parts/message.html", {"told": told, "fault": words})

    async def _tenant(self, request: Request) -> Tenant:
        return await self._tenants().tenant(user_of(request).tenant)

    async def _values(self, request: Request) -> dict[str, Any]:
        wanted = request.query_params.get("state", "")
        values: dict[str, Any] = {
            "services": (),
            "queues": (),
            "runs": (),
            "letters": (),
            "total": 0,
            "fault": None,
            "wanted": wanted,
            "may": user_of(request).rank >= Role.ADMINISTRATOR,
        }
        try:
            tenant = await self._tenant(request)
            client = tenant.client
            services, runs, letters = await asyncio.gather(
                client.services(), _runs(tenant), dead_letters.list_letters(tenant.bus), return_exceptions=True
            )
        except Faulty as error:
            return values | {"fault": in_words(fault_of(error))}
        for found in (services, runs, letters):
            if isinstance(found, BaseException) and not isinstance(found, Faulty):
                raise found
            if isinstance(found, Faulty):
                values["fault"] = in_words(fault_of(found))
        if not isinstance(services, BaseException):
            values["services"] = sorted(services, key=lambda each: (each.service, each.instance))
            values["queues"] = queues_of(services)
        if not isinstance(runs, BaseException):
            values["runs"] = [each for each in runs if wanted in ("", each.state)][:_MOST_RUNS]
        if not isinstance(letters, BaseException):
            values["letters"], values["total"] = letters.letters, letters.total
        return values


async def _runs(tenant: Tenant) -> list[RunState]:
    """Return the latest runs of all kinds, newest first; of those whose service answers."""
    client = tenant.client
    found: list[RunState] = []
    faults: list[ContractError] = []
    for each in await asyncio.gather(client.latest_runs(), client.domain_runs(), return_exceptions=True):
        if isinstance(each, ContractError):
            faults.append(each)
        elif isinstance(each, BaseException):
            raise each
        else:
            found += each
    if faults and not found:
        raise faults[0]
    return sorted(found, key=lambda state: state.started, reverse=True)


def queues_of(services: Iterable[ServiceDescription]) -> list[Queue]:
    """Return the queues of all services, each once: every copy of a service tells of the same ones."""
    found = {
        queue.subject: Queue(queue.subject, queue.waiting, queue.under_way, queue.redelivered)
        for each in services
        for queue in each.queues
    }
    return [found[name] for name in sorted(found)]
