"""What a person says about the true domain, as knowledge of a refinement."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.refinement.knowledge import KnownProblem
from plancritic.contracts.refinement.messages import RefinementQuestion
from plancritic.pddl.language import PddlError, parse_plan


def with_plan(problem: KnownProblem, plan: str, takes_time: bool = False) -> KnownProblem:
    """Return the problem with one more plan that works, with its times where actions take time; as it is without one.

    Raises:
        ContractError: the plan is no plan in PDDL.
    """
    if not plan.strip():
        return problem
    try:
        parsed = parse_plan(plan)
    except PddlError as error:
        message = f"the plan cannot be read: {error}"
        raise ContractError(
            Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy="write one step a line")
        ) from error
    if takes_time and any(each.duration is not None for each in parsed.steps):
        return problem.model_copy(update={"timed_plans": (*problem.timed_plans, str(parsed))})
    steps = tuple((each.action, *each.arguments) for each in parsed.steps)
    return problem.model_copy(update={"plans": (*problem.plans, steps)})


def with_answer(
    problems: Sequence[KnownProblem], question: RefinementQuestion, possible: bool
) -> tuple[KnownProblem, ...]:
    """Return the problems with the answer to a question: its steps can be taken, or the last of them cannot."""
    name = "allowed" if possible else "refused"
    found = list(problems)
    about = found[question.problem]
    found[question.problem] = about.model_copy(update={name: (*getattr(about, name), question.steps)})
    return tuple(found)
