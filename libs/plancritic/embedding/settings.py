"""Where the encoder lies, from the environment."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from plancritic.paths import cache_folder


class EmbeddingSettings(BaseSettings):
    """`PLANCRITIC_CACHE`, a folder (see `plancritic.paths`)."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_")

    #: Folder in which the sentence encoder lies.
    cache: Path = Field(default_factory=cache_folder)
