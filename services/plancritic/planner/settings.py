"""What the planner reads from its environment, once."""

from __future__ import annotations

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from plancritic.verdicts import PORTFOLIO


class PlannerSettings(BaseSettings):
    """Settings of one copy, from `PLANCRITIC_PLANNER_*`; those of the engines are in `plancritic.engines.settings`."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_PLANNER_", frozen=True, extra="ignore")

    #: Jobs at once in this copy; each keeps one child process of the engine busy, two where strategies race.
    concurrency: int = Field(default=1, ge=1, le=256)
    #: The engine of jobs that name none; `portfolio` tries several strategies with several engines.
    engine: str = PORTFOLIO
    #: Whether two strategies of the portfolio are tried at once: a sooner answer for twice the cores.
    race: bool = False
    #: Whether verdicts are written to the bucket that requesters read before they queue a job.
    verdict_cache: bool = True
    #: Whether plans found before are tried first, outside deterministic mode; they are shared by all copies.
    plan_archive: bool = True
