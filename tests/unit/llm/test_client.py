"""The client against a server at the HTTP edge: answers of a shape, or a typed error."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, SecretStr
from structlog.testing import capture_logs
from tests.support.recorded_llm_server import Answer, completion, recorded_llm_server, replaying

from plancritic.contracts.errors import FaultCode
from plancritic.llm import (
    BudgetExceeded,
    Completion,
    LanguageModel,
    LanguageModelMalformed,
    LanguageModelNotConfigured,
    LanguageModelRefused,
    LanguageModelSettings,
    LanguageModelUnavailable,
    Message,
    Recording,
    TokenBudget,
)

KEY = "sk-very-secret"
ASKED = (Message("system", "Answer."), Message("user", "<statement>hello</statement>"))


class Goals(BaseModel):
    goals: list[str]


def settings(url: str, **changes: Any) -> LanguageModelSettings:
    values: dict[str, Any] = {"model": "recorded", "api_key": SecretStr(KEY), "attempts": 3}
    return LanguageModelSettings(base_url=url, **{**values, **changes})


async def ask(url: str, budget: TokenBudget | None = None, candidates: int = 1, **changes: Any) -> Completion[Goals]:
    async with LanguageModel(settings(url, **changes)) as model:
        return await model.complete(ASKED, Goals, budget or TokenBudget(10_000), candidates)


def in_turn(*answers: tuple[int, dict[str, Any]]) -> Answer:
    left = list(answers)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


async def test_candidates_come_back_in_their_shape() -> None:
    async with recorded_llm_server(in_turn((200, completion('{"goals": ["a"]}', '{"goals": ["b"]}')))) as server:
        budget = TokenBudget(10_000)
        found = await ask(server.url, budget, candidates=2)
    assert [answer.goals for answer in found.answers] == [["a"], ["b"]]
    assert (found.answer_format, found.attempts, budget.spent) == ("json_schema", 1, 100)
    assert server.requests[0]["response_format"]["json_schema"]["schema"]["required"] == ["goals"]
    assert server.keys == [f"Bearer {KEY}"]


async def test_a_server_that_cannot_enforce_a_schema_is_asked_in_words_and_the_completion_says_so() -> None:
    refused = (400, {"error": {"message": "response_format json_schema is not supported"}})
    answers = in_turn(refused, (200, completion('Sure!\n```json\n{"goals": ["a"]}\n```')))
    async with recorded_llm_server(answers) as server:
        found = await ask(server.url)
    assert found.answer_format == "text"
    assert "response_format" not in server.requests[1]
    assert "JSON schema" in server.requests[1]["messages"][1]["content"]


async def test_where_the_schema_is_demanded_there_is_no_falling_back() -> None:
    refused = (400, {"error": {"message": "response_format json_schema is not supported"}})
    async with recorded_llm_server(in_turn(refused)) as server:
        with pytest.raises(LanguageModelUnavailable, match="not supported"):
            await ask(server.url, structured="json_schema")


async def test_an_error_that_may_pass_is_tried_again() -> None:
    busy = (503, {"error": {"message": "busy"}})
    async with recorded_llm_server(in_turn(busy, busy, (200, completion('{"goals": []}')))) as server:
        assert (await ask(server.url)).attempts == 3


async def test_a_server_that_stays_down_is_unavailable_after_the_last_attempt() -> None:
    async with recorded_llm_server(in_turn((500, {"error": {"message": "out of order"}}))) as server:
        with pytest.raises(LanguageModelUnavailable) as caught:
            await ask(server.url)
    assert (caught.value.attempts, len(server.requests)) == (3, 3)
    assert caught.value.fault.code is FaultCode.LANGUAGE_MODEL_FAILED
    assert caught.value.fault.remedy is not None


async def test_no_server_is_unavailable() -> None:
    with pytest.raises(LanguageModelUnavailable, match="no connection"):
        await ask("http://127.0.0.1:9/v1", attempts=2)


async def test_a_refused_key_is_neither_tried_again_nor_told_nor_logged() -> None:
    wrong = (401, {"error": {"message": f"Incorrect API key provided: {KEY}"}})
    with capture_logs() as logs:
        async with recorded_llm_server(in_turn(wrong)) as server:
            with pytest.raises(LanguageModelUnavailable) as caught:
                await ask(server.url)
    assert len(server.requests) == 1
    assert KEY not in str(caught.value.fault) + str(logs)


async def test_a_refusal_is_typed() -> None:
    async with recorded_llm_server(in_turn((200, completion("", refusal="I would rather not")))) as server:
        with pytest.raises(LanguageModelRefused, match="rather not"):
            await ask(server.url)


async def test_of_several_candidates_the_well_formed_ones_count_and_the_others_are_named() -> None:
    async with recorded_llm_server(in_turn((200, completion('{"goals": ["a"]}', "{'goals': }")))) as server:
        found = await ask(server.url, candidates=2)
    assert (len(found.answers), len(found.malformed)) == (1, 1)


@pytest.mark.parametrize("text", ["", "no json here", '{"other": 1}', '{"goals": "a"}', "[" * 5_000])
async def test_only_malformed_candidates_are_a_typed_error(text: str) -> None:
    async with recorded_llm_server(in_turn((200, completion(text)))) as server:
        with pytest.raises(LanguageModelMalformed):
            await ask(server.url)


async def test_a_request_beyond_the_budget_is_not_sent() -> None:
    async with recorded_llm_server(in_turn((200, completion('{"goals": []}', tokens=2_995)))) as server:
        budget = TokenBudget(3_000)
        await ask(server.url, budget)
        with pytest.raises(BudgetExceeded) as caught:
            await ask(server.url, budget)
    assert len(server.requests) == 1
    assert (caught.value.limit, caught.value.spent) == (3_000, 2_995)


def test_without_a_model_nothing_can_be_asked() -> None:
    empty = LanguageModelSettings(base_url=None, api_key=None, model=None)
    assert empty.missing == "PLANCRITIC_LLM_MODEL"
    with pytest.raises(LanguageModelNotConfigured, match="PLANCRITIC_LLM_MODEL"):
        LanguageModel(empty)


async def test_what_was_recorded_is_replayed_and_holds_no_key(tmp_path: Path) -> None:
    path = tmp_path / "recording.jsonl"
    async with recorded_llm_server(in_turn((200, completion('{"goals": ["a"]}')))) as server:
        await ask(server.url, record=path)
    assert KEY not in path.read_text()
    async with recorded_llm_server(replaying(Recording.load(path))) as replay:
        assert (await ask(replay.url)).answers[0].goals == ["a"]
        with pytest.raises(LanguageModelUnavailable, match=r"not in the recording; .*-m tests\.support\.record_llm"):
            async with LanguageModel(settings(replay.url)) as model:
                await model.complete((Message("user", "other words"),), Goals, TokenBudget(10_000))


def test_a_broken_recording_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "recording.jsonl"
    path.write_text('{"request": {}, "response": {}}\n{"request": 1}\n')
    with pytest.raises(ValueError, match=r"recording\.jsonl:2"):
        Recording.load(path)


async def test_a_text_of_no_shape_is_asked_for_without_a_schema() -> None:
    async with recorded_llm_server(in_turn((200, completion("# Any text")))) as server:
        budget = TokenBudget(10_000)
        async with LanguageModel(settings(server.url)) as model:
            written = await model.write(ASKED, budget, temperature=0.3, seed=7, most_tokens=500)
    assert (written.text, written.cut_off, budget.spent) == ("# Any text", False, 100)
    (request,) = server.requests
    assert (request["temperature"], request["seed"], request["max_tokens"]) == (0.3, 7, 500)
    assert [each["content"] for each in request["messages"]] == [each.content for each in ASKED]
    assert "response_format" not in request


async def test_a_text_that_was_cut_off_says_so() -> None:
    cut = completion("half of")
    cut["choices"][0]["finish_reason"] = "length"
    async with recorded_llm_server(in_turn((200, cut))) as server, LanguageModel(settings(server.url)) as model:
        assert (await model.write(ASKED, TokenBudget(10_000))).cut_off


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (completion(" "), LanguageModelMalformed),
        (completion(), LanguageModelMalformed),
        (completion("", refusal="no"), LanguageModelRefused),
    ],
)
async def test_no_text_is_a_typed_error(reply: dict[str, Any], error: type[Exception]) -> None:
    async with recorded_llm_server(in_turn((200, reply))) as server, LanguageModel(settings(server.url)) as model:
        with pytest.raises(error):
            await model.write(ASKED, TokenBudget(10_000))
