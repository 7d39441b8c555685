"""What the translator reads from its environment, once."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from plancritic.paths import cache_folder


class TranslatorSettings(BaseSettings):
    """Settings of one copy, from `PLANCRITIC_TRANSLATOR_*`; the language model's are in `plancritic.llm`."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_TRANSLATOR_", populate_by_name=True, extra="ignore")

    #: Folder in which the sentence encoder lies.
    cache: Path = Field(default_factory=cache_folder, validation_alias=AliasChoices("cache", "PLANCRITIC_CACHE"))
    #: Jobs at once in this copy.
    concurrency: int = Field(default=2, ge=1)
    #: Candidates asked of the language model for each statement.
    candidates: int = Field(default=5, ge=1, le=20)
    #: Threads of the sentence encoder; 0 takes one a core.
    threads: int = Field(default=0, ge=0)
    #: The reader whose networks propose and judge readings: the one that ships and, for a domain that has one in its
    #: folder (`models/reader`, by `plancritic train own-reader`), its own; none; or the folder of one for all domains.
    reader: Literal["shipped", "none"] | Path = "shipped"
    #: Readings that its networks add to those of the grammar.
    learned: int = Field(default=8, ge=0, le=32)
    #: Share of statements to misread on purpose (0 to 1), for evaluations of weaker translators; see `weakening`.
    misread: float = Field(default=0.0, ge=0, le=1)
    #: Decides which statements are misread, and how.
    misread_seed: int = 1
