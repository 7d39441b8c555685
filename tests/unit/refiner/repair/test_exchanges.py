"""A condition and an effect in each other's place, and two edits of which neither works alone: one mistake each."""

from __future__ import annotations

import pytest

from plancritic.pddl.language import parse_domain
from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.feedback.collecting import FeedbackProblem
from plancritic.refiner.repair.conflicts import exchanging
from plancritic.refiner.repair.edit_search import repaired
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.limit import Limit
from plancritic.refiner.repair.near_edits import coupled_edits, near_edits
from plancritic.refiner.repair.plausibility import Plausibility
from plancritic.refiner.repair.schemas import Model, Schema, exchanges, frame_of, model_of
from plancritic.refiner.repair.suspicion import PlanPool, Suspicion

#: A courier hands a letter over: carried before, delivered afterwards. A stamp is made wet to hold.
TEXT = """(define (domain courier) (:requirements :strips :typing :negative-preconditions)
 (:types letter - object)
 (:predicates (carried ?l - letter) (delivered ?l - letter) (wet ?l - letter) (stamped ?l - letter))
 (:action moisten :parameters (?l - letter) :precondition (and (carried ?l)) :effect (and (wet ?l)))
 (:action stamp :parameters (?l - letter) :precondition (and (carried ?l) (wet ?l)) :effect (and (stamped ?l)))
 (:action deliver :parameters (?l - letter) :precondition (and (carried ?l) (stamped ?l))
  :effect (and (delivered ?l) (not (carried ?l)))))"""
PROBLEM = """(define (problem one) (:domain courier) (:objects a - letter) (:init (carried a))
 (:goal (and (delivered a) (stamped a))))"""
PLAN: tuple[Step, ...] = (("moisten", "a"), ("stamp", "a"), ("deliver", "a"))
#: `stamp` needs the stamp and makes the letter wet.
TURNED = TEXT.replace(
    "(and (carried ?l) (wet ?l)) :effect (and (stamped ?l))", "(and (carried ?l) (stamped ?l)) :effect (and (wet ?l))"
)
#: To moisten a letter makes it dry, and `stamp` does not ask.
DRY = TEXT.replace(":effect (and (wet ?l))", ":effect (and (not (wet ?l)))").replace(" (wet ?l)) :effect", ") :effect")


def known(text: str) -> tuple[Knowledge, Model]:
    domain = parse_domain(text)
    return Knowledge(frame_of(domain), [FeedbackProblem(PROBLEM, plans=(PLAN,))]), model_of(domain)


def test_an_exchange_keeps_signs_and_is_undone_by_another() -> None:
    holds, wet, dry, done = (("holds", 0),), (("wet", 0),), (("dry", 0),), (("done", 0),)
    schema = Schema(*map(frozenset, (holds, wet, done, dry)))
    found = dict(exchanges(schema))
    assert len(list(exchanges(schema))) == 4 and set(found) == {*holds, *wet}
    swapped = {each for _, each in exchanges(schema)}
    assert Schema(*map(frozenset, ((), (*wet, *dry), (*done, *holds), ()))) in swapped
    assert all(schema in {back for _, back in exchanges(each)} for each in swapped)
    alike = Schema(frozenset({("=", 0, 1)}), frozenset(), frozenset(done), frozenset())
    assert list(exchanges(alike)) == [], "that two objects are one is no effect"


def test_what_was_turned_round_is_put_right_in_one_change() -> None:
    knowledge, start = known(TURNED)
    true = model_of(parse_domain(TEXT))
    (case,) = knowledge.unmet(start)
    assert (1, true[1]) in list(exchanging(knowledge, start, case))
    plausibility = Plausibility(knowledge.frame, start)
    with_exchanges = repaired(knowledge, plausibility, start, most=40, with_exchanges=True)
    assert true in [each.model for each in with_exchanges]
    assert true not in [each.model for each in repaired(knowledge, plausibility, start, most=40)]


def test_a_goal_is_reached_by_what_was_a_condition() -> None:
    text = TEXT.replace("(and (carried ?l) (stamped ?l))", "(and (delivered ?l) (stamped ?l))").replace(
        "(and (delivered ?l) (not (carried ?l)))", "(and (carried ?l) (not (carried ?l)))"
    )
    knowledge, start = known(text)
    (case,) = knowledge.unmet(start)
    found = [schema for action, schema in exchanging(knowledge, start, case) if action == 2]
    assert any(("delivered", 0) in each.adds and ("carried", 0) in each.needs for each in found)


@pytest.mark.parametrize("place", [0, 1])
def test_two_edits_are_found_where_the_first_breaks_all_plans(place: int) -> None:
    knowledge, start = known(DRY)
    true = model_of(parse_domain(TEXT))
    assert start != true and not knowledge.unmet(start), "known plans say nothing against the start"
    suspicion = Suspicion(knowledge, Plausibility(knowledge.frame, start), PlanPool(knowledge))
    near = list(near_edits(knowledge, suspicion, start))
    one = (*start[:place], true[place], *start[place + 1 :])
    assert any(each.model == one for each in near)
    assert true in list(coupled_edits(knowledge, near, Limit().computing(10.0)))
