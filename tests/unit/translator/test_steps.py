"""Statements about steps are read through what the steps of the shown plan achieve."""

import json
from pathlib import Path
from typing import Any

import pytest

from plancritic.contracts.translation import Statement, StatementReadings
from plancritic.domains import load_domain
from plancritic.pddl.language import parse_constraint
from plancritic.translator.translation import Translator

CASES = Path(__file__).parents[2] / "cases" / "feedback"
ROWS = [json.loads(line) for line in (CASES / "steps-dev.jsonl").read_text().splitlines()]
OWN = [json.loads(line) for line in (CASES / "steps-own.jsonl").read_text().splitlines()]
PLAN = ROWS[0]["plan"]
IMAGES = next(row["plan"] for row in OWN if row["domain"] == "satellite" and row["problem"] == "2")
TRANSLATOR = Translator()

#: In the plan of the rows: 3 scouts A, 5 is the debris boat and the salvage boat leaving the start, 6 scouts the end
#: point, 7 clears the way from A to the end point.
SCOUTED_A = "(is_underwater_debris_visible wpt_a_0)"
SCOUTED = "(is_underwater_debris_visible wpt_end)"
CLEARED = "(is_location_not_blocked wpt_a_0 wpt_end)"
SIX_BEFORE_FIVE = {
    f"(sometime-before (not (at shp_sal_ast_0 wpt_ini)) {SCOUTED})",
    f"(sometime-before (not (at deb_ast_0 wpt_ini)) {SCOUTED})",
}
SEVEN_LEFT_OUT = {"(at end (at n_deb_a_0_end wpt_a_0))"}
THREE_LEFT_OUT = {f"(always (not {SCOUTED_A}))"}


def canonical(constraints: Any) -> frozenset[str]:
    return frozenset(str(parse_constraint(str(c).lower())) for c in constraints)


async def read(text: str, plan: str | None, domain: str = "waterway", problem: str = "1") -> StatementReadings:
    _, found = await TRANSLATOR.translate(load_domain(domain), problem, [Statement(id="s1", text=text)], plan)
    return found[0]


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
    ("text", "reason"),
    [
        ("Step 60 should happen before step 5.", "the plan shown has steps 1 to 13, there is no step 60"),
        ("Step 3 or step 7 should be left out.", "choice"),
        ("Do step 5 and step 6 at the same time.", "same time"),
        ("Why is step 6 after step 5?", "question"),
        ("Step 6 before step 5. The scout must end at B.", "statement of its own"),
        ("Step 3 before step 6, and what about step 7?", "step 7"),
    ],
)
async def test_what_cannot_be_said_of_steps_is_refused_with_the_reason(text: str, reason: str) -> None:
    found = await read(text, PLAN)
    assert found.readings == ()
    assert found.reason is not None
    assert reason in found.reason


@pytest.mark.parametrize(
    "text",
    [
        "Do not do step 6 too early.",
        "Don't rush step 6.",
        "Step 6 must not be done alone.",
        "Step 6 should not be done by the scout.",
        "I have no problem with step 7.",
        "I do not see the point of step 6.",
        "Nobody asked you to leave out step 6.",
        "Step 6 is done by the scout, isn't it?",
        "Before step 5 nothing may happen.",
        "Nothing should be done after step 8.",
        "Leave out one of steps 3 and 6.",
        "Step 5 has to be done faster.",
        "Step 5 has to be done by the other boat.",
        "Step 5 has to be done in the dark.",
        "Please do step 5 later.",
        "Keep step 6 short.",
        "Step 3 and step 5 should not be done before noon.",
        "Don't do step 6 so slowly.",
        "Step 7 must not be done with the salvage boat.",
        "Step 6 should not happen at night.",
        "I have nothing against step 6.",
        "I have no objection to step 6.",
        "Do not let anyone see step 6.",
        "Do step 6 more carefully.",
        "Keep step 6 simple.",
        "Nobody wants step 6 to be left out.",
        "Don't do any of steps 3 and 6 slowly.",
        "Nothing happens after step 8.",
        "No one should do anything before step 5.",
    ],
)
async def test_how_or_by_whom_a_step_is_done_neither_leaves_it_out_nor_keeps_it(text: str) -> None:
    found = await read(text, PLAN)
    assert found.readings == ()
    assert found.reason is not None
    assert any(word in found.reason for word in ("cannot be read", "is not said"))


@pytest.mark.parametrize(
    "text",
    [
        "Step 6 doesn't need to come before step 5.",
        "It is not necessary that step 6 comes before step 5.",
        "Step 6 does not have to wait for step 5.",
        "There is no need for step 6 to come before step 5.",
        "You needn't do step 6 before step 5.",
        "Step 6 isn't required to precede step 5.",
    ],
)
async def test_what_need_not_be_is_not_forbidden(text: str) -> None:
    found = await read(text, PLAN)
    assert found.readings == ()
    assert found.reason is not None
    assert "need not be" in found.reason


