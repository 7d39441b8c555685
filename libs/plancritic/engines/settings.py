"""Settings of the engines, read once from the environment."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class EngineSettings(BaseSettings):
    """Which engines are there and how many children each may have.

    A setting reaches its engine by the engine's row of `registry.ENGINES`. The key of kept verdicts holds it
    (`verdicts.cache.verdict_cache`).
    """

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_", frozen=True, extra="ignore")

    #: An OPTIC executable; without it `optic-clp`, `optic-cplex` and `optic` are looked for on PATH.
    optic: Path | None = None
    #: Solves at once of each engine; the planner has `PLANCRITIC_PLANNER_CONCURRENCY` instead.
    engine_children: int = Field(default=2, ge=1, le=256)
