"""The pages of sessions, and what a person does on them; every action is one call of the client."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from plancritic.client import Run, execution, make_feedback
from plancritic.console.accounts.guard import user_of
from plancritic.console.faults import Faulty, fault_of, in_words
from plancritic.console.templating import Templates
from plancritic.console.tenants import Tenant, Tenants
from plancritic.console.work.followed import Followed
from plancritic.console.work.live import live
from plancritic.console.work.parts import Parts
from plancritic.console.work.view import revisions_values
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.execution.record import LATEST_REPORT
from plancritic.contracts.feedback import SearchSettings
from plancritic.contracts.questions import OpenQuestion
from plancritic.contracts.sessions import Revision
from plancritic.pages.page import drawn
from plancritic.pictures.step_reasons import NoSuchStep, reasons_of_step
from plancritic.wording.readable_examples import readable_examples

_MOST_EXAMPLES = 6
_STRENGTHS = ("must", "should", "nice")
Action = Callable[[Request, Tenant, Followed, Any], Awaitable[str]]


class WorkPages:
    """The pages about one session."""

    def __init__(self, templates: Templates, tenants: Callable[[], Tenants], settings: SearchSettings) -> None:
        self._templates = templates
        self._tenants = tenants
        self._settings = settings

    @property
    def routes(self) -> list[Route]:
        """Return the routes."""
        actions: dict[str, Action] = {
            "say": self._say,
            "answer": self._answer,
            "cancel": self._cancel,
            "undo": self._undo,
            "accept": self._accept,
            "confirm": self._confirm,
            "reject": self._reject,
            "drop": self._drop,
            "execution": self._execution,
        }
        return [
            Route("/", self.home, methods=["GET"]),
            Route("/begin", self.begin, methods=["GET"]),
            Route("/sessions/{session:token}", self.session, methods=["GET"]),
            Route("/sessions/{session:token}/events", self.events, methods=["GET"]),
            Route("/sessions/{session:token}/why/{step:int}", self.why, methods=["GET"]),
            Route("/sessions/{session:token}/revisions", self.revisions, methods=["GET"]),
            Route("/sessions/{session:token}/branch", self.branch, methods=["POST"]),
            *(
                Route(f"/sessions/{{session:token}}/{name}", self._acting(action), methods=["POST"])
                for name, action in actions.items()
            ),
        ]

    async def home(self, request: Request) -> Response:
        """Show the problems that one can begin with, and the latest sessions."""
        values: dict[str, Any] = {"domains": [], "sessions": (), "fault": None}
        try:
            tenant = await self._tenants().tenant(user_of(request).tenant)
            values["domains"] = [
                (name, bundle.context.title, sorted(bundle.problems))
                for name in await tenant.domains.names()
                for bundle in [await tenant.domains.current(name)]
            ]
            values["sessions"] = (await tenant.client.sessions()).sessions
        except Faulty as error:
            values["fault"] = in_words(fault_of(error))
        return self._templates.page(request, "home.html", values)

    async def begin(self, request: Request) -> Response:
        """Begin a session about a problem."""
        about = request.query_params
        session = Envelope.start().session_id
        return RedirectResponse(
            request.url_for("session", session=session).include_query_params(
                domain=about.get("domain", ""), problem=about.get("problem", "1")
            ),
            303,
        )

    async def session(self, request: Request) -> Response:
        """Show a session, or the plan with which a new one begins."""
        try:
            _, parts = await self._parts(request)
            values = await parts.all()
            values["examples"] = await self._examples(request, parts)
        except Faulty as error:
            return self._templates.page(request, "fault.html", {"fault": in_words(fault_of(error))}, 404)
        return self._templates.page(request, "work.html", values)

    async def events(self, request: Request) -> Response:
        """Send what changes on the page of a session, as it changes."""
        _, parts = await self._parts(request)
        return await live(request, parts)

    async def why(self, request: Request) -> Response:
        """Say why the steps with a number are in the plan."""
        number = request.path_params["step"]
        try:
            tenant, parts = await self._parts(request)
            conversation = parts.followed.conversation
            head = conversation.head
            if head is not None:
                bundle = await tenant.domains.bundle(head.problem)
                lexicon = tenant.plans.lexicon(bundle, head.problem.problem)
                texts = {each.statement.id: each.statement.text for each in head.in_force}
                found = reasons_of_step(head.plan, number, lexicon, head.specification, texts)
            else:
                view = await tenant.plans.first(*parts.about)
                lexicon = view.lexicon
                found = reasons_of_step(view.plan, number, lexicon)
        except NoSuchStep as error:
            return self._templates.part("parts/message.html", {"fault": (f"{error}.", ""), "told": ""})
        except Faulty as error:
            return self._templates.part("parts/message.html", {"fault": in_words(fault_of(error)), "told": ""})
        steps = () if head is None else head.steps
        values = {
            "reasons": found,
            "number": number,
            "places": [(place, each) for place, each in enumerate(steps) if each.number == number],
            "session": conversation.session,
            "revision": "" if head is None else head.id,
            "unit": lexicon.time.plural,
            "may": user_of(request).role != "viewer",
        }
        return self._templates.part("parts/why.html", values)

    async def revisions(self, request: Request) -> Response:
        """Show the tree of revisions, and two of them side by side."""
        try:
            tenant, parts = await self._parts(request)
            conversation = parts.followed.conversation
            one, other = (self._revision(parts, request.query_params.get(name)) for name in ("one", "other"))
            values = revisions_values(conversation, one, other)
            values["about"], values["drawing"] = parts.about, None
            if one is not None and other is not None:
                values |= drawn(await tenant.plans.compared(one, other))
        except Faulty as error:
            return self._templates.page(request, "fault.html", {"fault": in_words(fault_of(error))}, 404)
        return self._templates.page(request, "revisions.html", values)

    async def branch(self, request: Request) -> Response:
        """Begin a session with a copy of a revision, and go there."""
        form = await request.form()
        try:
            tenant, parts = await self._parts(request)
            revision = await tenant.client.branch(parts.followed.conversation.session, str(form.get("revision", "")))
        except Faulty as error:
            return self._templates.part("parts/message.html", {"fault": in_words(fault_of(error)), "told": ""})
        return Response(status_code=204, headers={"HX-Redirect": f"/sessions/{revision.session}"})

    def _acting(self, action: Action) -> Callable[[Request], Awaitable[Response]]:
        async def act(request: Request) -> Response:
            told, fault = "", None
            try:
                tenant, parts = await self._parts(request)
                form = await request.form()
                async with parts.followed.acting:
                    told = await action(request, tenant, parts.followed, form)
            except Faulty as error:
                fault = in_words(fault_of(error))
            answer = self._templates.part("parts/message.html", {"told": told, "fault": fault})
            answer.headers["X-Done"] = "no" if fault else "yes"
            return answer

        return act

    async def _say(self, request: Request, tenant: Tenant, followed: Followed, form: Any) -> str:
        _refuse_while_busy(followed)
        parts = self._about(request, followed)
        strength = str(form.get("strength", "must"))
        turn = followed.conversation.latest
        await self._submit(
            tenant,
            followed,
            make_feedback(
                *parts,
                [str(form.get("text", ""))],
                self._settings,
                followed.conversation.session,
                strengths=[strength if strength in _STRENGTHS else "must"],  # type: ignore[list-item]
                questions="ask",
                revision=_seen(form),
                drop=[str(form["instead"])] if form.get("instead") else [],
                instead_of_answer=None if turn is None else _unanswered(turn.question),
            ),
        )
        return ""

    async def _answer(self, request: Request, tenant: Tenant, followed: Followed, form: Any) -> str:
        turn = followed.conversation.open_turn
        if turn is None or turn.question is None or turn.question.question != form.get("question"):
            raise _refused("This question was answered already.", "the page shows its result")
        choice = str(form.get("choice", ""))
        run = Run(turn.submitted, tenant.bus)
        await run.answer(turn.question, int(choice) if choice.isdigit() else None, skipped=choice == "skip")
        return ""

    async def _cancel(self, request: Request, tenant: Tenant, followed: Followed, form: Any) -> str:
        turn = followed.conversation.open_turn
        if turn is None:
            raise _refused("Nothing is under way.", "")
        await tenant.client.cancel(turn.run)
        return ""

    async def _undo(self, request: Request, tenant: Tenant, followed: Followed, form: Any) -> str:
        _refuse_while_busy(followed)
        session, seen = followed.conversation.session, _seen(form)
        try:
            await tenant.client.undo(session, seen)
        except ContractError as error:
            head = followed.conversation.head
            if error.fault.code is not FaultCode.NOTHING_TO_UNDO or head is None or not head.in_force:
                raise
            if head.passed_over:
                raise
            # Before the first revision there was the plan without feedback.
            names = [each.statement.id for each in head.in_force]
            await self._submit(tenant, followed, await tenant.client.dropping(session, names, self._settings))
        return "Undone."

    async def _accept(self, request: Request, tenant: Tenant, followed: Followed, form: Any) -> str:
        await tenant.client.accept(followed.conversation.session, _seen(form))
        return "Accepted: this is the plan, and what you said was read as you meant it."

    async def _confirm(self, request: Request, tenant: Tenant, followed: Followed, form: Any) -> str:
        statement = str(form.get("statement", ""))
        await tenant.client.confirm(followed.conversation.session, statement, _seen(form))
        return "Confirmed."

    async def _reject(self, request: Request, tenant: Tenant, followed: Followed, form: Any) -> str:
        _refuse_while_busy(followed)
        feedback = await tenant.client.rejecting(
            followed.conversation.session,
            str(form.get("statement", "")),
            self._settings,
            other=form.get("other") == "yes",
            questions="ask",
            revision=_seen(form),
        )
        await self._submit(tenant, followed, feedback)
        return ""

    async def _drop(self, request: Request, tenant: Tenant, followed: Followed, form: Any) -> str:
        _refuse_while_busy(followed)
        session, statement = followed.conversation.session, str(form.get("statement", ""))
        feedback = await tenant.client.dropping(session, [statement], self._settings, _seen(form))
        await self._submit(tenant, followed, feedback)
        return ""

    async def _execution(self, request: Request, tenant: Tenant, followed: Followed, form: Any) -> str:
        _refuse_while_busy(followed)
        head = followed.conversation.head
        if head is None or head.id != form.get("revision"):
            raise ContractError(Fault(code=FaultCode.STALE_REVISION, message="the session has a newer revision"))
        place = str(form.get("place", ""))
        if not place.isdigit() or int(place) >= len(head.steps):
            raise _refused("The plan has no such step.", "")
        step, what = head.steps[int(place)], form.get("what")
        if what == "done":
            until = max(execution.known_time(head), execution.step_end(step))
            await tenant.client.progressed(execution.done_by(head, until))
            return f"Step {step.number} and all steps that end before it are done."
        if what == "failed":
            run = await tenant.client.deviated(execution.failed(head, step))
            followed.submitted[run.id] = time.monotonic()
            return "The rest is planned again."
        if what != "late":
            raise _refused("A step is done, failed or late.", "choose one of these")
        lexicon = tenant.plans.lexicon(await tenant.domains.bundle(head.problem), head.problem.problem)
        by = _amount(str(form.get("by", "")))
        reason = f"step {step.number} is {lexicon.amount_of_time(by)} late"
        run = await tenant.client.deviated(execution.late(head, step, by, reason))
        followed.submitted[run.id] = time.monotonic()
        return "The rest is planned again."

    async def _submit(self, tenant: Tenant, followed: Followed, feedback: Any) -> None:
        run = await tenant.client.submit(feedback)
        followed.submitted[run.id] = time.monotonic()

    async def _parts(self, request: Request) -> tuple[Tenant, Parts]:
        user = user_of(request)
        tenant = await self._tenants().tenant(user.tenant)
        followed = await tenant.sessions.follow(request.path_params["session"])
        return tenant, Parts(self._templates, tenant, followed, self._about(request, followed), user)

    def _about(self, request: Request, followed: Followed) -> tuple[str, str]:
        """The domain and problem of a session: as its events say; of one without events, as the address says."""
        known = followed.conversation.about
        if known is not None:
            return known
        domain = request.query_params.get("domain")
        if not domain:
            message = f"there is no session {followed.conversation.session!r}"
            raise ContractError(
                Fault(code=FaultCode.UNKNOWN_NAME, message=message, remedy="begin one from the first page")
            )
        return domain, request.query_params.get("problem", "1")

    async def _examples(self, request: Request, parts: Parts) -> list[str]:
        tenant = await self._tenants().tenant(user_of(request).tenant)
        bundle = await tenant.domains.current(parts.about[0])
        lexicon = tenant.plans.lexicon(bundle, parts.about[1])
        return [each.statement for each in islice(readable_examples(lexicon), _MOST_EXAMPLES)]

    def _revision(self, parts: Parts, named: str | None) -> Revision | None:
        found = parts.followed.conversation.revisions
        return next((each for each in found.values() if named in (each.id, str(each.number))), None)


def _seen(form: Any) -> str | None:
    """The revision that the person saw."""
    return str(form.get("revision", "")) or None


def _amount(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < LATEST_REPORT:
        raise _refused("A step that is late ends later.", "say by how much, in the unit of the plan")
    return found


def _unanswered(question: Any) -> OpenQuestion | None:
    if question is None or question.kind != "meaning":
        return None
    choices = tuple(each.model_copy(update={"plan": None}) for each in question.choices)
    return OpenQuestion(statement=question.statement, choices=choices)


def _refuse_while_busy(followed: Followed) -> None:
    if followed.is_busy:
        raise _refused("The previous turn is still running.", "wait for its end, answer its question, or cancel it")


def _refused(message: str, remedy: str) -> ContractError:
    return ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy))
