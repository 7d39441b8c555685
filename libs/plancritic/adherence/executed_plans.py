"""Plans as they were executed: what a model reads of a plan is what became of the facts on the way."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.syntax_faults import fault_of
from plancritic.pddl.execution import Trajectory, execute
from plancritic.pddl.language import PddlSyntaxError, Problem, parse_plan


def executed(problem: Problem, plans: Sequence[str]) -> list[Trajectory]:
    """Run plan texts, each distinct one once. Whether they reach the goal does not matter.

    Raises:
        ContractError: With the plan's number, counted from one: `syntax_error`, a text is no plan; `invalid_plan`, a
            step is none of the problem or cannot be done when it is to be.
    """
    runs: dict[str, Trajectory] = {}
    for number, text in enumerate(plans, start=1):
        if text not in runs:
            runs[text] = _executed(problem, text, number)
    return [runs[text] for text in plans]


def _executed(problem: Problem, text: str, number: int) -> Trajectory:
    try:
        trajectory = execute(problem, parse_plan(text, filename=f"plan {number}"))
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from error
    if trajectory.fault is not None:
        raise ContractError(
            Fault(
                code=FaultCode.INVALID_PLAN,
                message=f"plan {number} cannot be executed: {trajectory.fault}",
                remedy="score plans that are proved: see `plancritic validate`",
                file=f"plan {number}",
            )
        )
    return trajectory
