"""Tools that tell what a session came to, why a step is there, and how two revisions differ."""

from __future__ import annotations

from typing import Annotated, Any

from mcp_types import CallToolResult
from pydantic import Field

from plancritic.command_line.plans.plan_view import PlanView
from plancritic.command_line.plans.step_reasons import reasons_json, reasons_of
from plancritic.command_line.results.changes_text import change_lines
from plancritic.command_line.runs.session_text import headline
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised
from plancritic.contracts.sessions import Revision, StatementInForce, StatementNotInForce
from plancritic.mcp.connection import Connection
from plancritic.mcp.conversation.recorded import RecordedSession, found_session
from plancritic.mcp.conversation.turns import Session
from plancritic.mcp.faults import in_words, invalid, unknown
from plancritic.mcp.planning.plans import FirstPlans
from plancritic.mcp.words import plan_in_words, printed, question_data, question_told, result_data, result_told, told
from plancritic.pictures.changes_in_words import TimeWords, counts_sentence, end_sentence
from plancritic.pictures.plan_changes import changes_json, plan_changes
from plancritic.pictures.verdict_words import JUDGE_NAMES, verdict_word


class Story:
    """The tools that look at a session and change nothing."""

    def __init__(self, connection: Connection, plans: FirstPlans) -> None:
        self._connection = connection
        self._plans = plans

    async def explain(self, session: Session) -> CallToolResult:
        """Tell what a session has come to: statements in force with readings and verdicts, plan, proof, open question.

        Verdict words such as `adhered` are the system's own: pass them on as they are, and use none of your own.
        """
        client = await self._connection.client()
        known = await found_session(client, session)
        head, asked = known.head, known.open_question
        data: dict[str, Any] = {"session": known.id, "open_question": None if asked is None else question_data(asked)}
        parts = []
        if head is not None:
            unit = await self._unit(head)
            parts = [f"{headline(head)}.", in_force_in_words(head), plan_in_words("The plan", head.steps, unit)]
            parts.append(_proof(known.result))
            data |= revision_data(head) | {"proof": None if known.result is None else known.result.proof.ruling}
        elif known.result is not None:
            time = (await self._connection.lexicon(known.result.problem)).time
            parts.append(_text(result_told(known.result, TimeWords(time.singular, time.plural))))
            data |= result_data(known.result)
        else:
            parts.append(f"Nothing has come into force in session {known.id} yet.")
        if asked is not None:
            parts.append(f"A question is open:\n{_text(question_told(asked))}")
        elif known.under_way is not None:
            parts.append(f"The run {known.under_way.envelope.correlation_id} is under way; look again for its end.")
        parts += _refusal(known)
        return told("\n\n".join(parts), data)

    async def why(
        self,
        step: Annotated[int, Field(ge=1, description="Number of a step of the plan.")],
        session: Annotated[str | None, Field(description="Id of the session whose plan it is.")] = None,
        domain: Annotated[str | None, Field(description="Or the domain whose plan without feedback it is.")] = None,
        problem: Annotated[str, Field(description="Id of the domain's problem.")] = "1",
    ) -> CallToolResult:
        """Tell why a step is in the plan: what needs it, up to the goal or to what the person said."""
        view = await self._view(session, domain, problem)
        found = reasons_of(view, step)
        text = "\n\n".join("\n".join(each.sentences) for each in found)
        return told(text, reasons_json(view, step, found))

    async def compare(
        self,
        session: Session,
        before: Annotated[str, Field(description="Number or id of a revision.")],
        after: Annotated[str, Field(description="Number or id of the one that is compared with it.")],
    ) -> CallToolResult:
        """Compare two revisions of a session: their statements, and the steps that were added, removed or moved."""
        known = await found_session(await self._connection.client(), session)
        one, other = known.revision(before), known.revision(after)
        unit = await self._unit(other)
        changes = plan_changes(one.steps, other.steps)
        parts = [f"Revision {each.number}\n{in_force_in_words(each)}" for each in (one, other)]
        if changes.nothing:
            parts.append(f"Both plans are the same; they end at {unit.amount(changes.new_end)}.")
        else:
            names = f"revision {one.number}", f"Revision {other.number}"
            parts.append(end_sentence(changes, unit, *names) + f"\n{counts_sentence(changes)}")
            parts.append(printed(lambda console: console.print(change_lines(console, changes, unit))))
        data = {"before": revision_data(one), "after": revision_data(other), "changes": changes_json(changes)}
        return told("\n\n".join(parts), data)

    async def _view(self, session: str | None, domain: str | None, problem: str) -> PlanView:
        if session is None:
            if domain is None:
                raise invalid("neither a session nor a domain is named", "name one of them")
            return await self._plans.first(domain, problem)
        head = (await found_session(await self._connection.client(), session)).head
        if head is None:
            raise unknown(f"session {session!r} has no plan yet", "nothing that was said has come into force")
        about = head.problem
        texts = {each.statement.id: each.statement.quoted for each in head.in_force}
        lexicon = await self._connection.lexicon(about)
        return PlanView(about.domain, about.problem, lexicon, head.plan, head.steps, head.specification, texts)

    async def _unit(self, revision: Revision) -> TimeWords:
        time = (await self._connection.lexicon(revision.problem)).time
        return TimeWords(time.singular, time.plural)


def in_force_in_words(revision: Revision) -> str:
    """Return the statements of a revision, those in force first, with readings and verdicts as they are recorded."""
    lines = [_statement_lines(each) for each in revision.in_force] or ["No statement is in force."]
    lines += [_statement_lines(each) for each in revision.not_in_force]
    return "\n".join(lines)


def revision_data(revision: Revision) -> dict[str, Any]:
    """Return a revision for programs."""
    kept = {"id", "number", "session", "problem", "made_by", "accepted", "plan", "in_force", "not_in_force"}
    whole = revision.model_dump(mode="json", include=kept)
    return (
        whole | {"revision": whole.pop("id")} | {"problem": revision.problem.problem, "domain": revision.problem.domain}
    )


def _statement_lines(each: StatementInForce | StatementNotInForce) -> str:
    standing = "In force" if isinstance(each, StatementInForce) else f"Not in force ({verdict_word(each.why)})"
    strength = "" if each.statement.strength == "must" else f" ({each.statement.strength})"
    lines = [f"{each.statement.id}{strength}: {each.statement.quoted}"]
    lines.append(f"  Read as: {each.said_back or each.mid_level_goal or 'nothing that can be planned for'}")
    lines.append(f"  {standing}, verdict: {verdict_word(each.verdict)}")
    if isinstance(each, StatementInForce):
        lines.append(f"  Reading: {each.reading}{f': {each.doubt}' if each.doubt else ''}")
    elif each.explanation:
        lines.append(f"  Because: {each.explanation}")
    return "\n".join(lines)


def _proof(result: PlanRevised | None) -> str:
    if result is None:
        return "The proof of this plan is not recorded any more."
    if result.proof.ruling != "accepted":
        return f"The plan is not proved ({result.proof.ruling})."
    judges = [JUDGE_NAMES.get(each.judge, each.judge) for each in result.proof.reports if each.ruling == "accepted"]
    return f"Proved by {', '.join(judges)}, for what was read."


def _refusal(known: RecordedSession) -> list[str]:
    """What to tell of the last turn, where it was refused."""
    last = list(known.ends.values())[-1:]
    return [f"The last turn was refused.\n{in_words(each.fault)}" for each in last if isinstance(each, FeedbackRefused)]


def _text(result: CallToolResult) -> str:
    return "\n".join(each.text for each in result.content if each.type == "text")
