"""`plancritic evaluate refiner`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
import typer

from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.contracts.errors import FaultCode
from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.laboratory.refinement.evaluation.command import refiner
from plancritic.laboratory.refinement.evaluation.rows import RowFile
from plancritic.laboratory.refinement.evaluation.runs import USUAL_PIPELINES
from plancritic.refiner.pipelines.published import PIPELINES

PROGRAM = Path(sys.executable).parent / "plancritic"


def evaluate(rows: Path | None = None, pipelines: tuple[str, ...] = ("N", "VR"), **more: object) -> int:
    options: dict[str, object] = {"domain": ["hiking"], "starts": 2, "seed": 1, "jobs": 1, "proposer": "symbolic"}
    options |= {"faults": "1-4", "group": "known", "faults_kind": None, "landmarks": True, "limit": 60.0}
    options |= {
        "pipeline": list(pipelines),
        "rows": rows,
        "recorded": None,
        "bench_hde": False,
        "as_json": True,
        **more,
    }
    with pytest.raises(typer.Exit) as ended:
        refiner(**options)  # type: ignore[arg-type]
    return ended.value.exit_code


def test_the_table_is_made_of_runs_that_are_kept_and_not_made_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = RowFile(tmp_path / "rows.jsonl")
    assert evaluate(file.path, jobs=2) == ExitCode.DONE
    shown = capsys.readouterr()
    report = json.loads(shown.out)
    assert shown.err.count("hiking") == 4 and "seed 10001" in shown.err
    kept = file.read()
    assert {each.key for each in kept} == {
        ("hiking", 1, start, start, name, "edits", True, None) for start in (1, 2) for name in ("N", "VR")
    }
    assert all(each.failure is None for each in kept)
    assert {each.version for each in kept} == {report["conditions"]["version"]}
    none, walk = report["table"]["rows"]
    assert none["pipeline"] == "N" and none["mean"]["runs"] == 2 and none["mean"]["hde"] < 1
    assert walk["mean"]["hde"] >= none["mean"]["hde"]
    assert evaluate(file.path) == ExitCode.DONE
    again = capsys.readouterr()
    assert "4 of 4 runs are in the file already" in again.err
    assert json.loads(again.out) == report and file.read() == kept


def test_recorded_starts_are_measured_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "README.md").write_text("By hand: the true domain, and one that has lost an action.")
    (tmp_path / "hiking").mkdir()
    true = benchmark_domains()["hiking"].text
    (tmp_path / "hiking" / "right.pddl").write_text(true)
    (tmp_path / "hiking" / "short.pddl").write_text(f"{true[: true.index('(:action climb')]})")
    assert evaluate(None, ("N", "LVR"), domain=None, recorded=tmp_path) == ExitCode.OTHER_VERDICT
    report = json.loads(capsys.readouterr().out)
    right, _, short, refused = report["rows"]
    assert (right["start"]["recorded"], right["perfect"], right["start"]["faults"]) == ("right", True, [])
    assert right["strictly_right"]
    # As it is, it is measured; a published pipeline refuses to refine it.
    assert short["failure"] is None and short["hde"] < 1 and short["wrongly_refused"] > 0
    assert "StartRefusedError" in refused["failure"] and "no action 'climb'" in refused["failure"]
    assert list(report["table"]["rows"][0]["domains"]) == ["hiking"]
    with pytest.raises(CommandFault, match="no recorded start of these domains"):
        evaluate(None, domain=["blocks"], recorded=tmp_path)


def test_larger_faults_have_rows_of_their_own_and_starts_that_do_not_exist_are_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = {"faults_kind": ["action-missing", "no-preconditions"], "landmarks": False}
    assert evaluate(None, ("N",), domain=["hiking", "harbour"], **asked) == ExitCode.DONE
    report = json.loads(capsys.readouterr().out)
    assert report["conditions"]["kinds"] == ["action-missing", "no-preconditions"]
    assert not report["conditions"]["has_landmarks"] and report["conditions"]["unseen"] == ["harbour"]
    rows = {(each["domain"], each["start"]["kind"], each["start"]["number"]): each for each in report["rows"]}
    assert len(rows) == 8 and not any(each["landmarks"] for each in rows.values())
    assert rows["hiking", "no-preconditions", 1]["wrongly_allowed"] > 0
    # There is one domain without any precondition.
    assert "there is no start 2" in rows["hiking", "no-preconditions", 2]["no_start"]
    missing, bare = report["table"]["rows"]
    assert (missing["starts"], missing["mean"]["runs"], bare["starts"], bare["mean"]["runs"]) == (
        "action-missing",
        4,
        "no-preconditions",
        2,
    )
    assert list(missing["groups"]) == ["known", "unseen"] and missing["groups"]["unseen"]["runs"] == 2
    assert len(report["table"]["no_starts"]) == 2


@pytest.mark.parametrize(("option", "value"), [("group", "new"), ("faults_kind", ["typos"])])
def test_an_unknown_group_or_kind_is_bad_input(option: str, value: object) -> None:
    with pytest.raises(CommandFault) as refused:
        evaluate(None, **{option: value})
    assert refused.value.fault.code is FaultCode.UNKNOWN_NAME and "there are:" in str(refused.value.fault.remedy)


def test_a_run_that_failed_is_made_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = RowFile(tmp_path / "rows.jsonl")
    assert evaluate(file.path, ("N",), starts=1) == ExitCode.DONE
    (row,) = file.read()
    file.path.write_text("")
    file.add(row.model_copy(update={"failure": "it broke"}))
    assert evaluate(file.path, ("N",), starts=1, as_json=False) == ExitCode.DONE
    assert file.read()[1].result == row.result
    shown = capsys.readouterr().out
    assert "| N | " in shown and f"Seed 1; version {row.version}" in shown


def test_rows_of_another_version_are_bad_input_and_stay(tmp_path: Path) -> None:
    file = RowFile(tmp_path / "rows.jsonl")
    assert evaluate(file.path, ("N",), starts=1) == ExitCode.DONE
    (row,) = file.read()
    file.path.write_text("")
    file.add(row.model_copy(update={"version": "0123456789abcdef"}))
    kept = file.path.read_text()
    with pytest.raises(CommandFault, match="made by version 0123456789abcdef") as refused:
        evaluate(file.path, ("N",), starts=1)
    assert refused.value.exit_code is ExitCode.BAD_INPUT and "another file" in str(refused.value.fault.remedy)
    assert file.path.read_text() == kept


def test_starts_have_the_number_of_faults_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(None, ("N",), starts=2, faults="5-6") == ExitCode.DONE
    report = json.loads(capsys.readouterr().out)
    assert [len(each["start"]["faults"]) for each in report["rows"]] == [5, 6]
    assert report["conditions"]["faults"] == [5, 6]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"domain": ["waterway"]}, "'waterway'"),
        ({"pipelines": ("LVX",)}, "'LVX'"),
        ({"proposer": "oracle"}, "'oracle'"),
        ({"faults": "4-1"}, "'4-1'"),
        ({"faults": "0"}, "from 1 to 6"),
        ({"faults": "1-7"}, "from 1 to 6"),
        ({"faults": "some"}, "'some'"),
    ],
)
def test_what_cannot_be_chosen_is_bad_input(options: dict[str, object], words: str) -> None:
    with pytest.raises(CommandFault, match=words) as ended:
        evaluate(**options)  # type: ignore[arg-type]
    assert ended.value.exit_code is ExitCode.BAD_INPUT
    assert ended.value.fault.remedy


def test_a_proposer_without_its_language_model_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLANCRITIC_LLM_MODEL", raising=False)
    with pytest.raises(CommandFault) as ended:
        evaluate(proposer="mixed")
    assert ended.value.fault.code is FaultCode.LANGUAGE_MODEL_FAILED and "symbolic" in str(ended.value.fault.remedy)


def test_a_file_of_something_else_is_bad_input(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("{}\n")
    with pytest.raises(CommandFault, match="not a row"):
        evaluate(path)
    assert path.read_text() == "{}\n"


def test_an_interrupted_evaluation_keeps_its_rows_and_says_how_to_go_on(tmp_path: Path) -> None:
    file = RowFile(tmp_path / "rows.jsonl")
    command = [str(PROGRAM), "evaluate", "refiner", "--domain", "hiking", "--starts", "500", "--rows", str(file.path)]
    options = [*command, "--pipeline", "N", "--pipeline", "VR"]
    # A group of its own, which Ctrl-C reaches as a whole.
    program = subprocess.Popen(options, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0)
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline and len(file.read() if file.path.exists() else ()) < 3:
        time.sleep(0.2)
        assert program.poll() is None
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=30)
    assert program.returncode == ExitCode.INTERRUPTED
    assert out == "" and "run the same command to continue" in err and str(file.path) in err
    kept = file.read()
    assert len(kept) >= 3 and f"{len(kept)} of 1000 runs" in err


def test_processes_end_where_whoever_started_them_is_killed(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    command = [str(PROGRAM), "evaluate", "refiner", "--domain", "hiking", "--pipeline", "N", "--starts", "500"]
    program = subprocess.Popen([*command, "--rows", str(rows)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline and not rows.exists():
        time.sleep(0.2)
    children = psutil.Process(program.pid).children(recursive=True)
    program.kill()
    program.wait()
    assert len(children) >= 2
    assert psutil.wait_procs(children, timeout=60)[1] == []


@pytest.mark.slow
def test_hde_is_timed_beside_val(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(domain=["checkers"], bench_hde=True) == ExitCode.DONE
    (timed,) = json.loads(capsys.readouterr().out)
    assert timed["same"] is True and timed["plans"] > 50
    assert timed["executor"] < timed["val"]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_tenth_of_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nine pipelines on two starts of each domain: no refinement is the worst, our own pipeline the best."""
    path = tmp_path / "rows.jsonl"
    assert evaluate(path, USUAL_PIPELINES, domain=None, jobs=2) == ExitCode.DONE
    table = json.loads(capsys.readouterr().out)["table"]
    hde = {each["pipeline"]: each["mean"]["hde"] for each in table["rows"]}
    assert all(each["mean"]["runs"] == 16 for each in table["rows"]) and table["failures"] == []
    assert min(hde, key=hde.__getitem__) == "N"
    published = max(hde[name] for name in PIPELINES)
    assert hde["own-10"] > published and hde["own-10"] >= 0.9
    assert hde["own-0"] > published and hde["own-0"] >= 0.8
    questions = {each["pipeline"]: each["mean"]["questions"] for each in table["rows"]}
    assert max(questions["own-10"], questions["own-10-noisy"]) <= 10
    assert sum(questions.values()) == questions["own-10"] + questions["own-10-noisy"]
