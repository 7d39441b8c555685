"""What no worker could finish: looking at it, trying it again, dropping it; and taking up a run that nobody carries."""

from __future__ import annotations

from pydantic import AwareDatetime, Field

from plancritic.contracts.envelope import Contract, Message, Token
from plancritic.contracts.feedback import FeedbackSubmitted

#: The most dead letters of one answer.
MOST_LETTERS = 100


class DeadLetter(Contract):
    """A message that was given up, without its body; `subject` is where it came from."""

    id: str
    subject: str
    session: str
    run: str | None
    #: The code of a fault, or what the broker said.
    fault: str
    reason: str
    deliveries: int
    buried: AwareDatetime


class ListDeadLetters(Message):
    """Ask: which messages were given up?"""

    limit: int = Field(default=20, ge=1, le=MOST_LETTERS)


class DeadLetterList(Contract):
    """Answer to `ListDeadLetters`, newest first; `total` counts all there are."""

    letters: tuple[DeadLetter, ...]
    total: int


class ShowDeadLetter(Message):
    """Ask: what does a dead letter say? `letter` is its id or the beginning of it."""

    letter: Token


class DeadLetterShown(Contract):
    """Answer to `ShowDeadLetter`; what is no text in `body` is escaped."""

    letter: DeadLetter
    body: str


class RetryDeadLetter(Message):
    """Ask: publish a dead letter again, as a message and a run of its own; the letter is removed then."""

    letter: Token


class DeadLetterRetried(Contract):
    """Answer to `RetryDeadLetter`: the id of the new message, which is also its run."""

    letter: DeadLetter
    run: str


class DropDeadLetter(Message):
    """Ask: remove a dead letter for good."""

    letter: Token


class DeadLetterDropped(Contract):
    """Answer to `DropDeadLetter`."""

    letter: DeadLetter


class ResumeRun(Message):
    """Ask: carry on the run of this feedback, which has neither an end nor a copy that carries it."""

    feedback: FeedbackSubmitted


class RunTakenUp(Contract):
    """Answer to `ResumeRun`: a copy looks after the run now."""

    run: str
