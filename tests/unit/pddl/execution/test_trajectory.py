"""The executor against what VAL and Kairos say of the same plans (all cases were run through both)."""

from __future__ import annotations

import pytest
from tests.support.published import published_plans
from tests.support.small_domain import problem, run

from plancritic.pddl.execution import execute
from plancritic.pddl.language import Atom, parse_plan

VALID = {
    "a step may start one epsilon after what it needs": ("0: (make a) [2]\n2.001: (need a) [2]", "", "(q a)"),
    "over all counts from just after the start": ("0: (make a) [2]\n2: (keep a) [2]", "", "(q a)"),
    "over all counts to just before the end": ("0: (keep a) [2]\n1: (drop a) [1]", "(p a)", "(q a)"),
    "at end is checked before the end's happening": ("0: (make a) [2]\n0.001: (finish a) [2]", "", "(q a)"),
    "two steps may increase the same": ("0: (fill a) [1]\n0: (fill a) [1]", "", "(= (fuel a) 3)"),
    "a rounded duration will do": ("0: (make a) [1.999]", "", "(p a)"),
    "a duration may lie between bounds": ("0: (burn a) [1.5]", "", "(and (q a) (= (fuel a) 0.25))"),
    "a timed literal makes a fact": ("2.001: (need a) [2]", "(at 2 (p a))", "(q a)"),
    "a timed number counts": ("2: (burn a) [5]", "(at 1 (= (fuel a) 3))", "(= (fuel a) 0.5)"),
    "a timed literal after the plan counts": ("0: (make a) [2]", "(at 5 (q a))", "(q a)"),
    "a condition at start decides an effect at end": ("0: (decide a) [2]\n0: (drop a) [1]", "(p a)", "(q a)"),
    "a condition over all decides an effect": ("0: (decide a) [2]", "(p a)", "(p c)"),
    "a broken condition over all leaves the effect out": (
        "0: (decide a) [2]\n0: (drop a) [1]",
        "(p a)",
        "(and (not (p c)) (not (r a)))",
    ),
    "a condition at end decides an effect": ("0.1: (decide a) [2]\n0: (make a) [2]", "", "(and (not (q a)) (r a))"),
    "a step may put back what it took": ("0: (toggle a) [2]\n2.001: (toggle a) [2]", "(p a)", "(q a)"),
    "an untimed plan runs in order": ("(flip a)", "(p a) (p b)", "(q a)"),
    "an effect for all objects takes place where its condition holds": (
        "(flip a)",
        "(p a) (p b) (r k)",
        "(and (p k) (not (p c)))",
    ),
    "the empty plan is one state": ("", "(q a)", "(q a)"),
}

FAULTS = {
    "what ends now is too late for what starts now": ("0: (make a) [2]\n2: (need a) [2]", "", "condition"),
    "an over all condition broken under way": ("0: (keep a) [2]\n0.999: (drop a) [1]", "(p a)", "invariant"),
    "an over all condition broken at the start": ("1: (keep a) [2]\n0: (drop a) [1]", "(p a)", "invariant"),
    "an over all condition broken by a timed literal": ("2: (keep a) [2]", "(p a) (at 3 (not (p a)))", "invariant"),
    "at end comes with the end of its maker": ("0: (make a) [2]\n0: (finish a) [2]", "", "condition"),
    "adding and deleting at once": ("0: (make a) [2]\n1: (drop a) [1]", "", "interference"),
    "assigning what another increases": ("0: (fill a) [1]\n0: (empty a) [1]", "", "interference"),
    "reading what another increases": ("0: (fill a) [1]\n0: (sum a) [1]", "", "interference"),
    "a timed literal at the same time": ("2: (need a) [2]", "(p a) (at 2 (not (p a)))", "interference"),
    "two steps that take the same": ("0: (toggle a) [2]\n0: (toggle a) [2]", "(p a)", "interference"),
    "a duration too long by far": ("0: (make a) [2.002]", "", "duration"),
    "a duration above a bound of the state": ("0: (burn a) [2.5]", "", "duration"),
    "no duration": ("0: (make a)", "", "duration"),
    "a duration on a plain action": ("0: (flip a) [1]", "(p a) (p b)", "duration"),
    "a negated condition": ("0: (burn a) [1]", "(p a)", "condition"),
    "an unmet exists": ("0: (flip a)", "(p a)", "condition"),
    "a number without a value": ("0: (fill k) [1]", "", "undefined"),
    "an unknown object": ("0: (make z) [2]", "", "step"),
    "an object of the wrong type": ("0: (make t) [2]", "", "step"),
    "an unknown action": ("0: (mak a) [2]", "", "step"),
    "an argument too many": ("0: (make a b) [2]", "", "step"),
}


