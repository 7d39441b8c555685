"""Errors at a place in a PDDL text travel as a verdict and as a fault, with kind, remedy and place."""

from __future__ import annotations

import pytest

from plancritic.contracts.errors import FaultCode
from plancritic.contracts.syntax_faults import fault_of, syntax_fault
from plancritic.pddl.language import PddlSyntaxError

UNKNOWN = PddlSyntaxError("unknown object 'a'", "p.pddl", 3, 7, "semantic.unknown_object", "known objects: b")


def test_a_verdict_names_engine_kind_remedy_and_place() -> None:
    verdict = syntax_fault(UNKNOWN, "kairos")
    assert (verdict.verdict, verdict.engine, verdict.kind) == ("syntax_error", "kairos", "unknown_name")
    assert (verdict.message, verdict.remedy) == ("unknown object 'a'", "known objects: b")
    assert (verdict.file, verdict.line, verdict.column) == ("p.pddl", 3, 7)


def test_the_fault_of_an_error_and_of_the_verdict_made_from_it_are_the_same() -> None:
    fault = fault_of(UNKNOWN)
    assert fault_of(syntax_fault(UNKNOWN, "kairos")) == fault
    assert (fault.code, fault.remedy) == (FaultCode.UNKNOWN_NAME, "known objects: b")
    assert (fault.file, fault.line, fault.column) == ("p.pddl", 3, 7)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("expansion.too_large", FaultCode.EXPANSION_TOO_LARGE),
        ("dialect.undeclared_predicate", FaultCode.UNKNOWN_NAME),
        ("constraint.form", FaultCode.SYNTAX_ERROR),
        ("parse.unclosed", FaultCode.SYNTAX_ERROR),
    ],
)
def test_the_kind_of_an_error_decides_the_code_of_its_fault(code: str, expected: FaultCode) -> None:
    assert fault_of(PddlSyntaxError("wrong", "p.pddl", 1, 1, code)).code is expected


def test_places_count_from_one() -> None:
    unplaced = PddlSyntaxError("wrong", "p.pddl", 0, 0)
    assert (syntax_fault(unplaced).line, syntax_fault(unplaced).column) == (1, 1)
    assert (fault_of(unplaced).line, fault_of(unplaced).column) == (1, 1)
