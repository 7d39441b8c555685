"""Misspelt words: put right and told, never to a word that denies, and never where another word is meant."""

import pytest
from tests.support.parsers import parser

from plancritic.mentions.text import tokens


def read(domain: str, statement: str) -> tuple[set[str], set[tuple[str, str]]]:
    parses = parser(domain).parse(statement)
    return (set(map(str, parses[0].constraints)), set(parses[0].slips)) if parses else (set(), set())


@pytest.mark.parametrize(
    ("statement", "constraint", "slips"),
    [
        ("At teh end the scout must be at B.", "(at end (at sct_ast_0 wpt_b_0))", {("teh", "the")}),
        ("The scout shuold be at B at the end.", "(at end (at sct_ast_0 wpt_b_0))", {("shuold", "should")}),
        ("Plesae put the scout at B at the end.", "(at end (at sct_ast_0 wpt_b_0))", {("plesae", "please")}),
        (
            "The scout shoud be at B at hte end.",
            "(at end (at sct_ast_0 wpt_b_0))",
            {("shoud", "should")},
        ),
        ("Scout A befroe B.", "(sometime-before", {("befroe", "before")}),
        (
            "Somwhere along the way the scout visits B.",
            "(sometime (at sct_ast_0 wpt_b_0))",
            {("somwhere", "somewhere")},
        ),
        ("The scuot must never visit A.", "(always (not (at sct_ast_0 wpt_a_0)))", {("scuot", "scout")}),
    ],
)
def test_a_slip_in_a_small_word_is_put_right_and_told(
    statement: str, constraint: str, slips: set[tuple[str, str]]
) -> None:
    constraints, told = read("waterway", statement)
    assert constraints
    assert all(each.startswith(constraint) for each in constraints)
    assert slips <= told


def test_slips_are_put_right_in_other_domains() -> None:
    assert read("satellite", "Somewhere in teh plan the satellite has to face Star5.")[0] == {
        "(sometime (pointing satellite0 star5))"
    }
    assert read("satellite", "instrument0 acts up, so do not swich it on at all.")[0] == {
        "(always (not (power_on instrument0)))"
    }
    assert read("haulage", "Van 1 shuold be at teh depot when all is done.")[0] == {"(at end (at van1 depot))"}


@pytest.mark.parametrize("word", ["nto", "nvoer", "withuot", "neihter", "onne", "noen"])
def test_no_denial_comes_of_a_slip(word: str) -> None:
    linked = parser("waterway").linker.link(tokens(f"{word} the scout must visit A"))
    assert not linked[0].slips or parser("waterway").parse(f"{word} the scout must visit A") == ()


@pytest.mark.parametrize("word", ["form", "cold", "three", "ever", "fist", "though", "tow"])
def test_a_word_that_is_one_is_no_slip(word: str) -> None:
    assert not any(item.slips for item in parser("satellite").linker.link(tokens(f"the {word} satellite")))
