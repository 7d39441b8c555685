"""Every domain that ships: its folder has no errors, and what its archetypes ask for can be planned and proved."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from plancritic.contracts.planning import PlanProved, SolveLimits
from plancritic.contracts.specification import TracedConstraint
from plancritic.domains import Severity, domains_root, known_domains
from plancritic.domains.examination import examine
from plancritic.domains.folder import load_folder
from plancritic.verdicts import Verdicts, portfolio, standard_judges

SUITE = Path(__file__).parents[2] / "cases" / "feedback" / "haulage-dev.jsonl"


@pytest.mark.parametrize("name", known_domains())
def test_a_domain_that_ships_has_no_errors(name: str) -> None:
    found = asyncio.run(examine(domains_root() / name, plan_seconds=None))

    assert [each for each in found if each.severity is Severity.ERROR] == []


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_every_archetype_of_haulage_is_planned_and_proved_by_all_judges() -> None:
    bundle = load_folder("haulage")
    verdicts = Verdicts(portfolio(None), standard_judges())
    try:
        for archetype in bundle.archetypes:
            for problem, constraints in archetype.ground_truth.items():
                verdict = await verdicts.verdict(
                    bundle.domain_pddl,
                    bundle.problem(problem),
                    tuple(TracedConstraint(constraint=each) for each in constraints),
                    SolveLimits(seconds=20, deterministic=True),
                )
                assert isinstance(verdict, PlanProved), (archetype.name, problem, verdict)
                assert {report.judge for report in verdict.proof.reports} == {"val", "kairos", "executor"}
    finally:
        await verdicts.close()


def test_the_suite_of_haulage_means_what_its_archetypes_mean() -> None:
    truths = {archetype.name: archetype.ground_truth for archetype in load_folder("haulage").archetypes}
    rows = [json.loads(line) for line in SUITE.read_text(encoding="utf-8").splitlines()]

    assert {row["archetype"] for row in rows} == truths.keys()
    for row in rows:
        assert row["ground_truth"] == list(truths[row["archetype"]][row["problem"]])
