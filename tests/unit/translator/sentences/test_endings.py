"""Clauses that mean the plan's end, in whatever words, and those that only look like it."""

import pytest
from tests.support.parsers import parser


def read(domain: str, statement: str) -> set[str]:
    parses = parser(domain).parse(statement)
    return set(map(str, parses[0].constraints)) if parses else set()


ENDS = [
    "by the time we wrap up",
    "by the time everybody signs off",
    "once we have packed up",
    "when you knock off",
    "when all is said and done",
    "when it is all over",
    "when the show is over",
    "as soon as our shift is finished",
    "when there's nothing left to do",
    "once no work is left",
    "with everything wrapped up",
    "with all the paperwork behind us",
    "after the last job",
    "after the last job is done",
    "by close of business",
    "at close of play",
    "by knocking-off time",
    "when we call it a day",
    "when time is up",
    "by then end",
]


@pytest.mark.parametrize("clause", ENDS)
@pytest.mark.parametrize(
    ("domain", "wish", "constraint"),
    [
        ("waterway", "The scout has to be at B", "(at end (at sct_ast_0 wpt_b_0))"),
        ("satellite", "The satellite has to be pointed at Star5", "(at end (pointing satellite0 star5))"),
        ("haulage", "Van 1 must be at the depot", "(at end (at van1 depot))"),
    ],
)
def test_a_clause_that_says_that_we_or_everything_is_done_is_the_end(
    domain: str, wish: str, constraint: str, clause: str
) -> None:
    assert read(domain, f"{wish} {clause}.") == {constraint}
    assert read(domain, f"{clause.capitalize()}, {wish[0].lower()}{wish[1:]}.") == {constraint}


def test_whoever_ends_a_day_somewhere_is_there_at_the_end() -> None:
    for verb in ("ends its day", "should finish the day", "is to end its shift", "ended its day"):
        assert read("waterway", f"I want it so that the debris boat {verb} at A.") == {
            "(at end (at deb_ast_0 wpt_a_0))"
        }


@pytest.mark.parametrize(
    "statement",
    [
        "Once the scouting of A is done, send the debris boat to B.",
        "Once we are through with A, send the debris boat to B.",
        "When nothing is left at A, send the debris boat to B.",
        "When the scout stops at A, send the debris boat to B.",
        "Once the scout is finished at A, send the debris boat to B.",
    ],
)
def test_a_clause_about_a_thing_of_the_domain_is_not_the_end(statement: str) -> None:
    assert not any(constraint.startswith("(at end (at deb_ast_0") for constraint in read("waterway", statement))
