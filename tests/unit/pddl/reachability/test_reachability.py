"""Proofs of impossibility on problems where one can say what is impossible, and why."""

from __future__ import annotations

import math

import pytest

from plancritic.domains import load_domain
from plancritic.pddl.language import Atom, Problem, parse_constraint, parse_domain, parse_problem
from plancritic.pddl.reachability import Disproof, Reachability

LAMP = """
(define (domain lamp) (:requirements :durative-actions :negative-preconditions :timed-initial-literals :constraints)
(:predicates (lit) (red) (power) (open) (broken) (stored))
(:functions (fuel))
(:durative-action shine :parameters () :duration (= ?duration 2)
  :condition (over all (power)) :effect (and (at start (lit)) (at end (not (lit)))))
(:durative-action paint :parameters () :duration (= ?duration 1) :condition (at end (lit)) :effect (at end (red)))
(:durative-action leave :parameters () :duration (= ?duration 1) :condition (at start (open)) :effect (at end (stored)))
(:durative-action burn :parameters () :duration (= ?duration (fuel)) :condition (at start (power))
  :effect (and (at start (not (power))) (at end (stored)) (at end (decrease (fuel) 1))))
(:action cut :parameters () :precondition (power) :effect (not (power))))
"""


def lamp(*constraints: str, init: str = "(power)", goal: str = "(red)", more: str = "") -> Disproof | None:
    text = f"(define (problem one) (:domain lamp) (:init {init}) (:goal {goal}) {more})"
    reachability = Reachability(parse_problem(text, parse_domain(LAMP)))
    return reachability.disproof(tuple(map(parse_constraint, constraints)))


def shipped(domain: str, number: str) -> Problem:
    bundle = load_domain(domain)
    return parse_problem(bundle.problem(number), parse_domain(bundle.domain_pddl))


WATERWAY = Reachability(shipped("waterway", "1"))
WATERWAY_2 = Reachability(shipped("waterway", "2"))
SATELLITE = Reachability(shipped("satellite", "1"))


def disproof(reachability: Reachability, *constraints: str) -> Disproof | None:
    return reachability.disproof(tuple(map(parse_constraint, constraints)))


def test_nothing_is_proved_of_what_is_possible() -> None:
    assert lamp() is None
    assert lamp("(within 1 (red))", "(at end (not (lit)))", "(sometime-before (red) (lit))") is None


def test_a_goal_that_is_never_reached_needs_no_constraint() -> None:
    found = lamp("(sometime (lit))", init="(red)", goal="(lit)")
    assert found == Disproof("(lit) can never be true", ())


def test_durations_bound_times_from_below() -> None:
    found = lamp("(sometime (lit))", "(within 0.9 (red))")
    assert found == Disproof("(red) cannot be true before 1", (1,))


def test_two_facts_exclude_each_other() -> None:
    found = disproof(SATELLITE, "(at end (pointing satellite0 star0))", "(at end (pointing satellite0 star5))")
    expected = "(pointing satellite0 star0) and (pointing satellite0 star5) cannot be true together"
    assert found == Disproof(expected, (0, 1))


def test_timed_literals_open_and_close() -> None:
    window = "(power) (at 3 (open)) (at 5 (not (open)))"
    assert lamp("(within 4.1 (stored))", init=window) is None
    assert lamp("(within 3.9 (stored))", init=window) == Disproof("(stored) cannot be true before 4", (0,))
    assert lamp("(at end (open))", init=window) == Disproof("(open) cannot be true at the end", (0,))
    late = lamp("(hold-during 2 5 (not (stored)))", "(sometime (stored))", init=window)
    assert late is None
    assert lamp("(sometime (stored))", "(hold-during 0 6 (not (open)))", init=window) is not None


def test_what_must_not_be_is_taken_out() -> None:
    found = lamp("(at end (red))", "(always (not (lit)))")
    assert found == Disproof("(red) can never be true, given (always (not (lit)))", (1,))


