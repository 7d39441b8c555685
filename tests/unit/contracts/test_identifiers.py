from __future__ import annotations

import pytest

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.identifiers import only_identifier

KNOWN = ("morning", "morning-2", "evening")


@pytest.mark.parametrize(
    ("beginning", "found"), [("eve", "evening"), ("morning", "morning"), ("morning-", "morning-2"), ("night", None)]
)
def test_one_identifier_is_found_by_its_beginning_or_none(beginning: str, found: str | None) -> None:
    assert only_identifier(beginning, KNOWN, "session") == found


def test_the_same_identifier_twice_is_not_ambiguous() -> None:
    assert only_identifier("eve", [*KNOWN, *KNOWN], "run") == "evening"


def test_several_identifiers_are_a_fault_that_names_them() -> None:
    with pytest.raises(ContractError, match="'mor' is ambiguous: 2 sessions begin with it") as several:
        only_identifier("mor", KNOWN, "session")
    assert several.value.fault.code is FaultCode.AMBIGUOUS_NAME
    assert several.value.fault.remedy == "write more letters: morning, morning-2"
