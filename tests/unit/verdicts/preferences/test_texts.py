"""Preferences read and written."""

from pathlib import Path

import pytest

from plancritic.contracts.specification import TracedConstraint
from plancritic.pddl.language import PddlSyntaxError, parse_domain, parse_problem
from plancritic.verdicts.preferences.choice import problem_preferences, read_preferences, with_preferences

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


def test_what_is_written_reads_the_same_and_is_priced() -> None:
    written = with_preferences(PROBLEM, read_preferences(FILE))
    problem = parse_problem(written, parse_domain(DOMAIN))
    assert [str(one) for one in problem.constraints] == ["(always (not (at ann market)))"]
    assert problem_preferences(problem) == read_preferences(FILE)[1:]
    assert problem.metric is not None
    assert problem.metric.direction == "minimize"
    assert str(problem.metric.expression) == (
        "(+ (* 3 (is-violated should-2)) (* 1 (is-violated nice-3)) (* 1 (is-violated nice-4))"
        " (* 3 (is-violated should-5)) (* 3 (is-violated should-6)))"
    )


def test_a_metric_of_the_problem_gives_way() -> None:
    timed = PROBLEM.replace("(:goal", "(:metric minimize (total-time)) (:goal")
    written = with_preferences(timed, [traced("(sometime (at bob market))", "nice")], [2.5])
    problem = parse_problem(written, parse_domain(DOMAIN))
    assert problem.metric is not None
    assert str(problem.metric.expression) == "(* 2.5 (is-violated nice-1))"


def test_musts_alone_leave_the_metric() -> None:
    assert "metric" not in with_preferences(PROBLEM, [traced("(sometime (at bob market))")])
    with pytest.raises(ValueError, match="zip"):
        with_preferences(PROBLEM, [traced("(sometime (at bob market))", "nice")], [])


def test_a_preference_in_the_goal_counts_as_one_about_the_end() -> None:
    text = PROBLEM.replace("(lies letter office))", "(and (lies letter office) (preference nice (at bob home))))")
    assert problem_preferences(parse_problem(text, parse_domain(DOMAIN))) == (traced("(at end (at bob home))", "nice"),)
