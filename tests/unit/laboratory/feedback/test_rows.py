"""Rows go to the disk one by one and come back as they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.laboratory.feedback.recorded import FILE, recorded_rows

from plancritic.contracts.errors import ContractError
from plancritic.laboratory.feedback.rows import RowFile, row_from_json, row_json
from plancritic.laboratory.feedback.settings import EvaluationSettings


def test_a_row_comes_back_as_it_was_written() -> None:
    for row in recorded_rows():
        assert row_from_json(json.loads(json.dumps(row_json(row)))) == row


def test_a_row_repeats_the_line_of_the_suite_with_its_plan_as_the_one_shown() -> None:
    shown = next(row for row in recorded_rows() if row.element.shown_plan is not None)
    written = row_json(shown)
    assert written["shown_plan"] == shown.element.given["plan"]
    assert written["plan"] == shown.plan != written["shown_plan"]
    for name in ("domain", "archetype", "statement", "ground_truth"):
        assert written[name] == shown.element.given[name]


def test_a_row_tells_the_verdict_of_each_statement() -> None:
    for row in recorded_rows():
        assert row_json(row)["told"] == [each.verdict for each in row.understood]


def test_what_else_a_line_has_is_repeated_and_comes_back() -> None:
    row = recorded_rows()[0]
    element = row.element.model_copy(update={"given": row.element.given | {"note": "by hand"}})
    written = row_json(row.model_copy(update={"element": element}))
    assert written["note"] == "by hand"
    assert row_from_json(written).element.given["note"] == "by hand"


def test_the_suite_of_an_element_comes_back_with_its_row() -> None:
    row = recorded_rows()[0]
    row = row.model_copy(update={"element": row.element.model_copy(update={"suite": "steps-own"})})
    written = row_json(row)
    assert written["suite_file"] == "steps-own"
    assert row_from_json(json.loads(json.dumps(written))) == row


def test_rows_added_one_by_one_are_there_after_each_and_other_rows_stay(tmp_path: Path) -> None:
    first, second, third = recorded_rows()[:3]
    path = tmp_path / "new" / "rows.jsonl"
    file = RowFile(path)
    file.add(first)
    assert RowFile(path).read() == (first,)
    file.add(second)
    assert RowFile(path).read() == (first, second)
    again = RowFile(path)
    again.add(third)
    assert again.read() == (first, second, third)
    again.replace([third])
    assert again.read() == (third,)


def test_a_line_that_was_cut_off_is_dropped_and_what_follows_stands_on_a_line_of_its_own(tmp_path: Path) -> None:
    first, second = recorded_rows()[:2]
    path = tmp_path / "rows.jsonl"
    file = RowFile(path)
    file.add(first)
    with path.open("a", encoding="utf-8") as opened:
        opened.write(json.dumps(row_json(second))[:100])
    assert RowFile(path).read() == (first,)
    file = RowFile(path)
    file.add(second)
    assert RowFile(path).read() == (first, second)


def test_a_file_of_something_else_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(FILE.read_text(encoding="utf-8").splitlines()[0] + '\n{"domain": "waterway"}\n', encoding="utf-8")
    with pytest.raises(ContractError) as caught:
        RowFile(path).read()
    assert caught.value.fault.line == 2
    assert "--rows" in (caught.value.fault.remedy or "")


def test_rows_of_other_settings_are_other_measurements() -> None:
    row = recorded_rows()[0]
    other = row.model_copy(update={"settings": EvaluationSettings(mode="translate-only")})
    assert other.key != row.key
    assert row.model_copy(update={"seconds": 99.0}).key == row.key


@pytest.mark.parametrize("mode", ["ga", "translate-only"])
def test_the_settings_of_a_run_say_whether_it_searches(mode: str) -> None:
    settings = EvaluationSettings.model_validate({"mode": mode, "seed": 7, "preset": "paper", "evidence": ["check"]})
    search = settings.search()
    assert search.translate_only is (mode == "translate-only")
    assert (search.seed, search.preset, search.evidence) == (7, "paper", ("check",))
    services = settings.model_copy(update={"scorer": "0" * 64, "misread": 0.3})
    assert services.search() == search, "what the services are started with is not sent"
    assert services != settings
    assert settings.search(translate_only=True).translate_only
    assert search.generations == 3, "what is not chosen is left to the contract's default"
