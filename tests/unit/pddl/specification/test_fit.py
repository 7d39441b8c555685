"""Whether a constraint fits a problem: what is wrong with it, of which kind that is, and what to do about it."""

from __future__ import annotations

import pytest
from tests.support.large_texts import quantified
from tests.support.small_domain import problem
from tests.support.tanks import tanks

from plancritic.domains import load_domain
from plancritic.pddl.language import PddlSyntaxError, Problem, parse_constraint, parse_domain, parse_problem
from plancritic.pddl.specification import check_constraint, misfit_error


def waterway() -> Problem:
    bundle = load_domain("waterway")
    return parse_problem(bundle.problem("1"), parse_domain(bundle.domain_pddl))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("(always (pp a))", "unknown predicate 'pp', did you mean 'p'?"),
        ("(always (p kk))", "unknown object 'kk', did you mean 'k'?"),
        ("(always (p a b))", "p takes one argument, found 2 in (p a b)"),
        ("(always (p t))", "t is of type tool, p wants thing in (p t)"),
        ("(always (held k))", "k is of type crate, held wants box or tool in (held k)"),
        ("(always (= a z))", "unknown object 'z'"),
        ("(always (> (fuell a) 0))", "unknown function 'fuell', did you mean 'fuel'?"),
        ("(always (forall (?x - tool) (p ?x)))", "?x is of type tool, p wants thing in (p ?x)"),
        ("(always (exists (?x - boxx) (p ?x)))", "unknown type 'boxx', did you mean 'box'?"),
        ("(always (p a) (q a))", "always takes one condition, found 2"),
        ("(sometime-before (p a))", "sometime-before takes two conditions, found 1"),
        ("(within (p a))", "within takes one time, found 0"),
        ("(always 3 (p a))", "always takes no times, found 1"),
        ("(within -1 (p a))", "time -1 is negative"),
        ("(hold-during 5 4 (p a))", "the window from 5 to 4 is empty"),
    ],
)
def test_complaints_name_what_is_wrong(text: str, complaint: str) -> None:
    assert complaint in check_constraint(parse_constraint(text), problem())


def error_of(constraint: str) -> PddlSyntaxError:
    """The error of a constraint that can be read, but does not fit waterway 1."""
    return misfit_error(check_constraint(parse_constraint(constraint), waterway()), "wishes.pddl", 3, 1)


@pytest.mark.parametrize(
    ("constraint", "remedy"),
    [
        ("(sometime (at sct_ast wpt_b_0))", "known objects: sct_ast_0, "),
        ("(sometime (att sct_ast_0 wpt_b_0))", "known predicates: at, "),
        ("(always (forall (?x - lokation) (is_location_unrestricted ?x)))", "known types: location"),
    ],
)
def test_an_unknown_name_is_no_syntax_error_and_comes_with_the_names_that_are_near(constraint, remedy) -> None:
    error = error_of(constraint)
    assert error.kind == "unknown_name"
    assert error.remedy.startswith(remedy)


def test_where_no_known_name_is_near_some_are_listed_and_the_others_counted() -> None:
    error = error_of("(sometime (at qqqq wpt_b_0))")
    assert "did you mean" not in error.message
    listed, _, more = error.remedy.removeprefix("known objects: ").partition(" and ")
    assert len(listed.split(", ")) == 5
    assert more.endswith(" more")


@pytest.mark.parametrize(
    ("constraint", "remedy"),
    [
        ("(sometime (at wpt_b_0 sct_ast_0))", "it is declared as (at ?obj - locatable ?loc - location)"),
        ("(sometime (at sct_ast_0))", "it is declared as (at ?obj - locatable ?loc - location)"),
        ("(within (at sct_ast_0 wpt_b_0))", "write it as (within TIME CONDITION)"),
        ("(hold-during 5 2 (at sct_ast_0 wpt_b_0))", "let it end after it begins"),
    ],
)
def test_what_is_well_written_but_does_not_fit_is_told_as_that_with_how_it_would_fit(constraint, remedy) -> None:
    error = error_of(constraint)
    assert (error.kind, error.remedy) == ("ill_formed", remedy)


def test_a_constraint_that_divides_by_what_is_always_zero_does_not_fit_the_problem() -> None:
    for text in ("(sometime (> (/ 1 (idle)) 0))", "(always (>= (/ 1 (idle)) 0))", "(always (>= (/ 1 (level)) 0))"):
        (misfit,) = check_constraint(parse_constraint(text), tanks())
        assert "divides by zero" in misfit
        assert misfit.code == "constraint.undefined"
    for text in ("(sometime (> (/ 1 (level)) 0))", "(always (or (empty t1) (> (/ 1 (level)) 0)))"):
        assert not check_constraint(parse_constraint(text), tanks())


def test_a_constraint_of_a_specification_that_is_too_large_does_not_fit() -> None:
    (misfit,) = check_constraint(parse_constraint(f"(always {quantified(8)})"), waterway())
    assert misfit.code == "expansion.too_large"
    assert not check_constraint(parse_constraint(f"(always {quantified(4)})"), waterway())
