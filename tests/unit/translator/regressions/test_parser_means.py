"""The offline parser's best reading means the same as the constraints of the line, however it is written."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.support.parsers import parser
from tests.support.regressions import Regression, regressions

from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text with constraints that mean what it says."""

    domain: str
    constraints: list[str]


@pytest.mark.parametrize("case", regressions("parser-means.jsonl", Case))
def test_the_parser_reads_the_same_meaning(case: Case) -> None:
    parses = parser(case.domain).parse(case.text)
    assert parses, case.why
    assert canonical_key(parses[0].constraints) == canonical_key(map(parse_constraint, case.constraints)), case.why
