"""What an endpoint says of a fault, in words that are safe to show: no key, no control characters, never long."""

from __future__ import annotations

import email.utils
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import openai

_LONGEST = 200


def reason(error: openai.APIError, secrets: tuple[str, ...] = ()) -> str:
    """Return why a request failed, in one line for people."""
    import openai  # whoever has such an error has imported it already

    if isinstance(error, openai.APITimeoutError):
        return "no answer in time"
    if isinstance(error, openai.AuthenticationError | openai.PermissionDeniedError):
        # The server's own words may quote a part of the key.
        return f"HTTP {error.status_code}: the key was refused"
    if isinstance(error, openai.APIStatusError):
        return f"HTTP {error.status_code}: {safe(words(error), secrets)}"
    return "no connection"


def words(error: openai.APIStatusError) -> str:
    """Return the server's words, without the input that some quote beside them."""
    body = error.body
    return (_said(body) if body else "") or error.message


def parameter(error: openai.APIStatusError) -> str | None:
    """Return the parameter that the server names as the culprit."""
    named = error.body.get("param") if isinstance(error.body, dict) else None
    return named if isinstance(named, str) else None


def safe(text: str, secrets: tuple[str, ...] = ()) -> str:
    """Return the text in one line, cut, with secrets starred out."""
    for secret in secrets:
        text = text.replace(secret, "***")
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}..."


def asked_wait(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Seconds that `Retry-After` (seconds or a date) or `retry-after-ms` ask to wait; None where neither does."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        if seconds >= 0:
            return seconds
    try:
        date = email.utils.parsedate_to_datetime(headers.get("retry-after", ""))
    except (TypeError, ValueError):
        return None
    return max(0.0, date.timestamp() - (time.time() if now is None else now))


def _said(body: Any) -> str:
    """Servers put their words in `message` or `detail`: a text, an object, or a list of complaints with places."""
    match body:
        case str():
            return body
        case {"msg": str(complaint), "loc": list(place)}:
            return f"{'.'.join(map(str, place))}: {complaint}"
        case list():
            return "; ".join(filter(None, map(_said, body)))
        case dict():
            return _said(body.get("message")) or _said(body.get("detail"))
    return ""
