"""What is asked and what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal

from plancritic.llm.structured import Answer

#: How a shape was asked for: enforced by the server, or in words.
AnswerFormat = Literal["json_schema", "text"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat; what people wrote goes into the role `user`, never into `system`."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Candidate(Generic[Answer]):
    """One candidate: its text, and the answer read from it or what is wrong with it."""

    text: str
    answer: Answer | None = None
    complaint: str | None = None


@dataclass(frozen=True, slots=True)
class Completion(Generic[Answer]):
    """At least one candidate of the asked-for shape, as the server gave them.

    `answer_format` is how the shape was asked for; `tokens` were spent in and out, all attempts that were answered
    together.
    """

    candidates: tuple[Candidate[Answer], ...]
    answer_format: AnswerFormat
    model: str
    tokens: int
    attempts: int

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The candidates that have the shape."""
        return tuple(each.answer for each in self.candidates if each.answer is not None)

    @property
    def malformed(self) -> tuple[str, ...]:
        """Of each of the others what is wrong with it."""
        return tuple(each.complaint or "" for each in self.candidates if each.answer is None)


@dataclass(frozen=True, slots=True)
class Written:
    """A text as the model wrote it; `cut_off` where it was longer than allowed. `tokens` were spent in and out."""

    text: str
    cut_off: bool
    model: str
    tokens: int


#: What callers say when they mean the parsed part.
Answers = tuple[Answer, ...]


@dataclass(slots=True)
class Spending:
    """What a client has used so far; `estimated` where the endpoint did not count some of it."""

    requests: int = 0
    prompt: int = 0
    answers: int = 0
    estimated: bool = False

    @property
    def tokens(self) -> int:
        """In and out."""
        return self.prompt + self.answers
