"""The offline parser has no reading, and says why."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.support.parsers import parser
from tests.support.regressions import Regression, regressions


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text without a reading, and words of the reason: none of them where any reason will do."""

    domain: str
    reason: list[str] | None = None


@pytest.mark.parametrize("case", regressions("parser-refuses.jsonl", Case))
def test_the_parser_has_no_reading(case: Case) -> None:
    reader = parser(case.domain)
    assert reader.parse(case.text) == (), case.why
    if case.reason is not None:
        said = " ".join(reader.why_not(case.text))
        assert said, case.why
        assert all(words in said for words in case.reason), case.why
