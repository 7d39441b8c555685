"""How the language model is asked for repairs, read from the environment once."""

from __future__ import annotations

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from plancritic.contracts.modelling.descriptions import Register


class ProposerSettings(BaseSettings):
    """Settings from `PLANCRITIC_REFINER_*`; endpoint, key and limits of a request are those of `plancritic.llm`."""

    model_config = SettingsConfigDict(
        env_prefix="PLANCRITIC_REFINER_", frozen=True, extra="ignore", env_ignore_empty=True
    )

    #: Tokens, in and out, for all proposals of one refinement.
    tokens: int = Field(default=200_000, ge=1)
    #: Longest answer: it is a whole domain.
    answer_tokens: int = Field(default=4_000, ge=16)
    #: That of the schema library.
    temperature: float = Field(default=0.3, ge=0)
    #: The words of the actions that the model is shown.
    register_shown: Register = Field(default="detailed", validation_alias="PLANCRITIC_REFINER_REGISTER")
