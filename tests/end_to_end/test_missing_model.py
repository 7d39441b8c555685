"""A domain that nothing judges: a run that names the scorer ends with the remedy, others go on without it."""

from __future__ import annotations

import shutil

import pytest
from tests.support.feedback_runs import end_of, submit
from tests.support.stack import whole_system

from plancritic.bus import Client
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised
from plancritic.domains import domains_root
from plancritic.local import publish_domain

pytestmark = pytest.mark.slow


async def test_without_a_model_the_check_alone_counts_and_with_one_the_scorer_counts_in_the_next_run(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("PLANCRITIC_SCORER_READER", "none")
    domains = tmp_path / "domains"
    shutil.copytree(domains_root() / "satellite", domains / "satellite", ignore=shutil.ignore_patterns("models"))
    statement = "Never point the satellite at Star0."
    with whole_system(domains=domains) as system:
        async with Client.connect(system.settings, "test") as client:
            named = {"evidence": ("scorer",)}
            end = await end_of(client, await submit(client, statement, domain="satellite", settings=named))
            assert isinstance(end, FeedbackRefused)
            assert end.fault.code is FaultCode.MODEL_MISSING
            assert end.fault.remedy
            end = await end_of(client, await submit(client, statement, domain="satellite"))
            assert isinstance(end, PlanRevised)
            assert (end.evidence, end.scorer) == (("check",), None)

            await publish_domain(client, "satellite", domains_root())
            end = await end_of(client, await submit(client, statement, domain="satellite"))
            assert isinstance(end, PlanRevised)
            assert end.evidence == ("scorer", "check")
            assert end.scorer is not None
