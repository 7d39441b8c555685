"""One request, sent by the OpenAI client, which tries again where that may help, and its outcome: typed."""

from __future__ import annotations

import re
from typing import Any, NoReturn

import httpx2
import openai

from plancritic.llm.attempt import LONGEST_WAIT, AttemptTransport, attempts_of, too_long_a_wait
from plancritic.llm.concessions import RefusedRequest
from plancritic.llm.errors import LanguageModelMisconfigured, LanguageModelUnavailable
from plancritic.llm.fault_text import parameter, reason, words
from plancritic.llm.reply import NoReply, Reply, read_reply
from plancritic.llm.settings import LanguageModelSettings

_OPENAI = "https://api.openai.com/v1"
_UNKNOWN_MODEL = re.compile(
    r"\bmodel\b.*(?:not exist|not found|unknown|invalid|not a valid)|(?:unknown|invalid|no such) model"
)
#: Of the client's errors those that may pass by themselves.
_PASSING = (408, 409, 429)
#: What is shorter is the "none" or "EMPTY" that servers without keys are given; starred out, it would garble words.
_SHORTEST_SECRET = 6


class Sender:
    """The connection to one endpoint."""

    def __init__(self, settings: LanguageModelSettings, transport: httpx2.AsyncBaseTransport | None) -> None:
        key = settings.api_key.get_secret_value() if settings.api_key else None
        # Neither proxies nor keys are taken from anywhere but the settings.
        bounded = AttemptTransport(transport or httpx2.AsyncHTTPTransport(trust_env=False), settings.timeout_seconds)
        http = httpx2.AsyncClient(transport=bounded, timeout=settings.timeout_seconds, trust_env=False)
        self._client = openai.AsyncOpenAI(
            # A server of one's own may need no key, the package demands one.
            api_key=key or "none",
            # Named, so that the package does not look into the environment itself.
            base_url=settings.base_url or _OPENAI,
            timeout=settings.timeout_seconds,
            max_retries=settings.attempts - 1,
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
        """Return what a request for a completion is answered with, and the number of attempts.

        Raises:
            RefusedRequest: The endpoint refuses something in the request.
            LanguageModelUnavailable: No answer, as often as it was tried.
        """

        try:
            response = await self._client.post("/chat/completions", body=body, cast_to=httpx2.Response)
        except openai.APIError as error:
            self._fail(error)
        try:
            return read_reply(response.content), attempts_of(response)
        except NoReply:
            self._wrong_address(attempts_of(response), "its answer is not a chat completion")

    async def models(self) -> bytes:
        """Return the endpoint's list of models as it gives it.

        Raises:
            LanguageModelUnavailable: There is none.
        """

        try:
            response = await self._client.get("/models", cast_to=httpx2.Response)
            return response.content
        except openai.APIError as error:
            try:
                self._fail(error)
            except RefusedRequest as refused:
                raise refused.failed from None

    def _fail(self, error: openai.APIError) -> NoReturn:
        """The typed error for what the client could not have answered."""
        attempts, why = attempts_of(error), reason(error, self._secrets)
        if not isinstance(error, openai.APIStatusError):
            raise LanguageModelUnavailable(self.endpoint, attempts, why) from None
        if asked := too_long_a_wait(error.response.headers):
            why = f"{why} (it asks for a wait of {asked:.0f} s; the longest allowed is {LONGEST_WAIT:.0f} s)"
        elif error.status_code < httpx2.codes.INTERNAL_SERVER_ERROR and error.status_code not in _PASSING:
            self._refuse(error, attempts, why)
        raise LanguageModelUnavailable(self.endpoint, attempts, why, error.status_code) from None

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
