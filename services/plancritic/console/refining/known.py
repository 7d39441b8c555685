"""What a person says about the true domain, as knowledge of a refinement."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.known_problem import KnownProblem, Steps
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
    problems: Sequence[KnownProblem], question: RefinementQuestion, possible: bool | None
) -> tuple[KnownProblem, ...]:
    """Return the problems with the answer to a question: its steps can be taken, or the last of them cannot.

    None: nobody knows. An answer that was taken back before counts anew.
    """
    name = "unknown" if possible is None else "allowed" if possible else "refused"
    about = problems[question.problem]
    was_said = question.steps in about.withdrawn
    update: dict[str, tuple[Steps, ...]] = {
        "withdrawn": tuple(each for each in about.withdrawn if each != question.steps)
    }
    for kind in ("allowed", "refused", "unknown"):
        said: tuple[Steps, ...] = getattr(about, kind)
        update[kind] = tuple(each for each in said if each != question.steps) if was_said else said
    update[name] = (*update[name], question.steps)
    return _replaced(problems, question.problem, about.model_copy(update=update))


def without_answer(
    problems: Sequence[KnownProblem], problem: int, number: int, possible: bool
) -> tuple[KnownProblem, ...]:
    """Return the problems with an answer taken back, by its place among the allowed or the refused of a problem.

    Raises:
        ContractError: there is no such answer.
    """
    said = (problems[problem].allowed if possible else problems[problem].refused) if problem < len(problems) else ()
    if number >= len(said):
        fault = Fault(code=FaultCode.UNKNOWN_NAME, message="there is no such answer", remedy="load the page again")
        raise ContractError(fault)
    about = problems[problem]
    withdrawn = tuple(dict.fromkeys((*about.withdrawn, said[number])))
    return _replaced(problems, problem, about.model_copy(update={"withdrawn": withdrawn}))


def _replaced(problems: Sequence[KnownProblem], place: int, problem: KnownProblem) -> tuple[KnownProblem, ...]:
    return (*problems[:place], problem, *problems[place + 1 :])
