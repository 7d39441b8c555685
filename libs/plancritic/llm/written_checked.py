"""Asking for a text, checking it, and showing the model what is wrong with it until it holds or the tries are spent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import structlog

from plancritic.llm.budget import TokenBudget
from plancritic.llm.client import LanguageModel
from plancritic.llm.completion import Message, Written
from plancritic.llm.correction import NotAcceptable
from plancritic.llm.errors import LanguageModelMalformed, LanguageModelRefused

_log = structlog.get_logger("plancritic.llm")

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Acceptable(Generic[Value]):
    """What a text that holds was read as; `complaints` are those about the texts before it, `tokens` were spent."""

    value: Value
    complaints: tuple[str, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class NeverAcceptable:
    """What was wrong with each text; the last complaint is about an answer too, and nobody was shown it."""

    complaints: tuple[str, ...]
    tokens: int


async def write_checked(
    model: LanguageModel,
    messages: tuple[Message, ...],
    accept: Callable[[Written], Value],
    complain: Callable[[str], str],
    budget: TokenBudget,
    tries: int,
    temperature: float = 0.0,
    seed: int | None = None,
    most_tokens: int | None = None,
) -> Acceptable[Value] | NeverAcceptable:
    """Ask for a text up to `tries` times, each time with all answers before it and the complaints about them.

    An answer that is empty or declined ends the conversation: there is nothing to show.

    Args:
        model: The model to ask.
        messages: The question.
        accept: Reads a text, or raises `NotAcceptable`.
        complain: The message that shows a complaint to the model.
        budget: Pays for all tries.
        tries: How often is asked at most.
        temperature: How varied answers are.
        seed: For endpoints that answer the same to the same seed.
        most_tokens: Longest answer; by default that of the model's settings.

    Raises:
        BudgetExceeded: The next try could exceed a budget.
        LanguageModelUnavailable: No answer, as often as it was tried.
    """
    complaints: list[str] = []
    tokens = 0
    for _ in range(tries):
        try:
            written = await model.write(messages, budget, temperature, seed, most_tokens)
        except (LanguageModelMalformed, LanguageModelRefused) as error:
            complaints.append(error.fault.message)
            break
        tokens += written.tokens
        try:
            return Acceptable(accept(written), tuple(complaints), tokens)
        except NotAcceptable as error:
            complaints.append(str(error))
        _log.info("showing the complaint", model=model.name, complaint=complaints[-1][:200])
        messages = (
            *messages,
            Message("assistant", written.text),
            Message("user", complain(complaints[-1])),
        )
    return NeverAcceptable(tuple(complaints), tokens)
