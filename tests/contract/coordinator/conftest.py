"""Services of the coordinator's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.support.scorer_model import HashEncoder
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.coordinator import app as coordinator
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.domains import load_domain
from plancritic.embedding import CachedEncoder, Encoder, load_encoder
from plancritic.embedding.assembly import assemble
from plancritic.llm import LanguageModelSettings
from plancritic.planner import app as planner
from plancritic.planner.settings import PlannerSettings
from plancritic.scorer import app as scorer
from plancritic.scorer.settings import ScorerSettings
from plancritic.translator import app as translator
from plancritic.translator.settings import TranslatorSettings
from plancritic.validator import app as validator
from plancritic.validator.settings import ValidatorSettings


@pytest.fixture
def answer_seconds() -> float:
    """How long a question waits for its answer; a test may set another time by its parameter."""
    return 4.0


@pytest.fixture
async def haulage(
    client: Client, bus_settings: BusSettings, answer_seconds: float, tmp_path, request
) -> AsyncIterator[Client]:
    """All services, and the domain without a model; a parameter is what the coordinator is set to count.

    The scorer's encoder is none that the shared reader reads with, so that nothing judges the domain.
    """
    async with haulage_services(client, bus_settings, answer_seconds, tmp_path, request, HashEncoder()) as served:
        yield served


@pytest.fixture
async def judged_haulage(
    client: Client, bus_settings: BusSettings, answer_seconds: float, tmp_path, request
) -> AsyncIterator[Client]:
    """All services, and the domain without a model, judged by the shared reader."""
    assemble(tmp_path)
    encoder = CachedEncoder(load_encoder(tmp_path))
    async with haulage_services(client, bus_settings, answer_seconds, tmp_path, request, encoder) as served:
        yield served


@asynccontextmanager
async def haulage_services(
    client: Client, bus_settings: BusSettings, answer_seconds: float, cache: Path, request, encoder: Encoder
) -> AsyncIterator[Client]:
    """All services with haulage; the scorer reads with this encoder, the others have none but what is in the cache."""
    sha256 = await client.put_object(load_domain("haulage").to_json())
    await (await client.kv("domains")).put("haulage", sha256.encode())
    standing = getattr(request, "param", None)
    no_model = LanguageModelSettings(base_url=None, api_key=None, model=None)
    async with running(
        coordinator.build_app(
            CoordinatorSettings(patience_seconds=20, answer_seconds=answer_seconds, evidence=standing),
            bus_settings,
        ),
        planner.build_app(PlannerSettings(), bus_settings),
        translator.build_app(TranslatorSettings(cache=cache), bus_settings, no_model),
        validator.build_app(ValidatorSettings(), bus_settings),
        scorer.build_app(ScorerSettings(cache=cache), bus_settings, encoder),
    ):
        yield client