@pytest.mark.parametrize(("plan", "facts", "goal"), VALID.values(), ids=VALID)
def test_a_plan_that_can_be_executed_has_no_fault(plan: str, facts: str, goal: str) -> None:
    trajectory = run(plan, facts, goal)
    assert trajectory.fault is None
    assert trajectory.goal_met


@pytest.mark.parametrize(("plan", "facts", "kind"), FAULTS.values(), ids=FAULTS)
def test_the_first_fault_names_its_kind(plan: str, facts: str, kind: str) -> None:
    trajectory = run(plan, facts)
    assert kind in {fault.kind for fault in trajectory.faults}


def test_a_fault_says_when_who_and_what() -> None:
    fault = run("0: (make a) [2]\n3: (need b) [2]").fault
    assert fault is not None
    assert (fault.time, fault.step, fault.index) == (3.0, "(need b)", 1)
    assert (fault.needed, fault.actual, fault.moment) == ("(p b)", "(not (p b))", "at start")
    assert str(fault) == "3: (need b) needs (p b) at start, found (not (p b))"
    assert fault.assessment().about == "condition"


def test_a_misspelt_step_gets_a_suggestion() -> None:
    fault = run("0: (mak a) [2]").fault
    assert fault is not None
    assert "did you mean 'make'" in fault.actual
    assert fault.assessment().about == "form"


def test_a_broken_invariant_is_reported_once() -> None:
    trajectory = run("0: (keep a) [2]\n0: (drop a) [1]\n0.5: (fill b) [1]", "(p a)")
    assert [fault.kind for fault in trajectory.faults] == ["invariant"]
    assert trajectory.faults[0].time == 1.0


def test_an_unmet_number_shows_its_value() -> None:
    trajectory = run("0: (sum a) [1]", "(at 0.5 (= (fuel a) 0))")
    assert trajectory.fault is not None
    assert (trajectory.fault.needed, trajectory.fault.actual) == ("(> (fuel a) 0)", "(= (fuel a) 0)")


def test_execution_goes_on_after_a_fault() -> None:
    trajectory = run("0: (need a) [2]")
    assert trajectory.fault is not None
    assert trajectory.goal_met


def test_happenings_of_one_time_make_one_state() -> None:
    trajectory = run("0: (make a) [2]\n0: (make b) [2]\n2.001: (need a) [2]")
    assert [state.time for state in trajectory.states] == [0.0, 0.0, 2.0, 2.001, 4.001]
    assert trajectory.states[2].steps == ("(make a)", "(make b)")


def test_a_step_knows_what_it_changed() -> None:
    trajectory = run("0: (toggle a) [2]", "(p a) (q a)")
    (first, start), (last, end) = trajectory.changes(0)
    assert (first.time, start.moment, start.deleted) == (0.0, "start", frozenset({Atom("p", ("a",))}))
    assert (last.time, end.moment, end.added) == (2.0, "end", frozenset({Atom("p", ("a",))}))
    (_, _), (_, filled) = run("0: (fill a) [1]").changes(0)
    assert filled.values == {Atom("fuel", ("a",)): (1.0, 2.0)}


def test_the_state_in_force_is_the_last_one_made() -> None:
    trajectory = run("0: (toggle a) [2]", "(p a)")
    assert trajectory.index_at(0.0) == 1
    assert trajectory.index_at(1.999) == 1
    assert trajectory.index_at(100.0) == len(trajectory.states) - 1


def test_executing_leaves_the_problem_as_it_was() -> None:
    given = problem("(p a)")
    facts, values = given.facts, dict(given.values)
    execute(given, parse_plan("0: (toggle a) [2]\n0: (fill a) [1]"))
    assert given.facts == facts
    assert dict(given.values) == values


@pytest.mark.parametrize("name", sorted(published_plans()))
def test_published_plans_can_be_executed(name: str) -> None:
    given, plan = published_plans()[name]
    assert execute(given, plan).fault is None
