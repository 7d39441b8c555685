"""Deeds commanded one after the other are asked for; an order alone asks for nothing but the order."""

import pytest
from tests.support.parsers import parser

A, B = "(is_underwater_debris_visible wpt_a_0)", "(is_underwater_debris_visible wpt_b_0)"
B_THEN_A = f"(sometime-before {A} {B})"
SCOUT_AT_A, SCOUT_AT_B = "(at sct_ast_0 wpt_a_0)", "(at sct_ast_0 wpt_b_0)"


def read(statement: str, domain: str = "waterway") -> set[str]:
    parses = parser(domain).parse(statement)
    return {str(c) for c in parses[0].constraints} if parses else set()


@pytest.mark.parametrize(
    "statement",
    [
        "First scout B, then A.",
        "Scout B first and A afterwards.",
        "Please scout B first and then A.",
        "We should scout B first, then A.",
        "I want you to scout B first, then A.",
        "I want B scouted first, then A.",
        "Could you scout B first and then A?",
        "So please scout B first, waypoint A second.",
    ],
)
def test_two_deeds_commanded_in_a_row_are_both_done_in_that_order(statement: str) -> None:
    assert read(statement) == {B_THEN_A, f"(sometime {A})"}


@pytest.mark.parametrize(
    "statement",
    [
        "Send the scout to A first, then to B.",
        "Visit A with the scout, then B.",
        "Let the scout go to A first, then to B.",
        "Have the scout visit A first and then B.",
        "Take the scout to A and then to B.",
    ],
)
def test_so_are_two_visits(statement: str) -> None:
    assert read(statement) == {f"(sometime-before {SCOUT_AT_B} {SCOUT_AT_A})", f"(sometime {SCOUT_AT_B})"}


@pytest.mark.parametrize(
    "statement",
    [
        "Scout B before A.",
        "Before A is scouted, scout B.",
        "Only scout A after B.",
        "Scout B first, only then may A be scouted.",
        "First scout B, then you may scout A.",
    ],
)
def test_an_order_alone_asks_for_neither(statement: str) -> None:
    assert read(statement) == {B_THEN_A}


def test_nothing_is_added_of_what_the_goal_asks_for_anyway() -> None:
    taken = "(have_image {} thermograph0)"
    found = read("Take the image of Star5 first, then Phenomenon4.", "satellite")
    assert found == {f"(sometime-before {taken.format('phenomenon4')} {taken.format('star5')})"}
    turned = read("First look at Star0, then at GroundStation1.", "satellite")
    assert "(sometime (pointing satellite0 groundstation1))" in turned


@pytest.mark.parametrize(
    "statement",
    [
        "You may scout B first and then A.",
        "You can go to A first, then B, with the scout.",
        "Don't scout B first and then A.",
        "Never visit A first and then B with the scout.",
        "First the debris boat, then the scout must leave the start.",
    ],
)
def test_leave_a_denied_order_and_one_that_every_plan_keeps_are_refused(statement: str) -> None:
    assert read(statement) == set()
