""" "Anywhere" and "no place" mean every place, and what is said of two names is not lost of one."""

import pytest
from tests.support.parsers import parser


def read(domain: str, statement: str, problem: str = "1") -> set[str]:
    parses = parser(domain, problem).parse(statement)
    return set(map(str, parses[0].constraints)) if parses else set()


def stops(mover: str, first: str, *places: str) -> set[str]:
    return {f"(sometime-before (at {mover} {place}) {first})" for place in places}


NOT_BEFORE = [
    "The debris boat should not visit any place whatsoever before the scout has arrived at the end point.",
    "Don't send the debris boat anywhere at all before the scout is at the end point.",
    "The debris boat goes nowhere before the scout is at the end point.",
    "The debris boat must go nowhere until the scout is at the end point.",
    "Before the scout is at the end point, the debris boat may not go anywhere.",
    "Until the scout is at the end point the debris boat is to be sent nowhere.",
    "The debris boat may go to no place whatsoever until the scout is at the end point.",
    "No place may be visited by the debris boat before the scout is at the end point.",
    "Keep the debris boat from going anywhere before the scout is at the end point.",
    "Only once the scout is at the end point may the debris boat go anywhere.",
    "The scout gets to the end point first, and only then is the debris boat allowed to go places.",
]


@pytest.mark.parametrize("statement", NOT_BEFORE)
def test_what_may_go_nowhere_before_something_does_not_move_before_it(statement: str) -> None:
    wanted = stops("deb_ast_0", "(at sct_ast_0 wpt_end)", "wpt_a_0", "wpt_b_0", "deb_stn_0", "shp_dck_0")
    assert read("waterway", statement, "4") == wanted


@pytest.mark.parametrize(
    "statement",
    [
        "Don't take van 1 to any place whatsoever before parcel 1 has been delivered.",
        "Van 1 goes nowhere until parcel 1 has been delivered.",
        "Van 1 must not be driven anywhere before parcel 1 has been delivered.",
    ],
)
def test_what_may_go_nowhere_does_not_move_in_other_domains(statement: str) -> None:
    assert read("haulage", statement) == stops("van1", "(lies parcel1 hospital)", "market", "mill")


def test_what_can_go_to_all_places_at_once_stays_where_it_is() -> None:
    statement = "The satellite must not turn anywhere before instrument0 is calibrated."
    assert read("satellite", statement) == {
        "(sometime-before (not (pointing satellite0 phenomenon6)) (calibrated instrument0))"
    }


@pytest.mark.parametrize(
    "statement",
    ["The debris boat visits every place.", "The scout is to go everywhere before the tug sets out."],
)
def test_every_place_that_cannot_be_said_of_each_is_refused(statement: str) -> None:
    assert read("waterway", statement) == set()


def test_a_place_that_is_narrowed_down_is_not_every_place() -> None:
    assert read("waterway", "The debris boat shouldn't go anywhere near B.") == {
        "(always (not (at deb_ast_0 wpt_b_0)))"
    }
    assert read("waterway", "The debris boat should not be at any place other than the dump at the end.") == {
        "(at end (at deb_ast_0 deb_stn_0))"
    }


@pytest.mark.parametrize(
    ("domain", "statement", "names"),
    [
        ("waterway", "How glad I would be to see the scout and the debris boat visit B.", ("sct_ast_0", "deb_ast_0")),
        ("waterway", "I dream of the scout and the salvage boat ending up at B.", ("sct_ast_0", "shp_sal_ast_0")),
        ("waterway", "Either way the scout and the debris boat end up at the dock.", ("sct_ast_0", "deb_ast_0")),
        ("haulage", "I fancy parcel 1 and parcel 2 delivered by the end.", ("parcel1", "parcel2")),
        ("haulage", "Suppose driver 1 and driver 2 both finish at the depot.", ("driver1", "driver2")),
        ("satellite", "Do see to it that Star5 and Phenomenon4 come before Phenomenon6.", ("star5", "phenomenon4")),
    ],
)
def test_of_two_names_side_by_side_none_is_lost(domain: str, statement: str, names: tuple[str, ...]) -> None:
    for parse in parser(domain).parse(statement):
        said = " ".join(map(str, parse.constraints))
        assert sum(name in said for name in names) in (0, len(names)), said


def test_what_is_said_of_two_is_not_read_of_the_second_alone() -> None:
    statement = "What fun it would be, satellite0 and satellite1 ended up with all their instruments switched off."
    both = {"(at end (power_avail satellite0))", "(at end (power_avail satellite1))"}
    assert read("satellite", statement, "4") in (both, set())
