"""The STRIPS part of temporal domains: what is in it, where literals come back to, and what the numbers allow."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from plancritic.pddl.language import (
    Domain,
    Plan,
    Problem,
    conjuncts,
    load_problem,
    parse_domain,
    parse_plan,
    parse_problem,
)
from plancritic.pddl.strips_part import (
    NotSeparableError,
    NumberBroken,
    NumbersOf,
    TimedFactsError,
    is_strips,
    joined,
    numeric_part,
    problem_part,
    sequenced,
    strips_part,
    transient_facts,
)

_DOMAINS = Path(__file__).parents[4] / "domains"
WATERWAY = (_DOMAINS / "waterway" / "domain.pddl").read_text(encoding="utf-8")
HAULAGE = (_DOMAINS / "haulage" / "domain.pddl").read_text(encoding="utf-8")
LAMP = """(define (domain lamp)
  (:requirements :strips :typing :negative-preconditions :durative-actions :adl)
  (:types lamp)
  (:predicates (lit ?x - lamp) (cold ?x - lamp) (seen ?x - lamp) (broken ?x - lamp))
  {action})"""


def lamp(action: str) -> Domain:
    """Return a domain with one action."""
    return parse_domain(LAMP.format(action=action))


def _edited(domain: Domain, before: str, after: str) -> Domain:
    """Return a domain's STRIPS part with another text in one place."""
    text = strips_part(domain).text
    assert text.count(before) == 1, text
    return parse_domain(text.replace(before, after))


def test_the_part_has_all_conditions_and_what_is_different_at_the_end() -> None:
    part = strips_part(parse_domain(HAULAGE))
    assert is_strips(part)
    assert not is_strips(parse_domain(HAULAGE))
    load = part.actions["load"]
    assert [str(each) for each in conjuncts(load.conditions_at_start)] == ["(lies ?c ?p)", "(at ?v ?p)"]
    assert {str(each.atom): each.becomes for each in load.effects_at_start} == {
        "(lies ?c ?p)": False,
        "(aboard ?c ?v)": True,
    }  # type: ignore[union-attr]
    assert part.functions == {}
    assert ":durative-actions" not in part.requirements


def test_what_an_action_makes_true_itself_need_not_hold_before_it() -> None:
    domain = lamp(
        """(:durative-action burn :parameters (?x - lamp) :duration (= ?duration 3)
             :condition (and (at start (cold ?x)) (over all (lit ?x)))
             :effect (and (at start (lit ?x)) (at end (not (lit ?x))) (at end (seen ?x))))"""
    )
    burn = strips_part(domain).actions["burn"]
    assert [str(each) for each in conjuncts(burn.conditions_at_start)] == ["(cold ?x)"]
    assert {str(each.atom): each.becomes for each in burn.effects_at_start} == {"(lit ?x)": False, "(seen ?x)": True}  # type: ignore[union-attr]
    assert {str(each) for each in transient_facts(domain.actions["burn"])} == {"(lit ?x)"}


def test_a_new_literal_stands_where_other_actions_have_its_predicate() -> None:
    # Over all, as the other actions ask where a van is; the start has lost it.
    start = parse_domain(
        HAULAGE.replace("(at start (aboard ?c ?v))\n      (over all (at ?v ?p))", "(at start (aboard ?c ?v))")
    )
    part = strips_part(start)
    assert "(at ?v ?p)" not in str(part.actions["unload"].conditions_at_start)
    found = joined(start, strips_part(parse_domain(HAULAGE))).actions["unload"]
    assert str(found.conditions_over_all) == "(at ?v ?p)"
    assert str(found.conditions_at_start) == "(aboard ?c ?v)"


def test_a_condition_that_no_other_action_has_holds_when_their_conditions_do() -> None:
    text = (_DOMAINS / "satellite" / "domain.pddl").read_text(encoding="utf-8")
    start = parse_domain(text.replace("(over all (calibrated ?i))", ""))
    found = joined(start, strips_part(parse_domain(text))).actions["take_image"]
    assert "(calibrated ?i)" in str(found.conditions_over_all)


