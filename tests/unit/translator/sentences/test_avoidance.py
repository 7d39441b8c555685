"""Idioms of avoidance forbid, emphasis forbids nothing, and words that may turn a wish round refuse it."""

import pytest
from tests.support.parsers import parser

BOATS = ("deb_ast_0", "sct_ast_0", "shp_sal_ast_0")
ENDS_AT_B = {"(at end (at sct_ast_0 wpt_b_0))"}
VISITS_B = {"(sometime (at sct_ast_0 wpt_b_0))"}


def read(statement: str, domain: str = "waterway") -> set[str]:
    parses = parser(domain).parse(statement)
    return {str(c) for c in parses[0].constraints} if parses else set()


def never_at_a(*boats: str) -> set[str]:
    return {f"(always (not (at {boat} wpt_a_0)))" for boat in boats}


@pytest.mark.parametrize(
    "statement",
    [
        "Give A a miss, everybody.",
        "Give waypoint A a wide berth.",
        "Treat A as an exclusion zone.",
        "A is to be regarded as a no-entry area throughout.",
        "Waypoint A is a danger zone.",
        "A is a no-go area.",
        "Turn your back on A.",
        "Pass A by.",
        "Cross A off the list.",
        "Abstain from A.",
        "Make a detour around A.",
        "Leave A alone.",
        "Keep a safe distance from A.",
        "Cancel any visit to A.",
        "Stop going to A.",
        "Hands off A.",
        "Keep A empty.",
        "Waypoint A must stay deserted.",
        "Never go to A, not for a moment.",
        "No boat may visit A, not even the scout.",
        "I don't want to see a single one of our boats at A, not even once.",
    ],
)
def test_an_idiom_of_avoidance_forbids_the_place(statement: str) -> None:
    assert read(statement) == never_at_a(*BOATS)


@pytest.mark.parametrize(
    "statement",
    [
        "Give A a miss with the scout.",
        "The scout should give A a wide berth throughout.",
        "The scout keeps its distance from A.",
        "The scout has no business at A.",
        "The scout must miss A.",
        "The scout is barred from A.",
        "A is hostile territory for the scout.",
        "A is no place for the scout.",
        "The scout should make a detour round A.",
        "I object to the scout being at A.",
        "I'm against the scout going to A.",
        "I hate to see the scout at A.",
        "It's a bad idea to visit A with the scout.",
        "The scout had better not visit A.",
    ],
)
def test_who_is_to_avoid_the_place_is_told(statement: str) -> None:
    assert read(statement) == never_at_a("sct_ast_0")


@pytest.mark.parametrize(
    ("statement", "meant"),
    [
        ("Without doubt the scout must visit B.", VISITS_B),
        ("The scout must end at B, no question.", ENDS_AT_B),
        ("The scout must end at B, no ifs or buts.", ENDS_AT_B),
        ("There is no doubt that the scout should end at B.", ENDS_AT_B),
        ("I can't wait for the scout to visit B.", VISITS_B),
        ("I want nothing more than the scout at B at the end.", ENDS_AT_B),
        ("Nothing would please me more than the scout at B at the end.", ENDS_AT_B),
        ("Nothing should stop the scout from visiting B.", VISITS_B),
        ("The scout must not miss B.", VISITS_B),
        ("Don't give B a miss with the scout.", VISITS_B),
        ("Don't let the scout leave B out.", VISITS_B),
        ("The scout must visit B, that's beyond question.", VISITS_B),
    ],
)
def test_a_denial_for_emphasis_or_of_avoidance_forbids_nothing(statement: str, meant: set[str]) -> None:
    assert read(statement) == meant


@pytest.mark.parametrize(
    ("statement", "meant"),
    [
        ("Hands off the underwater debris.", {"u_deb_ini_b_0", "u_deb_b_0_end"}),
        ("Hands off the floating debris between the start and waypoint A.", {"n_deb_ini_a_0"}),
        ("Leave the floating debris be.", {"n_deb_ini_a_0", "n_deb_a_0_end"}),
    ],
)
def test_what_is_to_be_left_alone_stays_where_it_is(statement: str, meant: set[str]) -> None:
    places = {
        "u_deb_ini_b_0": "wpt_b_0",
        "u_deb_b_0_end": "wpt_b_0",
        "n_deb_ini_a_0": "wpt_a_0",
        "n_deb_a_0_end": "wpt_a_0",
    }
    assert read(statement) == {f"(at end (at {thing} {places[thing]}))" for thing in meant}


@pytest.mark.parametrize(
    "statement",
    [
        "I doubt that the scout should visit A.",
        "The scout should hardly ever be at A.",
        "The scout rarely visits A.",
        "Spare the scout A.",
        "Beware of A.",
        "Watch out for A.",
        "Visiting A is a bad idea.",
        "Give A a kick with the scout.",
        "I fear for the scout at A.",
    ],
)
def test_a_word_that_may_turn_a_wish_round_and_is_not_read_refuses_it(statement: str) -> None:
    assert read(statement) == set()
    assert parser("waterway").why_not(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "Satellite0 has no business facing Star0.",
        "Give Star0 a wide berth.",
        "Star0 is an exclusion zone for the satellite.",
        "Stop looking at Star0.",
        "The satellite must never point at Star0, not even for a calibration.",
        "Leave Star0 alone.",
    ],
)
def test_directions_are_avoided_as_places_are(statement: str) -> None:
    assert read(statement, "satellite") == {"(always (not (pointing satellite0 star0)))"}


def test_a_reason_that_denies_once_more_does_not_undo_the_denial() -> None:
    assert read("Please don't point at Star0 at any time, it's got no business looking there.", "satellite") == set()
