"""The offline parser's best reading has exactly the constraints of the line."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.support.parsers import parser
from tests.support.regressions import Regression, regressions


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text with the constraints of its best reading."""

    domain: str
    problem: str = "1"
    constraints: list[str]


@pytest.mark.parametrize("case", regressions("parser-reads.jsonl", Case))
def test_the_parser_reads_the_constraints(case: Case) -> None:
    parses = parser(case.domain, case.problem).parse(case.text)
    assert parses, case.why
    assert sorted(map(str, parses[0].constraints)) == sorted(case.constraints), case.why
