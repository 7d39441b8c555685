"""Tools for what a person says: statements, answers to questions, and "that is not what I meant"."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp_types import CallToolResult
from pydantic import Field

from mcp.server.mcpserver import Context
from plancritic.client import PlancriticClient, Run, check_identifier, make_feedback
from plancritic.contracts.feedback import FeedbackSubmitted, SearchSettings
from plancritic.contracts.questions import OpenQuestion, QuestionAsked
from plancritic.contracts.specification import Strength
from plancritic.mcp.connection import Connection
from plancritic.mcp.conversation.following import end_or_question, outcome_told
from plancritic.mcp.conversation.recorded import RecordedSession, found_session, recorded_session
from plancritic.mcp.faults import invalid, unknown

Session = Annotated[str, Field(description="Id of the session, or its beginning.")]
Seen = Annotated[
    str | None, Field(description="Id of the newest revision that the person saw; refused if there is a newer one.")
]


class Turns:
    """The tools that begin a turn of a session, or let one go on; each waits for its end or its next question."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._settings = SearchSettings()

    async def submit(
        self,
        context: Context[Any, Any],
        statements: Annotated[list[str], Field(description="What the person said about the plan, in their own words.")],
        domain: Annotated[str | None, Field(description="Name of the domain; a session knows its own.")] = None,
        problem: Annotated[str | None, Field(description="Id of the problem; `1` in a new session.")] = None,
        session: Annotated[
            str | None, Field(description="Whole id of the session to go on with. Without it a new one begins.")
        ] = None,
        strength: Annotated[
            Strength, Field(description="Whether the statements must hold, or are wishes (`should`, `nice`).")
        ] = "must",
        revision: Seen = None,
        instead_of_answer: Annotated[
            bool, Field(description="The person said this instead of answering the session's open question.")
        ] = False,
    ) -> CallToolResult:
        """Say what the plan must be like, and wait for the revised plan.

        Pass on the person's own words: do not rewrite them and do not turn them into PDDL. The result has how each
        statement was read, what came of it (its verdict, the system's own word), the plan, and who proved it; or an
        open question. Show readings and questions to the person as they are. The person answers questions, not you.
        """
        client = await self._connection.client()
        known = RecordedSession("") if session is None else await recorded_session(client, _whole(session))
        about = known.about or (domain, problem or "1")
        about = domain or about[0], problem or about[1]
        if about[0] is None:
            raise invalid("no domain is named", "name one (the tool `domains` lists them), or a session to go on with")
        instead = None
        if known.open_question is not None:
            if not instead_of_answer:
                raise invalid(
                    f"question {known.open_question.question} of this session is still open",
                    "let the person answer it (`answer`), or set `instead_of_answer` if the person said this instead",
                )
            instead = await self._skipped(client, known, known.open_question, context)
        feedback = make_feedback(
            about[0],
            about[1],
            statements,
            self._settings,
            session,
            strengths=[strength] * len(statements),
            questions="ask",
            revision=revision,
            instead_of_answer=instead if len(statements) == 1 else None,
        )
        return await self._told(client, feedback, context)

    async def answer(
        self,
        context: Context[Any, Any],
        session: Session,
        question: Annotated[str, Field(description="Id of the question, as the tool that asked it returned it.")],
        choice: Annotated[
            int | Literal["none", "skip"],
            Field(description="Number of the person's choice, `none` for none of these, `skip` to leave it open."),
        ],
    ) -> CallToolResult:
        """Pass on the person's answer to an open question, and wait for the revised plan or the next question.

        Only the person answers. Never choose for them, also not the first choice and not the likeliest one.
        """
        client = await self._connection.client()
        known = await found_session(client, session)
        asked = _open(known, question)
        number = choice if isinstance(choice, int) else None
        if number is not None and number not in {each.number for each in asked.choices}:
            numbers = ", ".join(str(each.number) for each in asked.choices)
            raise invalid(f"{number} is not one of the choices", f"choose one of: {numbers}, `none`, `skip`")
        run = await self._run_of(known, asked)
        await run.answer(asked, number, skipped=choice == "skip")
        outcome = await end_or_question(run, context, {*known.answered, asked.question}, asked.question)
        return await outcome_told(self._connection, outcome)

    async def reject(
        self,
        context: Context[Any, Any],
        session: Session,
        statement: Annotated[str, Field(description="Id of a statement in force (`s1`), or its words.")],
        other: Annotated[bool, Field(description="The person meant the next reading, shown after `Or`.")] = False,
        revision: Seen = None,
    ) -> CallToolResult:
        """Say that a statement was not meant as it was read, and wait for the revised plan or a question.

        Call it only when the person said so. Without `other` the statement is asked about, or read anew.
        """
        client = await self._connection.client()
        known = await found_session(client, session)
        feedback = await client.rejecting(
            known.id, statement, self._settings, other=other, questions="ask", revision=revision
        )
        return await self._told(client, feedback, context)

    async def _told(
        self, client: PlancriticClient, feedback: FeedbackSubmitted, context: Context[Any, Any]
    ) -> CallToolResult:
        run = await client.submit(feedback)
        return await outcome_told(self._connection, await end_or_question(run, context))

    async def _skipped(
        self, client: PlancriticClient, known: RecordedSession, asked: QuestionAsked, context: Context[Any, Any]
    ) -> OpenQuestion | None:
        """Leave a question open, wait for the end of its run, and return what the next statement may change."""
        run = await self._run_of(known, asked)
        answered = {*known.answered, asked.question}
        await run.answer(asked, None, skipped=True)
        while isinstance(next_asked := await end_or_question(run, context, answered, asked.question), QuestionAsked):
            answered.add(next_asked.question)
            await run.answer(next_asked, None, skipped=True)
        if asked.kind != "meaning":
            return None
        choices = tuple(each.model_copy(update={"plan": None}) for each in asked.choices)
        return OpenQuestion(statement=asked.statement, choices=choices)

    async def _run_of(self, known: RecordedSession, asked: QuestionAsked) -> Run:
        submitted = known.submitted.get(asked.envelope.correlation_id)
        if submitted is None:
            raise unknown(f"the run of question {asked.question} is not recorded any more", "say it again")
        return Run(submitted, await self._connection.bus())


def _whole(session: str) -> str:
    return check_identifier(session, "session")


def _open(known: RecordedSession, question: str) -> QuestionAsked:
    asked = known.open_question
    if asked is not None and asked.question == question:
        return asked
    if question in known.answered:
        raise invalid(f"question {question} was answered already", "`explain` shows its result")
    if question in known.questions:
        raise invalid(f"the run of question {question} went on without an answer", "`explain` shows its result")
    raise unknown(
        f"session {known.id} has no question {question!r}",
        "none is open" if asked is None else f"the open question is {asked.question}",
    )
