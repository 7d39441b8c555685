"""Where the encoder lies and how many threads it may use, from the environment."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from plancritic.folders import cache_folder


class EmbeddingSettings(BaseSettings):
    """`PLANCRITIC_CACHE` (a folder; see `plancritic.folders`), `PLANCRITIC_ENCODER_THREADS` (0: one a core)."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_")

    cache: Path = Field(default_factory=cache_folder)
    encoder_threads: int = Field(default=0, ge=0)
