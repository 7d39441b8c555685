"""Windows in classical problems: a plan that the portfolio finds is accepted, never rejected for lack of a strategy."""

from __future__ import annotations

import asyncio

from hypothesis import HealthCheck, assume, given, settings
from tests.support.examples import examples
from tests.support.exhaustive import SearchTooLargeError, satisfiable
from tests.support.tiny_problems import TinyProblem, tiny_problems, tiny_specifications

from plancritic.contracts.planning import Impossible, PlanProved, SolveLimits, TimedOut
from plancritic.contracts.specification import TracedConstraint
from plancritic.judges import ExecutorJudge, JudgeRequest, KairosJudge, ValJudge, prove
from plancritic.pddl.language import Constraint, ConstraintType
from plancritic.verdicts import Verdicts

WINDOWS = (
    ConstraintType.WITHIN,
    ConstraintType.ALWAYS_WITHIN,
    ConstraintType.HOLD_DURING,
    ConstraintType.HOLD_AFTER,
)
#: Plans this long see every window of a tiny specification close.
DEPTH = 6


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(tiny_problems("classical"), tiny_specifications(most=2, types=WINDOWS))
def test_windows_of_classical_problems_have_a_strategy(
    loop: asyncio.Runner, verdicts: Verdicts, tiny: TinyProblem, constraints: tuple[Constraint, ...]
) -> None:
    specification = tuple(TracedConstraint(constraint=str(constraint)) for constraint in constraints)
    verdict = loop.run(verdicts.verdict(tiny.domain_text, tiny.problem_text, specification, SolveLimits(seconds=2)))
    case = f"{verdict}\n{tiny}\n{' '.join(map(str, constraints))}"
    assert isinstance(verdict, PlanProved | Impossible | TimedOut), case
    if isinstance(verdict, TimedOut):  # of a busy machine
        return
    if isinstance(verdict, PlanProved):
        request = JudgeRequest(tiny.domain_text, tiny.problem_text, verdict.plan, tuple(map(str, constraints)))
        proof = loop.run(prove((ValJudge(), KairosJudge(), ExecutorJudge()), request))
        assert proof.ruling == "accepted", case
        return
    try:
        plan = satisfiable(tiny.problem, constraints, DEPTH, most_nodes=3_000)
    except SearchTooLargeError:
        assume(False)
    assert plan is None, f"{case}\n{plan}"