@pytest.mark.parametrize(
    "text",
    [
        "Delay step 6 by 2 hours.",
        "Step 6 should happen 2 hours before step 5.",
        "Between step 5 and step 6 wait 2 hours.",
        "Start step 6 at hour 2.",
        "Step 3 takes less than 2 hours.",
        "Step 6 lasts 2 hours.",
        "Step 6 has to take 3 hours.",
        "Make step 6 2 hours longer.",
        "Do step 6 in 2 hours.",
    ],
)
async def test_a_span_a_moment_or_a_delay_is_no_deadline(text: str) -> None:
    found = await read(text, PLAN)
    assert found.readings == ()
    assert found.reason is not None
    assert "by when a step is done" in found.reason


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
    ("text", "reason"),
    [
        ("Don't do step 6, do step 7.", "sentence of its own"),
        ("Leave out step 3 and keep step 6.", "sentence of its own"),
        ("Do step 6. But not too early.", "but not too early"),
        ("You may do step 6 before step 5.", "allows"),
        ("It isn't a must that step 6 precedes step 5.", "need not be"),
        ("Step 6 was not done well.", "well"),
    ],
)
async def test_what_is_said_beside_or_after_a_wish_is_not_dropped(text: str, reason: str) -> None:
    found = await read(text, PLAN)
    assert found.readings == ()
    assert found.reason is not None
    assert reason in found.reason


async def test_steps_of_no_plan_are_not_understood() -> None:
    assert (await read("Step 6 should happen before step 5.", None)).readings == ()


async def test_numbers_of_things_and_times_are_no_steps() -> None:
    readings = (await read("The scout must be at the end point within 5 hours.", PLAN)).readings
    assert canonical(readings[0].constraints) == {"(within 5 (at sct_ast_0 wpt_end))"}


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Between hours 2 and 4 I want the debris boat held at the start.", "(hold-during 2 4 (at deb_ast_0 wpt_ini))"),
        ("From hours 3 to 6 the scout stays at B.", "(hold-during 3 6 (at sct_ast_0 wpt_b_0))"),
        ("Between 2 and 4 keep the debris boat at the start.", "(hold-during 2 4 (at deb_ast_0 wpt_ini))"),
        ("From 3 until 6 the scout has to be at A.", "(hold-during 3 6 (at sct_ast_0 wpt_a_0))"),
        ("The scout must be at B between hours 3 and 5.", "(hold-during 3 5 (at sct_ast_0 wpt_b_0))"),
        ("Between 1 and 3 hours the salvage boat waits at the start.", "(hold-during 1 3 (at shp_sal_ast_0 wpt_ini))"),
        ("From t = 2 to 5 the scout stays at A.", "(hold-during 2 5 (at sct_ast_0 wpt_a_0))"),
    ],
)
async def test_numbers_that_bound_a_time_are_no_steps(text: str, constraint: str) -> None:
    assert canonical((await read(text, PLAN)).readings[0].constraints) == canonical([constraint])


@pytest.mark.parametrize(
    "text",
    [
        "Have 2 boats at A before 3 boats are at B.",
        "Keep 2 and 3 boats apart.",
        "Between 2 and 4 nothing moves.",
        "At 3 o'clock the scout should be at A and at 5 at B.",
        "Have 2 visits before 3.",
        "Scout 2 places, then 3 more.",
    ],
)
async def test_numbers_that_count_something_else_are_no_steps(text: str) -> None:
    found = await read(text, PLAN)
    assert found.readings == ()
    assert "step" not in (found.reason or "")


@pytest.mark.parametrize(
    "text",
    [
        "6 before 5.",
        "Do 6 before 5, please.",
        "Swap 5 and 6, so that the scout is there sooner.",
        "5 must wait until 6 is finished.",
        "5 and 6 are in the wrong order.",
        "Start with 6 and only then do 5.",
        "No. 6 before no. 5.",
    ],
)
async def test_numbers_that_stand_alone_in_an_order_are_steps(text: str) -> None:
    assert canonical((await read(text, PLAN)).readings[0].constraints) == canonical(SIX_BEFORE_FIVE)


@pytest.mark.parametrize("text", ["No 6 before 5.", "No 5 before 6!", "Please hurry. No #6 before 5."])
async def test_a_no_that_denies_or_counts_is_refused(text: str) -> None:
    found = await read(text, PLAN)
    assert found.readings == ()
    assert "'no'" in (found.reason or "")


@pytest.mark.parametrize(
    "text",
    [
        "Step 6 before step 5 and the scout ends at B.",
        "The debris boat avoids B, and step 6 comes before step 5.",
        "Step 6 before step 5 and end with the scout at B.",
        "Leave out step 7 and finish with the scout at B.",
        "The scout ends at B, and 6 before 5.",
    ],
)
async def test_what_is_joined_to_a_wish_about_steps_is_not_dropped(text: str) -> None:
    found = await read(text, PLAN)
    assert found.readings == ()
    assert "statement of its own" in (found.reason or "")


async def test_two_times_before_each_of_which_something_is_to_be_bound_no_span() -> None:
    found = await read("Before hour 6 the scout is at B and before hour 9 it is at A.", PLAN)
    assert canonical(found.readings[0].constraints) == {
        "(within 6 (at sct_ast_0 wpt_b_0))",
        "(within 9 (at sct_ast_0 wpt_a_0))",
    }


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
    "text",
    [
        "Step 6 hardly ever comes before step 5.",
        "I doubt that step 6 should come before step 5.",
        "Step 5 before step 6? No way.",
        "Step 5 before step 6? Rather not.",
        "Anything but step 5 before step 6.",
        "If step 5 is late, do step 6 first.",
    ],
)
async def test_what_may_turn_an_order_of_steps_round_is_refused(text: str) -> None:
    found = await read(text, PLAN)
    assert found.readings == ()
    assert found.reason
