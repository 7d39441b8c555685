"""Preferences read."""

from pathlib import Path

import pytest
from tests.support.preferences import read_preferences

from plancritic.contracts.specification import TracedConstraint
from plancritic.pddl.language import PddlSyntaxError, parse_domain, parse_problem
from plancritic.verdicts.preferences.texts import problem_preferences

COURIER = Path(__file__).parents[3] / "cases" / "courier"
DOMAIN, PROBLEM = ((COURIER / name).read_text() for name in ("domain.pddl", "problem.pddl"))
FILE = """; what the customer said
(always (not (at ann market)))
(preference should (sometime (at bob market)))
(preference nice (within 9 (lies letter office)))
(and (preference nice-7 (at end (at ann home))) (preference should_2 (at-most-once (at ann home))))
(preference should-3 (sometime (at bob home)))
"""


def traced(constraint: str, strength: str = "must") -> TracedConstraint:
    return TracedConstraint.model_validate({"constraint": constraint, "strength": strength})


def test_the_name_gives_the_strength() -> None:
    assert read_preferences(FILE) == (
        traced("(always (not (at ann market)))"),
        traced("(sometime (at bob market))", "should"),
        traced("(within 9 (lies letter office))", "nice"),
        traced("(at end (at ann home))", "nice"),
        traced("(at-most-once (at ann home))", "should"),
        traced("(sometime (at bob home))", "should"),
    )


def test_what_is_neither_is_an_error_at_its_place() -> None:
    with pytest.raises(PddlSyntaxError) as raised:
        read_preferences("(always (at ann home))\n(preference nice (soon (at ann home)))", "wishes")
    assert (raised.value.file, raised.value.line) == ("wishes", 2)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("must", "'must' is not a preference strength; what must hold is written without (preference ...) around it"),
        ("shoud", "'shoud' is not a preference strength; write (preference should ...) or (preference nice ...)"),
        ("niceties", "'niceties' is not a preference strength"),
        ("", "a preference needs a name that states its strength; write (preference should ...)"),
    ],
)
def test_a_name_that_is_no_strength_is_refused_at_its_place(name: str, words: str) -> None:
    with pytest.raises(PddlSyntaxError) as raised:
        read_preferences(f"(always (at ann home))\n\n(preference {name} (at end (at ann home)))", "wishes")
    assert (raised.value.file, raised.value.line) == ("wishes", 3)
    assert words in raised.value.message


def test_a_preference_of_the_problem_itself_may_have_any_name() -> None:
    own = "(:constraints (and (preference p1 (sometime (at bob market))) (preference (at end (at bob home)))))"
    text = PROBLEM.replace("(:goal", f"{own} (:goal")
    found = problem_preferences(parse_problem(text, parse_domain(DOMAIN)))
    assert [one.strength for one in found] == ["should", "should"]


def test_a_preference_in_the_goal_counts_as_one_about_the_end() -> None:
    text = PROBLEM.replace("(lies letter office))", "(and (lies letter office) (preference nice (at bob home))))")
    assert problem_preferences(parse_problem(text, parse_domain(DOMAIN))) == (traced("(at end (at bob home))", "nice"),)
