"""Which language model, read from the environment once."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class LanguageModelSettings(BaseSettings):
    """The endpoint and its limits. The names `OPENAI_*` are those every OpenAI-compatible tool reads."""

    model_config = SettingsConfigDict(populate_by_name=True, extra="ignore")

    base_url: str | None = Field(default=None, validation_alias="OPENAI_BASE_URL")
    api_key: SecretStr | None = Field(default=None, validation_alias="OPENAI_API_KEY")
    model: str | None = Field(default=None, validation_alias="PLANCRITIC_LLM_MODEL")
    #: Seconds for one attempt.
    timeout_seconds: float = Field(default=60.0, gt=0, validation_alias="PLANCRITIC_LLM_TIMEOUT")
    attempts: int = Field(default=4, ge=1, le=20, validation_alias="PLANCRITIC_LLM_ATTEMPTS")
    #: Seconds before the second attempt; doubled for each further one, times a random factor in [0.5, 1.5).
    retry_seconds: float = Field(default=0.5, ge=0, validation_alias="PLANCRITIC_LLM_RETRY")
    #: Tokens, in and out, that one job may spend.
    tokens: int = Field(default=50_000, ge=1, validation_alias="PLANCRITIC_LLM_TOKENS")
    #: `json_schema`: the server enforces the shape. `text`: the shape is asked for in words and checked here.
    #: `auto`: the first until the server says that it cannot, then the second; every completion names its way.
    structured: Literal["auto", "json_schema", "text"] = Field(
        default="auto", validation_alias="PLANCRITIC_LLM_STRUCTURED"
    )
    #: Where to append every request and response (bodies only, no header), for replaying.
    record: Path | None = Field(default=None, validation_alias="PLANCRITIC_LLM_RECORD")

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
