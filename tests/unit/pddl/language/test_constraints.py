from __future__ import annotations

import pytest
from tests.support.small_domain import problem

from plancritic.pddl.language import (
    Atom,
    Constraint,
    ConstraintType,
    Not,
    PddlSyntaxError,
    parse_constraint,
    parse_constraints,
)
from plancritic.pddl.specification import check_constraint

TEN = [
    "(always (p a))",
    "(sometime (not (p a)))",
    "(within 5 (or (p a) (q a)))",
    "(at-most-once (and (p a) (not (q b))))",
    "(sometime-after (p a) (q a))",
    "(sometime-before (not (p a)) (q a))",
    "(always-within 2.5 (p a) (q a))",
    "(hold-during 0.001 7 (p a))",
    "(hold-after 4 (p a))",
    "(at end (p a))",
]


@pytest.mark.parametrize("text", TEN)
def test_each_type_is_written_as_it_was_read(text: str) -> None:
    assert str(parse_constraint(text)) == text
    assert check_constraint(parse_constraint(text), problem()) == ()


def test_case_and_layout_do_not_matter() -> None:
    assert str(parse_constraint("( At End\n (P  A) ) ; done")) == "(at end (p a))"


def test_negating_touches_the_first_condition_only() -> None:
    constraint = parse_constraint("(sometime-before (p a) (q a))")
    assert str(constraint.negated()) == "(sometime-before (not (p a)) (q a))"
    assert constraint.negated().negated() == constraint


def test_atoms_come_once_each_in_order() -> None:
    constraint = parse_constraint("(sometime-after (and (q a) (not (p a))) (q a))")
    assert constraint.atoms() == (Atom("q", ("a",)), Atom("p", ("a",)))


def test_double_negation_cancels_when_read() -> None:
    assert parse_constraint("(always (not (not (p a))))") == Constraint(ConstraintType.ALWAYS, (Atom("p", ("a",)),))
    assert parse_constraint("(always (imply (p a) (q a)))") == parse_constraint("(always (or (not (p a)) (q a)))")


def test_a_file_holds_one_a_line_with_comments_and_conjunctions() -> None:
    text = "; wishes\n(always (p a)) ; first\n\n(and (sometime (q a))\n  (at end (not (q a))))\n"
    found = parse_constraints(text, "wishes.txt")
    assert [str(constraint) for constraint in found] == ["(always (p a))", "(sometime (q a))", "(at end (not (q a)))"]
    assert found[2].conditions == (Not(Atom("q", ("a",))),)


@pytest.mark.parametrize(
    ("text", "line", "column", "code"),
    [
        ("(always (p a)", 1, 1, "parse.unclosed"),
        ("(always (p a)))", 1, 15, "parse.unopened"),
        ("", 1, 1, "parse.unexpected_end"),
        ("always", 1, 1, "parse.unexpected_token"),
        ("\n  (sometimes (p a))", 2, 3, "constraint.unknown_type"),
        ("(always\n p)", 2, 2, "parse.unexpected_token"),
        ("(within soon (p a))", 1, 9, "parse.unexpected_token"),
        ("(within (p a) 3)", 1, 15, "parse.unexpected_token"),
        ("(within 1e999 (p a))", 1, 9, "parse.number"),
        ("(always)", 1, 1, "constraint.no_condition"),
        ("(always (> (fuel a) 1e999))", 1, 21, "parse.number"),
        ("(" * 101 + ")" * 101, 1, 101, "parse.nesting_too_deep"),
        ("(always (sometime (p a)))", 1, 9, "parse.nested_constraint"),
        ("(always (not (p a) (q a)))", 1, 9, "parse.wrong_count"),
        ("(always (p (q a)))", 1, 12, "parse.unexpected_token"),
        ("(preference x (always (p a)))", 1, 1, "constraint.preference"),
        ("(forall (?x - box) (always (p ?x)))", 1, 1, "constraint.quantified"),
        ("(and (always (p a)) (always (q a)))", 1, 1, "constraint.count"),
    ],
)
def test_a_text_that_is_no_constraint_is_refused_with_its_place(text: str, line: int, column: int, code: str) -> None:
    with pytest.raises(PddlSyntaxError) as caught:
        parse_constraint(text, "wish.pddl")
    error = caught.value
    assert (error.file, error.line, error.column, error.code) == ("wish.pddl", line, column, code)
    assert str(error).startswith(f"wish.pddl:{line}:{column}: ")


def test_a_misspelt_type_gets_a_suggestion() -> None:
    with pytest.raises(PddlSyntaxError, match="did you mean 'sometime'"):
        parse_constraint("(sometimes (p a))")
