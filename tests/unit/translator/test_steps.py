"""Statements about steps are read through what the steps of the shown plan achieve."""

import json
from pathlib import Path
from typing import Any

import pytest

from plancritic.contracts.translation import Statement, StatementReadings
from plancritic.domains import load_domain
from plancritic.pddl.constraints import parse_constraint
from plancritic.translator.translation import Translator

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "cases" / "feedback" / "steps-dev.jsonl").read_text().splitlines()
]
TRANSLATOR = Translator()


def canonical(constraints: Any) -> frozenset[str]:
    return frozenset(str(parse_constraint(c)) for c in constraints)


async def read(text: str, plan: str | None) -> StatementReadings:
    _, found = await TRANSLATOR.translate(load_domain("waterway"), "1", [Statement(id="s1", text=text)], plan)
    return found[0]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["statement"])
async def test_a_statement_about_steps_is_read_exactly(row: dict[str, Any]) -> None:
    readings = (await read(row["statement"], row["plan"])).readings
    assert canonical(readings[0].constraints) == canonical(row["ground_truth"])


@pytest.mark.parametrize(
    "text",
    [
        "Step 5 must come after step 6.",
        "Before step 5, do step 6.",
        "Don't do step 5 before step 6.",
        "I want the sixth step before the fifth step.",
        "First step 6, then step 5.",
    ],
)
async def test_other_words_for_the_same_order_mean_the_same(text: str) -> None:
    readings = (await read(text, ROWS[0]["plan"])).readings
    assert canonical(readings[0].constraints) == canonical(ROWS[0]["ground_truth"])


async def test_a_step_that_is_not_there_is_named() -> None:
    found = await read("Step 60 should happen before step 5.", ROWS[0]["plan"])
    assert found.readings == ()
    assert found.reason == "the plan shown has steps 1 to 13, there is no step 60"


async def test_steps_of_no_plan_are_not_understood() -> None:
    assert (await read("Step 6 should happen before step 5.", None)).readings == ()
