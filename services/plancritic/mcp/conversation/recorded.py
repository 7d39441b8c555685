"""A session as its recorded events tell it, so that every copy of the server knows as much as any other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from plancritic.client import PlancriticClient, check_identifier
from plancritic.contracts.envelope import Message
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.execution.reports import ExecutionDeviated
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, PlanRevised
from plancritic.contracts.questions import QuestionAnswered, QuestionAsked
from plancritic.contracts.sessions import Revision, SessionRevised
from plancritic.mcp.faults import unknown

Submitted = FeedbackSubmitted | ExecutionDeviated


@dataclass
class RecordedSession:
    """The turns of a session by run, its revisions by number, and the questions that nobody has answered."""

    id: str
    submitted: dict[str, Submitted] = field(default_factory=dict)
    ends: dict[str, PlanRevised | FeedbackRefused] = field(default_factory=dict)
    questions: dict[str, QuestionAsked] = field(default_factory=dict)
    answered: set[str] = field(default_factory=set)
    revisions: dict[int, Revision] = field(default_factory=dict)

    @property
    def head(self) -> Revision | None:
        """Return the newest revision; None while nothing has come into force."""
        return self.revisions[max(self.revisions)] if self.revisions else None

    @property
    def about(self) -> tuple[str, str] | None:
        """Return the domain and the problem; None for a session without events."""
        if self.head is not None:
            return self.head.problem.domain, self.head.problem.problem
        said = [each for each in self.submitted.values() if isinstance(each, FeedbackSubmitted)]
        return (said[-1].domain, said[-1].problem) if said else None

    @property
    def open_question(self) -> QuestionAsked | None:
        """Return the question that a run waits for; None where none does."""
        for asked in reversed(self.questions.values()):
            if asked.question not in self.answered and asked.envelope.correlation_id not in self.ends:
                return asked
        return None

    @property
    def under_way(self) -> Submitted | None:
        """Return the turn that was begun last, where it has not ended."""
        runs = list(self.submitted)
        return self.submitted[runs[-1]] if runs and runs[-1] not in self.ends else None

    @property
    def result(self) -> PlanRevised | None:
        """Return the end of the run that made the newest revision, or the one that it restores.

        Without a revision it is the last end there is; None where there is none.
        """
        if self.head is None:
            ended = [each for each in self.ends.values() if isinstance(each, PlanRevised) and not each.answers]
            return ended[-1] if ended else None
        by_id = {each.id: each for each in self.revisions.values()}
        made: Revision | None = self.head
        while made is not None and made.run is None:
            made = by_id.get(made.restores or "")
        end = None if made is None else self.ends.get(made.run or "")
        return end if isinstance(end, PlanRevised) else None

    def revision(self, named: str) -> Revision:
        """Return the revision with this number or id.

        Raises:
            ContractError: there is none.
        """
        for each in self.revisions.values():
            if named in (each.id, str(each.number)):
                return each
        known = ", ".join(str(number) for number in sorted(self.revisions)) or "none"
        raise unknown(f"session {self.id} has no revision {named!r}", f"its revisions: {known}")


async def recorded_session(client: PlancriticClient, session: str) -> RecordedSession:
    """Return what is recorded of the session of exactly this name; an empty one where nothing is."""
    return read_session(session, [event.message for event in await client.recorded(session=session)])


async def found_session(client: PlancriticClient, beginning: str) -> RecordedSession:
    """Return what is recorded of the one session whose id begins so.

    Raises:
        ContractError: there is none, or several, or no coordinator answers.
    """
    try:
        head = await client.head(check_identifier(beginning, "session"))
    except ContractError as error:
        # A session in which nothing has come into force is known by its runs alone.
        if error.fault.code is not FaultCode.UNKNOWN_NAME:
            raise
        return await recorded_session(client, await client.find_session(beginning))
    found = await recorded_session(client, head.session)
    found.revisions[head.number] = head
    return found


def read_session(session: str, messages: Iterable[Message]) -> RecordedSession:
    """Return a session from its events, oldest first."""
    found = RecordedSession(session)
    for message in messages:
        run = message.envelope.correlation_id
        match message:
            case FeedbackSubmitted() | ExecutionDeviated():
                found.submitted[run] = message
            case QuestionAsked():
                found.questions[message.question] = message
            case QuestionAnswered():
                found.answered.add(message.question)
            case PlanRevised() | FeedbackRefused():
                found.ends[run] = message
            case SessionRevised():
                found.revisions[message.revision.number] = message.revision
    return found
