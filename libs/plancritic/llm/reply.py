"""What an endpoint answers, as far as it is used: lenient about everything that compatible servers leave out."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore")


class ReplyMessage(_Part):
    """The text of one choice, or why there is none."""

    content: str = ""
    refusal: str | None = None

    @field_validator("content", mode="before")
    @classmethod
    def _text(cls, value: Any) -> Any:
        """The text alone: some servers answer with a list of parts, thoughts among them."""
        if isinstance(value, list):
            texts = [part.get("text") for part in value if isinstance(part, dict) and part.get("type") == "text"]
            return "".join(text for text in texts if isinstance(text, str))
        return value or ""


class Choice(_Part):
    """One candidate."""

    message: ReplyMessage
    finish_reason: str | None = None


class Usage(_Part):
    """Tokens as the server counts them."""

    prompt_tokens: int = Field(ge=0)
    completion_tokens: int = Field(default=0, ge=0)


class Reply(_Part):
    """A chat completion."""

    model: str = ""
    choices: list[Choice]
    usage: Usage | None = None


class NoReply(ValueError):
    """What came is not a chat completion; `error` is what the server says instead, where it does."""

    def __init__(self, error: str | None) -> None:
        self.error = error
        super().__init__(error or "not a chat completion")


class _Excuse(_Part):
    error: Any


def read_reply(content: bytes) -> Reply:
    """Return the chat completion in a response's body.

    Raises:
        NoReply: It is none. Some gateways send errors of those behind them with status 200.
    """
    try:
        return Reply.model_validate_json(content)
    except ValidationError:
        pass
    try:
        error = _Excuse.model_validate_json(content).error
    except ValidationError:
        raise NoReply(None) from None
    raise NoReply(str(error.get("message") or error) if isinstance(error, dict) else str(error))
