"""One attempt at a request: what the OpenAI client, which makes the attempts, cannot know by itself.

The client tries again after time-outs, lost connections and HTTP 408, 409, 429 and 5xx, waits with jitter or as long as
the endpoint asks, and obeys a header `x-should-retry`. Its time limit holds for each read, not for the whole answer.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import httpx2

from plancritic.llm.fault_text import asked_wait
from plancritic.llm.reply import NoReply, read_reply

if TYPE_CHECKING:
    import openai

#: Longest wait between two attempts. An endpoint that asks for more is not waited for: the person is told.
LONGEST_WAIT = 30.0
#: An account without money is not refilled by waiting.
_PAST_RETRYING = frozenset(("insufficient_quota", "billing_hard_limit_reached"))
_RETRY_COUNT = "x-stainless-retry-count"


class AttemptTransport(httpx2.AsyncBaseTransport):
    """An HTTP transport that bounds each attempt and marks answers that waiting does not improve.

    Args:
        inner: What sends the request.
        seconds: For one attempt, from the connection to the last byte.
    """

    def __init__(self, inner: httpx2.AsyncBaseTransport, seconds: float) -> None:
        self._inner = inner
        self._seconds = seconds

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send the request and read the whole answer.

        Raises:
            httpx2.ReadTimeout: The whole answer took too long.
        """
        try:
            async with asyncio.timeout(self._seconds):
                response = await self._inner.handle_async_request(request)
                await response.aread()
        except TimeoutError:
            raise httpx2.ReadTimeout("no answer in time", request=request) from None
        if response.status_code == httpx2.codes.OK and _is_an_error(response.content):
            # Some gateways send errors of those behind them with status 200; only as an error is it tried again.
            response.status_code = httpx2.codes.BAD_GATEWAY
        if response.is_error and (_code(response.content) in _PAST_RETRYING or too_long_a_wait(response.headers)):
            response.headers["x-should-retry"] = "false"
        return response

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()


def too_long_a_wait(headers: httpx2.Headers) -> float | None:
    """Return the seconds that an endpoint asks to wait where they are too many; None where they are not."""
    asked = asked_wait(headers)
    return asked if asked is not None and asked > LONGEST_WAIT else None


def attempts_of(made: httpx2.Response | openai.APIError) -> int:
    """Return how many attempts the client made up to this answer or error."""
    return int(made.request.headers[_RETRY_COUNT]) + 1


def _is_an_error(content: bytes) -> bool:
    try:
        read_reply(content)
    except NoReply as error:
        return error.error is not None
    return False


def _code(content: bytes) -> str | None:
    """The endpoint's own name of an error."""
    try:
        error = json.loads(content)["error"]
        code = error["code"]
    except (ValueError, LookupError, TypeError):
        return None
    return code if isinstance(code, str) else None
