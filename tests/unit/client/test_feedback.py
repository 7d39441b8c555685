from __future__ import annotations

import pytest

from plancritic.client import InvalidFeedback, make_feedback
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
    with pytest.raises(InvalidFeedback) as refused:
        make_feedback("waterway", "1", texts, SearchSettings())
    assert refused.value.fault.code == code
    assert refused.value.fault.remedy


def test_a_session_that_cannot_be_a_subject_is_refused() -> None:
    with pytest.raises(InvalidFeedback, match="session_id") as refused:
        make_feedback("waterway", "1", ["Go."], SearchSettings(), session="a.*")
    assert refused.value.fault.code is FaultCode.INVALID_MESSAGE


def test_statements_are_musts_unless_they_are_said_to_be_wishes() -> None:
    said = make_feedback("waterway", "1", ["First.", "Second."], SearchSettings(), strengths=["must", "nice"])
    assert [(each.id, each.strength) for each in said.statements] == [("s1", "must"), ("s2", "nice")]
    plain = make_feedback("waterway", "1", ["First."], SearchSettings())
    assert [each.strength for each in plain.statements] == ["must"]
