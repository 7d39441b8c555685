"""What is left of a problem once steps were done and things were observed; progressed constraints by hand."""

from __future__ import annotations

import pytest
from tests.support.small_domain import problem

from plancritic.pddl.execution import History, Observed, execute, left_of
from plancritic.pddl.language import Atom, parse_constraint, parse_plan

P, Q = Atom("p", ("a",)), Atom("q", ("a",))
#: p(a) holds from 2 on.
MADE = "0: (make a) [2]\n"


def history(done: str = MADE, *observed: Observed, now: float = 3.0, facts: str = "", more: str = "") -> History:
    return History(problem(facts, more=more), parse_plan(done), observed, now)


@pytest.mark.parametrize(
    ("constraint", "left"),
    [
        ("(sometime (p a))", ()),
        ("(sometime (q a))", ("(sometime (q a))",)),
        ("(always (not (q a)))", ("(always (not (q a)))",)),
        ("(within 2 (p a))", ()),
        ("(within 5 (q a))", ("(within 2 (q a))",)),
        ("(at-most-once (p a))", ("(at-most-once (p a))",)),
        ("(at-most-once (not (p a)))", ("(always (p a))",)),
        ("(sometime-after (p a) (q a))", ("(sometime (q a))", "(sometime-after (p a) (q a))")),
        ("(sometime-before (q a) (p a))", ()),
        ("(always-within 4 (p a) (q a))", ("(within 3 (q a))", "(always-within 4 (p a) (q a))")),
        ("(hold-during 2 5 (p a))", ("(hold-during 0 2 (p a))",)),
        ("(hold-during 4 5 (p a))", ("(hold-during 1 2 (p a))",)),
        ("(hold-during 0 2 (not (p a)))", ()),
        ("(hold-after 2 (p a))", ("(always (p a))",)),
        ("(hold-after 5 (p a))", ("(hold-after 2 (p a))",)),
        ("(at end (p a))", ("(at end (p a))",)),
        ("(<= (total-time) 9)", ("(<= (total-time) 6)",)),
        ("(<= (total-time) 2.5)", ("(<= (total-steps) 0)",)),
        ("(>= (total-time) 2)", ()),
        ("(<= (total-steps) 3)", ("(<= (total-steps) 2)",)),
        ("(>= (total-steps) 1)", ()),
    ],
)
def test_what_a_constraint_asks_of_the_rest(constraint: str, left: tuple[str, ...]) -> None:
    found = history().progressed(parse_constraint(constraint))
    assert found.violation is None
    assert tuple(map(str, found.constraints)) == left


@pytest.mark.parametrize(
    ("constraint", "why"),
    [
        ("(always (not (p a)))", "it does not hold at 2"),
        ("(within 1 (p a))", "it holds only at 2, not within 1"),
        ("(sometime-before (p a) (q a))", "(q a) not before"),
        ("(always-within 0.5 (p a) (q a))", "(q a) not within 0.5"),
        ("(hold-during 1 5 (p a))", "it does not hold at 0"),
        ("(hold-after 1 (p a))", "it does not hold at 0"),
        ("(<= (total-time) 1)", "the plan ends at 2"),
        ("(<= (total-steps) 0)", "the plan has 1 step"),
    ],
)
def test_what_happened_may_violate_a_constraint_whatever_follows(constraint: str, why: str) -> None:
    found = history().progressed(parse_constraint(constraint))
    assert found.violation is not None and found.constraints == ()
    assert why in found.violation.explanation


def test_a_condition_without_a_value_speaks_against_the_constraint() -> None:
    undefined = parse_constraint("(always (> (fuel k) 0))")
    assert history().progressed(undefined).violation is not None


def test_what_is_left_begins_in_the_state_observed_and_knows_what_is_still_to_come() -> None:
    seen = Observed(2.5, frozenset({Q}), frozenset({P}), {Atom("fuel", ("a",)): 7.0})
    past = history(MADE, seen, facts="(at 1 (r a)) (at 8 (not (r a)))", more="(:constraints (sometime (r b)))")
    left = left_of(past)
    assert (Q in left.facts, P in left.facts) == (True, False)
    assert left.values[Atom("fuel", ("a",))] == 7.0
    assert Atom("r", ("a",)) in left.facts
    assert [(each.time, str(each.effect.atom)) for each in left.timed_literals] == [(5.0, "(r a)")]  # type: ignore[union-attr]
    assert list(map(str, left.constraints)) == ["(sometime (r b))"]


def test_the_steps_done_stand_before_the_plan_of_the_rest() -> None:
    past = history()
    whole = past.joined("0: (need a) [2]\n")
    assert whole.splitlines() == ["0.000: (make a) [2.000]", "3.000: (need a) [2.000]"]
    assert past.rest_of(parse_plan(whole)) == parse_plan("3: (need a) [2]").steps
    for changed in ("1: (make a) [2]\n3: (need a) [2]\n", "3: (need a) [2]\n", MADE + "1: (make b) [2]\n"):
        assert past.rest_of(parse_plan(changed)) is None


def test_the_rest_begins_after_a_step_that_was_begun_and_apart_from_what_happens() -> None:
    assert history(now=1.0).origin == 2.001
    assert history(now=2.0).origin == 2.001
    assert history(now=5.0, facts="(at 5 (r a))").origin == 5.001
    assert history("", now=0.0).origin == 0.0


def test_with_what_was_observed_the_whole_is_a_plan_of_the_problem_as_it_turned_out() -> None:
    seen = Observed(2.5, deleted=frozenset({P}))
    past = history(MADE, seen)
    again = past.joined("0: (make a) [2]\n2.001: (need a) [2]\n")
    assert execute(past.amended, parse_plan(again)).fault is None
    short = past.joined("0: (need a) [2]\n")
    fault = execute(past.amended, parse_plan(short)).fault
    assert fault is not None and fault.needed == "(p a)"
    assert execute(past.problem, parse_plan(short)).fault is None


def test_what_was_done_may_be_impossible_given_what_was_observed() -> None:
    done = "0: (make a) [2]\n2.5: (keep a) [2]\n"
    assert history(done, now=5.0).faults == ()
    gone = history(done, Observed(3.0, deleted=frozenset({P})), now=5.0)
    assert [fault.kind for fault in gone.faults] == ["invariant"]


def test_a_late_plan_goes_on_as_late_as_it_has_to_be() -> None:
    plan = parse_plan(MADE + "2.001: (need a) [2]\n4.002: (drop a) [1]\n")
    late = history(now=3.0).continued(plan)
    assert late is not None
    assert [step.start for step in parse_plan(late).steps] == [0.0, 3.0, 5.001]
    in_time = history(now=2.0).continued(plan)
    assert in_time is not None and [step.start for step in parse_plan(in_time).steps] == [0.0, 2.001, 4.002]
    assert history().continued(parse_plan("2.001: (need a) [2]\n")) is None
