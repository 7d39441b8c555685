"""A refinement: a domain handed in with what is known of it, what is left to settle, questions answered by a click."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plancritic.client import REFINEMENT, RefinementEnd
from plancritic.console.accounts.guard import user_of
from plancritic.console.accounts.users import Role
from plancritic.console.faults import Faulty, fault_of, in_words, unknown
from plancritic.console.modelling.recorded import description_of
from plancritic.console.refining.curve import curve, equivalence_curve
from plancritic.console.refining.known import with_answer, with_plan, without_answer
from plancritic.console.refining.sureness import standing_answers, sureness_shown
from plancritic.console.refining.tree import tree
from plancritic.console.templating import Templates
from plancritic.console.tenants import Tenant, Tenants
from plancritic.console.waiting import silent_services
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.refinement.messages import (
    MOST_CANDIDATES,
    DomainRefined,
    RefinementProgressed,
    RefinementRefused,
    RefinementRequested,
)


class RefiningPages:
    """The pages of refinements."""

    def __init__(self, templates: Templates, tenants: Callable[[], Tenants]) -> None:
        self._templates = templates
        self._tenants = tenants

    @property
    def routes(self) -> list[Route]:
        """Return the routes."""
        place = "/refining/{session:token}/{run:token}"
        return [
            Route("/modelling/{session:token}/{run:token}/refine", self.begin, methods=["POST"]),
            Route(place, self.run, methods=["GET"]),
            Route(f"{place}/state", self.state, methods=["GET"]),
            Route(f"{place}/answer", self.answer, methods=["POST"]),
            Route(f"{place}/take-back", self.take_back, methods=["POST"]),
        ]

    async def begin(self, request: Request) -> Response:
        """Hand in an interpretation of a description, with a plan that is known to work if there is one."""
        form = await request.form()
        try:
            tenant = await self._tenant(request)
            session, run = request.path_params["session"], request.path_params["run"]
            described = await description_of(tenant, session, run)
            problem = KnownProblem(text=_given(form, "problem"))
            domain = _given(form, "domain")
            takes_time = ":durative-action" in domain.lower()
            wanted = RefinementRequested(
                envelope=Envelope.start(session_id=session),
                description=described.model_copy(update={"problem": None}),
                domain=domain,
                problems=(with_plan(problem, str(form.get("plan", "")), takes_time),),
                reference=str(form.get("reference", "")).strip() or None,
            )
            await tenant.client.refine(wanted)
        except Faulty as error:
            return self._told(error)
        return _there(wanted)

    async def run(self, request: Request) -> Response:
        """Show a refinement, as far as it is."""
        try:
            values = await self._values(request)
        except Faulty as error:
            return self._templates.page(request, "fault.html", {"fault": in_words(fault_of(error))}, 404)
        return self._templates.page(request, "refining.html", values)

    async def state(self, request: Request) -> Response:
        """Return what changes while it is under way."""
        try:
            values = await self._values(request)
        except Faulty as error:
            return self._told(error)
        answer = self._templates.part("parts/refining.html", values)
        if values["end"] is not None:
            # The page with everything, which asks no more.
            answer.headers["HX-Refresh"] = "true"
        return answer

    async def answer(self, request: Request) -> Response:
        """Take the answer to a question: it is knowledge of the next refinement, which begins at once."""
        form = await request.form()
        try:
            tenant = await self._tenant(request)
            session, run = request.path_params["session"], request.path_params["run"]
            asked, _, end = await _recorded(tenant, session, run)
            number = str(form.get("question", ""))
            if not isinstance(end, DomainRefined) or not _is_number(number) or int(number) >= len(end.questions):
                raise unknown("there is no such question", "reload the page")
            question = end.questions[int(number)]
            said = str(form.get("possible", ""))
            if said not in _ANSWERS:
                raise unknown("there is no such answer to a question", "reload the page")
            possible = _ANSWERS[said]
            wanted = _again(asked, session, with_answer(asked.problems, question, possible))
            await tenant.client.refine(wanted)
        except Faulty as error:
            return self._told(error)
        return _there(wanted)

    async def take_back(self, request: Request) -> Response:
        """Take an answer back: the next refinement, which begins at once, does not count it."""
        form = await request.form()
        try:
            tenant = await self._tenant(request)
            session, run = request.path_params["session"], request.path_params["run"]
            asked, _, _ = await _recorded(tenant, session, run)
            problem, number = (str(form.get(each, "")) for each in ("problem", "number"))
            if not (_is_number(problem) and _is_number(number)):
                raise unknown("there is no such answer", "reload the page")
            possible = form.get("possible") == "yes"
            wanted = _again(asked, session, without_answer(asked.problems, int(problem), int(number), possible))
            await tenant.client.refine(wanted)
        except Faulty as error:
            return self._told(error)
        return _there(wanted)

    async def _values(self, request: Request) -> dict[str, Any]:
        tenant = await self._tenant(request)
        session, run = request.path_params["session"], request.path_params["run"]
        asked, progress, end = await _recorded(tenant, session, run)
        refined = end if isinstance(end, DomainRefined) else None
        is_unheard = end is None and not progress
        return {
            "session": session,
            "run": run,
            "asked": asked,
            "answers": standing_answers(asked.problems, refined),
            "sureness": None if refined is None else sureness_shown(refined),
            "plans": sum(len(each.plans) for each in asked.problems),
            "progress": progress[-1] if progress else None,
            "curve": curve(progress),
            "equivalence": equivalence_curve(progress, refined),
            "tree": tree(progress, refined),
            "most_told": MOST_CANDIDATES,
            "end": end,
            "silent": await silent_services(tenant.client, REFINEMENT.services) if is_unheard else (),
            "fault": in_words(end.fault) if isinstance(end, RefinementRefused) else None,
            "questions": list(enumerate(end.questions)) if isinstance(end, DomainRefined) else [],
            "may": user_of(request).rank >= Role.OPERATOR,
        }

    def _told(self, error: BaseException) -> Response:
        return self._templates.part("parts/message.html", {"told": "", "fault": in_words(fault_of(error))})

    async def _tenant(self, request: Request) -> Tenant:
        return await self._tenants().tenant(user_of(request).tenant)


#: What a click says: the step can be taken, it cannot, or nobody knows.
_ANSWERS: dict[str, bool | None] = {"yes": True, "no": False, "unknown": None}


def _is_number(text: str) -> bool:
    """Whether a field of a form is a small natural number in ASCII."""
    return text.isascii() and text.isdecimal() and len(text) < 7


def _again(asked: RefinementRequested, session: str, problems: tuple[KnownProblem, ...]) -> RefinementRequested:
    """Return the request once more with other knowledge.

    It starts from the same domain: from one that a wrong answer led to the way back would count as edits.
    """
    return asked.model_copy(update={"envelope": Envelope.start(session_id=session), "problems": problems})


def _given(form: FormData, name: str) -> str:
    text = str(form.get(name, ""))
    if not text.strip():
        raise unknown(f"the {name} has no text", "begin from an interpretation of a description")
    return text


def _there(wanted: RefinementRequested) -> Response:
    place = f"/refining/{wanted.envelope.session_id}/{wanted.envelope.correlation_id}"
    return Response(status_code=204, headers={"HX-Redirect": place})


async def _recorded(
    tenant: Tenant, session: str, run: str
) -> tuple[RefinementRequested, Sequence[RefinementProgressed], RefinementEnd | None]:
    """Return what is recorded of a refinement: the request, how far it went, and its end.

    Raises:
        ContractError: there is no such refinement.
    """
    asked: RefinementRequested | None = None
    progress: list[RefinementProgressed] = []
    end: RefinementEnd | None = None
    for event in await tenant.client.recorded(session=session, run=run):
        if isinstance(event.message, RefinementRequested):
            asked = event.message
        elif isinstance(event.message, RefinementProgressed):
            progress.append(event.message)
        elif isinstance(event.message, RefinementEnd):
            end = event.message
    if asked is None:
        raise unknown(f"there is no refinement {run!r}", "the page Operations lists the known runs")
    return asked, progress, end
