"""`plancritic domain make` and `domain refine` for a domain with time and numbers, up to a plan that is steered."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.program import PROGRAM, program_environment
from tests.support.stack import whole_system
from tests.support.temporal_refining import CASES, faulty, recorded_plans

from plancritic.pddl.execution import execute
from plancritic.pddl.language import Atom, parse_domain, parse_plan, parse_problem

CASE = CASES / "haulage"

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]


@pytest.fixture(scope="module")
def environment() -> Iterator[dict[str, str]]:
    with whole_system({"schema_library": 1, "refiner": 1}) as stack:
        yield {
            **program_environment(),
            "PLANCRITIC_NATS_URL": stack.url,
            "PLANCRITIC_NAMESPACE": stack.settings.namespace,
        }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("description.yaml", "problem.pddl"):
        (tmp_path / name).write_text((CASE / name).read_text(encoding="utf-8"))
    for number, plan in enumerate(recorded_plans("haulage", most=3), 1):
        (tmp_path / f"{number}.plan").write_text(plan)
    return tmp_path


def plancritic(folder: Path, environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: TID251 - a program that ends by itself, under a limit
        [PROGRAM, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=200, check=False
    )


def test_haulage_in_words_becomes_a_temporal_domain_whose_plan_follows_a_statement(
    folder: Path, environment: dict[str, str]
) -> None:
    (folder / "feedback.yaml").write_text(
        "problems:\n- problem: problem.pddl\n  plans: [1.plan, 2.plan, 3.plan]\n"
        "  refused: [(load parcel1 van1 depot) (unload parcel1 van1 school)]\n"
    )
    made = plancritic(
        *(folder, environment, "domain", "make", "description.yaml", "--out", "moving", "--no-filter"),
        *("--recorded", str(CASE / "recordings"), "--feedback", "feedback.yaml", "--json"),
        *("--submit", "At the end van 1 must be at the depot."),
    )
    assert made.returncode == 0, made.stderr + made.stdout
    told = json.loads(made.stdout)
    assert told["refinement"]["left"] == []
    domain = (folder / "moving" / "domain.pddl").read_text()
    assert "(:durative-action unload" in domain
    assert "(= ?duration (driving_time ?from ?to))" in domain
    problem = parse_problem((CASE / "problem.pddl").read_text(encoding="utf-8"), parse_domain(domain))
    trajectory = execute(problem, parse_plan(told["result"]["plan"]))
    assert trajectory.fault is None
    assert trajectory.goal_met
    assert Atom("at", ("van1", "depot")) in trajectory.states[-1].facts, "what was asked for is so"


def test_a_waterway_in_words_becomes_a_temporal_domain_whose_plan_follows_a_statement(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    case = CASES / "waterway"
    made = plancritic(
        *(tmp_path, environment, "domain", "make", str(case / "description.yaml"), "--out", "river", "--no-filter"),
        *("--recorded", str(case / "recordings"), "--problem", str(case / "problem.pddl")),
        *("--plan", str(case / "known.plan"), "--json"),
        *("--submit", "At the end the scout must be at the quarry."),
    )
    assert made.returncode == 0, made.stderr + made.stdout
    told = json.loads(made.stdout)
    assert told["refinement"]["left"] == []
    domain = (tmp_path / "river" / "domain.pddl").read_text()
    assert "(:durative-action clear-sunk" in domain
    assert "(increase (cargo ?v) (weight ?d))" in domain
    problem = parse_problem((case / "problem.pddl").read_text(encoding="utf-8"), parse_domain(domain))
    trajectory = execute(problem, parse_plan(told["result"]["plan"]))
    assert trajectory.fault is None
    assert trajectory.goal_met
    assert Atom("at", ("scout1", "quarry")) in trajectory.states[-1].facts, "what was asked for is so"


def test_a_temporal_start_is_repaired_by_plans_with_times(folder: Path, environment: dict[str, str]) -> None:
    start = faulty(
        "haulage",
        ("unload", "(at end (lies ?c ?p))", "(at end (not (lies ?c ?p)))"),
        ("board", "(at start (vacant ?v))", "(at start (vacant ?v)) (over all (drives ?d ?v))"),
    )
    (folder / "start.pddl").write_text(start)
    refined = plancritic(
        *(folder, environment, "domain", "refine", "description.yaml", "--domain", "start.pddl"),
        *("--problem", "problem.pddl", "--plan", "1.plan", "--plan", "2.plan", "--plan", "3.plan"),
        *("--out", "better.pddl"),
    )
    assert refined.returncode == 0, refined.stderr + refined.stdout
    assert re.search(r"unload also has the effect that [^(]+ \(lies \?c \?p\) at end", refined.stdout)
    assert re.search(r"board no longer requires that [^(]+ \(drives \?d \?v\) over all", refined.stdout)
    assert "(at end (lies ?c ?p))" in (folder / "better.pddl").read_text()


def test_a_plan_that_the_numbers_forbid_is_one_message_with_a_remedy(folder: Path, environment: dict[str, str]) -> None:
    (folder / "start.pddl").write_text(faulty("haulage"))
    (folder / "bad.plan").write_text("0: (board driver1 van1 depot) [7]\n")
    refused = plancritic(
        *(folder, environment, "domain", "refine", "description.yaml", "--domain", "start.pddl"),
        *("--problem", "problem.pddl", "--plan", "bad.plan"),
    )
    assert refused.returncode == 2, refused.stderr + refused.stdout
    assert "duration" in refused.stderr
    assert "Traceback" not in refused.stderr
