from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from tests.support.large_texts import HOSTILE, quantified, waterway_with
from tests.support.program import PROGRAM

from plancritic.command_line.root import run_program

CHECKOUT = Path(__file__).resolve().parents[4]
DOMAIN = str(CHECKOUT / "domains/waterway/domain.pddl")
PROBLEM = str(CHECKOUT / "domains/waterway/problems/1.pddl")


def _plan(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, object]]:
    code = run_program(["plan", *arguments, "--json"])
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return code, found


def _constraints(folder: Path, *lines: str) -> str:
    file = folder / "wishes.pddl"
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


def test_a_problem_is_planned_and_its_plan_proved_by_every_judge(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = _plan(capsys, DOMAIN, PROBLEM)
    assert code == 0
    documented = ["verdict", "plan", "proof", "detail", "engine", "seconds"]
    assert list(found) == [*documented, "road", "quality", "preferences", "mode", "seed"]
    assert found["verdict"] == "plan"
    assert found["engine"] == "kairos"
    proof = found["proof"]
    assert isinstance(proof, dict)
    assert {judge: said["ruling"] for judge, said in proof.items()} == dict.fromkeys(
        ("val", "kairos", "executor"), "accepted"
    )


def test_the_plan_goes_to_standard_output_and_can_be_validated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wishes = _constraints(tmp_path, "; a comment", "(sometime (at sct_ast_0 wpt_b_0))")
    assert run_program(["plan", DOMAIN, PROBLEM, "--constraints", wishes]) == 0
    shown = capsys.readouterr()
    assert "proved plan" in shown.err
    plan = tmp_path / "my.plan"
    plan.write_text(shown.out, encoding="utf-8")
    assert run_program(["validate", DOMAIN, PROBLEM, str(plan), "--constraints", wishes, "--json"]) == 0
    validated = json.loads(capsys.readouterr().out)
    assert validated["verdict"] == "accepted"
    assert [one["verdict"] for one in validated["constraints"]] == ["accepted"]


def test_a_plan_that_breaks_a_constraint_is_rejected_with_the_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run_program(["plan", DOMAIN, PROBLEM]) == 0
    plan = tmp_path / "my.plan"
    plan.write_text(capsys.readouterr().out, encoding="utf-8")
    wishes = _constraints(tmp_path, "(always (at sct_ast_0 wpt_ini))")
    assert run_program(["validate", DOMAIN, PROBLEM, str(plan), "--constraints", wishes]) == 1
    assert "rejected" in capsys.readouterr().out


def test_what_cannot_be_is_impossible_with_the_clash(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wishes = _constraints(tmp_path, "(always (at sct_ast_0 wpt_ini))", "(sometime (at sct_ast_0 wpt_end))")
    code, found = _plan(capsys, DOMAIN, PROBLEM, "--constraints", wishes)
    assert code == 1
    assert found["verdict"] == "impossible"
    assert found["plan"] is None and found["proof"] is None
    detail = found["detail"]
    assert isinstance(detail, dict)
    assert list(detail) == ["reason", "clash", "clash_minimal", "goal", "relaxations"]
    assert detail["clash"] and detail["clash_minimal"]
    assert [one["kind"] for one in detail["relaxations"]] == ["drop_constraint"]


@pytest.mark.parametrize(
    ("lines", "line", "word"),
    [
        (["(sometime (at sct_ast_0 wpt_ini))", "(sometime (at sct_ast_0 wpt_q))"], 2, "wpt_q"),
        (["(sometimes (at sct_ast_0 wpt_ini))"], 1, "sometimes"),
        (["(always (at sct_ast_0 wpt_ini)"], 1, "("),
    ],
)
def test_a_wrong_constraint_is_a_syntax_error_with_its_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lines: list[str], line: int, word: str
) -> None:
    wishes = _constraints(tmp_path, *lines)
    code, found = _plan(capsys, DOMAIN, PROBLEM, "--constraints", wishes)
    assert code == 2
    assert found["verdict"] == "syntax_error"
    detail = found["detail"]
    assert isinstance(detail, dict)
    assert detail["file"] == wishes
    assert detail["line"] == line
    assert word in detail["message"]


def test_a_malformed_domain_is_a_syntax_error_with_its_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    broken = tmp_path / "domain.pddl"
    broken.write_text(Path(DOMAIN).read_text(encoding="utf-8")[:-40], encoding="utf-8")
    code, found = _plan(capsys, str(broken), PROBLEM)
    assert (code, found["verdict"]) == (2, "syntax_error")
    detail = found["detail"]
    assert isinstance(detail, dict)
    assert detail["file"] == str(broken)


def test_files_that_cannot_be_read_are_bad_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    binary = tmp_path / "binary.pddl"
    binary.write_bytes(b"\xff\xfe\x00")
    for file in (str(tmp_path / "missing.pddl"), str(tmp_path), str(binary)):
        assert run_program(["plan", file, PROBLEM, "--json"]) == 2
        assert json.loads(capsys.readouterr().out)["fault"]["file"] == file
        assert run_program(["validate", DOMAIN, PROBLEM, file]) == 2
        assert "error:" in capsys.readouterr().err


def test_an_unknown_engine_is_bad_input_and_an_absent_one_is_not_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run_program(["plan", DOMAIN, PROBLEM, "--engine", "nosuch"]) == 2
    assert "kairos" in capsys.readouterr().err
    assert run_program(["plan", DOMAIN, PROBLEM, "--engine", "optic"]) == 2
    assert "PLANCRITIC_OPTIC" in capsys.readouterr().err
    assert run_program(["plan", DOMAIN, PROBLEM, "--engine", "optic", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["fault"]["remedy"]


def test_engines_are_listed_with_their_features(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program(["engines", "--json"]) == 0
    engines = {one["engine"]: one for one in json.loads(capsys.readouterr().out)["engines"]}
    assert engines["kairos"]["available"] is True
    assert "constraint:always" in engines["kairos"]["features"]
    assert engines["kairos"]["version"]
    assert "constraint:always" in engines["kairos"]["proved"]
    assert run_program(["engines"]) == 0
    assert "proved by a conformance run" in capsys.readouterr().out
    assert all(one["version"] is None for one in engines.values() if not one["available"])


def test_improving_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = _plan(capsys, DOMAIN, PROBLEM, "--improve")
    assert code == 0
    quality = found["quality"]
    assert isinstance(quality, dict)
    assert quality["makespan_after"] <= quality["makespan_before"]
    assert quality["steps_after"] <= quality["steps_before"]


def test_a_preference_is_left_out_where_it_cannot_be_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wishes = _constraints(
        tmp_path,
        "(preference should (always (at sct_ast_0 wpt_ini)))",
        "(preference nice (sometime (at sct_ast_0 wpt_b_0)))",
    )
    code, found = _plan(capsys, DOMAIN, PROBLEM, "--constraints", wishes)
    assert (code, found["verdict"]) == (0, "plan")
    preferences = found["preferences"]
    assert isinstance(preferences, list)
    assert [(one["constraint"]["strength"], one["kept"]) for one in preferences] == [("should", False), ("nice", True)]


def test_the_judges_own_words_are_shown_on_demand(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run_program(["plan", DOMAIN, PROBLEM]) == 0
    plan = tmp_path / "my.plan"
    plan.write_text(capsys.readouterr().out, encoding="utf-8")
    assert run_program(["validate", DOMAIN, PROBLEM, str(plan)]) == 0
    assert "Plan executed successfully" not in capsys.readouterr().out
    assert run_program(["validate", DOMAIN, PROBLEM, str(plan), "--raw"]) == 0
    assert "Plan executed successfully" in capsys.readouterr().out
    assert run_program(["validate", DOMAIN, PROBLEM, str(plan), "--json"]) == 0
    assert "raw" not in json.loads(capsys.readouterr().out)["proof"]["val"]
    assert run_program(["validate", DOMAIN, PROBLEM, str(plan), "--json", "--raw"]) == 0
    assert "Plan executed successfully" in json.loads(capsys.readouterr().out)["proof"]["val"]["raw"]


def test_wishes_are_marked_where_a_plan_is_judged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run_program(["plan", DOMAIN, PROBLEM]) == 0
    plan = tmp_path / "my.plan"
    plan.write_text(capsys.readouterr().out, encoding="utf-8")
    wishes = _constraints(
        tmp_path,
        "(preference should (always (at sct_ast_0 wpt_ini)))",
        "(always (not (at shp_0 wpt_a_0)))",
        "(preference nice-1 (sometime (at sct_ast_0 wpt_ini)))",
    )
    arguments = ["validate", DOMAIN, PROBLEM, str(plan), "--constraints", wishes]
    assert run_program([*arguments, "--json"]) == 0
    answers = json.loads(capsys.readouterr().out)["constraints"]
    assert [one["strength"] for one in answers] == ["should", "must", "nice"]
    assert run_program(arguments) == 0
    shown = capsys.readouterr().out
    assert "(always (at sct_ast_0 wpt_ini)) (should): violated" in shown
    assert "(always (not (at shp_0 wpt_a_0))): satisfied" in shown
    assert "(sometime (at sct_ast_0 wpt_ini)) (nice): satisfied" in shown


def test_ctrl_c_ends_an_anytime_search_with_all_its_processes_and_with_its_plan_where_it_has_one() -> None:
    command = [str(PROGRAM), "plan", DOMAIN, PROBLEM, "--anytime", "--limit", "60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        deadline = time.monotonic() + 60
        while not (children := _children(program.pid)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert children, "a search goes on"
        # It may have a plan by now or not, which nothing tells from outside: either end is right.
        time.sleep(0.5)
        program.send_signal(signal.SIGINT)
        plan, errors = program.communicate(timeout=20)
    shown = errors.strip().splitlines()
    assert shown[0] == "ending with the best plan so far; Ctrl-C again to end without one"
    # Before it has a plan it is interrupted as any command is.
    assert (program.returncode, bool(plan)) in ((0, True), (130, False))
    assert ("interrupted" in shown) is (program.returncode == 130)
    assert "Traceback" not in errors
    assert not [child for child in children if Path(f"/proc/{child}").exists()]


def _searching(program: int) -> bool:
    """Whether the stand-in of the next test has begun a search that does not end."""
    with suppress(psutil.NoSuchProcess):
        return any("611" in child.cmdline() for child in psutil.Process(program).children(recursive=True))
    return False


def test_ctrl_c_after_the_first_plan_prints_it_proved_though_a_preference_is_still_asked_for(tmp_path: Path) -> None:
    """A terminal sends Ctrl-C to the whole group. The stand-in finds one plan, then no search of it ends."""
    recording = CHECKOUT / "tests/cases/optic/base-first.stdout"
    engine = tmp_path / "optic"
    # An engine is confined and leaves no mark: its later searches are told by what they are asked for.
    engine.write_text(f"#!/bin/sh\nif grep -q '(sometime ' \"$@\"; then exec sleep 611; fi\ncat '{recording}'\n")
    engine.chmod(0o755)
    wishes = _constraints(tmp_path, "(preference should (sometime (at sct_ast_0 wpt_end)))")
    command = [str(PROGRAM), "plan", DOMAIN, PROBLEM, "--engine", "optic", "--constraints", wishes]
    with subprocess.Popen(
        [*command, "--anytime", "--limit", "120"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PLANCRITIC_OPTIC": str(engine)},
    ) as program:
        deadline = time.monotonic() + 60
        while not (searching := _searching(program.pid)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert searching, "a search for a better plan goes on"
        os.killpg(program.pid, signal.SIGINT)
        plan, errors = program.communicate(timeout=30)
    assert program.returncode == 0, errors
    assert plan.startswith("0.000: (")
    assert "proved plan by optic" in errors


def test_with_a_seed_the_same_files_give_the_same_plan_and_the_json_names_the_mode(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wishes = _constraints(tmp_path, "(at end (at sct_ast_0 wpt_b_0))")
    arguments = (DOMAIN, PROBLEM, "--constraints", wishes)
    found = [_plan(capsys, *arguments, "--seed", seed)[1] for seed in ("1", "1")]
    assert found[0]["plan"] == found[1]["plan"]
    assert [(one["mode"], one["seed"]) for one in found] == [("deterministic", 1), ("deterministic", 1)]
    _, without = _plan(capsys, *arguments)
    assert (without["mode"], without["seed"]) == ("wall_clock", None)


def test_a_seed_counts_computing_time(capsys: pytest.CaptureFixture[str]) -> None:
    larger = str(CHECKOUT / "domains/waterway/problems/2.pddl")
    _, found = _plan(capsys, DOMAIN, larger, "--engine", "kairos", "--seed", "1", "--limit", "0.02")
    detail = found["detail"]
    assert isinstance(detail, dict)
    assert (found["verdict"], detail["clock"]) == ("timed_out", "cpu")


def test_a_seed_excludes_racing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program(["plan", DOMAIN, PROBLEM, "--seed", "1", "--race"]) == 2
    assert "exclude each other" in capsys.readouterr().err


def _children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@pytest.mark.parametrize("command", ["plan", "validate", "explain"])
def test_a_constraint_that_is_too_large_is_refused_at_its_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    wishes = _constraints(tmp_path, "(sometime (at sct_ast_0 wpt_a_0))", HOSTILE)
    plan = tmp_path / "my.plan"
    plan.write_text("", encoding="utf-8")
    files = [DOMAIN, PROBLEM, str(plan)] if command == "validate" else [DOMAIN, PROBLEM]
    assert run_program([command, *files, "--constraints", wishes, "--json"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "syntax_error"
    detail = found["detail"]
    assert (detail["kind"], detail["file"], detail["line"], detail["column"]) == ("too_large", wishes, 2, 9)
    assert "100,000" in detail["message"] and detail["remedy"]


@pytest.mark.parametrize("where", ["goal", "constraint", "precondition", "effect"])
def test_a_task_that_is_too_large_is_refused_at_its_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, where: str
) -> None:
    domain, problem = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    for file, text in zip((domain, problem), waterway_with(where), strict=True):
        file.write_text(text, encoding="utf-8")
    code, found = _plan(capsys, str(domain), str(problem))
    assert (code, found["verdict"]) == (2, "syntax_error")
    detail = found["detail"]
    assert isinstance(detail, dict)
    expected = problem if where in ("goal", "constraint") else domain
    assert (detail["kind"], detail["file"]) == ("too_large", str(expected))


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 130)])
def test_a_command_ends_at_once_although_it_judges_what_is_large(tmp_path: Path, number: int, code: int) -> None:
    wishes = _constraints(tmp_path, f"(sometime {quantified(5, '(not (at sct_ast_0 {}))')})")
    # A step for each time, each of them in vain: the executor looks at the constraint in hundreds of states.
    plan = tmp_path / "long.plan"
    step = "(move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [1.000]"
    plan.write_text("\n".join(f"{2 * time}.000: {step}" for time in range(200)), encoding="utf-8")
    command = [str(PROGRAM), "validate", DOMAIN, PROBLEM, str(plan), "--constraints", wishes]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        deadline = time.monotonic() + 60
        while not _works(program.pid) and program.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        assert program.poll() is None
        program.send_signal(number)
        sent = time.monotonic()
        _, errors = program.communicate(timeout=30)
    assert program.returncode == code
    assert "interrupted" in errors and "Traceback" not in errors
    assert time.monotonic() - sent < 2 + 5, "two seconds, and slack for a busy machine"


def _works(process: int) -> bool:
    """Whether it has more threads than the first."""
    return len(list(Path(f"/proc/{process}/task").iterdir())) > 1
