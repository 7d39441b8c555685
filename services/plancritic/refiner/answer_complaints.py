"""What a language model is told about PDDL of its own that cannot be used."""

from __future__ import annotations

from plancritic.contracts.errors import Fault, FaultCode
from plancritic.pddl.grounding import NotStripsError, strips_action
from plancritic.pddl.language import Action, PddlSyntaxError


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
