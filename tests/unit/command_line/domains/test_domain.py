from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from plancritic.command_line.domains.out_places import named_as_folder
from plancritic.command_line.root import run_program

CHECKOUT = Path(__file__).resolve().parents[4]


def test_the_domains_of_the_checkout_are_listed_with_their_problems(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program(["domain", "list", "--root", str(CHECKOUT / "domains"), "--json"]) == 0
    domains = {row["domain"]: row for row in json.loads(capsys.readouterr().out)["domains"]}
    assert domains["waterway"]["problems"] == ["1", "2", "3", "4"]
    assert len(domains["satellite"]["sha256"]) == 64


def test_a_folder_that_is_wrong_is_listed_with_what_is_wrong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shutil.copytree(CHECKOUT / "domains/waterway", tmp_path / "waterway")
    (tmp_path / "waterway/context.yaml").write_text("{", encoding="utf-8")
    assert run_program(["domain", "list", "--root", str(tmp_path), "--json"]) == 1
    (row,) = json.loads(capsys.readouterr().out)["domains"]
    assert "context.yaml" in row["fault"]
    assert row["remedy"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(CHECKOUT / "domains/haulage", tmp_path / "haulage")


def checked(folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, dict[str, Any]]:
    code = run_program(["domain", "check", str(folder), "--no-plan", "--json", *options])
    return code, json.loads(capsys.readouterr().out)


def test_a_folder_without_errors_is_fine(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = checked(folder, capsys, "--strict")

    assert (code, found["domain"], found["errors"], found["warnings"]) == (0, "haulage", 0, 0)
    assert found["notes"] == len(found["findings"])


def test_warnings_count_only_where_they_are_asked_to(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "README.md").unlink()

    assert checked(folder, capsys)[0] == 0
    assert checked(folder, capsys, "--strict")[0] == 1


def test_an_error_is_told_with_file_line_and_remedy(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    domain = folder / "domain.pddl"
    domain.write_text(domain.read_text(encoding="utf-8").replace("(vacant ?v)", "(vacnt ?v)"), encoding="utf-8")

    code, found = checked(folder, capsys)

    assert code == 1
    (finding,) = (each for each in found["findings"] if each["severity"] == "error")
    assert finding["file"] == str(domain)
    assert "vacnt" in domain.read_text(encoding="utf-8").splitlines()[finding["line"] - 1]
    assert finding["remedy"]
    assert run_program(["domain", "check", str(folder), "--no-plan"]) == 1
    assert f"error: {domain}:{finding['line']}: " in capsys.readouterr().out


def test_a_folder_that_is_not_there_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program(["domain", "check", str(tmp_path / "nowhere"), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["fault"]["remedy"]


def scaffolded(out: Path, *options: str) -> int:
    courier = CHECKOUT / "tests/cases/courier"
    arguments = [str(courier / "domain.pddl"), str(courier / "problem.pddl"), "--out", str(out)]
    return run_program(["domain", "scaffold", *arguments, *options])


def test_a_folder_is_made_that_the_check_finds_no_error_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert scaffolded(tmp_path / "letters", "--json") == 0
    files = json.loads(capsys.readouterr().out)["files"]
    assert str(tmp_path / "letters/problems/1.pddl") in files
    assert all(Path(file).is_file() for file in files)

    code, found = checked(tmp_path / "letters", capsys)

    assert (code, found["errors"]) == (0, 0)


def test_the_words_of_a_description_are_used_where_one_is_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    farm = CHECKOUT / "tests/cases/printer_farm"
    files = [str(farm / name) for name in ("domain.pddl", "problem.pddl")]
    described = ["--description", str(farm / "description.yaml"), "--out", str(tmp_path / "farm")]
    assert run_program(["domain", "scaffold", *files, *described]) == 0
    assert "The words are taken from the description" in capsys.readouterr().out
    assert "is doing nothing" in (tmp_path / "farm/context.yaml").read_text(encoding="utf-8")

    wrong = ["--description", str(farm / "domain.pddl"), "--out", str(tmp_path / "other")]
    assert run_program(["domain", "scaffold", *files, *wrong, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["fault"]["file"].endswith("domain.pddl")


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters/mine").write_text("mine", encoding="utf-8")

    assert scaffolded(tmp_path / "letters", "--json") == 2
    assert "overwritten" in json.loads(capsys.readouterr().out)["fault"]["remedy"]
    assert [each.name for each in (tmp_path / "letters").iterdir()] == ["mine"]


def test_pddl_that_does_not_parse_is_told_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.pddl"
    wrong.write_text("(define (domain a)\n  (:predicates (p ?x - nothing)))", encoding="utf-8")

    assert run_program(["domain", "scaffold", str(wrong), str(wrong), "--out", str(tmp_path / "a"), "--json"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert (found["verdict"], found["detail"]["file"], found["detail"]["line"]) == ("syntax_error", str(wrong), 2)


@pytest.mark.parametrize(
    ("out", "named"), [("mine", "./mine"), ("made/mine", "made/mine"), ("/made/mine", "/made/mine")]
)
def test_a_folder_here_is_named_so_that_it_is_not_taken_for_a_domain_of_the_folder_of_domains(
    out: str, named: str
) -> None:
    assert named_as_folder(Path(out)) == named
