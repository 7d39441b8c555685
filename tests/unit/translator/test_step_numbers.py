"""Which numbers in a statement name steps, and which count or bound something else."""

from __future__ import annotations

import pytest
from tests.unit.translator.steps import PLAN, SIX_BEFORE_FIVE, canonical, read


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


async def test_two_times_before_each_of_which_something_is_to_be_bound_no_span() -> None:
    found = await read("Before hour 6 the scout is at B and before hour 9 it is at A.", PLAN)
    assert canonical(found.readings[0].constraints) == {
        "(within 6 (at sct_ast_0 wpt_b_0))",
        "(within 9 (at sct_ast_0 wpt_a_0))",
    }
