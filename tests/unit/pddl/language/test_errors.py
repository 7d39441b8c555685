"""What a person is told who wrote wrong PDDL: which kind of fault it is, and what to do about it."""

from __future__ import annotations

import pickle

import pytest

from plancritic.contracts.errors import FaultCode
from plancritic.domains import load_domain
from plancritic.pddl.language import (
    PddlSyntaxError,
    Problem,
    check_constraint,
    fault_of,
    kind_of,
    misfit_error,
    parse_constraint,
    parse_domain,
    parse_problem,
)

WATERWAY = load_domain("waterway")


def problem(text: str | None = None) -> Problem:
    return parse_problem(text or WATERWAY.problem("1"), parse_domain(WATERWAY.domain_pddl))


def error_of(constraint: str) -> PddlSyntaxError:
    """The error of a constraint that can be read, but does not fit waterway 1."""
    return misfit_error(check_constraint(parse_constraint(constraint), problem()), "wishes.pddl", 3, 1)


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
    assert (kind_of(error.code), error.fault().code) == ("unknown_name", FaultCode.UNKNOWN_NAME)
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
    assert (kind_of(error.code), error.remedy) == ("ill_formed", remedy)


def test_a_text_that_is_no_pddl_is_a_syntax_error_with_what_to_do() -> None:
    with pytest.raises(PddlSyntaxError) as raised:
        parse_constraint("(sometime (at sct_ast_0 wpt_b_0)")
    assert kind_of(raised.value.code) == "syntax_error"
    assert (raised.value.fault().code, raised.value.remedy) == (FaultCode.SYNTAX_ERROR, "add the ')' that closes it")


def test_what_kairos_notes_beside_an_error_is_the_remedy() -> None:
    swapped = WATERWAY.problem("1").replace("(at shp_0 shp_dck_0)", "(at shp_dck_0 shp_0)")
    with pytest.raises(PddlSyntaxError) as raised:
        problem(swapped)
    assert kind_of(raised.value.code) == "ill_formed"
    assert "swapped" in raised.value.remedy


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("semantic.unknown_object", "unknown_name"),
        ("dialect.undeclared_predicate", "unknown_name"),
        ("parse.unknown_section", "syntax_error"),
        ("semantic.type_mismatch", "ill_formed"),
        ("unsupported.feature", "syntax_error"),
    ],
)
def test_the_family_of_a_code_says_of_which_kind_an_error_is(code: str, kind: str) -> None:
    assert kind_of(code) == kind


def test_a_verdict_and_the_fault_made_from_it_keep_kind_and_remedy_also_across_processes() -> None:
    error = pickle.loads(pickle.dumps(error_of("(sometime (at sct_ast wpt_b_0))")))
    verdict = error.verdict("kairos")
    assert (verdict.verdict, verdict.kind) == ("syntax_error", "unknown_name")
    assert fault_of(verdict) == error.fault()
