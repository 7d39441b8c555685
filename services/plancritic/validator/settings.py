"""What the validator reads from its environment, once."""

from __future__ import annotations

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class ValidatorSettings(BaseSettings):
    """Settings of one copy, from `PLANCRITIC_VALIDATOR_*`."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_VALIDATOR_", frozen=True, extra="ignore")

    #: Jobs at once in this copy.
    concurrency: int = Field(default=2, ge=1, le=256)
    #: VAL processes at once in this copy.
    val_processes: int = Field(default=4, ge=1, le=256)
    #: Proofs that this copy remembers, each up to 60 kB.
    proofs_kept: int = Field(default=256, ge=0, le=100_000)
