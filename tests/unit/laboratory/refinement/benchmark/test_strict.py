"""Strict equivalence on small domains."""

from plancritic.laboratory.refinement.benchmark.strict import Difference, StrictComparison, compare, together
from plancritic.pddl.language import Problem, parse_domain, parse_problem

DOMAIN = """(define (domain lamp) (:requirements :strips :typing) (:types lamp room - object)
 (:predicates (in ?l - lamp ?r - room) (dark ?r - room) (lit ?r - room) (whole ?l - lamp))
 (:action light :parameters (?l - lamp ?r - room) :precondition (and (in ?l ?r) (dark ?r) (whole ?l))
  :effect (and (lit ?r) (not (dark ?r))))
 (:action snuff :parameters (?l - lamp ?r - room) :precondition (and (in ?l ?r) (lit ?r))
  :effect (and (dark ?r) (not (lit ?r)))))"""
PROBLEM = """(define (problem p) (:domain lamp) (:objects a b - lamp hall attic - room)
 (:init (in a hall) (in b attic) (dark hall) (dark attic) (whole a)) (:goal (lit hall)))"""


def read(domain: str) -> Problem:
    return parse_problem(PROBLEM, parse_domain(domain))


def compared(old: str, new: str, most_states: int = 100) -> StrictComparison:
    assert old in DOMAIN
    return compare(read(DOMAIN), read(DOMAIN.replace(old, new, 1)), most_states)


def test_a_domain_is_right_about_itself_in_every_state_that_can_be_reached() -> None:
    same = compare(read(DOMAIN), read(DOMAIN))
    # The hall is dark or lit, and one step leads from each to the other.
    assert same == StrictComparison(states=2, steps=2, allowed=0, refused=0, changed=0, bounded=False)
    assert same.is_right


def test_a_missing_condition_is_a_step_too_many_in_each_state() -> None:
    found = compared(" (whole ?l)", "")
    assert (found.states, found.allowed, found.refused, found.changed) == (2, 2, 0, 0)
    assert found.first == Difference((), ("light", "b", "attic")) and not found.is_right


def test_a_condition_too_many_refuses_steps_and_hides_what_lies_behind_them() -> None:
    found = compared("(dark ?r) (whole", "(lit ?r) (whole")
    # Only the dark state is reached: neither domain takes the other's steps there.
    assert (found.states, found.allowed, found.refused) == (1, 0, 1)


def test_a_missing_effect_leads_elsewhere() -> None:
    found = compared("(lit ?r) (not (dark ?r))", "(lit ?r)")
    assert (found.states, found.changed, found.allowed, found.refused) == (1, 1, 0, 0)


def test_an_effect_that_changes_nothing_is_no_difference() -> None:
    assert compared("(dark ?r) (not (lit ?r))", "(dark ?r) (in ?l ?r) (not (lit ?r))").is_right


def test_a_step_of_another_signature_is_another_step() -> None:
    found = compared(":action snuff", ":action blow-out")
    assert (found.allowed, found.refused) == (1, 1)
    assert found.first == Difference((("light", "a", "hall"),), ("snuff", "a", "hall"))


def test_a_walk_that_ends_at_its_bound_says_so() -> None:
    found = compared(":action snuff", ":action snuff", most_states=1)
    assert found.bounded and found.is_right and found.states == 1


def test_comparisons_add_up() -> None:
    wide, same = compared(" (whole ?l)", ""), compare(read(DOMAIN), read(DOMAIN))
    both = together([same, wide])
    assert (both.states, both.steps, both.allowed) == (4, same.steps + wide.steps, 2)
    assert both.first == wide.first and not both.bounded
    assert together([]).is_right
