"""What is disproved has no plan: against exhaustive search, which may have several steps at one moment."""

from __future__ import annotations

from hypothesis import HealthCheck, assume, given, settings
from tests.support.examples import examples
from tests.support.exhaustive import SearchTooLargeError, satisfiable
from tests.support.tiny_problems import TinyProblem, tiny_problems, tiny_specifications

from plancritic.pddl.language import Constraint
from plancritic.pddl.reachability import Reachability

DEPTH = 3


@settings(max_examples=examples(200), deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(tiny_problems(), tiny_specifications())
def test_what_is_disproved_has_no_plan(tiny: TinyProblem, constraints: tuple[Constraint, ...]) -> None:
    disproof = Reachability(tiny.problem).disproof(constraints)
    assume(disproof is not None)
    assert disproof is not None
    needed = [constraints[place] for place in disproof.constraints]
    try:
        plan = satisfiable(tiny.problem, needed, DEPTH, most_nodes=3_000)
    except SearchTooLargeError:
        assume(False)
        raise
    assert plan is None, f"{tiny}\n{constraints}\n{disproof}\n{plan}"
