"""Endpoints that are slow, busy or something else: tried again where it helps, else a typed error."""

import logging
import time
from email.utils import formatdate
from typing import Any

import pytest
from pydantic import BaseModel, SecretStr, ValidationError
from structlog.testing import capture_logs
from tests.support.recorded_llm_server import Answer, Reply, completion, recorded_llm_server

from plancritic.llm import (
    Completion,
    LanguageModel,
    LanguageModelMisconfigured,
    LanguageModelSettings,
    LanguageModelUnavailable,
    Message,
    TokenBudget,
)
from plancritic.llm.fault_text import asked_wait

KEY = "sk-very-secret"
RIGHT = completion('{"goals": ["a"]}')


class Goals(BaseModel):
    goals: list[str]


def client(url: str, **changes: Any) -> LanguageModel:
    values: dict[str, Any] = {"model": "m", "api_key": SecretStr(KEY), "attempts": 2}
    return LanguageModel(LanguageModelSettings(base_url=url, **{**values, **changes}))


async def ask(url: str, **changes: Any) -> Completion[Goals]:
    async with client(url, **changes) as model:
        return await model.complete((Message("user", "hello"),), Goals, TokenBudget(10_000))


def first_then_right(first: Reply) -> Answer:
    left = [first]
    return lambda _: left.pop() if left else Reply(200, RIGHT)


async def test_a_busy_endpoint_is_waited_for_as_long_as_it_asks() -> None:
    busy = Reply(429, {"error": {"message": "slow down"}}, {"retry-after": "0.4"})
    began = time.monotonic()
    async with recorded_llm_server(first_then_right(busy)) as server:
        assert (await ask(server.url)).attempts == 2
    assert time.monotonic() - began >= 0.4


async def test_an_endpoint_that_asks_for_too_long_a_wait_is_not_waited_for() -> None:
    busy = Reply(429, {"error": {"message": "tokens per day"}}, {"retry-after": "3600"})
    async with recorded_llm_server(lambda _: busy) as server:
        with pytest.raises(LanguageModelUnavailable, match=r"tokens per day \(it asks for a wait of 3600 s") as caught:
            await ask(server.url)
    assert (len(server.requests), caught.value.status) == (1, 429)


async def test_an_account_without_money_is_not_asked_again() -> None:
    poor = Reply(429, {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}})
    async with recorded_llm_server(lambda _: poor) as server:
        with pytest.raises(LanguageModelUnavailable, match="quota"):
            await ask(server.url)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "2"}, 2.0),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5),
        ({"retry-after": formatdate(1_000_010, usegmt=True)}, 10.0),
        ({"retry-after": formatdate(999_000, usegmt=True)}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({}, None),
    ],
)
def test_the_wait_is_read_as_seconds_milliseconds_or_date(headers: dict[str, str], seconds: float | None) -> None:
    assert asked_wait(headers, now=1_000_000.0) == seconds


async def test_a_slow_endpoint_is_given_up_after_the_time_for_each_attempt() -> None:
    began = time.monotonic()
    async with recorded_llm_server(lambda _: Reply(200, RIGHT, delay=5.0)) as server:
        with pytest.raises(LanguageModelUnavailable, match="failed 2 times: no answer in time"):
            await ask(server.url, timeout_seconds=0.2)
        assert time.monotonic() - began < 4.0
    assert len(server.requests) == 2


async def test_an_endpoint_that_answers_in_drips_is_given_up_too() -> None:
    # Each byte comes in time, the whole answer would take half a minute.
    async with recorded_llm_server(lambda _: Reply(200, RIGHT, drip=0.05)) as server:
        began = time.monotonic()
        with pytest.raises(LanguageModelUnavailable, match="no answer in time"):
            await ask(server.url, timeout_seconds=0.4, attempts=1)
        assert time.monotonic() - began < 4.0


