"""Questions to the person who gave feedback, where several readings are likely; and answers to the person's own."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from plancritic.contracts.envelope import Contract, Message, Token
from plancritic.contracts.translation import Statement

#: Whether whoever submits feedback answers questions: never, or by `question.answered`.
Questions = Literal["none", "ask"]

#: What a question is about: what a statement means; which of two statements is to hold that clash; which statement a
#: command ("forget what I said about A") means.
QuestionKind = Literal["meaning", "clash", "target"]

MOST_CHOICES = 4


class Choice(Contract):
    """One answer to a question: in plain words, and what the plan would come to.

    `number` is what an answer names. `constraints` are those of the meaning that is chosen; of a clash, of the
    statement that then has to hold; of a target, of that statement. `probability` is the share of a meaning among all
    that the statement may mean; other choices have equal shares. `steps` and `end` are those of a `plan` that does it
    beside all that is in force, and nothing else that was said in the turn (`end` in units of the domain's time, `plan`
    as PDDL); None where none was found yet. The run may find one that ends sooner. `consequence` says in words how that
    plan differs from the one shown. `plan_only` says that the choice is of the plan alone: what was meant is something
    else, which that plan does as well.
    """

    number: int = Field(ge=1, le=MOST_CHOICES)
    sentence: str
    constraints: tuple[str, ...] = Field(min_length=1)
    probability: float = Field(ge=0, le=1)
    steps: int | None = None
    end: float | None = None
    consequence: str = ""
    plan: str | None = None
    plan_only: bool = False


class RejectedReading(Contract):
    """A statement in force whose reading the person did not mean: it is read anew without that.

    With `other` the next likeliest reading is what the person meant; without, that one is asked about where the client
    answers questions.
    """

    statement: Token
    other: bool = False


class QuestionAsked(Message):
    """Event: a run waits for an answer. The likeliest choice comes first; "none of these" is always an answer too.

    An answer counts for `answer_seconds` from when the question was first asked, in wall time; after that the run goes
    on as if nobody answered. None where whoever asked did not say.
    """

    question: Token
    kind: QuestionKind = "meaning"
    statement: Statement
    text: str
    choices: tuple[Choice, ...] = Field(min_length=1, max_length=MOST_CHOICES)
    answer_seconds: float | None = Field(default=None, gt=0)


class OpenQuestion(Contract):
    """A question what a statement means to which the person said something else instead of choosing.

    `choices` are those that were offered, the likeliest first; their plans are not needed.
    """

    statement: Statement
    choices: tuple[Choice, ...] = Field(min_length=1, max_length=MOST_CHOICES)


class QuestionAnswered(Message):
    """Event: a person's answer to a question of a run; the first answer counts.

    `choice` is the number of a choice; None says that none of them is meant. `skipped` says that nobody will answer:
    the question stays open, and the statement changes nothing. Without a choice an earlier statement that clashes stays
    as it is, and a command that may mean several statements is refused.
    """

    question: Token
    choice: int | None = Field(default=None, ge=1, le=MOST_CHOICES)
    skipped: bool = False


class Answer(Contract):
    """What a text was answered that asks about the plan, or asks for nothing; it changed nothing.

    `act` says what it was taken for: `question`, `chatter`, `confirm`, `deny`, or a `change` or `cancel` that fits
    nothing in force. `supposes` says back what a question supposes ("what if ..."): said as a statement it would hold.
    `understood` is false where a question was not understood, or nothing in force fits a change or a cancellation.
    """

    question: str
    act: Literal["wish", "change", "cancel", "undo", "question", "accept", "confirm", "deny", "chatter"]
    sentences: tuple[str, ...]
    supposes: str = ""
    understood: bool = True
