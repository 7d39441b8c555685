"""What is asked for in a frame: windows, responses, counts, orders, over any facts joined by "and" and "or"."""

import pytest
from tests.support.parsers import parser

from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key

SCOUTED = "is_underwater_debris_visible"


WATERWAY = [
    ("From hour 5 to hour 8 A has to stay closed.", "(hold-during 5 8 (not (is_location_unrestricted wpt_a_0)))"),
    ("scout at B, hours 5-8", "(hold-during 5 8 (at sct_ast_0 wpt_b_0))"),
    ("After thirty-five hours B must always be scouted.", f"(hold-after 35 ({SCOUTED} wpt_b_0))"),
    ("The scout has to be at A seven hours in at the latest.", "(within 7 (at sct_ast_0 wpt_a_0))"),
    ("Don't let 9 hours go by without A being scouted.", f"(within 9 ({SCOUTED} wpt_a_0))"),
    (
        "Whenever the scout is at B, the tug must be at the dock within 6 hours.",
        "(always-within 6 (at sct_ast_0 wpt_b_0) (at shp_sal_ast_0 shp_dck_0))",
    ),
    (
        "A closed -> scout at A within 5 h",
        "(always-within 5 (not (is_location_unrestricted wpt_a_0)) (at sct_ast_0 wpt_a_0))",
    ),
    (
        "Each time A is scouted, B must be open then or at some later time.",
        f"(sometime-after ({SCOUTED} wpt_a_0) (is_location_unrestricted wpt_b_0))",
    ),
    ("The debris boat may be at the dump for one stretch of time at most.", "(at-most-once (at deb_ast_0 deb_stn_0))"),
    ("Having left B, the debris boat is not to come back there.", "(at-most-once (at deb_ast_0 wpt_b_0))"),
    (
        "The way from A to the start must be clear at some point.",
        "(sometime (is_location_not_blocked wpt_a_0 wpt_ini))",
    ),
    (
        "The way from A to the end point has to be clear before the scout is at B.",
        "(sometime-before (at sct_ast_0 wpt_b_0) (is_location_not_blocked wpt_a_0 wpt_end))",
    ),
    ("Not for a single moment may A be unscouted.", f"(always ({SCOUTED} wpt_a_0))"),
    ("The plan must not end without B having been scouted.", f"(sometime ({SCOUTED} wpt_b_0))"),
    ("A and B never both scouted", f"(always (or (not ({SCOUTED} wpt_a_0)) (not ({SCOUTED} wpt_b_0))))"),
    (
        "The underwater debris from B to the end point must be at B at some time.",
        "(sometime (at u_deb_b_0_end wpt_b_0))",
    ),
]
SATELLITE = [
    ("no star 0 in thermograph 0, ever", "(always (not (have_image star0 thermograph0)))"),
    ("camera on from 35 to 80", "(hold-during 35 80 (power_on instrument0))"),
    ("Keep the spacecraft from ever being pointed at Phenomenon3.", "(always (not (pointing satellite0 phenomenon3)))"),
    (
        "Never point at Star0 and Star5 at the same time.",
        "(always (or (not (pointing satellite0 star0)) (not (pointing satellite0 star5))))",
    ),
    (
        "Star0 must not be photographed before the instrument is off.",
        "(sometime-before (have_image star0 thermograph0) (power_avail satellite0))",
    ),
]


@pytest.mark.parametrize(("statement", "constraint"), WATERWAY, ids=[s for s, _ in WATERWAY])
def test_a_framed_condition_about_boats_is_read(statement: str, constraint: str) -> None:
    parses = parser("waterway").parse(statement)
    assert parses, statement
    assert canonical_key(parses[0].constraints) == canonical_key([parse_constraint(constraint)])


@pytest.mark.parametrize(("statement", "constraint"), SATELLITE, ids=[s for s, _ in SATELLITE])
def test_a_framed_condition_about_satellites_is_read(statement: str, constraint: str) -> None:
    parses = parser("satellite").parse(statement)
    assert parses, statement
    assert canonical_key(parses[0].constraints) == canonical_key([parse_constraint(constraint)])


def test_numbers_after_a_noun_are_names() -> None:
    (first, *_) = parser("satellite", "3").parse("Instruments 0 and 2 must be off at the end.")
    assert {str(c) for c in first.constraints} == {
        "(at end (not (power_on instrument0)))",
        "(at end (not (power_on instrument2)))",
    }
