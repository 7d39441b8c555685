"""A text asked for until it holds: what the model is shown, and how it ends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.support.recorded_llm_server import Reply, completion, recorded_llm_server

from plancritic.llm import (
    Acceptable,
    BudgetExceeded,
    LanguageModel,
    LanguageModelSettings,
    LanguageModelUnavailable,
    Message,
    NeverAcceptable,
    NotAcceptable,
    TokenBudget,
    Written,
    write_checked,
)

ASKED = (Message("user", "A number?"),)


def number(written: Written) -> int:
    if not written.text.isdecimal():
        raise NotAcceptable(f"{written.text!r} is no number")
    return int(written.text)


@asynccontextmanager
async def answering(*texts: str) -> AsyncIterator[tuple[LanguageModel, list[dict[str, Any]]]]:
    left = iter(texts)
    async with recorded_llm_server(lambda _body: (200, completion(next(left)))) as server:
        settings = LanguageModelSettings(base_url=server.url, api_key=None, model="scripted", attempts=1)
        async with LanguageModel(settings) as model:
            yield model, server.requests


async def ask(model: LanguageModel, tries: int, limit: int | None = None) -> Acceptable[int] | NeverAcceptable:
    return await write_checked(model, ASKED, number, "No: {}".format, TokenBudget(limit), tries, most_tokens=20)


async def test_each_complaint_is_shown_below_the_answer_that_it_is_about() -> None:
    async with answering("one", "two", "3") as (model, requests):
        found = await ask(model, 3)
    assert found == Acceptable(3, ("'one' is no number", "'two' is no number"), 300)
    said = [each["content"] for each in requests[-1]["messages"]]
    assert said == ["A number?", "one", "No: 'one' is no number", "two", "No: 'two' is no number"]


async def test_nobody_is_asked_more_often_than_allowed() -> None:
    async with answering("one", "two", "3") as (model, requests):
        found = await ask(model, 2)
    assert found == NeverAcceptable(("'one' is no number", "'two' is no number"), 200)
    assert len(requests) == 2


async def test_an_answer_that_cannot_be_shown_ends_the_conversation() -> None:
    async with answering("one", " ", "3") as (model, requests):
        found = await ask(model, 3)
    assert isinstance(found, NeverAcceptable)
    assert len(found.complaints) == len(requests) == 2
    assert "empty" in found.complaints[-1]


async def test_all_tries_are_paid_from_one_budget() -> None:
    async with answering("one", "2") as (model, requests):
        with pytest.raises(BudgetExceeded):
            await ask(model, 3, limit=110)
    assert len(requests) == 1


@pytest.mark.parametrize("status", [404, 500])
async def test_an_endpoint_that_fails_is_no_answer(status: int) -> None:
    answer: Callable[[dict[str, Any]], Reply] = lambda _body: Reply(status, {"error": {"message": "no"}})  # noqa: E731
    async with recorded_llm_server(answer) as server:
        settings = LanguageModelSettings(base_url=server.url, api_key=None, model="scripted", attempts=1)
        async with LanguageModel(settings) as model:
            with pytest.raises(LanguageModelUnavailable):
                await ask(model, 3)
            assert len(server.requests) == 1
