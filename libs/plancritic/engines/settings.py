"""Settings of the engines, read once from the environment."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class EngineSettings(BaseSettings):
    """Which engines are there and how many children each may have.

    `optic` (PLANCRITIC_OPTIC) names an OPTIC executable; without it `optic-clp`, `optic-cplex` and
    `optic` are looked for on PATH. `engine_children` (PLANCRITIC_ENGINE_CHILDREN) bounds solves at once.
    """

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_", frozen=True, extra="ignore")

    optic: Path | None = None
    engine_children: int = Field(default=2, ge=1, le=256)
