"""Which language model, read from the environment once."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from plancritic.contracts.errors import ContractError, Fault, FaultCode


class LanguageModelSettings(BaseSettings):
    """The endpoint and its limits. The names `OPENAI_*` are those every OpenAI-compatible tool reads.

    A variable that is set to nothing counts as not set: that is how compose files pass on what the host lacks.
    """

    model_config = SettingsConfigDict(populate_by_name=True, extra="ignore", env_ignore_empty=True)

    #: Address of an OpenAI-compatible server; without it OpenAI's own.
    base_url: str | None = Field(default=None, validation_alias="OPENAI_BASE_URL", repr=False)
    #: Key for the server; one of your own may need none.
    api_key: SecretStr | None = Field(default=None, validation_alias="OPENAI_API_KEY")
    #: Name of the model; without it no language model is used.
    model: str | None = Field(default=None, validation_alias="PLANCRITIC_LLM_MODEL")
    #: Seconds for one attempt, from the connection to the last byte.
    timeout_seconds: float = Field(default=60.0, gt=0, validation_alias="PLANCRITIC_LLM_TIMEOUT")
    #: Attempts at one request before it is given up.
    attempts: int = Field(default=4, ge=1, le=20, validation_alias="PLANCRITIC_LLM_ATTEMPTS")
    #: Tokens, in and out, that one feedback run may spend.
    tokens: int = Field(default=50_000, ge=1, validation_alias="PLANCRITIC_LLM_TOKENS")
    #: Tokens, in and out, that the process may spend before it refuses; None is no limit.
    process_tokens: int | None = Field(default=None, ge=1, validation_alias="PLANCRITIC_LLM_PROCESS_TOKENS")
    #: Longest answer; models that think before they answer spend most of it on their thoughts.
    answer_tokens: int = Field(default=1_000, ge=16, validation_alias="PLANCRITIC_LLM_ANSWER_TOKENS")
    #: `json_schema`: the server enforces the shape. `text`: the prompt asks for it in words, and the client checks it.
    #: `auto`: the first until the server says or shows that it cannot, then the second; completions name their format.
    structured: Literal["auto", "json_schema", "text"] = Field(
        default="auto", validation_alias="PLANCRITIC_LLM_STRUCTURED"
    )
    #: Where to append every request and response (bodies only, no header), for replaying.
    record: Path | None = Field(default=None, validation_alias="PLANCRITIC_LLM_RECORD")

    @field_validator("base_url")
    @classmethod
    def _is_an_address(cls, value: str | None) -> Any:
        try:
            parts = urlsplit(value or "")
            usable = parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port > 0)
        except ValueError:
            usable = False
        if value is not None and not usable:
            # Without the value: an address may hold a password.
            raise ValueError("not an address of the form http://host:port/v1 or https://host/v1")
        return value

    @property
    def missing(self) -> str | None:
        """The name of the variable that is missing, or None if the model can be called.

        A server of one's own often needs no key: then `OPENAI_BASE_URL` is enough.
        """
        if not self.model:
            return "PLANCRITIC_LLM_MODEL"
        if self.api_key is None and self.base_url is None:
            return "OPENAI_API_KEY"
        return None


def configured(settings: LanguageModelSettings, instead: str, model: str | None = None) -> LanguageModelSettings:
    """Return the settings, with another model's name if one is given.

    Args:
        settings: Endpoint, key, limits.
        instead: What can be done without a language model, for the fault's remedy.
        model: The model to ask; None is that of the settings.

    Raises:
        ContractError: No language model is configured.
    """
    found = settings if model is None else settings.model_copy(update={"model": model})
    if found.missing is not None:
        message = f"no language model is configured: {found.missing} is not set"
        remedy = f"set PLANCRITIC_LLM_MODEL and OPENAI_API_KEY or OPENAI_BASE_URL, or {instead}"
        raise ContractError(Fault(code=FaultCode.LANGUAGE_MODEL_FAILED, message=message, remedy=remedy))
    return found
