"""Laws that hold between constraints, whatever the plan: they need no other judge."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.property.pddl.strategies import conditions, literals_of
from tests.support.published import published_plans

from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import Condition, Constraint, ConstraintType, negate

NAME = sorted(published_plans())[0]
RUN = execute(*published_plans()[NAME])
CONDITIONS = conditions(literals_of(RUN.problem))
TIMES = st.floats(0, RUN.plan.makespan * 1.2)


def satisfied(kind: ConstraintType, *found: Condition, bounds: tuple[float, ...] = ()) -> bool:
    verdict = judge_constraint(RUN, Constraint(kind, found, bounds)).satisfied
    assert verdict is not None
    return verdict


@given(CONDITIONS)
def test_always_is_never_the_opposite(condition: Condition) -> None:
    assert satisfied(ConstraintType.ALWAYS, condition) != satisfied(ConstraintType.SOMETIME, negate(condition))


@given(CONDITIONS)
def test_always_is_hold_after_the_beginning(condition: Condition) -> None:
    assert satisfied(ConstraintType.ALWAYS, condition) == satisfied(ConstraintType.HOLD_AFTER, condition, bounds=(0.0,))


@given(CONDITIONS)
def test_sometime_is_within_the_whole_plan(condition: Condition) -> None:
    end = (RUN.states[-1].time,)
    assert satisfied(ConstraintType.SOMETIME, condition) == satisfied(ConstraintType.WITHIN, condition, bounds=end)


@given(CONDITIONS, TIMES)
def test_holding_after_is_holding_at_the_end_too(condition: Condition, time: float) -> None:
    if satisfied(ConstraintType.HOLD_AFTER, condition, bounds=(time,)):
        assert satisfied(ConstraintType.AT_END, condition)
        assert satisfied(ConstraintType.HOLD_DURING, condition, bounds=(time, time + 1))


@given(CONDITIONS, CONDITIONS, TIMES)
def test_answering_in_time_is_answering(first: Condition, second: Condition, time: float) -> None:
    if satisfied(ConstraintType.SOMETIME_AFTER, first, second):
        long = (RUN.states[-1].time,)
        assert satisfied(ConstraintType.ALWAYS_WITHIN, first, second, bounds=long)
    elif not satisfied(ConstraintType.SOMETIME, second):
        assert not satisfied(ConstraintType.ALWAYS_WITHIN, first, second, bounds=(time,))


@given(CONDITIONS)
def test_nothing_comes_before_itself_unless_it_never_comes(condition: Condition) -> None:
    before = satisfied(ConstraintType.SOMETIME_BEFORE, condition, condition)
    assert before != satisfied(ConstraintType.SOMETIME, condition)
