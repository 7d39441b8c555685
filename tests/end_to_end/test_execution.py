"""The execution of a plan, by the program and by another system: a deviation makes one statement impossible."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.program import CHECKOUT, Run

#: Several calls of the program, each with its own start and run.
pytestmark = pytest.mark.timeout(400)

AVOID_A = "No vessel may go through waypoint A."
END_AT_B = "Finish with the debris boat at waypoint B."
EXAMPLE = CHECKOUT / "deploy/examples/operations_system.py"
#: The debris boat breaks down at the end point when the last debris is gone: it will not be at waypoint B.
BROKEN = ("--now", "(at deb_ast_0 wpt_end)", "--not", "(at deb_ast_0 wpt_b_0)")
DAMAGED = ("--not", "(is_asset_not_damaged deb_ast_0)")


def submitted(plancritic: Run, session: str) -> dict[str, Any]:
    ran = plancritic("submit", "--domain", "waterway", "--session", session, "--seed", "7", "--json", AVOID_A, END_AT_B)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def begun_before(plan: str, time: float) -> list[str]:
    return [line for line in plan.splitlines() if float(line.partition(":")[0]) < time - 1e-6]


@pytest.mark.slow
def test_a_deviation_in_the_waterway_makes_one_statement_impossible(plancritic: Run) -> None:
    first = submitted(plancritic, "storm")
    told = plancritic("execution", "progressed", "storm", "--through", "5", "--json")
    assert told.returncode == 0, told.stderr
    kept = json.loads(told.stdout)["execution"]
    done = begun_before(first["plan"], kept["now"])
    assert kept["done"].splitlines() == done
    cleared = next(
        step for step in first["steps"] if step["action"].startswith("(remove_underwater_debris_total wpt_b_0")
    )
    at = str(cleared["start"] + cleared["duration"])
    early = plancritic("execution", "deviated", "storm", "--at", str(kept["now"] - 1), *BROKEN)
    assert early.returncode == 2 and "in the past" in early.stderr
    unknown = plancritic("execution", "deviated", "storm", "--at", at, "--now", "(at deb_ast_0 wpt_edn)")
    assert unknown.returncode == 2 and "did you mean 'wpt_end'" in unknown.stderr
    ran = plancritic("execution", "deviated", "storm", "--at", at, "--seed", "7", *BROKEN, *DAMAGED, "--json")
    assert ran.returncode == 1, ran.stderr
    result = json.loads(ran.stdout)
    verdicts = {each["statement"]: each["verdict"] for each in result["statements"]}
    assert verdicts == {AVOID_A: "adhered", END_AT_B: "impossible"}
    assert [(each["statement"], each["why"]) for each in result["given_up"]] == [("s2", "impossible")]
    assert "(proved)" in result["statements"][1]["explanation"]
    assert result["proof"]["ruling"] == "accepted"
    past = begun_before(first["plan"], float(at))
    assert result["plan"].splitlines()[: len(past)] == past
    assert not [step for step in result["steps"] if step["start"] > float(at) and "deb_ast_0" in step["action"]]
    session = json.loads(plancritic("session", "show", "storm", "--json").stdout)["head"]
    assert [each["statement"]["text"] for each in session["in_force"]] == [AVOID_A]
    assert session["execution"] == result["execution"]


@pytest.mark.slow
def test_lateness_and_failure_are_reported_and_answered_in_words(plancritic: Run, tmp_path: Path) -> None:
    first = submitted(plancritic, "tide")
    told = plancritic("execution", "now", "30m", "--session", "tide")
    assert told.returncode == 0 and "at 0.5 hours" in told.stdout and "Under way: " in told.stdout, told.stderr
    assert plancritic("execution", "done", "99", "--session", "tide").returncode == 2
    step = next(step for step in first["steps"] if step["action"].startswith("(remove_underwater_debris_total wpt_ini"))
    several = [each for each in first["steps"] if each["number"] == step["number"]]
    name = f"{step['number']}{'abc'[several.index(step)]}"
    late = plancritic("execution", "late", name, "30m", "--session", "tide", "--seed", "7")
    assert late.returncode == 0, late.stderr
    words = " ".join(late.stdout.split())
    assert "ends 0.5 hours late" in words and "0.501 later than the plan shown before" in words
    assert "What is left of the plan can be done as it was planned" in words and "(at " not in words
    boat = ("--now", "(at deb_ast_0 wpt_ini)", "--not", "(at deb_ast_0 wpt_b_0)", "--json")
    shown = json.loads(plancritic("session", "show", "tide", "--json").stdout)["head"]
    moved = next(each for each in shown["steps"] if each["action"] == "(move_debris_asset wpt_ini wpt_b_0 deb_ast_0)")
    at = str(moved["start"] + moved["duration"])
    drifted = plancritic("execution", "deviated", "tide", "--at", at, "--seed", "7", *boat)
    assert drifted.returncode in (0, 1), drifted.stderr
    sentences = json.loads(drifted.stdout)["execution_in_words"]
    assert any("cannot go on as planned" in each and "waypoint B" in each for each in sentences), sentences
    page = tmp_path / "tide.html"
    assert plancritic("show", "tide", "--html", str(page)).returncode == 0
    assert "Before and after" in page.read_text() and END_AT_B in page.read_text()


@pytest.mark.slow
def test_what_happened_already_violates_a_statement(plancritic: Run) -> None:
    submitted(plancritic, "drift")
    seen = ("--at", "0", "--now", "(at sct_ast_0 wpt_a_0)", "--not", "(at sct_ast_0 wpt_ini)", "--reason", "drifted")
    ran = plancritic("execution", "deviated", "drift", "--seed", "7", *seen)
    assert ran.returncode == 1, ran.stderr
    words = " ".join(ran.stdout.split())
    assert (
        "Verdict impossible" in words
        and 'What happened already violates "' in words
        and "does not hold at 0.001" in words
    )
    assert "with 1 observation besides" in words
    assert "Proved by VAL" in words


@pytest.mark.slow
def test_another_system_reports_progress_and_a_deviation_over_subjects(plancritic: Run) -> None:
    signing_in = dict(line.split("=", 1) for line in plancritic("status", "--environment").stdout.splitlines())
    reports = ("--through", "5", "--at", "6.6", *BROKEN, *DAMAGED)
    ended = plancritic(
        str(EXAMPLE), "waterway", AVOID_A, END_AT_B, *reports, program=Path(sys.executable), **signing_in
    )
    assert ended.returncode == 1, ended.stderr
    assert "generation 0: best adherence" in ended.stdout
    before, _, after = ended.stdout.partition("replanned from 6.6:")
    assert f"{END_AT_B} -> adhered" in before and "done or begun by" in before
    assert f"{AVOID_A} -> adhered" in after and f"{END_AT_B} -> impossible" in after
    assert "given up: s2 (impossible)" in after


def test_the_example_imports_nothing_of_this_repository() -> None:
    tree = ast.parse(EXAMPLE.read_text())
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert not [name for name in imported if name and name.startswith("plancritic")]
    assert "nats" in imported
