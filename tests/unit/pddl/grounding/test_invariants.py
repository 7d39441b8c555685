from __future__ import annotations

from tests.support.small_domain import problem

from plancritic.pddl.grounding import Invariants
from plancritic.pddl.language import Atom, parse_domain, parse_problem

DOMAIN = """
(define (domain lock) (:requirements :durative-actions :fluents :adl)
(:predicates (open) (locked) (lit) (known) (broken) (spent) (warm))
(:functions (length) (missing) (level))
(:durative-action unlock :parameters () :duration (= ?duration (length))
  :condition (and (at start (locked)) (over all (lit))) :effect (and (at start (not (locked))) (at end (open))))
(:durative-action blink :parameters () :duration (= ?duration 1)
  :condition (at start (open)) :effect (and (at start (not (open))) (at end (open))))
(:durative-action smash :parameters () :duration (= ?duration 1)
  :condition (at end (broken)) :effect (at start (known)))
(:durative-action spend :parameters () :duration (= ?duration (missing)) :condition (and) :effect (at end (spent)))
(:action heat :parameters () :precondition (> (level) 3) :effect (warm)))
"""


def lock(facts: str) -> Invariants:
    text = f"(define (problem one) (:domain lock) (:init {facts}) (:goal (open)))"
    return Invariants.of(parse_problem(text, parse_domain(DOMAIN)))


def test_what_needs_a_condition_that_never_holds_never_happens() -> None:
    dark = lock("(locked) (= (length) 2)")
    assert dark.never(Atom("open")) and dark.always(Atom("locked")) and not dark.reachable_actions
    lit = lock("(locked) (lit) (= (length) 2)")
    assert lit.reachable_actions == (("blink", ()), ("unlock", ()))
    assert lit.only_deleted(Atom("locked")) and not lit.always(Atom("locked"))


def test_what_is_deleted_and_added_again_is_not_only_added() -> None:
    assert not lock("(locked) (lit) (= (length) 2)").only_added(Atom("open"))


def test_an_action_without_time_has_no_conditions_over_all() -> None:
    assert not lock("(locked) (= (length) 0)").never(Atom("open"))


def test_a_start_without_an_end_has_no_effect() -> None:
    assert lock("").never(Atom("known"))


def test_a_number_without_a_value_and_a_comparison_of_constants_count() -> None:
    assert lock("").never(Atom("spent"))
    assert lock("(= (level) 3)").never(Atom("warm")) and not lock("(= (level) 4)").never(Atom("warm"))


def test_timed_literals_and_conditional_effects_count() -> None:
    invariants = Invariants.of(problem("(at 3 (r a)) (at 5 (not (r a)))"))
    changing = Atom("r", ("a",))
    assert not invariants.never(changing) and not invariants.only_added(changing)
    assert not invariants.never(Atom("p", ("c",)))
    assert invariants.never(Atom("held", ("t",))) and invariants.never(Atom("unheard", ("of",)))


def test_what_a_step_does_at_its_start_may_change_at_time_0() -> None:
    invariants = lock("(locked) (lit) (= (length) 2)")
    assert invariants.changes_at_once(Atom("locked")) and invariants.changes_at_once(Atom("open"))
    assert not Invariants.of(problem("(at 3 (r a))")).changes_at_once(Atom("r", ("a",)))


def test_steps_that_change_what_is_kept_are_left_out() -> None:
    text = "(define (problem one) (:domain lock) (:init (locked) (lit) (= (length) 2)) (:goal (open)))"
    parsed = parse_problem(text, parse_domain(DOMAIN))
    kept = Invariants.of(parsed).where_kept(parsed, {Atom("locked"): True})
    assert kept.never(Atom("open")) and kept.always(Atom("locked")) and not kept.reachable_actions
    assert not Invariants.of(parsed).never(Atom("open"))
