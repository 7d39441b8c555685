"""What Prometheus scrapes after a real run: what dashboard and alerts ask for is there, and promtool accepts it."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from prometheus_client import generate_latest
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

ALERTS = Path(__file__).resolve().parents[3] / "deploy/observability/alerts.yaml"
#: Families that have a sample once one feedback was worked on.
OF_A_RUN = (
    "plancritic_messages_handled_total",
    "plancritic_work_seconds_bucket",
    "plancritic_solve_seconds_bucket",
    "plancritic_store_uses_total",
    "plancritic_generation_adherence_bucket",
    "plancritic_statements_told_total",
    "plancritic_queue_waiting",
)

pytestmark = pytest.mark.slow


async def test_after_a_run_every_service_tells_what_dashboard_and_alerts_ask_for(
    bus_settings: BusSettings, tmp_path: Path
) -> None:
    services = (
        coordinator.build_app(CoordinatorSettings(patience_seconds=20), bus_settings),
        planner.build_app(PlannerSettings(), bus_settings),
        translator.build_app(
            TranslatorSettings(cache=tmp_path),
            bus_settings,
            LanguageModelSettings(base_url=None, api_key=None, model=None),
        ),
        validator.build_app(ValidatorSettings(), bus_settings),
        scorer.build_app(ScorerSettings(cache=tmp_path), bus_settings, HashEncoder()),
    )
    async with running(*services), PlancriticClient.connect(bus_settings, name="operations") as client:
        sha256 = await client._bus.put_object(load_domain("haulage").to_json())
        await (await client._bus.kv("domains")).put("haulage", sha256.encode())
        settings = SearchSettings(seed=1)
        run = await client.submit(make_feedback("haulage", "1", ["At the end, the van is at the depot."], settings))
        end = await run.end(limit=60)
        assert isinstance(end, PlanRevised)
        texts = [generate_latest(service.registry).decode() for service in services]
    whole = "".join(texts)
    for name in OF_A_RUN:
        assert re.search(rf"^{name}[{{ ]", whole, re.MULTILINE), f"no sample of {name}"
    told = {each.verdict for each in end.statements}
    counted = set(re.findall(r'plancritic_statements_told_total\{verdict="(\w+)"\} [1-9]', whole))
    assert counted == told
    # Each metric that an alert names is one that a service declares, whether or not the run gave it a sample.
    rules = [rule for group in yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"] for rule in group["rules"]]
    asked = {name for rule in rules for name in re.findall(r"\bplancritic_\w+", rule["expr"])}
    declared = set(re.findall(r"^# TYPE (\w+)", whole, re.MULTILINE))
    stems = {re.sub(r"_(total|bucket|sum|count)$", "", each) for each in asked}
    missing = {each for each in stems if each not in declared and f"{each}_total" not in declared}
    assert missing <= {"plancritic_scorer_model_refused", "plancritic_stuck_work", "plancritic_ready"}
    if shutil.which("promtool") is not None:
        for text in texts:
            await asyncio.to_thread(check_by_promtool, text)


def check_by_promtool(text: str) -> None:
    subprocess.check_output(["promtool", "check", "metrics"], input=text, text=True, stderr=subprocess.STDOUT)
