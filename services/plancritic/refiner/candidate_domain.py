"""Candidate domains as text: what holds of one before anything else is asked about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.descriptions import signature_of, skeleton_of
from plancritic.pddl.grounding import NotStripsError, strips_action
from plancritic.pddl.language import Action, Domain, PddlSyntaxError, parse_domain, parse_problem

_REMEDY = "keep the names and parameters of the description's actions and the predicates of the problems"


class UnusableDomainError(ContractError):
    """A domain that nothing can be asked about: no PDDL, no STRIPS, or not the description's names."""


def read_candidate(
    text: str, description: DomainDescription, problems: Sequence[str] = (), file: str = "domain.pddl"
) -> Domain:
    """Return the domain that a text holds, held to the contract of names.

    It has the description's actions and no others, each with the prescribed number of parameters of the prescribed
    types in their order (names of variables are free), and the problems fit it. It is STRIPS; preconditions may
    negate and compare.

    Args:
        text: The domain's PDDL.
        description: What prescribes names and signatures.
        problems: PDDL of the problems that have to fit.
        file: The name that faults give the text.

    Raises:
        UnusableDomainError: Something of this does not hold; the message says all that is known of it.
        DescriptionError: The description itself cannot be read.
    """
    try:
        domain = parse_domain(text, file)
    except PddlSyntaxError as error:
        raise UnusableDomainError(syntax_fault(error)) from None
    complaints = [*_not_strips(domain), *_signatures(domain, description)]
    # A problem's fault would name again what is wrong with the domain.
    complaints = complaints or list(_misfits(domain, problems))
    if complaints:
        message = "; ".join(complaints)
        raise UnusableDomainError(Fault(code=FaultCode.UNKNOWN_NAME, message=message, remedy=_REMEDY, file=file))
    return domain


def signature_complaint(action: Action, prescribed: Action) -> str | None:
    """Return what is wrong with the parameters of an action that has the right name; None where nothing is."""
    found, wanted = ([each.type_text for each in one.parameters] for one in (action, prescribed))
    if found == wanted:
        return None
    shown = " ".join(map(str, prescribed.parameters))
    what = f"the parameters of {action.name!r} are not the prescribed ones, `({shown})`"
    if len(found) != len(wanted):
        return f"{what}: there are {len(found)}, not {len(wanted)}"
    number = next(number for number, pair in enumerate(zip(found, wanted, strict=True), 1) if pair[0] != pair[1])
    return f"{what}: number {number} has type {found[number - 1]}, not {wanted[number - 1]}"


def strips_complaint(action: Action) -> str | None:
    """Return why an action is not STRIPS with negation and equality; None where it is."""
    try:
        strips_action(action)
    except NotStripsError as error:
        return str(error)
    return None


def complaint_about(text: str, fault: Fault) -> str:
    """Return a fault as a language model is told it, with the line of its text that the fault is about."""
    lines = text.splitlines()
    shown = lines[fault.line - 1].strip() if fault.line is not None and fault.line <= len(lines) else ""
    place = f"line {fault.line}, `{shown}`: " if shown else ""
    return f"{place}{fault.message}" + (f"; {fault.remedy}" if fault.remedy else "")


def syntax_fault(error: PddlSyntaxError) -> Fault:
    """Return the parser's error as a fault."""
    return Fault(
        code=FaultCode.SYNTAX_ERROR,
        message=error.message,
        remedy=error.remedy,
        file=error.file,
        line=error.line,
        column=error.column,
    )


def _not_strips(domain: Domain) -> Iterator[str]:
    return (complaint for action in domain.actions.values() if (complaint := strips_complaint(action)))


def _signatures(domain: Domain, description: DomainDescription) -> Iterator[str]:
    skeleton = skeleton_of(description)
    names = {name.lower(): action for name, action in description.actions.items()}
    for name, described in names.items():
        action = domain.actions.get(name)
        if action is None:
            yield f"the action {name!r} is missing"
        elif described.parameters is not None:
            complaint = signature_complaint(action, signature_of(skeleton, described.parameters))
            if complaint:
                yield complaint
    for name in domain.actions:
        if name not in names:
            yield f"the description has no action {name!r}"


def _misfits(domain: Domain, problems: Sequence[str]) -> Iterator[str]:
    """What is wrong with the first problem that does not fit."""
    for number, problem in enumerate(problems, 1):
        try:
            parse_problem(problem, domain)
        except PddlSyntaxError as error:
            yield f"problem {number} does not fit the domain: {error.message}"
            return
