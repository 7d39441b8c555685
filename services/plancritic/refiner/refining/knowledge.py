"""What a request says is read, and refused with the reason where it cannot be worked with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.contracts.refinement.knowledge import KnownProblem, Step, Steps
from plancritic.contracts.syntax_faults import fault_of
from plancritic.domains.descriptions import signature_of, skeleton_of
from plancritic.pddl.grounding import NotStripsError, literals, strips_action
from plancritic.pddl.language import Action, Domain, PddlSyntaxError, Problem, parse_domain, parse_problem
from plancritic.refiner.proposers.proposer import RefinementTask
from plancritic.refiner.refining.converting import feedback_problems

_AS_DESCRIBED = "have the domain keep to the description's names, or describe it as it is"


def readable_task(description: DomainDescription, domain: str, known: Sequence[KnownProblem]) -> RefinementTask:
    """Return what a search is to work with.

    Raises:
        ContractError: a text is no PDDL, the domain is more than STRIPS or breaks the description's names, or what is
            known contradicts itself; the fault says where.
    """
    skeleton = skeleton_of(description)
    start = _domain(domain)
    _check_names(description, skeleton, start)
    for number, each in enumerate(known, 1):
        problem = _problem(each.text, start, number)
        for steps in (*each.plans, *each.landmarks, *each.allowed, *each.refused):
            for step in steps:
                _check_step(step, problem, number)
        _check_agreement(each, number)
    return RefinementTask(description, feedback_problems(known))


def knows_nothing(known: Sequence[KnownProblem]) -> bool:
    """Whether nothing is known that a domain could be held against."""
    return not any(each.plans or each.landmarks or each.allowed or each.refused for each in known)


def _domain(text: str) -> Domain:
    try:
        domain = parse_domain(text, "domain")
        for action in domain.actions.values():
            strips_action(action)
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from None
    except NotStripsError as error:
        remedy = "write preconditions and effects as conjunctions of facts and negated facts"
        raise _refused(f"the domain is more than STRIPS: {error}", remedy) from None
    return domain


def _problem(text: str, domain: Domain, number: int) -> Problem:
    try:
        problem = parse_problem(text, domain, f"problem {number}")
        literals(problem.goal, f"the goal of problem {number}")
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from None
    except NotStripsError as error:
        raise _refused(str(error), "write the goal as a conjunction of facts and negated facts") from None
    return problem


def _check_names(description: DomainDescription, skeleton: Domain, domain: Domain) -> None:
    """Refuse a domain whose names are not those of the description: its plans would mean nothing there."""
    described = {name.lower(): action for name, action in description.actions.items()}
    if described.keys() != domain.actions.keys():
        missing = sorted(described.keys() - domain.actions.keys())
        others = sorted(domain.actions.keys() - described.keys())
        parts = ([f"lacks {', '.join(missing)}"] if missing else []) + ([f"has {', '.join(others)}"] if others else [])
        raise _broken(f"the domain's actions are not those described: it {' and '.join(parts)}")
    for name, action in described.items():
        if action.parameters is not None:
            _check_signature(signature_of(skeleton, action.parameters), domain.actions[name])
    _check_predicates(skeleton.predicates, domain.predicates)


def _check_signature(prescribed: Action, action: Action) -> None:
    wanted = [frozenset(each.types) for each in prescribed.parameters]
    if wanted != [frozenset(each.types) for each in action.parameters]:
        asked, has = (" ".join(map(str, each.parameters)) or "none" for each in (prescribed, action))
        raise _broken(f"the parameters of {action.name!r} are prescribed as {asked}; the domain has {has}")


def _check_predicates(described: Mapping[str, Sequence[object]], declared: Mapping[str, Sequence[object]]) -> None:
    for name, arguments in described.items():
        if name not in declared:
            raise _broken(f"the domain does not declare the described predicate {name!r}")
        if len(declared[name]) != len(arguments):
            has, wanted = len(declared[name]), len(arguments)
            raise _broken(f"the predicate {name!r} is described with {wanted} arguments; the domain has {has}")


def _check_step(step: Step, problem: Problem, number: int) -> None:
    name, *objects = step
    written = f"({' '.join(step)})"
    action = problem.domain.actions.get(name)
    if action is None:
        raise _broken(f"problem {number}: {written} is no step of the domain: there is no action {name!r}")
    if len(action.parameters) != len(objects):
        has = len(action.parameters)
        raise _broken(f"problem {number}: {written} has {len(objects)} objects, but {name!r} has {has} parameters")
    for each in objects:
        if each not in problem.objects and each not in problem.domain.constants:
            raise _broken(f"problem {number}: {each!r} of {written} is no object of the problem")


def _check_agreement(known: KnownProblem, number: int) -> None:
    """Refuse knowledge that no domain can meet."""
    for beginning in known.refused:
        what = _why_possible(beginning, known)
        if what is not None:
            steps = " ".join(f"({' '.join(step)})" for step in beginning)
            raise _refused(f"problem {number}: {steps} is refused, but {what}", "leave one of the two out")
    for plan in map(set, known.plans):
        for landmark in known.landmarks:
            if plan.isdisjoint(landmark):
                one_of = ", ".join(f"({' '.join(step)})" for step in landmark)
                message = f"problem {number}: a plan that is to work has no step of the landmark {one_of}"
                raise _refused(message, "leave the plan or the landmark out")


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
