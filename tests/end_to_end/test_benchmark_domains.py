"""Domains of the literature, not our own, through the program: planned, validated, explained."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.support.program import PROGRAM, program_environment

pytestmark = pytest.mark.slow

BENCHMARKS = Path(__file__).parents[1] / "cases" / "benchmarks"
DOMAINS = ("match_cellar", "plant_watering", "gripper")
#: The constraints of `impossible.txt` that are a smallest impossible part of it.
CLASHES = {
    "match_cellar": {"(within 1.5 (mended f1))"},
    "plant_watering": {"(always (<= (carrying gardener) 0))"},
    "gripper": {"(at-most-once (at-robby rooma))"},
}

domains = pytest.mark.parametrize("domain", DOMAINS)


def plancritic(folder: Path, command: str, domain: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    files = (BENCHMARKS / domain / "domain.pddl", BENCHMARKS / domain / "problem.pddl")
    return subprocess.run(  # noqa: TID251 - a program that ends by itself, under a limit
        [PROGRAM, command, *files, *arguments],
        cwd=folder,
        env=program_environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def answer(ended: subprocess.CompletedProcess[str], code: int) -> dict[str, Any]:
    assert ended.returncode == code, ended.stdout + ended.stderr
    content = json.loads(ended.stdout)
    assert isinstance(content, dict)
    return content


def constraints(domain: str, name: str) -> tuple[str, Path]:
    return "--constraints", BENCHMARKS / domain / f"{name}.txt"


@pytest.fixture
def plan(domain: str, tmp_path: Path) -> Path:
    """A plan under the constraints that can be met, as the program wrote it."""
    planned = answer(plancritic(tmp_path, "plan", domain, *constraints(domain, "possible"), "--json"), 0)
    assert planned["verdict"] == "plan"
    file = tmp_path / "found.plan"
    file.write_text(planned["plan"], encoding="utf-8")
    return file


@domains
def test_a_plan_under_constraints_is_found_and_every_judge_accepts_it(domain: str, plan: Path, tmp_path: Path) -> None:
    validated = answer(plancritic(tmp_path, "validate", domain, plan, *constraints(domain, "possible"), "--json"), 0)
    assert validated["verdict"] == "accepted"
    assert {report["ruling"] for report in validated["proof"].values()} == {"accepted"}


@domains
def test_a_plan_is_not_accepted_under_constraints_that_none_satisfies(domain: str, plan: Path, tmp_path: Path) -> None:
    validated = answer(plancritic(tmp_path, "validate", domain, plan, *constraints(domain, "impossible"), "--json"), 1)
    assert validated["verdict"] == "rejected"


@domains
def test_what_cannot_be_is_proved_with_its_clash(domain: str, tmp_path: Path) -> None:
    refused = answer(plancritic(tmp_path, "plan", domain, *constraints(domain, "impossible"), "--json"), 1)
    assert refused["verdict"] == "impossible"
    assert {each["constraint"] for each in refused["detail"]["clash"]} == CLASHES[domain]


@domains
def test_a_plan_is_explained_step_by_step(domain: str, plan: Path, tmp_path: Path) -> None:
    explained = answer(plancritic(tmp_path, "explain", domain, plan, *constraints(domain, "possible"), "--json"), 0)
    assert explained["verdict"] == "accepted"
    steps = [line for line in plan.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(explained["steps"]) == len(steps)
    assert all(step["sentence"] and step["changes"] for step in explained["steps"])
    assert all(each["satisfied"] for each in explained["constraints"])


@domains
def test_what_cannot_be_is_explained(domain: str, tmp_path: Path) -> None:
    explained = answer(plancritic(tmp_path, "explain", domain, *constraints(domain, "impossible"), "--json"), 1)
    assert explained["verdict"] == "impossible"
    assert {each["constraint"] for each in explained["clash"]} == CLASHES[domain]
    assert explained["relaxations"]
