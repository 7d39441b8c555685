"""What an endpoint refuses or ignores is found out from its own answers, done without, told once and remembered."""

from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import BaseModel, SecretStr
from structlog.testing import capture_logs
from tests.support.limited_llm_endpoint import REFUSALS, limited
from tests.support.recorded_llm_server import Answer, completion, recorded_llm_server

from plancritic.llm import (
    Completion,
    Concession,
    LanguageModel,
    LanguageModelMalformed,
    LanguageModelSettings,
    LanguageModelUnavailable,
    Message,
    TokenBudget,
)
from plancritic.llm.concessions import refused_parameter

ASKED = (Message("system", "Answer."), Message("user", "<statement>hello</statement>"))
SENT = ("model", "messages", "n", "temperature", "max_tokens", "response_format", "seed")


class Goals(BaseModel):
    goals: list[str]


def right(_: Mapping[str, Any]) -> str:
    return '{"goals": ["a"]}'


def client(url: str, **changes: Any) -> LanguageModel:
    values: dict[str, Any] = {"model": "limited", "api_key": SecretStr("k"), "attempts": 1}
    return LanguageModel(LanguageModelSettings(base_url=url, **{**values, **changes}))


async def ask(model: LanguageModel, candidates: int = 3, seed: int | None = None) -> Completion[Goals]:
    return await model.complete(ASKED, Goals, TokenBudget(100_000), candidates, 0.7, seed)


@pytest.mark.parametrize("refused", ["response_format", "n", "temperature", "max_tokens"])
async def test_a_refused_parameter_is_done_without_told_once_and_not_sent_again(refused: str) -> None:
    with capture_logs() as logs:
        async with recorded_llm_server(limited({refused}, right)) as server, client(server.url) as model:
            first = await ask(model)
            refusals = [request for request in server.requests if request.get(refused) not in (None, 1)]
            second = await ask(model)
    assert [len(each.answers) for each in (first, second)] == [3, 3]
    assert len(refusals) == 1
    assert not [request for request in server.requests[1:] if request.get(refused) not in (None, 1)]
    logged_words = [line for line in logs if line["event"] == "language model endpoint lacks a feature"]
    assert [(line["parameter"], line["log_level"]) for line in logged_words] == [(refused, "warning")]
    assert logged_words[0]["reason"].startswith("HTTP 4")
    assert logged_words[0]["instead"]


async def test_an_endpoint_that_refuses_everything_is_still_asked_and_every_concession_is_known() -> None:
    async with recorded_llm_server(limited(REFUSALS, right)) as server, client(server.url) as model:
        found = await ask(model, seed=7)
        assert list(model.concessions.reasons) == [
            Concession.LONGEST,
            Concession.LONGEST_NEWER,
            Concession.TEMPERATURE,
            Concession.SEVERAL,
            Concession.SCHEMA,
            Concession.SEED,
        ]
    assert (len(found.answers), found.answer_format) == (3, "text")
    assert set(server.requests[-1]) == {"model", "messages"}


async def test_the_newer_name_of_the_longest_answer_is_sent_where_the_older_is_refused() -> None:
    async with recorded_llm_server(limited({"max_tokens"}, right)) as server, client(server.url) as model:
        await model.complete(ASKED, Goals, TokenBudget(100_000), most_tokens=321)
    assert [request.get("max_completion_tokens") for request in server.requests] == [None, 321]


async def test_candidates_asked_for_one_by_one_have_a_seed_each() -> None:
    async with recorded_llm_server(limited({"n"}, right)) as server, client(server.url) as model:
        await ask(model, seed=7)
    assert sorted(request["seed"] for request in server.requests) == [7, 7, 8, 9]


async def test_an_endpoint_that_ignores_n_is_asked_for_the_candidates_it_did_not_give() -> None:
    def one(_: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return 200, completion('{"goals": ["a"]}')

    async with recorded_llm_server(one) as server, client(server.url) as model:
        assert len((await ask(model)).answers) == 3
        assert "gave 1 of 3" in model.concessions.reasons[Concession.SEVERAL]
        assert len(server.requests) == 3
        await ask(model, candidates=2)
    assert [request.get("n", 1) for request in server.requests] == [3, 1, 1, 1, 1]


async def test_an_endpoint_that_takes_a_schema_and_ignores_it_is_asked_in_words() -> None:
    def chatty(body: dict[str, Any]) -> str:
        return right(body) if "JSON schema" in str(body["messages"]) else "My goals are plain: a."

    async with recorded_llm_server(limited((), chatty)) as server, client(server.url) as model:
        assert (await ask(model)).answer_format == "text"
        assert "not enforced" in model.concessions.reasons[Concession.SCHEMA]
        assert (await ask(model)).attempts == 1
    assert "response_format" not in server.requests[-1]


async def test_an_answer_that_was_cut_off_does_not_say_that_the_schema_is_ignored() -> None:
    def cut(_: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        answer = completion('{"goals": ["a')
        answer["choices"][0]["finish_reason"] = "length"
        return 200, answer

    async with recorded_llm_server(cut) as server, client(server.url) as model:
        with pytest.raises(LanguageModelMalformed, match="cut off") as caught:
            await ask(model, candidates=1)
        assert not model.concessions.reasons
    assert "PLANCRITIC_LLM_ANSWER_TOKENS" in (caught.value.fault.remedy or "")


async def test_a_schema_that_is_demanded_is_not_given_up() -> None:
    async with (
        recorded_llm_server(limited({"response_format"}, right)) as server,
        client(server.url, structured="json_schema") as model,
    ):
        with pytest.raises(LanguageModelUnavailable, match="response_format"):
            await ask(model)


@pytest.mark.parametrize(
    "message",
    [
        "'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's context length is 4096",
        "max_tokens must be at least 1, got -186.",
        "This model's maximum context length is 16384 tokens. However, you requested 19591 tokens",
        "`max_tokens` must be less than or equal to `16384`",
        "Conversation roles must alternate",
    ],
)
async def test_an_error_about_something_else_gives_nothing_up(message: str) -> None:
    def refuse(_: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return 400, {"error": {"message": message}}

    async with recorded_llm_server(refuse) as server, client(server.url) as model:
        with pytest.raises(LanguageModelUnavailable):
            await ask(model)
        assert not model.concessions.reasons
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("message", "named", "refused"),
    [
        ("'response_format.type' must be 'json_object' or 'text'", None, Concession.SCHEMA),
        ("response_format.type `json_schema` is unavailable now", None, Concession.SCHEMA),
        ("Invalid schema", "response_format.json_schema", Concession.SCHEMA),
        ("n must be 1 when using greedy sampling, got 5.", None, Concession.SEVERAL),
        ("body.n: Extra inputs are not permitted", None, Concession.SEVERAL),
        ("Unrecognized request argument supplied: seed", None, Concession.SEED),
        ("`temperature` is not supported by this model", None, Concession.TEMPERATURE),
        ("messages: n and others are unsupported", None, None),
        ("temperature exploded", None, None),
    ],
)
def test_a_refusal_is_known_by_its_param_or_its_words(
    message: str, named: str | None, refused: Concession | None
) -> None:
    assert refused_parameter(message, named, SENT) is refused


async def test_a_parameter_that_was_not_sent_is_not_given_up_again() -> None:
    always: Answer = lambda _: REFUSALS["temperature"]  # noqa: E731
    async with recorded_llm_server(always) as server, client(server.url) as model:
        with pytest.raises(LanguageModelUnavailable):
            await ask(model, candidates=1)
    assert len(server.requests) == 2