def test_what_is_to_be_held_cannot_be_interrupted() -> None:
    assert lamp("(hold-after 0.5 (not (lit)))") is not None
    assert lamp("(hold-during 0 9 (not (lit)))", "(within 8.9 (red))") is not None
    assert lamp("(hold-during 0 9 (not (lit)))") is None


@pytest.mark.parametrize(
    "constraint",
    [
        "(sometime-before (lit) (red))",
        "(sometime-before (power) (lit))",
        "(sometime-after (red) (broken))",
        "(at-most-once (not (lit)))",
    ],
)
def test_order_can_be_impossible(constraint: str) -> None:
    extra = ("(at end (not (lit)))", "(always (not (broken)))")
    assert lamp(constraint, *extra) is not None


def test_the_problems_own_constraints_count() -> None:
    assert lamp(more="(:constraints (always (not (lit))))") is not None


def test_a_duration_that_changes_counts_where_its_number_is_known() -> None:
    found = lamp("(within 3.9 (stored))", init="(power) (= (fuel) 4)", goal="(stored)")
    assert found == Disproof("(stored) cannot be true before 4", (0,))
    assert lamp("(within 4 (stored))", init="(power) (= (fuel) 4)", goal="(stored)") is None


@pytest.mark.parametrize("kind", ["sometime-after", "always-within 9"])
def test_what_is_true_only_while_an_action_runs_is_not_true_at_the_end(kind: str) -> None:
    assert lamp("(at end (lit))") == Disproof("(lit) cannot be true at the end", (0,))
    found = lamp("(within 2 (red))", f"({kind} (not (broken)) (lit))")
    assert found == Disproof("(lit) cannot be true at the end", (1,))
    assert lamp("(at end (not (lit)))") is None


def test_a_plan_at_time_0_alone_is_answered_by_the_initial_state() -> None:
    assert lamp("(always-within 1 (not (broken)) (power))", goal="(not (power))") is None


def test_without_a_core_what_the_proof_needs_may_be_more() -> None:
    given = ("(at-most-once (power))", "(always (not (lit)))", "(at end (red))")
    texts = tuple(map(parse_constraint, given))
    problem = parse_problem("(define (problem one) (:domain lamp) (:init (power)) (:goal (red)))", parse_domain(LAMP))
    small, large = (Reachability(problem).disproof(texts, core) for core in (True, False))
    assert small is not None
    assert large is not None
    assert small.constraints == (1,)
    assert set(large.constraints) >= {1}


CARGO = """
(define (domain cargo) (:requirements :typing :fluents :durative-actions) (:types thing)
(:predicates (there ?x - thing) (taken ?x - thing) (begun ?x - thing) (free))
(:functions (weight ?x - thing) (load) (capacity))
(:durative-action take :parameters (?x - thing) :duration (= ?duration (weight ?x))
  :condition (and (at start (there ?x)) (at start (free)) (at start (>= (- (capacity) (load)) (weight ?x))))
  :effect (and (at start (not (free))) (at end (free)) (at end (not (there ?x))) (at end (taken ?x))
    (at end (increase (load) (weight ?x))) (at end (assign (weight ?x) 0))))
(:durative-action take_part :parameters (?x - thing) :duration (= ?duration 1)
  :condition (and (at start (free)) (at start (> (capacity) (load))) (at start (> (weight ?x) (- (capacity) (load)))))
  :effect (and (at start (not (free))) (at end (free)) (at end (begun ?x))
    (at end (decrease (weight ?x) (- (capacity) (load)))) (at end (assign (load) (capacity))))))
"""


def cargo(capacity: float, *constraints: str) -> Disproof | None:
    things = " ".join(f"(there {thing}) (= (weight {thing}) 4)" for thing in "abc")
    init = f"{things} (free) (= (load) 0) (= (capacity) {capacity})"
    text = f"(define (problem one) (:domain cargo) (:objects a b c - thing) (:init {init}) (:goal (and)))"
    return disproof(Reachability(parse_problem(text, parse_domain(CARGO))), *constraints)


