from __future__ import annotations

import pytest

from plancritic.client import (
    AmbiguousIdentifier,
    InvalidIdentifier,
    UnknownIdentifier,
    check_identifier,
    find_identifier,
)
from plancritic.contracts.errors import FaultCode

KNOWN = ("3f9a12cd" + "0" * 24, "3f9a12ce" + "0" * 24, "77" + "1" * 30, "operations", "operations-2")


@pytest.mark.parametrize(
    ("beginning", "whole"),
    [("77", KNOWN[2]), ("3f9a12cd", KNOWN[0]), ("operations", "operations"), (KNOWN[1], KNOWN[1])],
)
def test_a_unique_beginning_finds_its_id_and_a_whole_id_comes_first(beginning: str, whole: str) -> None:
    assert find_identifier(beginning, KNOWN, "run") == whole


def test_an_ambiguous_beginning_names_the_candidates() -> None:
    with pytest.raises(AmbiguousIdentifier, match="2 runs begin with it") as ambiguous:
        find_identifier("3f9", KNOWN, "run")
    assert ambiguous.value.found == KNOWN[:2]
    assert all(each in str(ambiguous.value.fault.remedy) for each in KNOWN[:2])
    assert KNOWN[2] not in str(ambiguous.value.fault.remedy)


def test_of_many_candidates_ten_are_named_and_the_others_counted() -> None:
    with pytest.raises(AmbiguousIdentifier) as ambiguous:
        find_identifier("a", [f"a{number:02}" for number in range(13)], "session")
    remedy = str(ambiguous.value.fault.remedy)
    assert remedy.endswith("a09 and 3 more")


def test_an_unknown_beginning_names_what_is_known() -> None:
    with pytest.raises(UnknownIdentifier, match="no session 'zzz' is known") as unknown:
        find_identifier("zzz", KNOWN, "session")
    assert unknown.value.fault.code is FaultCode.UNKNOWN_NAME
    assert KNOWN[0] in str(unknown.value.fault.remedy)


def test_where_nothing_is_known_no_candidates_are_named() -> None:
    with pytest.raises(UnknownIdentifier) as unknown:
        find_identifier("zzz", (), "run")
    assert "latest are" not in str(unknown.value.fault.remedy)


@pytest.mark.parametrize("text", ["a b", "", "a.b", "*", ">", "x" * 65, "a\n", "ä"])
def test_a_text_that_cannot_be_an_id_is_refused(text: str) -> None:
    with pytest.raises(InvalidIdentifier) as invalid:
        check_identifier(text, "run")
    assert invalid.value.fault.code is FaultCode.INVALID_MESSAGE
