"""What a problem names and nobody declared is refused at its place: it would else prove things that are not so."""

from __future__ import annotations

import pytest

from plancritic.pddl.language import PddlSyntaxError, kind_of, parse_domain, parse_problem

_DOMAIN = """(define (domain walks) (:requirements :typing :numeric-fluents :constraints)
 (:types person place - object shed - place)
 (:predicates (at ?p - person ?l - place) (tired)) (:functions (steps ?p - person))
 (:action walk :parameters (?p - person ?a ?b - place) :precondition (at ?p ?a)
  :effect (and (not (at ?p ?a)) (at ?p ?b) (increase (steps ?p) 1))))"""
_PROBLEM = """(define (problem one) (:domain walks)
 (:objects bob - person home - place den - shed)
 (:init (at bob home) (= (steps bob) 0))
 (:goal (at bob den)))"""


def _refused(before: str, after: str) -> PddlSyntaxError:
    assert before in _PROBLEM
    with pytest.raises(PddlSyntaxError) as fault:
        parse_problem(_PROBLEM.replace(before, after), parse_domain(_DOMAIN))
    return fault.value


def test_what_is_declared_is_read_whatever_its_letters() -> None:
    text = _PROBLEM.replace("(at bob home)", "(AT Bob HOME) (not (tired)) (at 5 (tired)) (at 7 (= (steps bob) 2))")
    problem = parse_problem(text.replace("walks", "Walks"), parse_domain(_DOMAIN))
    assert {str(fact) for fact in problem.facts} == {"(at bob home)"}
    assert len(problem.timed_literals) == 2


@pytest.mark.parametrize(
    ("before", "after", "kind", "word"),
    [
        ("(at bob home)", "(hat bob home)", "unknown_name", "hat"),
        ("(at bob home)", "(at bobby home)", "unknown_name", "bobby"),
        ("(= (steps bob) 0)", "(= (stops bob) 0)", "unknown_name", "stops"),
        ("(= (steps bob) 0)", "(at 5 (tiered))", "unknown_name", "tiered"),
        ("(at bob home)", "(at bob)", "ill_formed", "2 arguments"),
        ("(at bob home)", "(at home bob)", "ill_formed", "person"),
        ("(= (steps bob) 0)", "(= (steps den) 0)", "ill_formed", "person"),
        ("(:domain walks)", "(:domain runs)", "unknown_name", "runs"),
        ("(:domain walks)", "", "syntax_error", "which domain"),
        ("(:goal (at bob den))", "(:goal (forall (?x - shad) (at bob ?x)))", "unknown_name", "shad"),
    ],
)
def test_what_nobody_declared_is_refused_where_it_stands(before: str, after: str, kind: str, word: str) -> None:
    error = _refused(before, after)
    assert kind_of(error.code) == kind
    assert word in error.message
    lines = _PROBLEM.split("\n")
    assert error.line == next(number for number, line in enumerate(lines, 1) if before in line) or not after


def test_a_constraint_over_a_type_that_is_not_there_is_refused() -> None:
    constrained = _PROBLEM.replace("(:goal", "(:constraints (always (forall (?x - shad) (tired))))\n (:goal")
    with pytest.raises(PddlSyntaxError, match="shad"):
        parse_problem(constrained, parse_domain(_DOMAIN))
