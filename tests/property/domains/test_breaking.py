"""What breaks a constraint does: no plan satisfies both."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.property.pddl.strategies import constraints, literals_of
from tests.support.published import published_plans

from plancritic.domains.examination.breaking import breaking
from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import Constraint, ConstraintType

RUN = execute(*published_plans()[sorted(published_plans())[0]])
TIMES = st.floats(0, RUN.plan.makespan * 1.2)
EXACT = {ConstraintType.ALWAYS, ConstraintType.SOMETIME, ConstraintType.AT_END}


def satisfied(constraint: Constraint) -> bool:
    verdict = judge_constraint(RUN, constraint).satisfied
    assert verdict is not None
    return verdict


@settings(deadline=None)
@given(constraints(literals_of(RUN.problem), TIMES))
def test_a_plan_that_meets_what_breaks_a_constraint_does_not_meet_the_constraint(constraint: Constraint) -> None:
    contrary = breaking(constraint)
    assume(contrary)

    broken = all(map(satisfied, contrary))

    assert not (broken and satisfied(constraint))
    if constraint.type in EXACT:
        assert broken != satisfied(constraint)
