""" "Anywhere" and "no place" mean every place, and what is said of two names is not lost of one."""

import pytest
from tests.support.parsers import parser


def read(domain: str, statement: str, problem: str = "1") -> set[str]:
    parses = parser(domain, problem).parse(statement)
    return set(map(str, parses[0].constraints)) if parses else set()


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
