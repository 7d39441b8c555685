"""Asking, checking what comes, and showing the model what is wrong with it once.

A candidate may have the shape and still not hold: names that do not exist, formulas that cannot be read. Where at
least half of the candidates hold, the others are outvoted and nothing more is asked. Where fewer do, the model sees the
answer that failed most often together with the complaint about it, and is asked for as many new candidates as
failed. Whatever fails then has failed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import structlog

from plancritic.llm.budget import TokenBudget
from plancritic.llm.client import LanguageModel
from plancritic.llm.completion import Candidate, Message
from plancritic.llm.errors import LanguageModelMalformed
from plancritic.llm.structured import Answer

_log = structlog.get_logger("plancritic.llm")

Value = TypeVar("Value")

#: Characters of a failed answer that are shown again: a longer one has gone wrong in another way.
_LONGEST_SHOWN = 8_000


class NotAcceptable(ValueError):
    """An answer of the right shape that does not hold; the text says why, in words that the model can use."""


@dataclass(frozen=True, slots=True)
class Accepted(Generic[Value]):
    """What an answer that holds was read as.

    `corrects` is the complaint that it came after and `instead_of` the answer complained about, None at first go.
    """

    value: Value
    corrects: str | None = None
    instead_of: str | None = None


@dataclass(frozen=True, slots=True)
class Checked(Generic[Value]):
    """Candidates that hold, and what is wrong with each that does not."""

    accepted: tuple[Accepted[Value], ...]
    refused: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Failed:
    text: str
    complaint: str


async def complete_checked(
    model: LanguageModel,
    messages: tuple[Message, ...],
    answer: type[Answer],
    accept: Callable[[Answer], Value],
    complain: Callable[[str], str],
    budget: TokenBudget,
    candidates: int = 1,
    temperature: float = 0.0,
    seed: int | None = None,
) -> Checked[Value]:
    """Ask for candidates, and once more, with the complaint, where fewer than half of them hold.

    Args:
        model: The model to ask.
        messages: The question.
        answer: The shape of an answer.
        accept: Reads an answer, or raises `NotAcceptable`.
        complain: The message that shows a complaint to the model.
        budget: Pays for both times.
        candidates: How many are asked for.
        temperature: How varied they are.
        seed: For endpoints that answer the same to the same seed.

    Raises:
        LanguageModelError: As of `LanguageModel.complete`; `LanguageModelMalformed` where no candidate had the shape
            the second time either and none holds.
    """

    async def ask(said: tuple[Message, ...], wanted: int) -> tuple[Candidate[Answer], ...]:
        completion = await model.complete(said, answer, budget, wanted, temperature, seed)
        return completion.candidates

    given: tuple[Candidate[Answer], ...]
    try:
        given = await ask(messages, candidates)
    except LanguageModelMalformed as error:
        if not any(error.texts):
            raise
        pairs = zip(error.texts, error.reasons, strict=True)
        given = tuple(Candidate(text, complaint=reason) for text, reason in pairs)
    held, failed = _judged(given, accept)
    accepted = [Accepted(value) for value in held]
    if 2 * len(failed) <= len(given):
        return Checked(tuple(accepted), tuple(each.complaint for each in failed))
    shown = _most_frequent(failed)
    _log.info("showing the complaint", model=model.name, failed=len(failed), candidates=len(given))
    conversation = (
        *messages,
        Message("assistant", shown.text[:_LONGEST_SHOWN]),
        Message("user", complain(shown.complaint)),
    )
    try:
        again = await ask(conversation, len(failed))
    except LanguageModelMalformed as error:
        if not accepted:
            raise
        return Checked(tuple(accepted), error.reasons)
    held, still = _judged(again, accept)
    accepted.extend(Accepted(value, shown.complaint, shown.text) for value in held)
    return Checked(tuple(accepted), tuple(each.complaint for each in still))


def _judged(
    candidates: tuple[Candidate[Answer], ...], accept: Callable[[Answer], Value]
) -> tuple[list[Value], list[_Failed]]:
    held: list[Value] = []
    failed: list[_Failed] = []
    for each in candidates:
        if each.answer is None:
            failed.append(_Failed(each.text, each.complaint or "it does not have the requested shape"))
            continue
        try:
            held.append(accept(each.answer))
        except NotAcceptable as error:
            failed.append(_Failed(each.text, str(error)))
    return held, failed


def _most_frequent(failed: list[_Failed]) -> _Failed:
    """The complaint made most often; of equal ones the first."""
    (complaint, _), *_ = Counter(each.complaint for each in failed).most_common(1)
    return next(each for each in failed if each.complaint == complaint)
