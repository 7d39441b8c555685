"""A reader of one kind of wish reads exactly the constraints of the line, or nothing."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.support.parsers import parser
from tests.support.regressions import Regression, regressions

from plancritic.translator.candidates.denied_orders import DeniedOrderReader
from plancritic.translator.candidates.exchanged import ExchangedReader

READERS = {"denied orders": DeniedOrderReader, "exchanges": ExchangedReader}


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text, and the constraints that a reader reads: none where it leaves the text to other readers."""

    reader: str
    domain: str
    constraints: list[str]


@pytest.mark.parametrize("case", regressions("reader-reads.jsonl", Case))
def test_the_reader_reads_the_constraints(case: Case) -> None:
    parses = READERS[case.reader](parser(case.domain)).parse(case.text)
    assert [str(each) for parse in parses for each in parse.constraints] == case.constraints, case.why