def test_before_a_number_can_have_changed_durations_are_full() -> None:
    """A part is taken once the boat is nearly full: after two things, one after the other."""
    assert cargo(10, "(within 3.9 (taken a))") == Disproof("(taken a) cannot be true before 4", (0,))
    assert cargo(10, "(within 7.9 (begun a))") is not None
    assert cargo(10, "(within 9 (begun a))") is None


def test_numbers_that_stay_on_multiples_of_four_leave_no_part() -> None:
    assert cargo(8, "(sometime (begun a))") == Disproof("(begun a) can never be true", (0,))
    assert cargo(9, "(sometime (begun a))") is None
    assert cargo(8.5, "(sometime (begun a))") is None


@pytest.mark.parametrize(
    "constraints",
    [
        ("(hold-after 9.2 (at deb_ast_0 wpt_b_0))",),
        ("(hold-after 7.7 (at deb_ast_0 shp_dck_0))",),
        ("(hold-after 7.6 (at deb_ast_0 wpt_b_0))", "(within 9.6 (at shp_sal_ast_0 wpt_b_0))"),
    ],
)
def test_who_has_to_stay_has_to_be_done_before(constraints: tuple[str, ...]) -> None:
    assert disproof(WATERWAY_2, *constraints) is not None


def test_malformed_constraints_prove_nothing() -> None:
    assert lamp("(within (lit))", "(hold-during 5 2 (lit))") is None


def test_earliest_is_a_lower_bound_on_the_published_and_shipped_problem() -> None:
    assert WATERWAY.earliest(Atom("at", ("deb_ast_0", "wpt_ini"))) == 0
    assert 3.5 <= WATERWAY.earliest(Atom("is_location_not_blocked", ("wpt_ini", "wpt_b_0"))) <= 3.6
    assert math.isinf(WATERWAY.earliest(Atom("on", ("shp_0", "u_deb_b_0_end"))))


@pytest.mark.parametrize(
    "constraints",
    [
        ("(at end (is_location_not_blocked wpt_ini wpt_a_0))", "(at end (at n_deb_ini_a_0 wpt_a_0))"),
        ("(hold-after 0.1 (at deb_ast_0 wpt_end))",),
        ("(at end (not (is_location_not_blocked wpt_ini wpt_b_0)))", "(at end (at n_deb_ini_a_0 wpt_a_0))"),
        ("(hold-during 2.3 8.9 (is_location_not_blocked wpt_ini wpt_b_0))",),
        ("(always-within 5.3 (at deb_ast_0 wpt_b_0) (not (at deb_ast_0 wpt_b_0)))", "(at end (at deb_ast_0 wpt_b_0))"),
    ],
)
def test_the_waterway_has_no_such_plan(constraints: tuple[str, ...]) -> None:
    found = disproof(WATERWAY, "(sometime (at sct_ast_0 wpt_end))", *constraints)
    assert found is not None
    assert found.constraints == tuple(range(1, len(constraints) + 1))


@pytest.mark.parametrize(
    "constraints",
    [
        ("(always (not (pointing satellite0 star5)))",),
        ("(at end (pointing satellite0 phenomenon6))", "(at-most-once (pointing satellite0 phenomenon6))"),
        ("(hold-after 4.1 (pointing satellite0 phenomenon6))",),
        ("(hold-after 3.8 (pointing satellite0 star0))",),
        ("(sometime-after (not (pointing satellite0 phenomenon6)) (not (have_image phenomenon4 thermograph0)))",),
    ],
)
def test_the_satellite_has_no_such_plan(constraints: tuple[str, ...]) -> None:
    assert disproof(SATELLITE, *constraints) is not None


def test_an_action_cannot_put_off_what_must_not_be_long_in_coming() -> None:
    away = "(always-within {} (and) (not (pointing satellite0 phenomenon4)))"
    assert disproof(SATELLITE, away.format(5.6)) is not None
    assert disproof(SATELLITE, away.format(7.1)) is None


