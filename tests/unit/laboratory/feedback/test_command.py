"""The command over rows that are there already: nothing is started, everything is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.laboratory.feedback.recorded import recorded_rows

from plancritic.command_line.root import run_program
from plancritic.domains import load_domain
from plancritic.laboratory.feedback import measuring
from plancritic.laboratory.feedback.rows import RowFile

SETTINGS = ("--preset", "paper", "--generations", "1", "--population", "8")


@pytest.fixture
def finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The start of the command whose rows are all there."""

    def start(*_: object) -> None:
        raise AssertionError("nothing has to be run")

    monkeypatch.setattr(measuring, "evaluated_system", start)
    rows, suite = tmp_path / "rows.jsonl", tmp_path / "suite.jsonl"
    bundle = load_domain("waterway").sha256
    RowFile(rows).replace(row.model_copy(update={"bundle": bundle, "cause": None}) for row in recorded_rows())
    suite.write_text("".join(json.dumps(row.element.given) + "\n" for row in recorded_rows()), encoding="utf-8")
    return ["evaluate", "feedback", "--suite", str(suite), "--domain", "waterway", "--rows", str(rows), *SETTINGS]


def test_rows_that_are_there_are_shown_and_get_their_causes(
    finished: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_program([*finished, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["adherent_rate"] == 7 / 8
    assert [row["cause"] is None for row in shown["rows"]] == [row["adherent"] for row in shown["rows"]]
    assert [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()] == shown["rows"]


@pytest.mark.parametrize(("least", "code"), [("0.87", 0), ("0.88", 1)])
def test_below_the_rate_that_is_asked_for_the_exit_code_is_1(
    finished: list[str], least: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_program([*finished, "--at-least", least]) == code
    assert "7 of 8" in capsys.readouterr().out


def test_a_bar_of_a_suite_or_a_measure_is_shown_with_whether_it_is_met(
    finished: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    bars = ("--at-least", "suite=0.8", "--at-least", "kept=0.5", "--json")
    assert run_program([*finished, *bars]) == 0
    shown = json.loads(capsys.readouterr().out)["bars"]
    assert [(bar["name"], bar["met"]) for bar in shown] == [("suite", True), ("kept", True)]
    assert run_program([*finished, "--at-least", "suite=0.99"]) == 1
    assert "missed" in capsys.readouterr().out


def test_an_element_that_could_not_be_judged_is_no_success(finished: list[str], tmp_path: Path) -> None:
    file = RowFile(tmp_path / "rows.jsonl")
    first, *others = file.read()
    assert first.judgement is not None
    unjudged = first.judgement.model_copy(update={"judges": {"val": "abstained"}})
    file.replace([first.model_copy(update={"adherent": False, "judgement": unjudged}), *others])
    assert run_program(finished) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--evidence", "back_translation"), "--evidence"),
        (("--html", "."), "--html is a folder"),
        (("--at-least", "steps=0.8"), "'steps' is neither a suite nor one of"),
        (("--scorer", "none", "--evidence", "scorer"), "contradict"),
        (("--scorer", "nowhere"), "no scorer model"),
        (("--mode", "translate-only", "--guesses"), "--mode translate-only tries no guesses"),
        (("--domain", "nowhere"), "unknown domain 'nowhere'"),
    ],
)
def test_what_the_command_cannot_use_is_bad_input(
    finished: list[str], options: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_program([*finished, *options]) == 2
    assert words in capsys.readouterr().err
