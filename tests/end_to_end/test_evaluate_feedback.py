"""`plancritic evaluate feedback` over services of its own, and again over what it has written."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.support.program import PROGRAM, program_environment

SUITE = Path(__file__).parents[1] / "cases" / "feedback" / "multi-dev.jsonl"


def evaluate(folder: Path, *options: str, limit: float = 240) -> subprocess.CompletedProcess[str]:
    command = [PROGRAM, "evaluate", "feedback", "--suite", SUITE, "--domain", "waterway", *options]
    return subprocess.run(  # noqa: TID251 - the whole program, under a limit
        command, cwd=folder, env=program_environment(), capture_output=True, text=True, timeout=limit, check=False
    )


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_two_elements_are_run_judged_written_down_and_not_run_again(tmp_path: Path) -> None:
    options = ("--first", "2", "--rows", "rows.jsonl", "--json")
    ended = evaluate(tmp_path, *options, "--html", "page.html")
    assert ended.returncode == 0, ended.stderr
    result = json.loads(ended.stdout)
    suite = [json.loads(line) for line in SUITE.read_text(encoding="utf-8").splitlines()]
    wanted = [row for row in suite if row["domain"] == "waterway"][:2]
    assert [row["statements"] for row in result["rows"]] == [row["statements"] for row in wanted]
    for row in result["rows"]:
        assert row["judgement"]["judges"]["val"] == ("accepted" if row["adherent"] else "rejected")
        assert row["plan"].startswith("0.")
        assert row["base_adherent"] is False
        assert row["translate_only"]["judgement"]["judges"].keys() == {"val", "kairos", "executor"}
    assert result["adherent_rate"] == sum(row["adherent"] for row in result["rows"]) / 2
    assert result["tables"]["cross"] is not None
    assert "</html>" in (tmp_path / "page.html").read_text(encoding="utf-8")

    again = evaluate(tmp_path, *options)
    assert again.returncode == 0, again.stderr
    assert "starting" not in again.stderr, "nothing was left to run"
    assert json.loads(again.stdout) == result


def test_a_wrong_line_of_a_suite_is_bad_input_with_its_place(tmp_path: Path) -> None:
    suite = tmp_path / "suite.jsonl"
    suite.write_text('{"domain": "waterway", "statement": "Go.", "ground_truth": ["(at end (at nobody wpt_b_0))"]}\n')
    ended = evaluate(tmp_path, "--suite", str(suite), "--json")
    assert ended.returncode == 2, ended.stderr
    fault = json.loads(ended.stdout)["fault"]
    assert (fault["file"], fault["line"]) == (str(suite), 1)
    assert "nobody" in fault["message"]
