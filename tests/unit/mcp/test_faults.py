"""Faults as the protocol has them."""

from __future__ import annotations

from pathlib import Path

import nats.errors
import pytest

from plancritic.command_line.exit_codes import CommandFault
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains.errors import UnknownDomainError, UnknownProblemError
from plancritic.mcp.faults import as_data, failed, fault_of, in_words, invalid
from plancritic.pictures.step_reasons import NoSuchStep

FAULT = Fault(code=FaultCode.STALE_REVISION, message="there is a newer revision", remedy="look again")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ContractError(FAULT), "stale_revision"),
        (CommandFault(FAULT), "stale_revision"),
        (UnknownDomainError("x", (), Path()), "unknown_domain"),
        (UnknownProblemError("x", "9", ("1",)), "unknown_problem"),
        (NoSuchStep(9, 3), "unknown_name"),
        (nats.errors.ConnectionClosedError(), "service_unavailable"),
    ],
)
def test_an_error_that_is_expected_has_a_fault_with_a_remedy(error: Exception, code: str) -> None:
    found = fault_of(error)
    assert found is not None and found.code == code and found.remedy
    around = RuntimeError("the protocol's own")
    around.__cause__ = error
    assert fault_of(around) == found


def test_an_error_that_nobody_expected_has_none() -> None:
    assert fault_of(RuntimeError("secret")) is None
    assert fault_of(None) is None


def test_a_fault_is_told_with_code_place_message_and_remedy() -> None:
    placed = FAULT.model_copy(update={"file": "domain.pddl", "line": 3, "column": 1})
    assert in_words(placed) == (
        "error (stale_revision): domain.pddl:3:1: there is a newer revision\nremedy: look again"
    )
    assert as_data(FAULT) == {
        "fault": {"code": "stale_revision", "message": "there is a newer revision", "remedy": "look again"}
    }
    result = failed(invalid("no", "yes").fault)
    assert result.is_error and result.structured_content == as_data(invalid("no", "yes").fault)
