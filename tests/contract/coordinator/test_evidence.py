"""What counts in a run has to be there: the coordinator with a planner and translators, on a real broker."""

from __future__ import annotations

import pytest
from tests.support.feedback_runs import end_of, submit
from tests.support.scorer_model import HashEncoder
from tests.support.services import running

from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import FeedbackRefused
from plancritic.coordinator import app as coordinator
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.domains import load_domain
from plancritic.llm import LanguageModelSettings
from plancritic.planner import app as planner
from plancritic.planner.settings import PlannerSettings
from plancritic.translator import app as translator
from plancritic.translator.settings import TranslatorSettings

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

NO_MODEL = LanguageModelSettings(base_url=None, api_key=None, model=None)
COMPARED = {"evidence": ("scorer", "check", "back_translation"), "seed": 1}


async def ended(client, bus_settings, cache, encoder=None, evidence=None, **settings) -> FeedbackRefused:
    """How a run ends that gets no further than to the scorer, which does not run."""
    sha256 = await client.put_object(load_domain("waterway").to_json())
    await (await client.kv("domains")).put("waterway", sha256.encode())
    services = (
        coordinator.build_app(CoordinatorSettings(patience_seconds=6, evidence=evidence), bus_settings),
        planner.build_app(PlannerSettings(), bus_settings),
        translator.build_app(TranslatorSettings(cache=cache), bus_settings, NO_MODEL, encoder),
    )
    async with running(*services):
        end = await end_of(client, await submit(client, "Finish with the scout at B.", settings=settings), limit=60)
    assert isinstance(end, FeedbackRefused)
    return end


async def test_back_translation_that_is_to_count_but_cannot_be_had_is_refused_with_the_remedy(
    client, bus_settings, tmp_path
):
    end = await ended(client, bus_settings, tmp_path, **COMPARED)
    assert end.fault.code is FaultCode.MODEL_MISSING
    assert "no sentence encoder" in end.fault.message
    assert "plancritic.embedding" in end.fault.remedy


@pytest.mark.slow
@pytest.mark.parametrize(
    ("standing", "preset", "refused"), [(COMPARED["evidence"], "ours", True), (COMPARED["evidence"], "paper", False)]
)
async def test_what_the_coordinator_is_set_to_counts_where_the_run_does_not_say_but_in_no_published_preset(
    client, bus_settings, tmp_path, standing, preset, refused
):
    end = await ended(client, bus_settings, tmp_path, evidence=standing, preset=preset, seed=1)
    assert (end.fault.code is FaultCode.MODEL_MISSING) is refused


async def test_with_an_encoder_back_translation_counts_and_the_run_goes_on(client, bus_settings, tmp_path):
    end = await ended(client, bus_settings, tmp_path, encoder=HashEncoder(), **COMPARED)
    assert end.fault.code is FaultCode.SERVICE_UNAVAILABLE
    assert "scorer" in end.fault.message, "what a statement means is asked of it next, and it does not run"
