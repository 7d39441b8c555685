"""Bad numbers, missing goals and endless texts on the command line: a message and an exit code, no traceback."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from tests.support.tanks import PLAN, tanks_domain, tanks_problem

from plancritic.command_line.planning.planning_request import PlanningFiles
from plancritic.command_line.root import run_program
from plancritic.pddl.language import MOST_STEPS


def written(folder: Path, **texts: str) -> dict[str, str]:
    found = {}
    for name, text in texts.items():
        file = folder / name
        file.write_text(text, encoding="utf-8")
        found[name] = str(file)
    return found


@pytest.mark.parametrize("command", ["plan", "validate", "explain"])
@pytest.mark.parametrize(
    ("constraint", "column", "words"),
    [
        ("(always (>= (/ 1 (level)) 0))", 1, "divides by zero"),
        ("(always (>= (/ 1 (idle)) 0))", 1, "divides by zero"),
        ("(sometime (> (/ 1 0) 0))", 14, "divides by zero"),
        ("(within 1e306 (full t1))", 9, "out of range"),
        ("(within 1" + "0" * 309 + " (full t1))", 9, "out of range"),
        ("(sometime (> (level) -1e13))", 22, "out of range"),
    ],
)
def test_a_constraint_with_a_bad_number_is_refused_at_its_place(
    command: str, constraint: str, column: int, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = written(
        tmp_path, domain=tanks_domain(), problem=tanks_problem(), plan=PLAN, wishes=f"; one\n{constraint}\n"
    )
    plan = [files["plan"]] if command == "validate" else []
    code = run_program([command, files["domain"], files["problem"], *plan, "--constraints", files["wishes"], "--json"])
    assert code == 2
    shown = capsys.readouterr()
    assert "Traceback" not in shown.err
    detail = json.loads(shown.out)["detail"]
    assert (detail["file"], detail["line"], detail["column"]) == (files["wishes"], 2, column)
    assert words in detail["message"]
    assert detail["remedy"]


@pytest.mark.parametrize("command", ["plan", "explain"])
def test_a_value_that_is_missing_in_some_states_is_no_traceback(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wishes = "(hold-during 0 5 (> (/ 1 (level)) 0))"
    files = written(tmp_path, domain=tanks_domain(), problem=tanks_problem(), wishes=wishes)
    arguments = [files["domain"], files["problem"], "--constraints", files["wishes"], "--limit", "2"]
    assert run_program([command, *arguments]) == 1
    shown = capsys.readouterr()
    assert "Traceback" not in shown.err
    assert "impossible" not in (shown.out + shown.err).lower()


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (tanks_problem().replace("(:goal (full t1))", ""), "no (:goal"),
        (tanks_problem().replace("t1 t2", "t1 t2 t1"), "declared twice"),
        (tanks_problem(takes="1e306"), "out of range"),
        (tanks_problem(takes="1" + "0" * 400), "out of range"),
    ],
)
def test_a_problem_that_means_nothing_is_refused(
    problem: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = written(tmp_path, domain=tanks_domain(), problem=problem)
    assert run_program(["plan", files["domain"], files["problem"], "--json"]) == 2
    detail = json.loads(capsys.readouterr().out)["detail"]
    assert words in detail["message"]
    assert detail["file"] == files["problem"]


def test_a_plan_of_too_many_steps_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = "".join(f"{number}: (fill t1) [1]\n" for number in range(MOST_STEPS * 3))
    files = written(tmp_path, domain=tanks_domain(), problem=tanks_problem(), plan=plan)
    assert run_program(["validate", files["domain"], files["problem"], files["plan"]]) == 2
    assert f"plan:{MOST_STEPS + 1}:1" in "".join(capsys.readouterr().err.split())


def test_comments_of_megabytes_do_not_use_up_the_limit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problem = f";{'x' * 5_000_000}\n{tanks_problem()}"
    files = written(tmp_path, domain=tanks_domain(), problem=problem)
    started = time.monotonic()
    assert run_program(["plan", files["domain"], files["problem"], "--limit", "5", "--json"]) == 0
    assert time.monotonic() - started < 5 + 10
    proof = json.loads(capsys.readouterr().out)["proof"]
    assert {said["ruling"] for said in proof.values()} == {"accepted"}


def test_the_limit_bounds_reading_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(_: PlanningFiles) -> tuple[()]:
        time.sleep(30)
        return ()

    monkeypatch.setattr(PlanningFiles, "specification", endless)
    files = written(tmp_path, domain=tanks_domain(), problem=tanks_problem())
    started = time.monotonic()
    assert run_program(["plan", files["domain"], files["problem"], "--limit", "0.5", "--json"]) == 1
    assert time.monotonic() - started < 20
    assert json.loads(capsys.readouterr().out)["verdict"] == "timed_out"