def test_who_turns_away_cannot_be_back_in_time() -> None:
    """Turning away takes 5, turning back 5; the image that would end the demand is taken elsewhere."""
    soon_back = "(always-within {} (not (have_image star0 thermograph0)) (pointing satellite0 phenomenon4))"
    assert disproof(SATELLITE, soon_back.format(5.2)) is not None
    assert disproof(SATELLITE, soon_back.format(9.8)) is not None
    assert disproof(SATELLITE, soon_back.format(10.1)) is None
    assert disproof(SATELLITE, soon_back.format(5.2).replace("star0", "phenomenon4")) is not None
    assert disproof(SATELLITE, "(always-within 5.2 (calibrated instrument0) (pointing satellite0 phenomenon4))")
    assert disproof(SATELLITE, "(always-within 5.2 (power_avail satellite0) (pointing satellite0 phenomenon6))") is None


def test_what_cannot_be_done_at_once_does_not_fit_into_the_time_before_a_deadline() -> None:
    """Images need power, so they are over before it must be free; between them the satellite turns: 3 * 7 + 3 * 5."""
    free_again = "(hold-after {} (power_avail satellite0))"
    found = disproof(SATELLITE, "(sometime (power_on instrument0))", free_again.format(29.7))
    assert found == Disproof("what has to be done one after the other by 29.7 takes 36", (1,))
    assert disproof(SATELLITE, free_again.format(35.8)) is not None
    assert disproof(SATELLITE, free_again.format(60)) is None
    assert (
        disproof(SATELLITE, "(within 40 (power_avail satellite0))", "(hold-during 20 40 (power_avail satellite0))")
        is None
    )
    more = "(within 28.8 (have_image star{} thermograph0))"
    assert disproof(SATELLITE, more.format(0), more.format(5)) is not None
    assert disproof(SATELLITE, more.format(5)) is None


TOGETHER = """
(define (domain together) (:requirements :durative-actions :constraints) (:predicates (g) (warm) (dark) (done))
(:action open :parameters () :effect (and (g) (not (dark))))
(:durative-action cool :parameters () :duration (= ?duration 1) :condition (over all (g))
  :effect (and (at start (not (warm))) (at end (done)))))
"""


@pytest.mark.parametrize("constraint", ["(sometime-after (warm) (dark))", "(always-within 5 (warm) (dark))"])
def test_an_answer_may_end_at_the_moment_at_which_its_trigger_does(constraint: str) -> None:
    """What is needed over all is brought about by what ends the answer: the trigger cannot be thought to end first."""
    problem = parse_problem(
        "(define (problem t) (:domain together) (:init (warm) (dark)) (:goal (done)))", parse_domain(TOGETHER)
    )
    assert disproof(Reachability(problem), constraint) is None


SWAP = """
(define (domain swap) (:requirements :durative-actions :constraints) (:predicates (p) (q) (done) (gone))
(:durative-action one :parameters () :duration (= ?duration 2) :condition (over all (p))
  :effect (and (at start (q)) (at end (not (q))) (at end (done))))
(:durative-action other :parameters () :duration (= ?duration 2) :condition (over all (q))
  :effect (and (at start (p)) (at end (not (p))) (at end (gone)))))
"""


def test_two_that_begin_and_end_only_together_are_not_taken_for_impossible() -> None:
    """Each needs over all what only the start of the other makes true, and ends what the other needed."""
    problem = parse_problem(
        "(define (problem s) (:domain swap) (:init) (:goal (and (done) (gone))))", parse_domain(SWAP)
    )
    assert Reachability(problem).disproof(()) is None


def test_an_action_may_run_beside_itself() -> None:
    domain = parse_domain(
        "(define (domain twice) (:requirements :durative-actions :constraints) (:predicates (p) (q) (r))"
        "(:durative-action a :parameters () :duration (= ?duration 2) :condition (at end (p))"
        " :effect (and (at start (q)) (at end (not (q))) (at end (r)))))"
    )
    problem = parse_problem("(define (problem t) (:domain twice) (:init (p)) (:goal (and (r) (p))))", domain)
    assert disproof(Reachability(problem), "(sometime (and (r) (q)))") is None
