"""Statements about steps that are refused, each with its reason, rather than read in part."""

from __future__ import annotations

import pytest
from tests.unit.translator.steps import PLAN, read


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Step 60 should happen before step 5.", "there is no step 60; the plan shown has steps 1 to 13"),
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
    assert any(
        word in found.reason
        for word in ("I cannot tell what", "I cannot tell whether", "I cannot read", "does not say which")
    )


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
