"""From a description to a domain: hand it in, see what the candidates come to, choose an interpretation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plancritic.client import MODELLING
from plancritic.console.accounts.guard import user_of
from plancritic.console.accounts.users import Role
from plancritic.console.faults import Faulty, fault_of, in_words
from plancritic.console.modelling.recorded import recorded_run
from plancritic.console.modelling.similarities import similarities
from plancritic.console.templating import Templates
from plancritic.console.tenants import Tenant, Tenants
from plancritic.console.waiting import silent_services
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.contracts.modelling.messages import (
    DomainDescribed,
    DomainModelled,
    ModellingRefused,
)
from plancritic.domains.descriptions import read_description
from plancritic.paths.scratch import scratch_folder

_MOST_ANSWERS = 50


class ModellingPages:
    """The pages of modelling runs."""

    def __init__(self, templates: Templates, tenants: Callable[[], Tenants]) -> None:
        self._templates = templates
        self._tenants = tenants

    @property
    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/modelling", self.form, methods=["GET"]),
            Route("/modelling", self.describe, methods=["POST"]),
            Route("/modelling/{session:token}/{run:token}", self.run, methods=["GET"]),
            Route("/modelling/{session:token}/{run:token}/state", self.state, methods=["GET"]),
        ]

    async def form(self, request: Request) -> Response:
        """Show the form for a description."""
        return self._templates.page(request, "modelling.html", {})

    async def describe(self, request: Request) -> Response:
        """Hand in a description, and go to its run."""
        try:
            tenant = await self._tenant(request)
            async with request.form(max_files=2 * _MOST_ANSWERS) as form:
                wanted = DomainDescribed(
                    envelope=Envelope.start(),
                    description=await _description(form),
                    described_in="layman" if form.get("register") == "layman" else "detailed",
                    answers=await _answers(form),
                )
            run = await tenant.client.describe(wanted)
        except Faulty as error:
            return self._templates.part("parts/message.html", {"told": "", "fault": in_words(fault_of(error))})
        place = f"/modelling/{wanted.envelope.session_id}/{run.id}"
        return Response(status_code=204, headers={"HX-Redirect": place})

    async def run(self, request: Request) -> Response:
        """Show a run, as far as it is."""
        try:
            values = await self._values(request)
        except Faulty as error:
            return self._templates.page(request, "fault.html", {"fault": in_words(fault_of(error))}, 404)
        return self._templates.page(request, "modelling_run.html", values)

    async def state(self, request: Request) -> Response:
        """Return what changes while the run is under way."""
        try:
            values = await self._values(request)
        except Faulty as error:
            return self._templates.part("parts/message.html", {"told": "", "fault": in_words(fault_of(error))})
        answer = self._templates.part("parts/modelling.html", values)
        if values["end"] is not None:
            # The page with everything, which asks no more.
            answer.headers["HX-Refresh"] = "true"
        return answer

    async def _values(self, request: Request) -> dict[str, Any]:
        tenant = await self._tenant(request)
        session, run = request.path_params["session"], request.path_params["run"]
        progress, end = await recorded_run(tenant, session, run)
        values: dict[str, Any] = {
            "session": session,
            "run": run,
            "progress": progress,
            "end": None,
            "fault": None,
            "charts": [],
            "silent": (),
            "may": user_of(request).rank >= Role.OPERATOR,
        }
        if isinstance(end, ModellingRefused):
            values |= {"end": end, "fault": in_words(end.fault)}
        elif isinstance(end, DomainModelled):
            threshold = None if end.filter is None or end.filter.score != "similarity" else end.filter.threshold
            library = await tenant.client.library_of(end)
            values |= {"end": end, "charts": similarities(library, threshold), "threshold": threshold}
        elif not progress:
            values["silent"] = await silent_services(tenant.client, MODELLING.services)
        return values

    async def _tenant(self, request: Request) -> Tenant:
        return await self._tenants().tenant(user_of(request).tenant)


async def _description(form: FormData) -> DomainDescription:
    """The description that somebody gave, with its problem."""
    with scratch_folder("description") as scratch:
        file = Path(scratch) / "description.yaml"
        file.write_text(await _text(form.get("file")) or await _text(form.get("text")), encoding="utf-8")
        problem = await _text(form.get("problem_file")) or await _text(form.get("problem"))
        if problem.strip():
            (Path(scratch) / "problem.pddl").write_text(problem, encoding="utf-8")
        return await asyncio.to_thread(read_description, file)


async def _answers(form: FormData) -> dict[str, str]:
    """The recorded answers of language models, by the names of their files."""
    found = {}
    for each in form.getlist("answers")[:_MOST_ANSWERS]:
        if isinstance(each, UploadFile) and each.filename:
            found[Path(each.filename).stem] = await _text(each)
    return found


async def _text(given: UploadFile | str | None) -> str:
    if given is None or isinstance(given, str):
        return given or ""
    return (await given.read()).decode("utf-8", "replace")
