"""Answers of a given shape: the schema a server is asked to enforce, the words for one that cannot, the check."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from plancritic.llm.code_blocks import without_thoughts

Answer = TypeVar("Answer", bound=BaseModel)

_FENCED = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL)
#: Places of a text where an object may begin that are tried.
_MOST_STARTS = 20


class MalformedAnswer(ValueError):
    """A candidate that is not of the asked-for shape; the text says why."""


def response_format(answer: type[BaseModel]) -> dict[str, Any]:
    """Return the `response_format` that has a server enforce the shape."""
    return {
        "type": "json_schema",
        "json_schema": {"name": answer.__name__, "strict": True, "schema": strict_schema(answer)},
    }


def strict_schema(answer: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema with every property required and no other allowed, as strict mode demands."""
    schema = answer.model_json_schema()
    for part in (schema, *schema.get("$defs", {}).values()):
        if part.get("type") == "object":
            part["additionalProperties"] = False
            part["required"] = list(part.get("properties", {}))
    return schema


def shape_in_words(answer: type[BaseModel]) -> str:
    """Return what to tell a model whose server cannot enforce the shape."""
    schema = json.dumps(strict_schema(answer), sort_keys=True)
    return f"Answer with one JSON object and nothing else. It must match this JSON schema:\n{schema}"


def read_answer(text: str, answer: type[Answer]) -> Answer:
    """Return the answer in a text: the text itself, a fenced block in it, or its first JSON object of the shape.

    Thoughts that a model writes down first are no part of it.

    Raises:
        MalformedAnswer: There is none of the shape.
    """
    reason = "the text is empty"
    for candidate in _candidates(text):
        try:
            return answer.model_validate(json.loads(candidate))
        except ValidationError as error:
            first = error.errors()[0]
            reason = f"{'.'.join(map(str, first['loc'])) or answer.__name__}: {first['msg']}"
        except (ValueError, RecursionError):
            reason = "no JSON object in the text"
    raise MalformedAnswer(reason)


def _candidates(text: str) -> list[str]:
    stripped = without_thoughts(text).strip()
    found = [stripped] if stripped else []
    found.extend(match.strip() for match in _FENCED.findall(stripped))
    decoder = json.JSONDecoder()
    start = stripped.find("{", 1)
    for _ in range(_MOST_STARTS):
        if start < 0:
            break
        try:
            _, end = decoder.raw_decode(stripped, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            found.append(stripped[start:end])
        start = stripped.find("{", end)
    return found