def test_where_no_other_action_has_it_a_condition_and_a_deletion_are_at_start_and_an_addition_at_end() -> None:
    domain = lamp(
        """(:durative-action burn :parameters (?x - lamp) :duration (= ?duration 3)
             :condition (over all (cold ?x)) :effect (at end (seen ?x)))"""
    )
    part = _edited(
        domain,
        "(and (cold ?x))\n  :effect (and (seen ?x))",
        "(and (cold ?x) (not (broken ?x)))\n  :effect (and (seen ?x) (lit ?x) (not (cold ?x)))",
    )
    burn = joined(domain, part).actions["burn"]
    assert str(burn.conditions_at_start) == "(not (broken ?x))"
    assert str(burn.conditions_over_all) == "(cold ?x)"
    assert [str(each.atom) for each in burn.effects_at_start] == ["(cold ?x)"]  # type: ignore[union-attr]
    assert [str(each.atom) for each in burn.effects_at_end] == ["(seen ?x)", "(lit ?x)"]  # type: ignore[union-attr]
    assert str(burn.duration) == str(domain.actions["burn"].duration)


def test_a_fact_that_actions_give_up_for_a_while_is_given_back_at_the_end() -> None:
    start = parse_domain(WATERWAY.replace("      (at end (is_asset_not_moving ?ast))))", "      ))", 1))
    assert "(not (is_asset_not_moving ?ast))" in strips_part(start).text
    found = joined(start, strips_part(parse_domain(WATERWAY))).actions["move_debris_asset"]
    true = parse_domain(WATERWAY).actions["move_debris_asset"]
    assert set(found.effects_at_start) == set(true.effects_at_start)
    assert set(found.effects_at_end) == set(true.effects_at_end)


def test_numbers_and_durations_stay_where_a_literal_goes() -> None:
    domain = parse_domain(HAULAGE)
    found = joined(domain, _edited(domain, "(and (lies ?c ?p) (at ?v ?p))", "(and (lies ?c ?p))"))
    load = found.actions["load"]
    assert str(load.conditions_at_start) == "(and (lies ?c ?p) (>= (room ?v) 1))"
    assert "(at ?v ?p)" not in str(load.conditions_over_all)
    assert numeric_part(found).actions == numeric_part(domain).actions


@pytest.mark.parametrize(
    ("condition", "effect", "reason"),
    [
        ("(at start (forall (?y - lamp) (cold ?y)))", "(at end (seen ?x))", "a quantifier"),
        ("(over all (or (cold ?x) (lit ?x)))", "(at end (seen ?x))", "a disjunction"),
        ("(at start (cold ?x))", "(when (at start (lit ?x)) (at end (seen ?x)))", "a conditional effect on facts"),
        ("(at start (cold ?x))", "(forall (?y - lamp) (at end (seen ?y)))", "an effect with a quantifier on facts"),
    ],
)
def test_what_is_about_facts_and_no_literal_is_refused_with_its_place(condition: str, effect: str, reason: str) -> None:
    domain = lamp(
        f"""(:durative-action burn :parameters (?x - lamp) :duration (= ?duration 3)
             :condition (and {condition}) :effect (and {effect}))"""
    )
    with pytest.raises(NotSeparableError) as caught:
        strips_part(domain)
    assert reason in str(caught.value)
    assert (caught.value.action, caught.value.line) == ("burn", 5)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_quantifiers_and_conditions_of_effects_may_stand_where_numbers_are() -> None:
    text = HAULAGE.replace(
        "(at start (>= (room ?v) 1))", "(at start (forall (?w - van) (>= (room ?w) 0))) (at start (>= (room ?v) 1))"
    ).replace(
        "(at start (decrease (room ?v) 1))",
        "(forall (?w - van) (at end (increase (room ?w) 0))) (at start (decrease (room ?v) 1))",
    )
    domain = parse_domain(text.replace(":numeric-fluents", ":numeric-fluents :adl"))
    assert joined(domain, strips_part(domain)) is domain
    assert strips_part(domain).actions == strips_part(parse_domain(HAULAGE)).actions


def _haulage(room: int = 2) -> Problem:
    text = (_DOMAINS / "haulage" / "problems" / "1.pddl").read_text(encoding="utf-8")
    domain = numeric_part(parse_domain(HAULAGE))
    problem = parse_problem(text, domain)
    number = problem.values[next(each for each in problem.values if each.predicate == "room")]
    return parse_problem(text.replace(f"(= (room van1) {number:g})", f"(= (room van1) {room})"), domain)


