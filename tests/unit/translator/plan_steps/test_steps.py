"""Statements about steps are read through what the steps of the shown plan achieve."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.unit.translator.steps import (
    CASES,
    CLEARED,
    PLAN,
    ROWS,
    SCOUTED,
    SCOUTED_A,
    SEVEN_LEFT_OUT,
    SIX_BEFORE_FIVE,
    THREE_LEFT_OUT,
    canonical,
    read,
)

OWN = [json.loads(line) for line in (CASES / "steps-own.jsonl").read_text().splitlines()]
IMAGES = next(row["plan"] for row in OWN if row["domain"] == "satellite" and row["problem"] == "2")


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
    "text",
    [
        "Step 5 must come after step 6.",
        "Before step 5, do step 6.",
        "Don't do step 5 before step 6.",
        "I want the sixth step before the fifth step.",
        "First step 6, then step 5.",
        "Step 5 must not start until step 6 is finished.",
        "Step 5 shouldn't happen before step 6 does.",
        "The order of 5 and 6 is wrong: step 6 has to come first.",
        "Step five must come after step six.",
        "Only when step 6 is done may step 5 be carried out.",
        "No step 5 before step 6!",
        "Step 5 is not to be done unless step 6 has been completed.",
        "The scouting in step 6 has to be completed before the boats in step 5 leave.",
        "Shouldn't step 6 come before step 5? Please change that.",
        "It is important that step 6 comes before, not after, step 5.",
        "#6 before #5",
        "Step 6 is a prerequisite for step 5.",
        "It's risky to do step 5 before step 6.",
        "In your plan step 5 comes before step 6, but I want it the other way around.",
        "Step 5 comes before step 6. Swap them.",
        "Step 6 comes after step 5. It should come before.",
        "Why don't we do step 6 before step 5?",
        "The step after step 5 should come before step 5.",
    ],
)
async def test_other_words_for_the_same_order_mean_the_same(text: str) -> None:
    assert canonical((await read(text, PLAN)).readings[0].constraints) == canonical(SIX_BEFORE_FIVE)


@pytest.mark.parametrize(
    ("text", "constraints"),
    [
        ("Step 7 is unnecessary.", SEVEN_LEFT_OUT),
        ("Step 7 shouldn't be in the plan.", SEVEN_LEFT_OUT),
        ("The debris of step 7 should stay where it is.", SEVEN_LEFT_OUT),
        ("I don't like step 3. Remove it.", THREE_LEFT_OUT),
        ("Neither step 3 nor step 7 should be done.", THREE_LEFT_OUT | SEVEN_LEFT_OUT),
        ("Don't leave out step 7.", {f"(at end {CLEARED})"}),
        ("Keep step 3 in the plan.", {f"(sometime {SCOUTED_A})"}),
    ],
)
async def test_steps_are_left_out_or_kept(text: str, constraints: set[str]) -> None:
    assert canonical((await read(text, PLAN)).readings[0].constraints) == canonical(constraints)


@pytest.mark.parametrize(
    ("text", "constraints"),
    [
        ("Step 6 must be finished by hour 4.", {f"(within 4 {SCOUTED})"}),
        ("By time 4 steps 3 and 6 have to be done.", {f"(within 4 {SCOUTED})", f"(within 4 {SCOUTED_A})"}),
        ("Step 6 may not be finished later than 4 hours into the plan.", {f"(within 4 {SCOUTED})"}),
        ("Don't do step 6 before 3 hours have passed.", {f"(hold-during 0 3 (not {SCOUTED}))"}),
        ("Step 7 within 5 hours after step 3.", {f"(always-within 5 {SCOUTED_A} {CLEARED})"}),
    ],
)
async def test_steps_have_times(text: str, constraints: set[str]) -> None:
    assert canonical((await read(text, PLAN)).readings[0].constraints) == canonical(constraints)


@pytest.mark.parametrize(
    ("text", "constraints"),
    [
        (
            "Step 6 must come before step 5 but after step 3.",
            SIX_BEFORE_FIVE | {f"(sometime-before {SCOUTED} {SCOUTED_A})"},
        ),
        (
            "Step 6 before step 5 and step 7 after step 6.",
            SIX_BEFORE_FIVE | {f"(sometime-before {CLEARED} {SCOUTED})"},
        ),
        (
            "The salvage boat in step 5 should wait until step 6 is done.",
            {f"(sometime-before (not (at shp_sal_ast_0 wpt_ini)) {SCOUTED})"},
        ),
        (
            "The scout must be at B before step 6.",
            {f"(sometime-before {SCOUTED} (at sct_ast_0 wpt_b_0))"},
        ),
    ],
)
async def test_several_relations_parts_of_steps_and_other_happenings_are_read(text: str, constraints: set[str]) -> None:
    assert canonical((await read(text, PLAN)).readings[0].constraints) == canonical(constraints)


@pytest.mark.parametrize(
    "text", ["Do step 8 before steps 4 and 6.", "Image 8 ahead of images 4 and 6.", "8 before 4 and 6"]
)
async def test_a_list_of_steps_is_read_whole(text: str) -> None:
    taken = "(sometime-before (have_image {} infrared0) (have_image phenomenon5 image2))"
    readings = (await read(text, IMAGES, "satellite", "2")).readings
    assert canonical(readings[0].constraints) == canonical([taken.format("star7"), taken.format("phenomenon6")])


@pytest.mark.parametrize(
    "text",
    [
        "Never do step 7.",
        "We don't need step 7.",
        "Please don't do step 7.",
        "No step 7, please.",
        "Don't perform step 7 at all.",
        "There should be no step 7 in the plan.",
        "The plan must do without step 7.",
        "Leave step 7 out, it is no use.",
    ],
)
async def test_a_step_that_is_plainly_not_wanted_is_left_out(text: str) -> None:
    assert canonical((await read(text, PLAN)).readings[0].constraints) == canonical(SEVEN_LEFT_OUT)


@pytest.mark.parametrize(
    "text",
    [
        "It would be nice if step 6 came before step 5.",
        "If you don't mind, do step 6 before step 5.",
        "Without doubt step 6 should come before step 5.",
        "It would be bad if step 5 came before step 6.",
        "Nothing would please me more than step 6 before step 5.",
        "My preference would be for step 6 to come before step 5.",
        "Not step 5 before step 6 but the other way round.",
    ],
)
async def test_polite_feared_and_emphatic_orders_are_those_orders(text: str) -> None:
    assert canonical((await read(text, PLAN)).readings[0].constraints) == canonical(SIX_BEFORE_FIVE)


@pytest.mark.parametrize(
    "text", ["Give step 7 a miss.", "I hate step 7.", "The last thing I want is step 7.", "I'd hate to see step 7."]
)
async def test_a_step_that_is_to_be_avoided_is_left_out(text: str) -> None:
    assert canonical((await read(text, PLAN)).readings[0].constraints) == canonical(SEVEN_LEFT_OUT)


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
