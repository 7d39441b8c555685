"""`plancritic explain`: what a plan does, and why there is none, in words."""

from __future__ import annotations

import json
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import pytest

from plancritic.command_line import root
from plancritic.command_line.planning.explanation import near_misses
from plancritic.contracts.specification import TracedConstraint
from plancritic.wording import Lexicon

COURIER = Path(__file__).parents[3] / "cases" / "courier"
LETTER = COURIER / "letter.plan"
FILES = (str(COURIER / "domain.pddl"), str(COURIER / "problem.pddl"))
WATERWAY = Path(__file__).parents[4] / "domains" / "waterway"
WATERWAY_FILES = (str(WATERWAY / "domain.pddl"), str(WATERWAY / "problems" / "1.pddl"))


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command as the distribution names it, in an environment that was installed before it."""
    group = root.ENTRY_POINT_GROUP
    others = [point for point in entry_points(group=group) if point.name != "explain"]
    own = EntryPoint("explain", "plancritic.command_line.planning.explain:explain", group)
    monkeypatch.setattr(root, "entry_points", lambda group: [*others, own])


def explain(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any], str]:
    code = root.run_program(["explain", *arguments, "--json"])
    found = json.loads(capsys.readouterr().out)
    assert root.run_program(["explain", *arguments]) == code
    return code, found, capsys.readouterr().out


def wishes(folder: Path, *lines: str) -> str:
    file = folder / "wishes.pddl"
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


def test_a_plan_is_told_step_by_step_with_what_each_changes(capsys: pytest.CaptureFixture[str]) -> None:
    code, found, shown = explain(capsys, *FILES, str(LETTER))
    assert (code, found["verdict"]) == (0, "accepted")
    first = found["steps"][0]
    assert (first["number"], first["action"]) == (1, "(take ann letter home)")
    assert first["changes"] == ["'lies letter home' becomes false", "'carries ann letter' becomes true"]
    assert found["fault"] is None
    assert "The goal is met." in shown


def test_a_violated_constraint_comes_with_its_gap(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = wishes(tmp_path, "(within 5 (lies letter office))", "(sometime (at ann market))")
    code, found, shown = explain(capsys, *FILES, str(LETTER), "--constraints", file)
    assert (code, found["verdict"]) == (1, "rejected")
    late, kept = found["constraints"]
    assert late["gap"]["amount"] == pytest.approx(1.003)
    assert kept["satisfied"] and kept["gap"] is None
    assert "1.003 time units late" in shown
    assert late["time"] == pytest.approx(6.003)
    assert 'Violated, true only at 6.003 time units by "(put ann letter office)": Within the first 5 time' in shown


def test_the_first_condition_that_is_not_met_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    broken = tmp_path / "broken.plan"
    broken.write_text("\n".join(LETTER.read_text().splitlines()[1:]))
    file = wishes(tmp_path, "(sometime (at ann market))")
    code, found, shown = explain(capsys, *FILES, str(broken), "--constraints", file)
    assert code == 1
    assert found["goal"] is None
    assert "The goal is met" not in shown
    assert "If all its steps could be done:\nSatisfied at" in shown
    assert found["fault"]["step"] == "(put ann letter office)"
    assert found["fault"]["needed"] == "(carries ann letter)"
    assert found["fault"]["actual"] == "(not (carries ann letter))"


def test_a_folder_with_a_context_has_its_own_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = wishes(tmp_path, "(within 5 (at shp_0 shp_dck_0))")
    code, found, shown = explain(capsys, *WATERWAY_FILES, "--constraints", file)
    assert (code, found["verdict"]) == (1, "impossible")
    assert found["clash_minimal"]
    assert found["reason"]
    assert [one["kind"] for one in found["relaxations"]] == ["later_bound", "drop_constraint"]
    assert "Within the first 5 hours, the wrecked ship is at the ship dock." in shown
    assert "(at shp_0" not in shown
    assert "What would help" in shown


def test_the_part_of_the_goal_that_a_constraint_clashes_with_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = wishes(tmp_path, "(always (not (at shp_0 shp_dck_0)))")
    _, found, shown = explain(capsys, *WATERWAY_FILES, "--constraints", file)
    assert found["clashing_goal"] == ["(at shp_0 shp_dck_0)"]
    assert "It clashes with the goal of the problem: the wrecked ship is at the ship dock." in " ".join(shown.split())


def test_without_a_plan_one_is_looked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = wishes(tmp_path, "(preference nice (sometime (at bob market)))")
    code, found, shown = explain(capsys, *FILES, "--constraints", file)
    assert (code, found["verdict"]) == (0, "plan")
    assert found["steps"]
    assert found["preferences"][0]["kept"]
    assert "Kept (nice)" in shown
    assert "'at bob market' is true. (nice)" in shown


def test_known_plans_tell_how_close_they_come() -> None:
    lexicon = Lexicon.without_context(*((COURIER / name).read_text() for name in ("domain.pddl", "problem.pddl")))
    specification = tuple(
        TracedConstraint(constraint=text) for text in ("(within 5 (lies letter office))", "(sometime (at ann market))")
    )
    late, kept = near_misses(lexicon, specification, [LETTER.read_text()])
    assert late["sentence"].endswith(
        "in the closest plan that is known 'lies letter office' is true at 6.003 time units, "
        "you asked for 5 time units: 1.003 time units late."
    )
    assert kept["sentence"].endswith("a plan that is known satisfies this by itself.")


@pytest.mark.parametrize("command", ["plan", "explain", "validate"])
def test_bad_input_ends_in_one_message(command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    binary = tmp_path / "binary.pddl"
    binary.write_bytes(b"\xff\xfe\x00")
    domain, problem = FILES
    plan = [str(LETTER)] if command == "validate" else []
    cases = {
        (str(tmp_path / "missing.pddl"), problem): "there is no domain file",
        (str(tmp_path), problem): "is not a file",
        (str(binary), problem): "not UTF-8",
        (WATERWAY_FILES[0], problem): "this problem belongs to the domain 'courier'",
        (problem, domain): "expected 'domain'",
    }
    for files, words in cases.items():
        assert root.run_program([command, *files, *plan]) == 2
        assert words in capsys.readouterr().err
    unreadable = wishes(tmp_path, "", "(sometimes (at ann home))")
    assert root.run_program([command, domain, problem, *plan, "--constraints", unreadable]) == 2
    assert (
        f"{unreadable}:2:1: 'sometimes' is not a type of constraint, did you mean 'sometime'?"
        in capsys.readouterr().err
    )
    assert root.run_program([command, domain, problem, *plan, "--constraints", unreadable, "--json"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "syntax_error"
    assert (found["detail"]["file"], found["detail"]["line"], found["detail"]["column"]) == (unreadable, 2, 1)
    assert set(found["detail"]) == {"file", "line", "column", "message", "kind", "remedy"}
    assert root.run_program([command, domain, problem, *plan, "--constraints", wishes(tmp_path)]) == 0


def test_a_plan_of_another_problem_is_rejected_with_its_unknown_action(capsys: pytest.CaptureFixture[str]) -> None:
    code, found, shown = explain(capsys, *WATERWAY_FILES, str(LETTER))
    assert (code, found["verdict"]) == (1, "rejected")
    assert "unknown action 'take'" in shown
