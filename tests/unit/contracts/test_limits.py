"""What a message may hold at most; more is refused where it is read, with the field named."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from tests.support.builders import feedback_submitted, solve_problem, translate_statements, validate_plan

from plancritic.bus.wire import decode, encode
from plancritic.contracts.envelope import Message
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.specification import MAXIMUM_CONSTRAINTS
from plancritic.contracts.translation import MAXIMUM_STATEMENT_LENGTH, MAXIMUM_STATEMENTS

CONSTRAINT = {"constraint": "(always (a))"}


def statements(count: int, length: int = 3) -> list[dict[str, str]]:
    return [{"id": f"s{number}", "text": "x" * length} for number in range(count)]


@pytest.mark.parametrize(
    ("message", "field", "most", "more"),
    [
        (feedback_submitted(), "statements", statements(MAXIMUM_STATEMENTS), statements(MAXIMUM_STATEMENTS + 1)),
        (translate_statements(), "statements", statements(MAXIMUM_STATEMENTS), statements(MAXIMUM_STATEMENTS + 1)),
        (
            feedback_submitted(),
            "statements",
            statements(1, MAXIMUM_STATEMENT_LENGTH),
            statements(1, MAXIMUM_STATEMENT_LENGTH + 1),
        ),
        (
            solve_problem(),
            "specification",
            [CONSTRAINT] * MAXIMUM_CONSTRAINTS,
            [CONSTRAINT] * (MAXIMUM_CONSTRAINTS + 1),
        ),
        (
            validate_plan(),
            "specification",
            [CONSTRAINT] * MAXIMUM_CONSTRAINTS,
            [CONSTRAINT] * (MAXIMUM_CONSTRAINTS + 1),
        ),
        (
            validate_plan(),
            "questions",
            ["(always (a))"] * MAXIMUM_CONSTRAINTS,
            ["(always (a))"] * (MAXIMUM_CONSTRAINTS + 1),
        ),
    ],
)
def test_the_most_is_read_and_one_more_is_refused(message: Message, field: str, most: Any, more: Any) -> None:
    body = orjson.loads(encode(message))
    decode(type(message), orjson.dumps(body | {field: most}), "a subject")
    with pytest.raises(ContractError, match=field) as refused:
        decode(type(message), orjson.dumps(body | {field: more}), "a subject")
    assert refused.value.fault.code is FaultCode.INVALID_MESSAGE
