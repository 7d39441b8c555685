"""A fake endpoint that takes less than it is asked for, and says so in the words of the endpoints that people meet.

Its answers are synthetic; its refusals are quoted, each from a public issue of somebody who met it:
`max_tokens` and `temperature` OpenAI's newer models, `n` Groq, `response_format` DeepSeek, `seed` Mistral.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from tests.support.recorded_llm_server import Answer, completion

Refusal = tuple[int, dict[str, Any]]


def _error(message: str, param: str | None, code: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "param": param, "code": code}}


#: What is said of each parameter that is refused.
REFUSALS: dict[str, Refusal] = {
    "max_tokens": (
        400,
        _error(
            "Unsupported parameter: 'max_tokens' is not supported with this model. "
            "Use 'max_completion_tokens' instead.",
            "max_tokens",
            "unsupported_parameter",
        ),
    ),
    "max_completion_tokens": (
        422,
        {
            "object": "error",
            "message": {
                "detail": [
                    {
                        "type": "extra_forbidden",
                        "loc": ["body", "max_completion_tokens"],
                        "msg": "Extra inputs are not permitted",
                        "input": 32000,
                    }
                ]
            },
            "type": "invalid_request_error",
            "param": None,
            "code": None,
        },
    ),
    "temperature": (
        400,
        _error(
            "Unsupported value: 'temperature' does not support 0.0 with this model. Only the default (1) value is "
            "supported.",
            "temperature",
            "unsupported_value",
        ),
    ),
    "n": (400, {"error": {"message": "'n' : number must be at most 1", "type": "invalid_request_error"}}),
    "response_format": (
        400,
        {
            "error": {
                "message": "This response_format type is unavailable now",
                "type": "invalid_request_error",
                "param": None,
                "code": "invalid_request_error",
            }
        },
    ),
    "seed": (
        422,
        {
            "detail": [
                {
                    "type": "extra_forbidden",
                    "loc": ["body", "seed"],
                    "msg": "Extra inputs are not permitted",
                    "input": 7,
                }
            ]
        },
    ),
}


def limited(refused: Collection[str], text: Callable[[dict[str, Any]], str], tokens: int = 100) -> Answer:
    """An endpoint that refuses these parameters (of `n` only more than one), and answers with `text` of the request."""

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        for name in REFUSALS:
            if name in refused and name in body and not (name == "n" and body["n"] == 1):
                return REFUSALS[name]
        return 200, completion(*(text(body) for _ in range(body.get("n", 1))), tokens=tokens)

    return answer
