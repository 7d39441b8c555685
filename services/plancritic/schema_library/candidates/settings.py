"""Which instances of language models write candidates, read from the environment once."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict


class CandidateSettings(BaseSettings):
    """Instances are models x temperatures x seeds, from `PLANCRITIC_SCHEMA_LIBRARY_*`; lists are separated by commas.

    Endpoint, key and limits of a request are those of `plancritic.llm`.
    """

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_SCHEMA_LIBRARY_", extra="ignore", env_ignore_empty=True)

    #: Names of models; none stands for the one of PLANCRITIC_LLM_MODEL.
    models: Annotated[tuple[str, ...], NoDecode] = ()
    #: 0.3 is that of [DK] E.7.
    temperatures: Annotated[tuple[float, ...], NoDecode] = (0.3,)
    #: Seeds with which each model is asked.
    seeds: Annotated[tuple[int, ...], NoDecode] = tuple(range(1, 11))
    #: Instances that are asked at once.
    concurrency: int = Field(default=4, ge=1)
    #: Tokens, in and out, for one library.
    tokens: int = Field(default=200_000, ge=1)
    #: Longest answer: it holds all actions of a domain.
    answer_tokens: int = Field(default=4_000, ge=16)

    @field_validator("models", "temperatures", "seeds", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return tuple(each.strip() for each in value.split(",") if each.strip()) if isinstance(value, str) else value

    @field_validator("temperatures", "seeds")
    @classmethod
    def _are_some(cls, value: tuple[Any, ...]) -> tuple[Any, ...]:
        if not value:
            raise ValueError("name at least one")
        return value
