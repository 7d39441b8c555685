"""Suites that a reader is measured by."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancritic.contracts.errors import ContractError
from plancritic.laboratory.reading.evaluation.reading import suite_texts

SUITE = Path(__file__).parents[4] / "cases" / "feedback" / "unseen-own.jsonl"


def test_single_statements_of_a_suite_are_read_with_their_ground_truth() -> None:
    texts = suite_texts(SUITE)
    assert len(texts) > 150
    assert {each.domain for each in texts} == {"waterway", "satellite", "haulage"}
    assert all(each.text for each in texts)


@pytest.mark.parametrize(
    "line",
    ["no json", "{}", '{"domain": "haulage", "statement": "Go.", "ground_truth": ["(always"]}'],
)
def test_a_line_that_is_no_row_is_refused_with_its_place(tmp_path: Path, line: str) -> None:
    path = tmp_path / "suite.jsonl"
    path.write_text(f'{{"domain": "haulage", "statement": "Go.", "ground_truth": []}}\n{line}\n')
    with pytest.raises(ContractError) as refused:
        suite_texts(path)
    assert (refused.value.fault.file, refused.value.fault.line) == (str(path), 2)
