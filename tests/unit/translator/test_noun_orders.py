"""Orders, occasions and deadlines said with nouns, and orders that must not be read the other way round."""

import pytest
from tests.support.parsers import parser

TUG, SCOUT, DEBRIS = "shp_sal_ast_0", "sct_ast_0", "deb_ast_0"


def read(domain: str, statement: str) -> set[str]:
    parses = parser(domain).parse(statement)
    return set(map(str, parses[0].constraints)) if parses else set()


def first(then: str, earlier: str) -> str:
    return f"(sometime-before {then} {earlier})"


def seen(place: str) -> str:
    return f"(is_underwater_debris_visible {place})"


def at(mover: str, place: str) -> str:
    return f"(at {mover} {place})"


def gone(mover: str) -> str:
    return f"(not (at {mover} wpt_ini))"


ORDERS = [
    ("Arrival of the tug at B must be preceded by arrival of the scout there.",
     first(at(TUG, "wpt_b_0"), at(SCOUT, "wpt_b_0"))),
    ("The tug's arrival at B must not be preceded by that of the scout.",
     first(at(SCOUT, "wpt_b_0"), at(TUG, "wpt_b_0"))),
    ("Scouting of A is never to be preceded by scouting of B.", first(seen("wpt_b_0"), seen("wpt_a_0"))),
    ("Scouting of A must precede scouting of B.", first(seen("wpt_b_0"), seen("wpt_a_0"))),
    ("Scouting B is a precondition for the departure of the tug.", first(gone(TUG), seen("wpt_b_0"))),
    ("Precondition for departure of the tug from the start: B scouted.", first(gone(TUG), seen("wpt_b_0"))),
    ("Prerequisite for scouting of A: B scouted.", first(seen("wpt_a_0"), seen("wpt_b_0"))),
    ("The debris boat avoids A before the scout is at B.", first(at(DEBRIS, "wpt_a_0"), at(SCOUT, "wpt_b_0"))),
    ("Keep the tug away from A before the scout is at B.", first(at(TUG, "wpt_a_0"), at(SCOUT, "wpt_b_0"))),
    ("The tug steers clear of A until B has been scouted.", first(at(TUG, "wpt_a_0"), seen("wpt_b_0"))),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "constraint"), ORDERS)
def test_an_order_said_with_nouns_is_read_the_right_way_round(statement: str, constraint: str) -> None:
    assert read("waterway", statement) == {constraint}


def test_orders_said_with_nouns_are_read_in_other_domains() -> None:
    assert read("haulage", "Precondition for departure of van 1 from the depot: parcel 1 loaded.") == {
        first("(not (at van1 depot))", "(aboard parcel1 van1)")
    }
    assert read("haulage", "Van 1 stays away from the mill before parcel 1 is delivered.") == {
        first("(at van1 mill)", "(lies parcel1 hospital)")
    }
    assert read("satellite", "Keep the satellite off Star5 before instrument0 is calibrated.") == {
        first("(pointing satellite0 star5)", "(calibrated instrument0)")
    }


@pytest.mark.parametrize(
    ("domain", "statement"),
    [
        ("waterway", "The scout must not visit A after B."),
        ("waterway", "No scouting of A after B."),
        ("waterway", "The tug stays away from A after the scout is at B."),
        ("waterway", "Keep out of A before B is open."),
        ("haulage", "Don't deliver parcel 1 after parcel 2."),
        ("satellite", "No image of Star5 after Phenomenon4."),
        ("haulage", "Deliver parcel 1 before parcel 2 and before parcel 3."),
    ],
)
def test_an_order_that_cannot_be_said_is_not_read_as_another(domain: str, statement: str) -> None:
    assert read(domain, statement) == set()


