"""The command over rows that are there already, and what it cannot use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.laboratory.feedback.recorded import recorded_rows

from plancritic.command_line.root import run_program
from plancritic.domains import load_domain
from plancritic.laboratory.feedback import measuring
from plancritic.laboratory.feedback.rows import RowFile
from plancritic.laboratory.feedback.settings import EvaluationSettings
from plancritic.laboratory.feedback.sweep_command import _file_name


@pytest.fixture
def finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The start of the command whose rows are all there, for two presets."""

    def start(*_: object) -> None:
        raise AssertionError("nothing has to be run")

    monkeypatch.setattr(measuring, "evaluated_system", start)
    folder, suite = tmp_path / "sweep", tmp_path / "suite.jsonl"
    bundle = load_domain("waterway").sha256
    for preset in ("ours", "paper"):
        settings = EvaluationSettings.model_validate({"preset": preset, "population": 8, "generations": 1})
        changes = {"bundle": bundle, "cause": None, "settings": settings}
        file = RowFile(folder / f"waterway-{_file_name(settings)}.jsonl")
        file.replace(row.model_copy(update=changes) for row in recorded_rows())
    suite.write_text("".join(json.dumps(row.element.given) + "\n" for row in recorded_rows()), encoding="utf-8")
    return ["evaluate", "sweep", "--suite", str(suite), "--domain", "waterway", "--rows", str(folder)]


POINTS = ("--generations", "1", "--preset", "ours,paper", "--population", "8")


def test_rows_that_are_there_are_not_run_again_and_each_settings_has_its_file(
    finished: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "pages" / "sweep.html"
    assert run_program([*finished, *POINTS, "--json", "--html", str(page)]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [row["label"] for row in shown["rows"]] == ["preset ours", "preset paper"]
    assert [(row["adherent"]["count"], row["adherent"]["of"]) for row in shown["rows"]] == [(7, 8), (7, 8)]
    assert [row["won"] for row in shown["rows"]] == [None, 0]
    assert {row["rows_file"] for row in shown["rows"]} == {path.name for path in (tmp_path / "sweep").iterdir()}
    assert shown["tables"][0]["causes"][0]["examples"][0]["statement"] in page.read_text(encoding="utf-8")


def test_for_people_it_is_one_table(finished: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program([*finished, *POINTS]) == 0
    shown = capsys.readouterr().out
    assert "9 elements under 2 settings" in shown
    assert "mended" in shown, "a pipe has room for the whole table"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--preset", "ours,theirs"), "'theirs' is not one of ours, paper, code"),
        (("--generations", "1,many"), "--generations"),
        (("--generations", "1001"), "from 0 to 1000"),
        (("--misread", "1.5"), "--misread"),
        (("--evidence", "back_translation"), "--evidence"),
        (("--translator", ","), "--translator is empty"),
        (("--ladder", "--preset", "ours"), "--ladder"),
        (("--ladder", "--scorer", "none"), "--ladder"),
        (("--scorer", "none", "--evidence", "scorer+check"), "contradict"),
        (("--scorer", "nowhere"), "no scorer model"),
        (("--html", "."), "--html is a folder"),
    ],
)
def test_what_the_command_cannot_use_is_bad_input(
    finished: list[str], options: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_program([*finished, *options]) == 2
    assert words in capsys.readouterr().err


def test_rows_go_into_a_folder(finished: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program([*finished[:-1], str(tmp_path / "suite.jsonl"), *POINTS]) == 2
    assert "--rows names a file" in capsys.readouterr().err


def test_settings_that_differ_have_files_that_differ() -> None:
    settings = [
        EvaluationSettings(),
        EvaluationSettings(misread=0.3),
        EvaluationSettings(misread=0.03),
        EvaluationSettings(evidence=("check",)),
        EvaluationSettings(scorer="0123456789abcdef"),
        EvaluationSettings(seed=2),
        EvaluationSettings(mutation="uniform"),
    ]
    assert len({_file_name(each) for each in settings}) == len(settings)
