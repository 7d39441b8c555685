"""What the schema library reads from its environment, once; `candidates/settings.py` has the instances."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from plancritic.contracts.modelling.messages import FilterScore
from plancritic.paths import cache_folder


class SchemaLibrarySettings(BaseSettings):
    """Settings of one copy, from `PLANCRITIC_SCHEMA_LIBRARY_*`; `cache` is `PLANCRITIC_CACHE`, shared by services."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_SCHEMA_LIBRARY_", populate_by_name=True, extra="ignore")

    #: Folder in which the sentence encoder lies.
    cache: Path = Field(default_factory=cache_folder, validation_alias="PLANCRITIC_CACHE")
    #: Descriptions under way at once in this copy: most of the time they wait for others.
    runs: int = Field(default=2, ge=1)
    #: What the filter drops candidates by where a request does not say it.
    score: FilterScore = "combined"
    #: A product of candidates larger than this is cut into parts, which copies decide beside one another.
    part_size: int = Field(default=20_000, ge=1)
    #: So many parts at most.
    parts: int = Field(default=8, ge=1)
    #: A search of combinations is given up beyond so many states (some hundred bytes each).
    most_states: int = Field(default=1_000_000, ge=1)
    #: Seconds for one part; what is not decided then is undecided.
    part_seconds: float = Field(default=300.0, gt=0)
    #: Seconds for one plan with times, where a description speaks of time or numbers.
    plan_seconds: float = Field(default=30.0, gt=0)
    #: Seconds to look whether the filter leaves a solvable set, for each epsilon.
    floor_seconds: float = Field(default=60.0, gt=0)
    #: Seconds to wait for one answer of another service, beyond the time that it was given.
    patience: float = Field(default=600.0, gt=0)
    #: Threads of the encoder; 0 takes one a core.
    threads: int = Field(default=1, ge=0)