@pytest.mark.parametrize(
    "reply",
    [
        Reply(200, "<html>Welcome</html>", content_type="text/html"),
        Reply(200, {"hello": "world"}),
        Reply(200, "{", content_type="application/json"),
        Reply(404, "404 page not found", content_type="text/plain"),
        Reply(404, {"detail": "Not Found"}),
    ],
)
async def test_something_else_at_the_address_is_told_with_the_remedy(reply: Reply) -> None:
    async with recorded_llm_server(lambda _: reply) as server:
        with pytest.raises(LanguageModelMisconfigured) as caught:
            await ask(server.url)
    assert "OPENAI_BASE_URL" in (caught.value.fault.remedy or "")
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "message",
    [
        "The model `m` does not exist.",
        'model "m" not found, try pulling it first',
        "Invalid model: m",
        "unknown model m",
    ],
)
async def test_a_model_that_the_endpoint_does_not_know_is_told_with_the_remedy(message: str) -> None:
    async with recorded_llm_server(lambda _: Reply(404, {"error": {"message": message}})) as server:
        with pytest.raises(LanguageModelMisconfigured) as caught:
            await ask(server.url)
    assert "PLANCRITIC_LLM_MODEL" in (caught.value.fault.remedy or "")


async def test_an_error_behind_a_gateway_with_status_200_is_tried_again() -> None:
    async with recorded_llm_server(first_then_right(Reply(200, {"error": {"message": "provider down"}}))) as server:
        assert (await ask(server.url)).attempts == 2


async def test_a_redirect_is_not_followed_with_the_key() -> None:
    async with recorded_llm_server(lambda _: Reply(200, RIGHT)) as other:
        away = Reply(307, "", {"location": f"{other.url}/chat/completions"})
        async with recorded_llm_server(lambda _: away) as server:
            with pytest.raises(LanguageModelUnavailable):
                await ask(server.url)
    assert other.keys == []


async def test_no_secret_is_in_a_log_an_error_or_a_setting_shown(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    echo = Reply(500, {"error": {"message": f"upstream got Bearer {KEY} \x1b[31m and\nfell"}})
    with capture_logs() as logs:
        async with recorded_llm_server(lambda _: echo) as server:
            address = server.url.replace("http://", "http://user:pass-word@")
            with pytest.raises(LanguageModelUnavailable) as caught:
                await ask(address)
    shown = f"{caught.value.fault} {logs} {LanguageModelSettings(base_url=address, api_key=SecretStr(KEY), model='m')}"
    assert "upstream got Bearer *** [31m and fell" in shown
    assert KEY not in shown
    assert "pass-word" not in shown
    assert KEY not in caplog.text


async def test_a_key_that_is_a_mere_placeholder_does_not_garble_what_the_endpoint_says() -> None:
    async with recorded_llm_server(lambda _: Reply(500, {"error": {"message": "none left"}})) as server:
        with pytest.raises(LanguageModelUnavailable, match="none left"):
            await ask(server.url, api_key=SecretStr("none"))


@pytest.mark.parametrize("address", ["llm.example/v1", "ftp://llm.example", "http://", "http://h:x/v1", "http://h:0"])
def test_an_address_that_is_none_is_refused_without_being_quoted(address: str) -> None:
    with pytest.raises(ValidationError) as caught:
        LanguageModelSettings(base_url=address)
    (detail,) = caught.value.errors()
    assert detail["loc"] == ("base_url",)
    assert address not in detail["msg"].replace("http://host", "")


def test_a_variable_set_to_nothing_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "PLANCRITIC_LLM_MODEL", "PLANCRITIC_LLM_PROCESS_TOKENS"):
        monkeypatch.setenv(name, "")
    settings = LanguageModelSettings()
    assert (settings.base_url, settings.missing) == (None, "PLANCRITIC_LLM_MODEL")


async def test_models_are_listed_where_the_endpoint_lists_them() -> None:
    async with (
        recorded_llm_server(lambda _: Reply(500, {}), models=["m", "other"]) as server,
        client(server.url) as asked,
    ):
        assert await asked.models() == ("m", "other")
    async with recorded_llm_server(lambda _: Reply(500, {})) as server, client(server.url) as asked:
        with pytest.raises(LanguageModelUnavailable) as caught:
            await asked.models()
    assert caught.value.status == 404
