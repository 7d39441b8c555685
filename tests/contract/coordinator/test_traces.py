"""One feedback is one trace over all services, at a collector as a deployment has one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.collector import collecting
from tests.support.scorer_model import HashEncoder
from tests.support.services import running

from plancritic.bus import BusSettings
from plancritic.client import PlancriticClient, make_feedback
from plancritic.contracts.feedback import PlanRevised, SearchSettings
from plancritic.coordinator import app as coordinator
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.domains import load_domain
from plancritic.llm import LanguageModelSettings
from plancritic.planner import app as planner
from plancritic.planner.settings import PlannerSettings
from plancritic.scorer import app as scorer
from plancritic.scorer.settings import ScorerSettings
from plancritic.translator import app as translator
from plancritic.translator.settings import TranslatorSettings
from plancritic.validator import app as validator
from plancritic.validator.settings import ValidatorSettings

#: Each takes several seconds: in test-all.
pytestmark = pytest.mark.slow


async def test_one_feedback_is_one_trace_across_all_services(
    bus_settings: BusSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_model = LanguageModelSettings(base_url=None, api_key=None, model=None)
    with collecting() as collector:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
        services = (
            coordinator.build_app(CoordinatorSettings(patience_seconds=20), bus_settings),
            planner.build_app(PlannerSettings(), bus_settings),
            translator.build_app(TranslatorSettings(cache=tmp_path), bus_settings, no_model),
            validator.build_app(ValidatorSettings(), bus_settings),
            scorer.build_app(ScorerSettings(cache=tmp_path), bus_settings, HashEncoder()),
        )
        async with running(*services), PlancriticClient.connect(bus_settings, name="operations") as client:
            sha256 = await client._bus.put_object(load_domain("haulage").to_json())
            await (await client._bus.kv("domains")).put("haulage", sha256.encode())
            settings = SearchSettings(seed=1, generations=0)
            run = await client.submit(make_feedback("haulage", "1", ["The van must visit the harbour."], settings))
            end = await run.end(limit=60)
        assert isinstance(end, PlanRevised)
    trace = run.feedback.envelope.traceparent.split("-")[1]
    spans = [span for span in collector.spans if span.trace == trace]
    assert {span.service for span in spans} == {
        "operations",
        "coordinator",
        "planner",
        "translator",
        "validator",
        "scorer",
    }
    # Nothing invented: but for the first, every span has a parent that somebody exported.
    known = {span.id for span in spans}
    (first,) = (span for span in spans if not span.parent)
    assert first.name == "event.feedback.submitted send"
    assert {span.parent for span in spans if span is not first} <= known
    assert end.envelope.traceparent.split("-")[1:3] in [[span.trace, span.id] for span in spans]
    # The client has asked who is there, time and again.
    assert not [span.name for span in collector.spans if "service.describe" in span.name and span.trace != trace]
    outcomes = {span.attributes["plancritic.subject"] for span in spans if "plancritic.outcome" in span.attributes}
    assert {"event.feedback.submitted", "job.translator.translate", "job.planner.solve"} <= outcomes
