"""One form for bounds of one meaning, and what contradicts them."""

import pytest
from tests.unit.pddl.compilation.test_temporal import problem

from plancritic.pddl.language import Constraint, parse_constraint, parse_domain, parse_problem
from plancritic.pddl.specification import canonical, check_constraint, simplify


def read(*texts: str) -> tuple[Constraint, ...]:
    return tuple(map(parse_constraint, texts))


@pytest.mark.parametrize(
    ("given", "left"),
    [
        (("(<= (total-time) 10)", "(< (total-time) 9)"), ["(< (total-time) 9)"]),
        (("(<= (total-time) 9)", "(< (total-time) 9)"), ["(< (total-time) 9)"]),
        (("(> (total-time) 2)", "(>= (total-time) 2)"), ["(> (total-time) 2)"]),
        (("(< (total-steps) 4)", "(<= (total-steps) 3.5)"), ["(<= (total-steps) 3)"]),
        (("(<= (total-time) 3)", "(<= (total-steps) 3)"), ["(<= (total-steps) 3)", "(<= (total-time) 3)"]),
        (("(>= (total-time) 0)",), []),
        (("(< (total-time) 0)", "(sometime (lit red))"), ["(always (or))"]),
    ],
)
def test_bounds_have_a_canonical_form(given: tuple[str, ...], left: list[str]) -> None:
    assert [str(each) for each in canonical(read(*given))] == left


def test_a_plan_cannot_be_both_shorter_and_longer() -> None:
    found = simplify(problem(), read("(sometime (lit red))", "(< (total-time) 5)", "(>= (total-time) 5)"))
    assert found.contradiction is not None
    assert found.contradiction.indices == (1, 2)


def test_the_strongest_bound_stays_with_its_origin() -> None:
    found = simplify(problem(), read("(<= (total-time) 9)", "(<= (total-time) 5)", "(sometime (lit red))"))
    assert [str(each) for each in found.constraints] == ["(<= (total-time) 5)", "(sometime (lit red))"]
    assert found.origins == ((1,), (2,))


def test_a_domain_that_declares_the_word_is_refused_bounds() -> None:
    domain = parse_domain(
        "(define (domain d) (:requirements :fluents) (:predicates (p)) (:functions (total-steps))"
        "(:action a :parameters () :precondition (and) :effect (p)))"
    )
    own = parse_problem("(define (problem x) (:domain d) (:init (= (total-steps) 0)) (:goal (p)))", domain)
    assert check_constraint(parse_constraint("(<= (total-steps) 3)"), own)
    assert not check_constraint(parse_constraint("(<= (total-time) 3)"), own)
