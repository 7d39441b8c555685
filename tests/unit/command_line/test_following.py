from __future__ import annotations

import pytest

from plancritic.command_line.ending import CommandFault, ExitCode
from plancritic.command_line.following import make_feedback
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import SearchSettings


def test_statements_get_ids_in_the_order_they_were_said() -> None:
    feedback = make_feedback("waterway", "1", ["First.", " Second. "], SearchSettings())
    assert [(said.id, said.text) for said in feedback.statements] == [("s1", "First."), ("s2", "Second.")]


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        ([], FaultCode.EMPTY_FEEDBACK),
        (["", "  "], FaultCode.EMPTY_FEEDBACK),
        (["Go.", ""], FaultCode.EMPTY_FEEDBACK),
        (["a" * 2_000_000], FaultCode.PAYLOAD_TOO_LARGE),
        (["a"] * 51, FaultCode.PAYLOAD_TOO_LARGE),
    ],
)
def test_nothing_and_too_much_are_refused_before_anything_is_sent(texts: list[str], code: FaultCode) -> None:
    with pytest.raises(CommandFault) as refused:
        make_feedback("waterway", "1", texts, SearchSettings())
    assert refused.value.fault.code == code
    assert refused.value.fault.remedy
    assert refused.value.exit_code == ExitCode.BAD_INPUT


def test_a_session_that_cannot_be_a_subject_is_refused() -> None:
    with pytest.raises(CommandFault) as refused:
        make_feedback("waterway", "1", ["Go."], SearchSettings(), session="a.*")
    assert refused.value.exit_code == ExitCode.BAD_INPUT
