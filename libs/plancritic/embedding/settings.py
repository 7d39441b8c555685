"""Where the encoder lies and how many threads it may use, from the environment."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class EmbeddingSettings(BaseSettings):
    """`PLANCRITIC_CACHE` (a folder; default `.plancritic/cache`) and `PLANCRITIC_ENCODER_THREADS` (0: one a core)."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_")

    cache: Path = Path(".plancritic/cache")
    encoder_threads: int = Field(default=0, ge=0)
