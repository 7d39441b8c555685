"""Pages about the words of a domain: edited beside a live preview of a reading, checked, published."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plancritic.console.accounts.guard import reserved, user_of
from plancritic.console.accounts.users import Role
from plancritic.console.domains.making import Draft, examined, published
from plancritic.console.domains.previewing import Edited, context_yaml, previewed
from plancritic.console.faults import Faulty, fault_of, in_words, unknown
from plancritic.console.templating import Templates
from plancritic.console.tenants import Tenant, Tenants
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains import DomainBundle, DomainError, Severity


class WordsPages:
    """The pages about a domain's words."""

    def __init__(self, templates: Templates, tenants: Callable[[], Tenants]) -> None:
        self._templates = templates
        self._tenants = tenants

    @property
    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/domains/preview", reserved(Role.OPERATOR, self.preview), methods=["POST"]),
            Route("/domains/{domain}/words", reserved(Role.OPERATOR, self.words), methods=["GET"]),
            Route("/domains/{domain}/words/check", reserved(Role.OPERATOR, self.check), methods=["POST"]),
            Route("/domains/{domain}/words/publish", reserved(Role.ADMINISTRATOR, self.publish), methods=["POST"]),
        ]

    async def words(self, request: Request) -> Response:
        """Show the words of a published domain in an editor."""
        try:
            tenant = await self._tenant(request)
            bundle = await tenant.domains.current(request.path_params["domain"])
        except Faulty as error:
            return self._templates.page(request, "fault.html", {"fault": in_words(fault_of(error))}, 404)
        values = {
            "bundle": bundle,
            "context": context_yaml(bundle.context),
            "problems": sorted(bundle.problems),
            "may": user_of(request).rank >= Role.ADMINISTRATOR,
        }
        return self._templates.page(request, "words.html", values)

    async def preview(self, request: Request) -> Response:
        """Say how a sample statement is read by the words as they stand in the editor."""
        form = await request.form()
        try:
            tenant = await self._tenant(request)
            edited = await _edited(tenant, form)
            text = str(form.get("sample", ""))
            found = await previewed(tenant.bus, edited, str(form.get("context", "")), text)
        except Faulty as error:
            return self._preview({"refusal": in_words(fault_of(error)), "preview": None})
        except DomainError as error:
            return self._preview({"refusal": (error.message, error.remedy), "preview": None})
        return self._preview({"refusal": None, "preview": found})

    async def check(self, request: Request) -> Response:
        """Say what is wrong with the words, without publishing them."""
        form = await request.form()
        try:
            tenant = await self._tenant(request)
            draft = await _draft(await tenant.domains.current(request.path_params["domain"]), form)
        except Faulty as error:
            return self._told(in_words(fault_of(error)))
        return self._checked(draft)

    async def publish(self, request: Request) -> Response:
        """Publish the domain with the words in the editor, unless somebody else has published it since."""
        form = await request.form()
        name = request.path_params["domain"]
        try:
            tenant = await self._tenant(request)
            bundle = await tenant.domains.current(name)
            if bundle.sha256 != form.get("seen"):
                raise _published_meanwhile(name)
            draft = await _draft(bundle, form)
            if not draft.is_sound:
                return self._checked(draft)
            async with self._tenants().publisher(user_of(request).tenant) as bus:
                await published(bus, draft, replace=True)
        except DomainError as error:
            return self._told((error.message, error.remedy))
        except Faulty as error:
            return self._told(in_words(fault_of(error)))
        return Response(status_code=204, headers={"HX-Redirect": f"/domains/{name}"})

    def _checked(self, draft: Draft) -> Response:
        return self._templates.part("parts/checked.html", {"draft": draft, "note": Severity.NOTE})

    def _preview(self, values: dict[str, Any]) -> Response:
        return self._templates.part("parts/preview.html", values)

    def _told(self, fault: tuple[str, str]) -> Response:
        return self._templates.part("parts/message.html", {"told": "", "fault": fault})

    async def _tenant(self, request: Request) -> Tenant:
        return await self._tenants().tenant(user_of(request).tenant)


async def _edited(tenant: Tenant, form: FormData) -> Edited:
    """Return what is edited: a published domain by its name, or a new one by its texts.

    Raises:
        ContractError: the domain is not published, or has no problem.
        DomainError: it has no such problem.
    """
    if form.get("published"):
        bundle = await tenant.domains.current(str(form["published"]))
        problem = str(form.get("about", ""))
        return Edited(bundle.name, bundle.domain_pddl, problem, bundle.problem(problem))
    problems = [str(each) for each in form.getlist("problem")]
    if not problems:
        raise unknown("the domain has no problem to make a statement about", "check the domain with a problem first")
    return Edited(str(form.get("name", "")), str(form.get("domain", "")), "1", problems[0])


async def _draft(bundle: DomainBundle, form: FormData) -> Draft:
    names = sorted(bundle.problems)
    texts = [bundle.problems[each] for each in names]
    return await examined(bundle.name, bundle.domain_pddl, texts, str(form.get("context", "")), names)


def _published_meanwhile(name: str) -> ContractError:
    message = f"the domain {name!r} was published again while you edited, so nothing was changed"
    remedy = "copy your text, reload the page and add it to the newer words"
    return ContractError(Fault(code=FaultCode.STALE_REVISION, message=message, remedy=remedy))
