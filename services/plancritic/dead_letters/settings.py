"""What the service of dead letters reads from its environment, once."""

from __future__ import annotations

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class DeadLetterSettings(BaseSettings):
    """Settings of one copy, from `PLANCRITIC_DEAD_LETTERS_*`."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_DEAD_LETTERS_", frozen=True, extra="ignore")

    #: Seconds between two looks for stuck work; what is stuck at two looks in a row is put right.
    look_seconds: float = Field(default=15.0, gt=0)
    #: How often stuck work is put back into its queue before it is given up.
    requeues: int = Field(default=3, ge=0)
