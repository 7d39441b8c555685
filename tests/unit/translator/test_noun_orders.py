"""Orders, occasions and deadlines said with nouns, and orders that must not be read the other way round."""

import pytest
from tests.support.parsers import parser

TUG, SCOUT, DEBRIS = "shp_sal_ast_0", "sct_ast_0", "deb_ast_0"


def read(domain: str, statement: str) -> set[str]:
    parses = parser(domain).parse(statement)
    return set(map(str, parses[0].constraints)) if parses else set()


def first(then: str, earlier: str) -> str:
    return f"(sometime-before {then} {earlier})"


def at(mover: str, place: str) -> str:
    return f"(at {mover} {place})"


def gone(mover: str) -> str:
    return f"(not (at {mover} wpt_ini))"


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
    "occasion",
    ["on some occasion", "at some moment or other", "once or more", "sooner or later", "at one time or another",
     "at least on one occasion", "somewhere in the plan"],
)  # fmt: skip
def test_an_occasion_is_some_time(occasion: str) -> None:
    assert read("waterway", f"The scout has to be at B {occasion}.") == {"(sometime (at sct_ast_0 wpt_b_0))"}
    assert read("satellite", f"The satellite must point at Star5 {occasion}.") == {
        "(sometime (pointing satellite0 star5))"
    }


def test_must_is_also_has_got_to() -> None:
    assert read("waterway", "B has got to be open by the end.") == {"(at end (is_location_unrestricted wpt_b_0))"}
    assert read("waterway", "Until the scout has got to B the tug has got to stay at the start.") == {
        first(gone(TUG), at(SCOUT, "wpt_b_0"))
    }
