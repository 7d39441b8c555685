"""What the coordinator reads from its environment, once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import AliasChoices, Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from plancritic.contracts.feedback import CountedEvidence, MutationName
from plancritic.paths import cache_folder


class CoordinatorSettings(BaseSettings):
    """Settings of one copy, from `PLANCRITIC_COORDINATOR_*`."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_COORDINATOR_")

    #: Feedback runs that one copy carries at once.
    concurrency: int = Field(default=4, ge=1)
    #: Runs of one session that a copy carries at once; one more is refused (`too_many_runs`). Below `concurrency`, so
    #: that no session takes all places.
    session_runs: int = Field(default=3, ge=1)
    #: Feedbacks that may wait to be begun; while more do, what comes is refused (`busy`).
    most_waiting: int = Field(default=1000, ge=1)
    #: Wall seconds to wait for one answer of a worker before its service is taken for absent.
    patience_seconds: float = Field(default=300.0, gt=0)
    #: Wall seconds that a run waits for an answer to its questions before it goes on without.
    answer_seconds: float = Field(default=600.0, gt=0)
    #: Whether a verdict that is known already is read from its bucket instead of queueing a job.
    verdict_cache: bool = True
    #: What counts in runs of our preset that do not say, by commas ("scorer,check"); else what the preset says.
    evidence: Annotated[CountedEvidence | None, NoDecode] = None

    #: What mutation prefers in runs of our preset that do not say; else what the preset says.
    mutation: MutationName | None = None
    #: Where the sentence encoder lies; only runs that mutate by it open it.
    cache: Path = Field(default_factory=cache_folder, validation_alias=AliasChoices("cache", "PLANCRITIC_CACHE"))

    @field_validator("evidence", mode="before")
    @classmethod
    def _names_by_commas(cls, value: object) -> object:
        return [name.strip() for name in value.split(",")] if isinstance(value, str) else value
