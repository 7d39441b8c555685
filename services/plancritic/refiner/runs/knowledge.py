"""What a request says is read, and refused with the reason where it cannot be worked with."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.contracts.modelling.known_problem import KnownProblem, Step, Steps
from plancritic.contracts.syntax_faults import fault_of
from plancritic.domains.descriptions import skeleton_of
from plancritic.pddl.grounding import NotStripsError, literals
from plancritic.pddl.language import Domain, PddlError, PddlSyntaxError, Problem, parse_domain, parse_problem
from plancritic.refiner.feedback.name_contract import checked_domain
from plancritic.refiner.feedback.task import RefinementTask
from plancritic.refiner.repair.signatures import with_prescribed_parameters
from plancritic.refiner.runs.converting import feedback_problems

_AS_DESCRIBED = "use the description's names in the domain, or correct the description"


def readable_task(
    description: DomainDescription,
    start: str,
    known: Sequence[KnownProblem],
    mends_parameters: bool = False,
    doubts_answers: bool = False,
) -> RefinementTask:
    """Return what a search is to work with; one that mends parameters takes a start with those of another order.

    One that doubts answers takes some that contradict each other.

    Raises:
        ContractError: a text is no PDDL, the start is more than STRIPS or breaks the description's names, or what is
            known contradicts itself; the fault says where.
    """
    skeleton_of(description)
    domain = checked_domain(_aligned(start, description) if mends_parameters else start, description, [])
    for number, each in enumerate(known, 1):
        problem = _problem(each.text, domain, number)
        for steps in (*each.plans, *each.landmarks, *each.allowed, *each.refused, *each.unknown, *each.withdrawn):
            for step in steps:
                _check_step(step, problem, number)
        _check_agreement(each.standing, number, doubts_answers)
    return RefinementTask(description, feedback_problems(known))


def _aligned(start: str, description: DomainDescription) -> str:
    try:
        return with_prescribed_parameters(parse_domain(start), description)[0].text
    except PddlError:
        return start


def _problem(text: str, domain: Domain, number: int) -> Problem:
    try:
        problem = parse_problem(text, domain, f"problem {number}")
        literals(problem.goal, f"the goal of problem {number}")
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from None
    except NotStripsError as error:
        raise _refused(str(error), "write the goal as a conjunction of facts and negated facts") from None
    return problem


def _check_step(step: Step, problem: Problem, number: int) -> None:
    name, *objects = step
    written = f"({' '.join(step)})"
    action = problem.domain.actions.get(name)
    if action is None:
        raise _broken(f"problem {number}: {written} is not a step of the domain: there is no action {name!r}")
    if len(action.parameters) != len(objects):
        has = len(action.parameters)
        raise _broken(f"problem {number}: {written} has {len(objects)} objects, but {name!r} has {has} parameters")
    for each in objects:
        if each not in problem.objects and each not in problem.domain.constants:
            raise _broken(f"problem {number}: {each!r} of {written} is not an object of the problem")


def _check_agreement(known: KnownProblem, number: int, doubts_answers: bool) -> None:
    """Refuse knowledge that no domain can meet; answers may contradict each other where they are doubted."""
    others = known.model_copy(update={"allowed": (), "refused": ()}) if doubts_answers else known
    for beginning in known.refused:
        what = _why_possible(beginning, others)
        if what is not None:
            steps = " ".join(f"({' '.join(step)})" for step in beginning)
            raise _refused(f"problem {number}: {steps} is refused, but {what}", "leave out one of the two")
    for plan in map(set, known.plans):
        for landmark in known.landmarks:
            if plan.isdisjoint(landmark):
                one_of = ", ".join(f"({' '.join(step)})" for step in landmark)
                message = f"problem {number}: a plan given as working has no step of the landmark {one_of}"
                raise _refused(message, "leave out the plan or the landmark")


def _why_possible(beginning: Steps, known: KnownProblem) -> str | None:
    """Why a beginning is known to be possible, or None."""
    count = len(beginning)
    if any(plan[:count] == beginning for plan in known.plans):
        return "a plan that works begins so"
    if any(steps[:count] == beginning for steps in known.allowed):
        return "another answer allows it"
    # All but the last step of a refused beginning can be taken.
    if any(len(steps) > count and steps[:count] == beginning for steps in known.refused):
        return "another answer begins so"
    return None


def _broken(message: str) -> ContractError:
    return ContractError(Fault(code=FaultCode.UNKNOWN_NAME, message=message, remedy=_AS_DESCRIBED))


def _refused(message: str, remedy: str) -> ContractError:
    return ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy))
