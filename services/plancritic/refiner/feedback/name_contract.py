"""The contract of names: what a candidate domain must have in common with the description and the problems."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.descriptions import prescribed_parameters
from plancritic.pddl.grounding import NotStripsError, strips_action
from plancritic.pddl.language import (
    Action,
    Domain,
    Parameter,
    PddlError,
    PddlSyntaxError,
    parse_domain,
    parse_problem,
)
from plancritic.refiner.feedback.schema_size import SchemaTooLargeError, check_schema_sizes

_REMEDY = "keep the names and parameters of the description's actions, and the predicates of the problems"


class DomainRefusedError(ContractError):
    """A candidate domain that cannot be judged; the fault says why."""


def checked_domain(text: str, description: DomainDescription, problems: Sequence[str]) -> Domain:
    """Return a domain that can be judged.

    It is STRIPS (with negation and equality) and has exactly the actions of the description, each with as many
    parameters as are prescribed, of the types prescribed, or of types above or below them, none of which make too many
    atoms (`MOST_ATOMS`). All problems fit it.

    Raises:
        DomainRefusedError: it does not, or cannot be read.
        DescriptionError: the description's parameters cannot be read.
    """
    try:
        domain = parse_domain(text)
    except PddlSyntaxError as error:
        fault = Fault(
            code=FaultCode.SYNTAX_ERROR,
            message=f"the domain cannot be read: {error}",
            remedy=error.remedy,
            line=error.line,
            column=error.column,
        )
        raise DomainRefusedError(fault) from error
    except PddlError as error:
        raise _refused(FaultCode.SYNTAX_ERROR, f"the domain cannot be read: {error}", None) from error
    _check_actions(domain, description)
    try:
        check_schema_sizes(domain)
    except SchemaTooLargeError as error:
        raise DomainRefusedError(error.fault) from error
    for number, problem in enumerate(problems, 1):
        try:
            parse_problem(problem, domain)
        except PddlError as error:
            raise _refused(FaultCode.UNKNOWN_NAME, f"problem {number} does not fit the domain: {error}") from error
    return domain


def _check_actions(domain: Domain, description: DomainDescription) -> None:
    prescribed = {name.lower(): prescribed_parameters(description, name) for name in description.actions}
    missing = [name for name in prescribed if name not in domain.actions]
    unknown = [name for name in domain.actions if name not in prescribed]
    if missing or unknown:
        words = [f"there is no action {name!r}" for name in missing]
        words += [f"the description knows no action {name!r}" for name in unknown]
        raise _refused(FaultCode.UNKNOWN_NAME, "; ".join(words))
    for name, wanted in prescribed.items():
        action = domain.actions[name]
        try:
            strips_action(action)
        except NotStripsError as error:
            remedy = "use conjunctions of facts and negated facts only"
            raise _refused(FaultCode.INVALID_MESSAGE, f"the domain is not STRIPS: {error}", remedy) from error
        if wanted is not None:
            _check_parameters(domain, action, wanted)


def _check_parameters(domain: Domain, action: Action, prescribed: tuple[Parameter, ...]) -> None:
    if len(action.parameters) != len(prescribed):
        message = f"{action.name!r} has {len(action.parameters)} parameters, not {len(prescribed)}"
        raise _refused(FaultCode.UNKNOWN_NAME, message)
    for number, (own, wanted) in enumerate(zip(action.parameters, prescribed, strict=True), 1):
        pairs = [pair for one, other in product(own.types, wanted.types) for pair in ((one, other), (other, one))]
        if not any(domain.is_subtype(*pair) for pair in pairs):
            message = f"parameter {number} of {action.name!r} is {own.type_text}, not {wanted.type_text}"
            raise _refused(FaultCode.UNKNOWN_NAME, message)


def _refused(code: FaultCode, message: str, remedy: str | None = _REMEDY) -> DomainRefusedError:
    return DomainRefusedError(Fault(code=code, message=message, remedy=remedy))
