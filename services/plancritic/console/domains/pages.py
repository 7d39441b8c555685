"""Pages about domains."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plancritic.console.accounts.guard import reserved, user_of
from plancritic.console.accounts.users import Role
from plancritic.console.domains.making import Draft, examined, published
from plancritic.console.faults import Faulty, fault_of, in_words
from plancritic.console.templating import Templates
from plancritic.console.tenants import Tenant, Tenants
from plancritic.domains import DomainBundle, DomainError, Severity
from plancritic.pages.page import drawn
from plancritic.pictures.drawings import draw_plan_alone
from plancritic.wording import Lexicon
from plancritic.wording.readable_examples import readable_examples
from plancritic.wording.vocabulary import facts_in_words, objects_in_words

_MOST_PROBLEMS = 20


class DomainPages:
    """The pages about domains."""

    def __init__(self, templates: Templates, tenants: Callable[[], Tenants]) -> None:
        self._templates = templates
        self._tenants = tenants

    @property
    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/domains", self.list, methods=["GET"]),
            Route("/domains/new", reserved(Role.OPERATOR, self.new), methods=["GET"]),
            Route("/domains/check", self.check, methods=["POST"]),
            Route("/domains/publish", reserved(Role.ADMINISTRATOR, self.publish), methods=["POST"]),
            Route("/domains/{domain}", self.domain, methods=["GET"]),
        ]

    async def list(self, request: Request) -> Response:
        """Show the published domains."""
        values: dict[str, Any] = {"domains": [], "fault": None, "may": user_of(request).rank >= Role.OPERATOR}
        try:
            tenant = await self._tenant(request)
            for name in await tenant.domains.names():
                values["domains"].append(_overview(name, await tenant.domains.current(name)))
        except Faulty as error:
            values["fault"] = in_words(fault_of(error))
        return self._templates.page(request, "domains.html", values)

    async def domain(self, request: Request) -> Response:
        """Show what a domain has: types, facts, actions, problems, a picture of where everything begins."""
        try:
            tenant = await self._tenant(request)
            bundle = await tenant.domains.current(request.path_params["domain"])
        except Faulty as error:
            return self._templates.page(request, "fault.html", {"fault": in_words(fault_of(error))}, 404)
        wanted = request.query_params.get("problem", "")
        problem = wanted if wanted in bundle.problems else min(bundle.problems)
        lexicon = tenant.plans.lexicon(bundle, problem)
        values = drawn(draw_plan_alone("", lexicon, problem)) | _content(bundle, lexicon, problem)
        values["may_edit"] = user_of(request).rank >= Role.OPERATOR
        return self._templates.page(request, "domain.html", values)

    async def new(self, request: Request) -> Response:
        """Show the form for a new domain."""
        values = {"draft": None, "may": user_of(request).rank >= Role.ADMINISTRATOR}
        return self._templates.page(request, "new_domain.html", values)

    async def check(self, request: Request) -> Response:
        """Say what is wrong with a domain's texts, or show the context that was guessed, to be reviewed."""
        async with request.form() as form:
            return self._draft(await _draft(form), request)

    async def publish(self, request: Request) -> Response:
        """Publish a domain that was reviewed."""
        async with request.form() as form:
            draft, replace = await _draft(form), form.get("replace") == "yes"
        if not draft.is_sound:
            answer = self._draft(draft, request)
            answer.headers["HX-Retarget"] = "#draft"
            return answer
        try:
            async with self._tenants().publisher(user_of(request).tenant) as bus:
                await published(bus, draft, replace)
        except DomainError as error:
            fault = (error.message, error.remedy)
        except Faulty as error:
            fault = in_words(fault_of(error))
        else:
            return Response(status_code=204, headers={"HX-Redirect": f"/domains/{draft.name}"})
        return self._templates.part("parts/message.html", {"told": "", "fault": fault})

    def _draft(self, draft: Draft, request: Request) -> Response:
        values = {"draft": draft, "may": user_of(request).rank >= Role.ADMINISTRATOR, "note": Severity.NOTE}
        return self._templates.part("parts/draft.html", values)

    async def _tenant(self, request: Request) -> Tenant:
        return await self._tenants().tenant(user_of(request).tenant)


async def _draft(form: FormData) -> Draft:
    problems = [await _text(each) for each in form.getlist("problem")][:_MOST_PROBLEMS]
    files = [await _text(each) for each in form.getlist("problem_file")]
    domain = await _text(form.get("domain_file")) or await _text(form.get("domain"))
    name = str(form.get("name", "")).strip()
    given = [each for each in (*files, *problems) if each.strip()]
    return await examined(name, domain, given, await _text(form.get("context")))


async def _text(given: UploadFile | str | None) -> str:
    if given is None or isinstance(given, str):
        return given or ""
    return (await given.read()).decode("utf-8", "replace")


def _overview(name: str, bundle: DomainBundle) -> dict[str, Any]:
    return {
        "name": name,
        "title": bundle.context.title,
        "problems": sorted(bundle.problems),
        "hash": bundle.sha256[:12],
    }


def _content(bundle: DomainBundle, lexicon: Lexicon, problem: str) -> dict[str, Any]:
    domain = lexicon.problem.domain
    return {
        "name": bundle.name,
        "problem": problem,
        "problems": sorted(bundle.problems),
        "types": sorted(domain.types.items()),
        "objects": list(objects_in_words(lexicon)),
        "facts": list(facts_in_words(lexicon)),
        "actions": [
            (name, ", ".join(f"{each.name} ({' or '.join(each.types)})" for each in action.parameters))
            for name, action in sorted(domain.actions.items())
        ],
        "examples": [(each.statement, each.mid_level_goal) for each in readable_examples(lexicon)],
        "domain_pddl": bundle.domain_pddl,
        "problem_pddl": bundle.problem(problem),
    }
