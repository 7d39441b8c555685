"""`submit`, `watch`, `status` and the example client against a stack that `up` keeps running."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.program import CHECKOUT, PROGRAM, Run, program_environment

#: A stack of services of its own; the rooms' own tests and `test_main_job` cover the same in parts.
pytestmark = pytest.mark.slow

AVOID_A = "No vessel may go through waypoint A."


def test_feedback_becomes_a_proved_plan_the_same_for_the_same_seed(plancritic: Run) -> None:
    results = []
    for _ in range(2):
        ended = plancritic("submit", "--domain", "waterway", "--seed", "7", "--json", AVOID_A)
        assert ended.returncode == 0, ended.stderr
        results.append(json.loads(ended.stdout))
    first, second = results
    assert first["run"] != second["run"]
    assert first["mode"] == "deterministic"
    for name in ("specification", "plan", "statements"):
        assert first[name] == second[name]
    (statement,) = first["statements"]
    assert statement["statement"] == AVOID_A
    assert statement["verdict"] == "adhered"
    assert statement["judges"]["val"] == "accepted"
    assert statement["mid_level_goal"] and statement["constraints"]
    assert first["proof"]["ruling"] == "accepted"


def test_people_get_the_answer_on_one_screen_and_the_rest_when_they_ask(plancritic: Run) -> None:
    submitted = ("submit", "--domain", "waterway", "--seed", "7", AVOID_A)
    ended = plancritic(*submitted, COLUMNS="80")
    assert ended.returncode == 0, ended.stderr
    answer = ended.stdout[ended.stdout.index("You said") :]
    assert len(answer.splitlines()) <= 24
    assert max(map(len, answer.splitlines())) <= 80
    for expected in (AVOID_A, "Verdict  adhered", "hours: 3 later than the plan without feedback", "Proved by VAL"):
        assert expected in answer
    whole = plancritic(*submitted, "--verbose").stdout
    for expected in ("Base plan", "Revised plan", "generation", "VAL: accepted", "How long each part took", "lineage"):
        assert expected in whole


def test_a_second_turn_keeps_the_first_in_force_and_counts_steps_of_its_plan(plancritic: Run) -> None:
    turn = ("submit", "--domain", "waterway", "--seed", "7", "--session", "two-turns")
    first = json.loads(plancritic(*turn, "--json", AVOID_A).stdout)
    assert (first["number"], first["shown"]) == (1, None)
    said = "Step 4 should come after step 5."
    second = json.loads(plancritic(*turn, "--json", said).stdout)
    assert (second["number"], second["parent"], second["shown"]["plan"]) == (2, first["revision"], first["plan"])
    assert second["shown"]["steps"] == first["steps"]
    assert second["statements"][0]["statement"] == AVOID_A
    assert (second["statements"][0]["verdict"], second["statements"][0]["turn"]) == ("adhered", 1)
    third = plancritic(*turn, "Finish with the debris boat at waypoint B.")
    assert third.returncode in (0, 1), third.stderr
    assert "Traceback" not in third.stderr
    shown = json.loads(plancritic("session", "show", "two-t", "--json").stdout)
    assert [each["number"] for each in shown["revisions"]] == [3, 2, 1]
    undone = json.loads(plancritic("session", "undo", "two-turns", "--json").stdout)
    assert undone["plan"] == second["plan"]
    stale = plancritic(*turn, "--revision", first["revision"], "--json", AVOID_A)
    assert stale.returncode == 2
    assert json.loads(stale.stdout)["fault"]["code"] == "stale_revision"
    for arguments in (("show", "two-turns"), ("list",), ("accept", "two-turns"), ("branch", "two-turns", "other-way")):
        ended = plancritic("session", *arguments)
        assert ended.returncode == 0, ended.stderr
        assert "two-turns" in ended.stdout or "other-way" in ended.stdout
    dropped = json.loads(plancritic("session", "drop", "other-way", "no vessel", "--seed", "7", "--json").stdout)
    assert AVOID_A not in [each["statement"] for each in dropped["statements"]]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--domain", "nowhere", AVOID_A), "unknown_domain"),
        (("--domain", "waterway", "--problem", "99", AVOID_A), "unknown_problem"),
        (("--domain", "waterway", ""), "empty_feedback"),
        (("--domain", "waterway", "word " * 20_000), "payload_too_large"),
    ],
)
def test_bad_input_is_a_typed_fault_and_the_services_stay_alive(
    plancritic: Run, arguments: tuple[str, ...], code: str
) -> None:
    ended = plancritic("submit", "--json", *arguments)
    assert ended.returncode == 2, ended.stderr
    assert json.loads(ended.stdout)["fault"]["code"] == code
    assert "Traceback" not in ended.stderr
    services = json.loads(plancritic("status", "--json").stdout)["services"]
    assert len({one["service"] for one in services if one["ready"]}) == 8


def test_a_statement_nobody_understands_says_so(plancritic: Run) -> None:
    ended = plancritic("submit", "--domain", "waterway", "--seed", "7", "--json", "Colourless green ideas sleep.")
    assert ended.returncode == 1, ended.stderr
    (statement,) = json.loads(ended.stdout)["statements"]
    assert statement["verdict"] == "not_understood"


def test_watch_prints_recorded_events_as_json_lines_until_it_is_interrupted(
    plancritic: Run, stack_folder: Path
) -> None:
    ended = plancritic("submit", "--domain", "waterway", "--seed", "7", "--json", AVOID_A)
    session = json.loads(ended.stdout)["session"]
    watching = subprocess.Popen(
        [PROGRAM, "watch", "--json", "--session", session],
        cwd=stack_folder,
        env=program_environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert watching.stdout is not None
    events = [json.loads(watching.stdout.readline()) for _ in range(2)]
    watching.send_signal(signal.SIGINT)
    assert watching.wait(20) == 130
    watching.stdout.close()
    assert events[0]["subject"] == "event.feedback.submitted"
    assert {event["message"]["envelope"]["session_id"] for event in events} == {session}


def test_another_system_uses_it_over_subjects(plancritic: Run) -> None:
    signing_in = dict(line.split("=", 1) for line in plancritic("status", "--environment").stdout.splitlines())
    example = str(CHECKOUT / "deploy/examples/operations_system.py")
    ended = plancritic(example, "waterway", AVOID_A, program=Path(sys.executable), **signing_in)
    assert ended.returncode == 0, ended.stderr
    assert f"{AVOID_A} -> adhered" in ended.stdout


def test_a_run_that_is_under_way_is_cancelled_by_the_beginning_of_its_id(plancritic: Run, stack_folder: Path) -> None:
    long = ("--seed", "1", "--generations", "1000", "--least-generations", "1000", AVOID_A)
    waiting = subprocess.Popen(
        [PROGRAM, "submit", "--domain", "waterway", *long],
        cwd=stack_folder,
        env=program_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert waiting.stdout is not None
    run = next(found[1] for line in waiting.stdout if (found := re.search(r"\] run (\w+) of session", line)))
    while (ended := plancritic("cancel", run[:16])).returncode == 2:
        assert "no run" in ended.stderr, "it is unknown until a coordinator has begun it"
    assert ended.returncode == 0, ended.stderr
    assert f"run {run} is cancelled" in ended.stdout
    _, errors = waiting.communicate(timeout=30)
    assert waiting.returncode == 1
    assert f"run {run} was cancelled" in errors
    again = plancritic("cancel", run)
    assert again.returncode == 0, "it stays cancelled"
