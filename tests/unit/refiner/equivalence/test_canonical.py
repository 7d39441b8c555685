from plancritic.pddl.language import parse_domain
from plancritic.refiner.equivalence.canonical import canonical_domain

ONE = """(define (domain d) (:predicates (p ?x) (q ?x) (r ?x))
 (:action a :parameters (?x) :precondition (and (p ?x) (q ?x)) :effect (and (r ?x) (not (p ?x)))))"""
OTHER = """(define (domain d) ; the same
 (:predicates (p ?x) (q ?x) (r ?x))
 (:action a :parameters (?x) :precondition (and (q ?x) (p ?x) (q ?x)) :effect (and (not (p ?x)) (r ?x) (r ?x))))"""


def test_domains_that_mean_the_same_have_one_text() -> None:
    assert canonical_domain(parse_domain(ONE)).text == canonical_domain(parse_domain(OTHER)).text


def test_domains_that_mean_something_else_have_another() -> None:
    changed = ONE.replace("(not (p ?x))", "(p ?x)")
    assert canonical_domain(parse_domain(ONE)).text != canonical_domain(parse_domain(changed)).text


def test_it_is_its_own_canonical_form() -> None:
    once = canonical_domain(parse_domain(OTHER))
    assert canonical_domain(once).text == once.text
