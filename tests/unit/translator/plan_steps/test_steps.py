"""Statements about steps are read through what the steps of the shown plan achieve."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.unit.translator.steps import CASES, PLAN, ROWS, canonical, read

OWN = [json.loads(line) for line in (CASES / "steps-own.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["statement"])
async def test_a_statement_about_steps_is_read_exactly(row: dict[str, Any]) -> None:
    readings = (await read(row["statement"], row["plan"])).readings
    assert canonical(readings[0].constraints) == canonical(row["ground_truth"])


async def test_nearly_all_statements_about_steps_in_other_words_ask_for_what_is_meant() -> None:
    met = 0
    for row in OWN:
        readings = (await read(row["statement"], row["plan"], row["domain"], row["problem"])).readings
        met += bool(readings) and canonical(row["ground_truth"]) <= canonical(readings[0].constraints)
    assert met / len(OWN) >= 0.95


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        # Step 7 removes debris: nothing shows when it begins.
        ("Step 7 should wait until step 5 is finished.", 1),
        ("Don't start step 7 until step 5 is done.", 1),
        ("Step 5 must come before step 7.", 0),
        ("Step 7 must not be over before step 5 is over.", 0),
    ],
)
async def test_where_a_beginning_that_nothing_shows_is_spoken_of_the_reading_says_that_it_is_left_out(
    text: str, hidden: int
) -> None:
    reading = (await read(text, PLAN)).readings[0]
    assert len([each for each in reading.unread if "begins" in each]) == hidden
