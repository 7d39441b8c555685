"""What can be read by address: plans, runs and domains."""

from __future__ import annotations

import json
from typing import Any

from plancritic.client import RunNotEnded, check_identifier
from plancritic.command_line.results.result import result_json
from plancritic.contracts.feedback import FeedbackRefused
from plancritic.mcp.connection import Connection
from plancritic.mcp.conversation.recorded import found_session
from plancritic.mcp.faults import as_data, unknown
from plancritic.mcp.planning.domains import Domains
from plancritic.mcp.server import PlancriticServer

_JSON = "application/json"
_PDDL = "text/plain"


class Resources:
    """The resources of one server."""

    def __init__(self, connection: Connection, domains: Domains) -> None:
        self._connection = connection
        self._domains = domains

    def add_to(self, server: PlancriticServer) -> None:
        """Offer them on a server."""
        for address, read, mime_type in (
            ("plancritic://plans", self.plans, _JSON),
            ("plancritic://plans/{session}", self.plan, _PDDL),
            ("plancritic://plans/{session}/{revision}", self.plan_of_revision, _PDDL),
            ("plancritic://runs", self.runs, _JSON),
            ("plancritic://runs/{run}", self.run, _JSON),
            ("plancritic://domains", self.domains, _JSON),
            ("plancritic://domains/{domain}", self.domain, _JSON),
            ("plancritic://domains/{domain}/domain.pddl", self.domain_pddl, _PDDL),
            ("plancritic://domains/{domain}/problems/{problem}", self.problem_pddl, _PDDL),
        ):
            server.resource(address, mime_type=mime_type)(read)

    async def plans(self) -> str:
        """Return the latest sessions as JSON, each with its newest revision."""
        found = await (await self._connection.client()).sessions()
        return _json([each.model_dump(mode="json") for each in found.sessions])

    async def plan(self, session: str) -> str:
        """Return the newest plan of a session as PDDL."""
        head = (await found_session(await self._connection.client(), session)).head
        if head is None:
            raise unknown(f"session {session!r} has no plan yet", "nothing that was said has come into force")
        return head.plan

    async def plan_of_revision(self, session: str, revision: str) -> str:
        """Return the plan of a revision, named by its number or id, as PDDL."""
        return (await found_session(await self._connection.client(), session)).revision(revision).plan

    async def runs(self) -> str:
        """Return where the latest runs stand, as JSON."""
        found = await (await self._connection.client()).latest_runs()
        return _json([each.model_dump(mode="json") for each in found])

    async def run(self, run: str) -> str:
        """Return the whole result of a run as JSON, or where it stands while it goes on."""
        client = await self._connection.client()
        try:
            end = await client.result_of(check_identifier(run, "run"))
        except RunNotEnded:
            return _json((await client.find_run(run)).model_dump(mode="json"))
        return _json(as_data(end.fault) if isinstance(end, FeedbackRefused) else result_json(end))

    async def domains(self) -> str:
        """Return the published domains as JSON."""
        return _json(await self._domains.listed())

    async def domain(self, domain: str) -> str:
        """Return what a domain has, in words, as JSON."""
        return _json(await self._domains.described(domain))

    async def domain_pddl(self, domain: str) -> str:
        """Return a domain's PDDL."""
        return (await (await self._connection.domains()).current(domain)).domain_pddl

    async def problem_pddl(self, domain: str, problem: str) -> str:
        """Return the PDDL of a domain's problem."""
        return (await (await self._connection.domains()).current(domain)).problem(problem)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
