"""One request, sent until it is answered: retries with jitter, waits as asked for, a limit on each attempt."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from typing import Any, NoReturn, TypeVar

import httpx2
import openai
import structlog

from plancritic.llm.errors import LanguageModelMisconfigured, LanguageModelUnavailable
from plancritic.llm.fault_text import asked_wait, parameter, reason, safe, words
from plancritic.llm.reply import NoReply, Reply, read_reply
from plancritic.llm.settings import LanguageModelSettings

_log = structlog.get_logger("plancritic.llm")

_OPENAI = "https://api.openai.com/v1"
#: Longest wait between two attempts. An endpoint that asks for more is not waited for: the person is told.
LONGEST_WAIT = 30.0
_UNKNOWN_MODEL = re.compile(
    r"\bmodel\b.*(?:not exist|not found|unknown|invalid|not a valid)|(?:unknown|invalid|no such) model"
)
#: What is shorter is the "none" or "EMPTY" that servers without keys are given; starred out, it would garble words.
_SHORTEST_SECRET = 6
_PAST_RETRYING = frozenset(("insufficient_quota", "billing_hard_limit_reached"))

Read = TypeVar("Read")


class RefusedRequest(Exception):
    """The endpoint refused what is in the request; `words` and `parameter` are its own."""

    def __init__(self, words: str, parameter: str | None, failed: LanguageModelUnavailable) -> None:
        self.words, self.parameter, self.failed = words, parameter, failed
        super().__init__(words)


class Sender:
    """The connection to one endpoint."""

    def __init__(
        self,
        settings: LanguageModelSettings,
        transport: httpx2.AsyncBaseTransport | None,
        jitter: random.Random | None = None,
    ) -> None:
        self._settings = settings
        self._jitter = jitter or random.Random()
        key = settings.api_key.get_secret_value() if settings.api_key else None
        # Neither proxies nor keys are taken from anywhere but the settings.
        http = httpx2.AsyncClient(transport=transport, timeout=settings.timeout_seconds, trust_env=False)
        self._client = openai.AsyncOpenAI(
            # A server of one's own may need no key, the package demands one.
            api_key=key or "none",
            # Named, so that the package does not look into the environment itself.
            base_url=settings.base_url or _OPENAI,
            timeout=settings.timeout_seconds,
            max_retries=0,
            http_client=http,
        )
        url = self._client.base_url
        self._secrets = tuple(
            each for each in (key, url.password, url.query.decode()) if each and len(each) >= _SHORTEST_SECRET
        )
        #: The address without credentials.
        self.endpoint = f"{url.scheme}://{url.host}{f':{url.port}' if url.port else ''}{url.path}".rstrip("/")

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def completion(self, body: dict[str, Any]) -> tuple[Reply, int]:
        """What a request for a completion is answered with, and the number of attempts.

        Raises:
            RefusedRequest: The endpoint refuses something in the request.
            LanguageModelUnavailable: No answer, as often as it was tried.
        """

        async def post() -> httpx2.Response:
            return await self._client.post("/chat/completions", body=body, cast_to=httpx2.Response)

        return await self._until_answered(post, read_reply)

    async def models(self) -> bytes:
        """The endpoint's list of models as it gives it.

        Raises:
            LanguageModelUnavailable: There is none.
        """

        async def get() -> httpx2.Response:
            return await self._client.get("/models", cast_to=httpx2.Response)

        try:
            content, _ = await self._until_answered(get, bytes)
        except RefusedRequest as error:
            raise error.failed from None
        return content

    async def _until_answered(
        self, ask: Callable[[], Awaitable[httpx2.Response]], read: Callable[[bytes], Read]
    ) -> tuple[Read, int]:
        for attempt in range(1, self._settings.attempts + 1):
            asked: float | None = None
            status: int | None = None
            try:
                async with asyncio.timeout(self._settings.timeout_seconds):
                    response = await ask()
                return read(response.content), attempt
            except TimeoutError:
                why = "no answer in time"
            except NoReply as error:
                if error.error is None:
                    self._wrong_address(attempt, "its answer is no chat completion")
                why = safe(error.error, self._secrets)
            except openai.APIStatusError as error:
                why, status = reason(error, self._secrets), error.status_code
                if not _may_pass(error):
                    self._refuse(error, attempt, why)
                asked = asked_wait(error.response.headers)
            except openai.APIError as error:
                why = reason(error, self._secrets)
            if asked is not None and asked > LONGEST_WAIT:
                why = f"{why} (it asks to wait {asked:.0f} s, {LONGEST_WAIT:.0f} s are waited at most)"
            elif attempt < self._settings.attempts:
                wait = self._wait(attempt, asked)
                _log.warning("language model failed, trying again", attempt=attempt, wait=round(wait, 2), reason=why)
                await asyncio.sleep(wait)
                continue
            raise LanguageModelUnavailable(self.endpoint, attempt, why, status)
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _wait(self, attempt: int, asked: float | None) -> float:
        """Seconds before the next attempt, scattered so that copies that failed together do not come back together."""
        if asked is not None:
            return asked * (1 + 0.1 * self._jitter.random())
        seconds: float = self._settings.retry_seconds * 2 ** (attempt - 1) * (0.5 + self._jitter.random())
        return min(seconds, LONGEST_WAIT)

    def _refuse(self, error: openai.APIStatusError, attempt: int, why: str) -> NoReturn:
        """An error that will not pass: of the settings, or of the request."""
        status, said = error.status_code, words(error)
        if status in (401, 403):
            self._misconfigured(attempt, why, status, "check OPENAI_API_KEY (and that OPENAI_BASE_URL is its endpoint)")
        code = error.body.get("code") if isinstance(error.body, dict) else None
        if code == "model_not_found" or (status in (400, 404) and _UNKNOWN_MODEL.search(said.lower())):
            self._misconfigured(
                attempt, why, status, "check PLANCRITIC_LLM_MODEL; `plancritic llm check` lists the endpoint's models"
            )
        if status in (404, 405) and (not isinstance(error.body, dict) or error.body == {"detail": "Not Found"}):
            self._wrong_address(attempt, why, status)
        failed = LanguageModelUnavailable(self.endpoint, attempt, why, status)
        raise RefusedRequest(said, parameter(error), failed) from None

    def _wrong_address(self, attempt: int, why: str, status: int | None = None) -> NoReturn:
        remedy = "check OPENAI_BASE_URL: most endpoints end in /v1"
        self._misconfigured(attempt, why, status, remedy)

    def _misconfigured(self, attempt: int, why: str, status: int | None, remedy: str) -> NoReturn:
        raise LanguageModelMisconfigured(self.endpoint, attempt, why, status, remedy) from None


def _may_pass(error: openai.APIStatusError) -> bool:
    """Whether the same request may be answered the next time; an account without money is not refilled by waiting."""
    code = error.body.get("code") if isinstance(error.body, dict) else None
    if code in _PAST_RETRYING:
        return False
    return error.status_code in (408, 409, 429) or error.status_code >= 500
