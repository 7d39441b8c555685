"""Who brings about which part of the goal, unlike in a plan."""

from plancritic.domains import load_domain
from plancritic.pddl.language import Plan, Problem, parse_domain, parse_plan, parse_problem
from plancritic.verdicts.improvement.handovers import handovers

#: Two messengers, each of whom can bring either letter; the chest is brought by the cart alone.
POST = """
(define (domain post) (:requirements :durative-actions :typing)
(:types messenger thing) (:predicates (brought ?t - thing) (can ?m - messenger ?t - thing))
(:durative-action bring :parameters (?m - messenger ?t - thing) :duration (= ?duration 5)
  :condition (over all (can ?m ?t)) :effect (at end (brought ?t))))
"""
POST_PROBLEM = """
(define (problem one) (:domain post) (:objects ann cart - messenger letter parcel chest - thing)
(:init (can ann letter) (can cart letter) (can ann parcel) (can cart parcel) (can cart chest))
(:goal (and (brought letter) (brought parcel) (brought chest))))
"""
ALL_BY_CART = parse_plan("0: (bring cart letter) [5]\n5: (bring cart parcel) [5]\n10: (bring cart chest) [5]\n")


def post() -> Problem:
    return parse_problem(POST_PROBLEM, parse_domain(POST))


def left(plan: Plan) -> list[set[str]]:
    return [{f"{who} {thing}" for _, (who, thing) in allowed} for allowed in handovers(post(), plan)]


def test_the_last_half_changes_hands_first_and_the_rest_stays() -> None:
    first, *others = left(ALL_BY_CART)
    assert first == {"cart letter", "ann parcel", "cart chest"}
    assert {"ann letter", "cart parcel", "cart chest"} in others
    assert {"ann letter", "ann parcel", "cart chest"} in others


def test_no_two_handovers_are_the_same() -> None:
    found = [frozenset(each) for each in left(ALL_BY_CART)]
    assert len(found) == len(set(found))


def test_what_only_one_can_do_does_not_change_hands() -> None:
    assert all("cart chest" in each for each in left(ALL_BY_CART))


def test_two_actors_may_change_their_work() -> None:
    shared = parse_plan("0: (bring cart letter) [5]\n0: (bring ann parcel) [5]\n5.001: (bring cart chest) [5]\n")
    assert {"ann letter", "cart parcel", "cart chest"} in left(shared)


def test_a_goal_without_a_choice_has_no_handovers() -> None:
    bundle = load_domain("haulage")
    problem = parse_problem(bundle.problem("1"), parse_domain(bundle.domain_pddl))
    plan = parse_plan("0: (load parcel1 van1 depot) [2]\n12: (unload parcel1 van1 hospital) [2]\n")
    assert list(handovers(problem, plan)) == []
