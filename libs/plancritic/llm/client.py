"""One client for any OpenAI-compatible endpoint: candidates of an asked-for shape, or a typed error."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import Any, Generic, Literal, Self

import httpx2
import openai
import structlog
from openai.types.chat import ChatCompletion

from plancritic.llm.budget import TokenBudget, estimated_tokens
from plancritic.llm.errors import (
    LanguageModelMalformed,
    LanguageModelNotConfigured,
    LanguageModelRefused,
    LanguageModelUnavailable,
)
from plancritic.llm.recording import Recorder
from plancritic.llm.settings import LanguageModelSettings
from plancritic.llm.structured import Answer, MalformedAnswer, read_answer, response_format, shape_in_words

_log = structlog.get_logger("plancritic.llm")

#: Errors that may be gone the next time.
_PASSING = (openai.APIConnectionError, openai.RateLimitError, openai.InternalServerError, openai.ConflictError)
_CANNOT_ENFORCE = ("response_format", "json_schema", "structured output", "guided")
_LONGEST_WAIT = 30.0

Way = Literal["json_schema", "text"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat; what people wrote goes into the role `user`, never into `system`."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Completion(Generic[Answer]):
    """The candidates that have the asked-for shape, best effort first as the server gave them.

    `malformed` says of each of the others what is wrong; `way` is how the shape was asked for: enforced by the
    server (`json_schema`) or in words (`text`); `tokens` were spent in and out.
    """

    answers: tuple[Answer, ...]
    malformed: tuple[str, ...]
    way: Way
    model: str
    tokens: int
    attempts: int


#: What callers say when they mean the parsed part.
Answers = tuple[Answer, ...]


class LanguageModel:
    """A chat model. Open it once, close it at the end; safe to use from several tasks.

    Raises:
        LanguageModelNotConfigured: The settings name no model, or neither key nor server.
    """

    def __init__(
        self,
        settings: LanguageModelSettings,
        transport: httpx2.AsyncBaseTransport | None = None,
        jitter: random.Random | None = None,
    ) -> None:
        if settings.missing is not None:
            raise LanguageModelNotConfigured(settings.missing)
        assert settings.model is not None
        self.settings = settings
        self.name = settings.model
        self._jitter = jitter or random.Random()
        self._way: Way = "text" if settings.structured == "text" else "json_schema"
        if settings.record is not None:
            transport = Recorder(settings.record, transport)
        self._http = httpx2.AsyncClient(transport=transport, timeout=settings.timeout_seconds, trust_env=False)
        self._client = openai.AsyncOpenAI(
            # A server of one's own may need no key, the package demands one.
            api_key=settings.api_key.get_secret_value() if settings.api_key else "none",
            base_url=settings.base_url,
            timeout=settings.timeout_seconds,
            max_retries=0,
            http_client=self._http,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def endpoint(self) -> str:
        """The server's address without credentials."""
        url = self._client.base_url
        return f"{url.scheme}://{url.host}{f':{url.port}' if url.port else ''}{url.path}".rstrip("/")

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def complete(
        self,
        messages: tuple[Message, ...],
        answer: type[Answer],
        budget: TokenBudget,
        candidates: int = 1,
        temperature: float = 0.0,
        seed: int | None = None,
        most_tokens: int = 1_000,
    ) -> Completion[Answer]:
        """Ask for `candidates` answers of a shape, each of at most `most_tokens` tokens.

        Raises:
            BudgetExceeded: The request and its longest answers would exceed the budget; nothing was sent.
            LanguageModelUnavailable: No answer, as often as it was tried.
            LanguageModelRefused: The model declined.
            LanguageModelMalformed: No candidate has the shape.
        """
        prompt = estimated_tokens("".join(message.content for message in messages))
        budget.require(prompt + candidates * most_tokens)
        attempts = 0
        while True:
            way = self._way
            body = self._body(messages, answer, way, candidates, temperature, seed, most_tokens)
            try:
                response, tried = await self._send(body)
            except openai.APIStatusError as error:
                attempts += 1
                if not self._falls_back(error, way):
                    raise LanguageModelUnavailable(self.endpoint, attempts, _reason(error)) from None
                self._way = "text"
                _log.warning("server cannot enforce a schema: asking in words", endpoint=self.endpoint, model=self.name)
                continue
            attempts += tried
            return self._read(response, answer, way, attempts, budget, body)

    def _body(
        self,
        messages: tuple[Message, ...],
        answer: type[Answer],
        way: Way,
        candidates: int,
        temperature: float,
        seed: int | None,
        most_tokens: int,
    ) -> dict[str, Any]:
        said = [{"role": message.role, "content": message.content} for message in messages]
        if way == "text":
            said.insert(1, {"role": "system", "content": shape_in_words(answer)})
        body: dict[str, Any] = {
            "model": self.name,
            "messages": said,
            "n": candidates,
            "temperature": temperature,
            "max_tokens": most_tokens,
        }
        if way == "json_schema":
            body["response_format"] = response_format(answer)
        if seed is not None:
            body["seed"] = seed
        return body

    async def _send(self, body: dict[str, Any]) -> tuple[ChatCompletion, int]:
        """The response and the number of attempts; errors that will not pass go through as they are."""
        for attempt in range(1, self.settings.attempts + 1):
            try:
                return await self._client.chat.completions.create(**body), attempt
            except _PASSING as error:
                if attempt == self.settings.attempts:
                    raise LanguageModelUnavailable(self.endpoint, attempt, _reason(error)) from None
                wait = self._wait(attempt, error)
                _log.warning("language model failed, trying again", attempt=attempt, wait=wait, reason=_reason(error))
                await asyncio.sleep(wait)
            except openai.APIStatusError:
                raise
            except openai.APIError as error:
                raise LanguageModelUnavailable(self.endpoint, attempt, _reason(error)) from None
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _wait(self, attempt: int, error: openai.APIError) -> float:
        asked = error.response.headers.get("retry-after") if isinstance(error, openai.APIStatusError) else None
        if asked is not None and asked.replace(".", "", 1).isdigit():
            return min(float(asked), _LONGEST_WAIT)
        seconds: float = self.settings.retry_seconds * 2 ** (attempt - 1) * (0.5 + self._jitter.random())
        return min(seconds, _LONGEST_WAIT)

    def _falls_back(self, error: openai.APIStatusError, way: Way) -> bool:
        """Whether the error says that the server cannot enforce a schema and it was not demanded."""
        if way == "text" or self.settings.structured != "auto" or error.status_code not in (400, 404, 422, 501):
            return False
        return any(word in str(error).lower() for word in _CANNOT_ENFORCE)

    def _read(
        self,
        response: ChatCompletion,
        answer: type[Answer],
        way: Way,
        attempts: int,
        budget: TokenBudget,
        body: dict[str, Any],
    ) -> Completion[Answer]:
        answers: list[Answer] = []
        malformed: list[str] = []
        refusals: list[str] = []
        for choice in response.choices or ():
            text = choice.message.content or ""
            if choice.message.refusal or choice.finish_reason == "content_filter":
                refusals.append(choice.message.refusal or "filtered by the server")
                continue
            try:
                answers.append(read_answer(text, answer))
            except MalformedAnswer as error:
                cut = " (cut off at its longest)" if choice.finish_reason == "length" else ""
                malformed.append(f"{error}{cut}")
        if response.usage is not None:
            tokens = response.usage.total_tokens
        else:
            texts = [choice.message.content or "" for choice in response.choices or ()]
            tokens = sum(map(estimated_tokens, (*(m["content"] for m in body["messages"]), *texts)))
        budget.spend(tokens)
        _log.info("completion", model=self.name, way=way, answers=len(answers), tokens=tokens, attempts=attempts)
        if answers:
            return Completion(tuple(answers), (*malformed, *refusals), way, response.model, tokens, attempts)
        if refusals:
            raise LanguageModelRefused(refusals[0])
        raise LanguageModelMalformed(tuple(malformed))


def _reason(error: openai.APIError) -> str:
    """The server's words without what was sent: a key may be quoted in an answer to a wrong one."""
    if isinstance(error, openai.APITimeoutError):
        return "no answer in time"
    if isinstance(error, openai.AuthenticationError | openai.PermissionDeniedError):
        return f"HTTP {error.status_code}: the key was refused"
    if isinstance(error, openai.APIStatusError):
        return f"HTTP {error.status_code}: {_first_words(error)}"
    return "no connection"


def _first_words(error: openai.APIStatusError) -> str:
    body = error.body
    message = body.get("message") if isinstance(body, dict) else None
    return str(message or error.message)[:200]
