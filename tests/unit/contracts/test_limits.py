"""What a message may hold at most; more is refused where it is read, with the field named."""

from __future__ import annotations

import math
from typing import Any

import orjson
import pytest
from pydantic import ValidationError
from tests.support.builders import envelope, feedback_submitted, solve_problem, translate_statements, validate_plan

from plancritic.bus.wire import decode, encode
from plancritic.contracts.envelope import Message
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.execution.record import Execution, Observation
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed
from plancritic.contracts.refinement.messages import RefinementRequested
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


@pytest.mark.parametrize("number", ["1e999", "1e308", "-1e308", "NaN"])
@pytest.mark.parametrize(
    ("message", "fields"),
    [
        (ExecutionProgressed, '"time": {number}'),
        (ExecutionDeviated, '"time": {number}'),
        (ExecutionDeviated, '"time": 1, "values": {{"(fuel a)": {number}}}'),
    ],
)
def test_a_time_or_value_that_could_not_be_kept_is_refused(message: type[Message], fields: str, number: str) -> None:
    body = f'{{"envelope": {envelope().model_dump_json()}, "revision": "1-a", {fields.format(number=number)}}}'
    with pytest.raises(ContractError) as refused:
        decode(message, body.encode(), "a subject")
    assert refused.value.fault.code is FaultCode.INVALID_MESSAGE


@pytest.mark.parametrize("number", [math.inf, math.nan, 1e308])
def test_no_execution_is_made_that_could_not_be_read_again(number: float) -> None:
    with pytest.raises(ValidationError):
        Execution(now=number)
    with pytest.raises(ValidationError):
        Observation(time=1.0, values={"(fuel a)": number})


@pytest.mark.parametrize("field", ["allowed", "refused"])
def test_an_answer_about_no_step_at_all_is_refused(field: str) -> None:
    problem = {"text": "(p)", field: [[["pick", "a"]]]}
    body = {
        "envelope": orjson.loads(envelope().model_dump_json()),
        "description": {
            "domain": "d",
            "predicates": {"(held ?b)": "?b is held"},
            "actions": {"pick": {"detailed": "grip"}},
        },
        "domain": "(d)",
        "problems": [problem],
    }
    decode(RefinementRequested, orjson.dumps(body), "a subject")
    problem[field] = [[]]
    with pytest.raises(ContractError, match=field) as refused:
        decode(RefinementRequested, orjson.dumps(body), "a subject")
    assert refused.value.fault.code is FaultCode.INVALID_MESSAGE
