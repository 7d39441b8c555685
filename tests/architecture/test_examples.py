"""`--few-examples` reaches every property that names a number of examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.examples import examples, fewer

TESTS = Path(__file__).parents[1]
NUMBER = re.compile(r"max_examples=(?!examples\(|fewer\()")


def test_every_number_of_examples_may_be_made_smaller() -> None:
    files = [path for path in TESTS.rglob("*.py") if "max_examples=" in path.read_text() and path != Path(__file__)]
    assert files
    assert not [str(path.relative_to(TESTS)) for path in files if NUMBER.search(path.read_text())]


def test_few_examples_are_a_tenth_and_never_none(request: pytest.FixtureRequest) -> None:
    assert (fewer(600), fewer(60), fewer(1)) == (60, 6, 5)
    assert examples(600) == (60 if request.config.getoption("--few-examples") else 600)