REPEATED = [
    (
        "Scouting of B must be complete before departure of the debris boat from the start, and likewise before that "
        "of the salvage boat.",
        {first(gone(DEBRIS), seen("wpt_b_0")), first(gone(TUG), seen("wpt_b_0"))},
    ),
    (
        "B has to be scouted before the tug leaves the start and before the debris boat leaves it too.",
        {first(gone(DEBRIS), seen("wpt_b_0")), first(gone(TUG), seen("wpt_b_0"))},
    ),
    (
        "Open A before the scout visits it and before the tug visits it.",
        {
            first(at(SCOUT, "wpt_a_0"), "(is_location_unrestricted wpt_a_0)"),
            first(at(TUG, "wpt_a_0"), "(is_location_unrestricted wpt_a_0)"),
        },
    ),
    (
        "The tug may not leave the start until A is open and until B is open.",
        {
            first(gone(TUG), "(is_location_unrestricted wpt_a_0)"),
            first(gone(TUG), "(is_location_unrestricted wpt_b_0)"),
        },
    ),
]


@pytest.mark.parametrize(("statement", "constraints"), REPEATED)
def test_an_order_said_twice_of_one_thing_is_two_orders(statement: str, constraints: set[str]) -> None:
    assert read("waterway", statement) == constraints


@pytest.mark.parametrize(
    "occasion",
    ["on some occasion", "at some moment or other", "once or more", "sooner or later", "at one time or another",
     "at least on one occasion", "somewhere in the plan", "at some time or other"],
)  # fmt: skip
def test_an_occasion_is_some_time(occasion: str) -> None:
    assert read("waterway", f"The scout has to be at B {occasion}.") == {"(sometime (at sct_ast_0 wpt_b_0))"}
    assert read("satellite", f"The satellite must point at Star5 {occasion}.") == {
        "(sometime (pointing satellite0 star5))"
    }


@pytest.mark.parametrize(
    "statement",
    [
        "T plus 30 seconds is the deadline for having Star5 imaged.",
        "The deadline for the image of Star5 is 30 seconds.",
        "Deadline for the image of Star5: 30 seconds.",
        "Star5 has to be imaged, deadline 30 seconds.",
        "Thirty seconds, that's how long you've got to image Star5.",
    ],
)
def test_a_deadline_bounds_a_time(statement: str) -> None:
    assert read("satellite", statement) == {"(within 30 (have_image star5 thermograph0))"}


def test_must_is_also_has_got_to() -> None:
    assert read("waterway", "B has got to be open by the end.") == {"(at end (is_location_unrestricted wpt_b_0))"}
    assert read("waterway", "Until the scout has got to B the tug has got to stay at the start.") == {
        first(gone(TUG), at(SCOUT, "wpt_b_0"))
    }


def test_where_something_ends_up_all_the_same_to_somebody_asks_for_nothing() -> None:
    statement = "At the close I want the scout at B; where the tug ends up is all the same to me."
    assert read("waterway", statement) == {"(at end (at sct_ast_0 wpt_b_0))"}


@pytest.mark.parametrize("away", ["free of", "clear of", "without", "devoid of"])
def test_what_is_free_of_something_has_none_of_it(away: str) -> None:
    assert read("haulage", f"The van must be {away} parcels at the end.") == {
        f"(at end (not (aboard parcel{number} van1)))" for number in (1, 2, 3)
    }


@pytest.mark.parametrize(
    "statement",
    [
        "One visit to B, tops, for the scout.",
        "One stop at B, no more, for the scout.",
        "One visit to B is enough for the scout.",
        "One call at B is plenty for the scout.",
        "One visit of the scout to B, and that is it.",
        "A single visit to B by the scout, at most.",
        "One visit to B, tops, for the scout. Diesel isn't free.",
    ],
)
def test_a_count_is_limited_by_words_that_stand_apart_from_it(statement: str) -> None:
    assert read("waterway", statement) == {"(at-most-once (at sct_ast_0 wpt_b_0))"}


def test_visits_are_counted_in_other_domains() -> None:
    assert read("haulage", "One visit to the mill, tops, for van 1.") == {"(at-most-once (at van1 mill))"}
    assert read("satellite", "One look at Star5, tops, for the satellite.") == {
        "(at-most-once (pointing satellite0 star5))"
    }
