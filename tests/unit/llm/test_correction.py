"""The model sees what is wrong with its answer once, and only where its candidates do not outvote it."""

import json
from collections.abc import Sequence

import pytest
from pydantic import BaseModel
from tests.support.recorded_llm_server import RecordedServer, completion, recorded_llm_server

from plancritic.llm import (
    Checked,
    LanguageModel,
    LanguageModelMalformed,
    LanguageModelSettings,
    Message,
    NotAcceptable,
    TokenBudget,
    complete_checked,
)

ASKED = (Message("system", "Count."), Message("user", "more"))


class Number(BaseModel):
    number: int


def positive(answer: Number) -> int:
    if answer.number <= 0:
        raise NotAcceptable(f"{answer.number} is not positive")
    return answer.number


def number(value: int) -> str:
    return json.dumps({"number": value})


async def checked(*rounds: Sequence[str]) -> tuple[Checked[int], RecordedServer]:
    left = list(rounds)
    async with recorded_llm_server(lambda _: (200, completion(*left.pop(0)))) as server:
        settings = LanguageModelSettings(
            base_url=server.url, api_key=None, model="m", attempts=1, structured="json_schema"
        )
        async with LanguageModel(settings) as model:
            found = await complete_checked(
                model,
                ASKED,
                Number,
                positive,
                lambda complaint: f"Wrong: {complaint}",
                TokenBudget(100_000),
                candidates=len(rounds[0]),
            )
    return found, server


def values(found: Checked[int]) -> list[int]:
    return [each.value for each in found.accepted]


async def test_candidates_that_hold_are_taken_as_they_are() -> None:
    found, server = await checked([number(1), number(2)])
    assert (values(found), found.refused, len(server.requests)) == ([1, 2], (), 1)


async def test_failing_candidates_that_are_outvoted_cost_no_further_request() -> None:
    found, server = await checked([number(1), number(-1), number(1)])
    assert (values(found), found.refused, len(server.requests)) == ([1, 1], ("-1 is not positive",), 1)


async def test_where_most_fail_the_most_frequent_complaint_is_shown_with_its_answer() -> None:
    found, server = await checked([number(3), number(-2), number(-1), number(-1)], [number(5), number(0), number(5)])
    assert values(found) == [3, 5, 5]
    assert [each.corrects for each in found.accepted] == [None, "-1 is not positive", "-1 is not positive"]
    assert found.refused == ("0 is not positive",)
    again = server.requests[1]
    assert again["n"] == 3
    assert again["messages"][-2:] == [
        {"role": "assistant", "content": number(-1)},
        {"role": "user", "content": "Wrong: -1 is not positive"},
    ]


async def test_the_complaint_is_shown_once_and_no_more() -> None:
    found, server = await checked([number(-1)], [number(-2)])
    assert (values(found), found.refused, len(server.requests)) == ([], ("-2 is not positive",), 2)


async def test_an_answer_without_the_shape_is_complained_about_too() -> None:
    found, server = await checked(["It is three."], [number(3)])
    assert (values(found), len(server.requests)) == ([3], 2)
    assert "no JSON object" in server.requests[1]["messages"][-1]["content"]


async def test_a_second_answer_without_the_shape_is_a_typed_error_where_nothing_holds() -> None:
    with pytest.raises(LanguageModelMalformed):
        await checked(["three"], ["still three"])


async def test_what_held_the_first_time_stands_when_the_second_brings_nothing() -> None:
    found, _ = await checked([number(1), number(-1), number(-1)], ["sorry", "sorry"])
    assert values(found) == [1]
    assert len(found.refused) == 2
