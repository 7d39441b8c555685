"""What a person is told who wrote wrong PDDL: which kind of fault it is, and what to do about it."""

from __future__ import annotations

import pickle

import pytest

from plancritic.domains import load_domain
from plancritic.pddl.language import (
    PddlSyntaxError,
    Problem,
    kind_of,
    parse_constraint,
    parse_domain,
    parse_problem,
    remedy_of,
)

WATERWAY = load_domain("waterway")


def problem(text: str | None = None) -> Problem:
    return parse_problem(text or WATERWAY.problem("1"), parse_domain(WATERWAY.domain_pddl))


def test_a_text_that_is_no_pddl_is_a_syntax_error_with_what_to_do() -> None:
    with pytest.raises(PddlSyntaxError) as raised:
        parse_constraint("(sometime (at sct_ast_0 wpt_b_0)")
    assert raised.value.kind == "syntax_error"
    assert raised.value.remedy == "add the ')' that closes it"


def test_what_kairos_notes_beside_an_error_is_the_remedy() -> None:
    swapped = WATERWAY.problem("1").replace("(at shp_0 shp_dck_0)", "(at shp_dck_0 shp_0)")
    with pytest.raises(PddlSyntaxError) as raised:
        problem(swapped)
    assert raised.value.kind == "ill_formed"
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


def test_an_error_keeps_its_kind_and_remedy_across_processes() -> None:
    error = PddlSyntaxError("unknown object 'a'", "p.pddl", 3, 1, "semantic.unknown_object", "known objects: b")
    received = pickle.loads(pickle.dumps(error))
    assert (received.kind, received.remedy) == ("unknown_name", "known objects: b")
    assert (received.file, received.line, received.column) == ("p.pddl", 3, 1)


@pytest.mark.parametrize(
    ("code", "remedy"),
    [
        ("parse.unclosed", "add the ')' that closes it"),
        ("semantic.type_mismatch", "make it fit what domain and problem"),
    ],
)
def test_every_code_has_a_remedy_of_its_own_or_of_its_kind(code: str, remedy: str) -> None:
    assert remedy_of(code).startswith(remedy)
