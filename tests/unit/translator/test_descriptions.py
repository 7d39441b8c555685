"""Things and places said by description: excepted by where they lie, counted along a way, verbs after their noun."""

import pytest
from tests.support.parsers import parser


def read(domain: str, problem: str, statement: str) -> set[str]:
    parses = parser(domain, problem).parse(statement)
    return set(map(str, parses[0].constraints)) if parses else set()


def test_an_exception_is_never_read_for_what_it_is_an_exception_from() -> None:
    for statement in (
        "All the floating debris goes, apart from that between A1 and A2, which stays put.",
        "Clear the floating debris except for something between A1 and A2.",
    ):
        assert "(at end (is_location_not_blocked wpt_a_1 wpt_a_2))" not in read("waterway", "3", statement)


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("the first waypoint of branch B", "wpt_b_0"),
        ("the second waypoint of the B branch", "wpt_b_1"),
        ("the third stop on branch A", "wpt_a_2"),
        ("the last waypoint on the A side", "wpt_a_2"),
        ("the second of the B waypoints", "wpt_b_1"),
        ("branch A's second waypoint", "wpt_a_1"),
        ("B's second waypoint", "wpt_b_1"),
        ("the first A waypoint", "wpt_a_0"),
        ("the end of branch A", "wpt_a_2"),
        ("the beginning of the B branch", "wpt_b_0"),
    ],
)
def test_a_place_can_be_counted_along_a_way(words: str, place: str) -> None:
    assert read("waterway", "3", f"The scout must never be at {words}.") == {f"(always (not (at sct_ast_0 {place})))"}
    assert read("waterway", "3", f"At the end the scout must be at {words}.") == {f"(at end (at sct_ast_0 {place}))"}


def test_an_ordinal_alone_goes_on_along_the_way_spoken_of() -> None:
    seen = "is_underwater_debris_visible"
    order = {f"(sometime-before ({seen} wpt_b_1) ({seen} wpt_b_0))"}
    assert read("waterway", "3", "Scout the first waypoint of branch B before the second.") == order
    assert read("waterway", "3", "Scout the second of the B waypoints only after the first.") == order
    statement = "The second waypoint of branch A must be open before the tug passes the first."
    assert read("waterway", "3", statement) == {
        "(sometime-before (at shp_sal_ast_0 wpt_a_0) (is_location_unrestricted wpt_a_1))"
    }


def test_an_ordinal_that_counts_no_place_is_an_order_or_nothing() -> None:
    seen = "is_underwater_debris_visible"
    order = {f"(sometime-before ({seen} wpt_a_0) ({seen} wpt_b_0))", f"(sometime ({seen} wpt_a_0))"}
    assert read("waterway", "3", "Scout B first, waypoint A second.") == order
    assert read("waterway", "3", "Nobody goes to the fourth waypoint on branch A.") == set()
    assert read("satellite", "1", "At the end the satellite must point at the second of the stars.") == set()
