"""What the scorer reads from its environment, once."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from plancritic.paths import cache_folder


class ScorerSettings(BaseSettings):
    """Settings of one copy, from `PLANCRITIC_SCORER_*`; `cache` is `PLANCRITIC_CACHE`, shared by all services."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_SCORER_", populate_by_name=True)

    #: Folder in which the sentence encoder and fetched models lie.
    cache: Path = Field(default_factory=cache_folder, validation_alias="PLANCRITIC_CACHE")
    #: Jobs at once in this copy.
    concurrency: int = Field(default=2, ge=1)
    #: Threads of the network and of the encoder each; 0 takes one a core.
    threads: int = Field(default=0, ge=0)
    #: Texts whose vectors are remembered (1.5 KB each).
    remembered_texts: int = Field(default=50_000, ge=1)
    #: Statements whose tokens are remembered (some 30 KB each).
    remembered_statements: int = Field(default=2_000, ge=1)
    #: The reader that judges plans of domains without a model: the one that ships, none, or the folder of another one.
    reader: Literal["shipped", "none"] | Path = "shipped"
