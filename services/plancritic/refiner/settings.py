"""What the refiner reads from its environment, once."""

from __future__ import annotations

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from plancritic.refiner.equivalence.plan_sets import MOST_PLANS
from plancritic.refiner.pipelines.own import ERROR_RATE


class RefinerSettings(BaseSettings):
    """Settings of one copy, from `PLANCRITIC_REFINER_*`."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_REFINER_", frozen=True, extra="ignore")

    #: Refinements under way at once in this copy: most of the time they wait for judgements.
    runs: int = Field(default=2, ge=1, le=64)
    #: Candidates judged at once in this copy; each keeps one planner process busy.
    concurrency: int = Field(default=1, ge=1, le=64)
    #: Seconds for a refinement that names no deadline.
    seconds: float = Field(default=60.0, gt=0, le=86_400)
    #: The share of answers to questions that may be wrong, for a request that names none.
    error_rate: float = Field(default=ERROR_RATE, ge=0, lt=0.5)
    #: Plans of a candidate that are held against landmarks ([FS]), and seconds to find them, for each problem: [FS] has
    #: five, which would be most of a refinement's time for one candidate that is too much for the planner.
    most_plans: int = Field(default=MOST_PLANS, ge=1, le=10_000)
    plan_seconds: float = Field(default=2.0, gt=0, le=3_600)
    #: Seconds to wait for one judgement, beyond the time that planning for all its problems may take.
    patience: float = Field(default=300.0, gt=0)