def test_numbers_say_which_sequences_they_allow() -> None:
    loads = tuple(("load", parcel, "van1", "depot") for parcel in ("parcel1", "parcel2"))
    assert NumbersOf(_haulage(2)).broken(loads) is None
    broken = NumbersOf(_haulage(1)).broken(loads)
    assert isinstance(broken, NumberBroken)
    assert (
        str(broken) == "step 2, (load parcel2 van1 depot), cannot be taken: (>= (room van1) 1) does not hold at start"
    )


def test_a_duration_without_a_value_makes_a_step_impossible() -> None:
    broken = NumbersOf(_haulage()).broken((("drive", "driver1", "van1", "depot", "depot"),))
    assert broken is not None
    assert "driving_time depot depot" in broken.reason


def test_a_sequence_gets_times_one_step_after_another() -> None:
    steps = (("board", "driver1", "van1", "depot"), ("drive", "driver1", "van1", "depot", "market"))
    plan = NumbersOf(_haulage()).scheduled(steps)
    assert isinstance(plan, Plan)
    assert [(each.start, each.duration) for each in plan.steps] == [(0.0, 1.0), (1.001, 10.0)]


def test_a_timed_plan_that_the_numbers_do_not_allow_is_found_out() -> None:
    plan = parse_plan("0: (load parcel1 van1 depot) [2]\n0.5: (load parcel2 van1 depot) [2]\n")
    assert NumbersOf(_haulage(2)).broken_in_time(plan) is None
    assert "(>= (room van1) 1)" in str(NumbersOf(_haulage(1)).broken_in_time(plan))
    assert "duration" in str(NumbersOf(_haulage(2)).broken_in_time(parse_plan("0: (load parcel1 van1 depot) [3]\n")))


def test_steps_that_overlap_stand_in_the_order_of_what_they_do_to_each_other() -> None:
    problem = load_problem(_DOMAINS / "haulage" / "domain.pddl", _DOMAINS / "haulage" / "problems" / "1.pddl")
    # The van must still be there when it is loaded.
    plan = parse_plan(
        "0: (board driver1 van1 depot) [1]\n0.2: (load parcel1 van1 depot) [2]\n"
        "2.3: (drive driver1 van1 depot market) [10]\n"
    )
    found = sequenced(problem.domain, plan)
    assert [each.action for each in found.steps] == ["board", "load", "drive"]
    assert found.entangled == ()


def test_steps_that_need_each_other_are_entangled() -> None:
    domain = lamp(
        """(:durative-action burn :parameters (?x - lamp) :duration (= ?duration 3)
             :condition (and (at start (cold ?x)) (at end (seen ?x)))
             :effect (and (at start (lit ?x)) (at end (not (lit ?x)))))
           (:durative-action look :parameters (?x - lamp) :duration (= ?duration 1)
             :condition (over all (lit ?x)) :effect (at end (seen ?x)))"""
    )
    found = sequenced(domain, parse_plan("0: (burn a) [3]\n1: (look a) [1]\n"))
    assert [each.action for each in found.entangled] == ["burn"]
    assert [each.action for each in found.steps] == ["burn", "look"]


def test_a_problem_with_something_that_happens_anyway_has_no_part() -> None:
    domain = parse_domain(LAMP.replace(":adl", ":adl :timed-initial-literals").format(action=""))
    problem = parse_problem(
        "(define (problem one) (:domain lamp) (:objects a - lamp) (:init (at 3 (lit a))) (:goal (lit a)))", domain
    )
    with pytest.raises(TimedFactsError, match="at 3"):
        problem_part(problem, strips_part(domain))


def test_goals_about_numbers_are_left_to_the_numbers() -> None:
    domain = parse_domain(HAULAGE)
    text = (_DOMAINS / "haulage" / "problems" / "1.pddl").read_text(encoding="utf-8")
    start = text.index("(:goal")
    text = f"{text[:start]}(:goal (and (at van1 mill) (>= (room van1) 7))))"
    part = problem_part(parse_problem(text, domain), strips_part(domain))
    assert str(part.goal) == "(at van1 mill)"
    numbers = NumbersOf(parse_problem(text, numeric_part(domain)))
    assert numbers.broken((("load", "parcel1", "van1", "depot"),)) is None
    assert "(>= (room van1) 7)" in str(numbers.broken((("load", "parcel1", "van1", "depot"),), with_goal=True))
