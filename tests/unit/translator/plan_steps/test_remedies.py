"""Statements about steps that cannot be read: a true reason, and sentences in their place that are read."""

import re

import pytest
from tests.unit.translator.steps import PLAN, read

from plancritic.domains import load_domain
from plancritic.pddl.execution import StepOrders
from plancritic.pddl.language import parse_plan
from plancritic.wording import Lexicon

#: In step 9 the scout is back where it was at first; in step 10 the wreck is taken in tow.
RETURN = """\
0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]
0.000: (remove_normal_debris_total wpt_ini wpt_a_0 n_deb_ini_a_0 deb_ast_0) [1.600]
0.100: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]
0.600: (scout_location wpt_a_0 sct_ast_0) [1.000]
1.600: (move_scout_asset wpt_a_0 wpt_end sct_ast_0) [0.500]
2.100: (scout_location wpt_end sct_ast_0) [1.000]
2.600: (remove_normal_debris_total wpt_a_0 wpt_end n_deb_a_0_end deb_ast_0) [1.000]
3.100: (move_scout_asset wpt_end wpt_a_0 sct_ast_0) [0.500]
3.600: (move_ship_salvage_asset wpt_a_0 wpt_end shp_sal_ast_0) [1.000]
3.700: (move_scout_asset wpt_a_0 wpt_ini sct_ast_0) [0.500]
4.600: (ship_salvage_asset_salvage_ship wpt_end shp_0 shp_sal_ast_0) [1.000]
"""


_ORDER = re.compile(r"Step (\d+) should come (before|after) step (\d+)\.")
_TIME = re.compile(r"\d+(?:\.\d+)?")


@pytest.mark.parametrize(
    "text",
    [
        "hold step 9 until after step 10",
        "keep step 9 back till 10 is done",
        "step 9 only once step 10 is over",
        "swap steps 9 and 10",
        "step 9 should come after step 10",
    ],
)
async def test_a_step_that_only_comes_back_is_held_by_a_time_in_words_that_are_read(text: str) -> None:
    found = await read(text, RETURN)
    assert found.readings == ()
    assert found.reason is not None and found.reason.startswith(
        "step 9 achieves nothing that did not already hold at the start"
    )
    assert found.closest == ("The scout must be at waypoint A from hour 3.7 to hour 5.6.",)
    held = await read(found.closest[0], RETURN)
    assert held.readings[0].constraints == ("(hold-during 3.7 5.6 (at sct_ast_0 wpt_a_0))",)


@pytest.mark.parametrize(
    "text",
    [
        "hold step 6 until after step 7",
        "keep step 6 back till 7 is done",
        "step 6 only once step 7 is over",
        "swap steps 6 and 7",
    ],
)
async def test_orders_of_what_steps_achieve_are_read_as_the_plain_order_is(text: str) -> None:
    plain = await read("step 6 should come after step 7", PLAN)
    assert plain.readings[0].constraints
    assert (await read(text, PLAN)).readings[0].constraints == plain.readings[0].constraints


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("can step 6 happen a bit earlier?", "Step 6 must be done within"),
        ("move step 6 forward", "Step 6 must be done within"),
        ("do step 6 sooner please", "Step 6 must be done within"),
        ("push step 6 back a bit", "Step 6 must not be done before hour"),
    ],
)
async def test_a_step_moved_by_no_time_is_named_in_the_reason_and_all_that_is_offered_is_read(
    text: str, first: str
) -> None:
    found = await read(text, PLAN)
    assert found.readings == ()
    assert "step" in str(found.reason) and "names nothing" not in str(found.reason)
    assert len(found.closest) > 1 and found.closest[0].startswith(first)
    for sentence in found.closest:
        assert (await read(sentence, PLAN)).readings, sentence


@pytest.mark.parametrize("word", ["earlier", "later"])
@pytest.mark.parametrize("number", range(1, 9))
async def test_no_order_is_offered_that_the_plan_rules_out_and_times_are_round(word: str, number: int) -> None:
    lexicon = Lexicon(load_domain("waterway"), "1")
    orders = StepOrders(lexicon.problem, parse_plan(RETURN))
    found = await read(f"could step {number} happen a bit {word}?", RETURN)
    for sentence in found.closest:
        if told := _ORDER.fullmatch(sentence):
            one, other = int(told[1]), int(told[3])
            first, second = (one, other) if told[2] == "before" else (other, one)
            assert orders.may_precede(first, second), sentence
        times = [each for each in _TIME.findall(sentence) if "." in each]
        assert all(len(each.lstrip("0.")) <= 3 for each in times), sentence


async def test_a_step_is_not_offered_before_the_one_that_it_needs() -> None:
    # In step 3 the scout looks at the place to which step 2 brings it.
    offered = (await read("could step 3 happen a bit earlier?", RETURN)).closest
    assert "Step 3 should come before step 2." not in offered
    assert any("before step 1" in each for each in offered) or all("before" not in each for each in offered)


async def test_without_a_plan_a_number_of_a_step_is_the_reason() -> None:
    found = await read("can step 6 happen a bit earlier?", None)
    assert found.reason == "it names a step by its number, but no plan with such a step is shown"


@pytest.mark.parametrize("text", ["The weather is lovely.", "take one step back"])
async def test_what_names_no_step_by_its_number_has_another_reason(text: str) -> None:
    found = await read(text, PLAN)
    assert found.readings == ()
    assert "names step" not in str(found.reason) and "names a step" not in str(found.reason)
