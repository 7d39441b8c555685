"""Faults as the protocol has them: the code, what happened, and what to do."""

from __future__ import annotations

from typing import Any

import nats.errors
import nats.js.errors
from mcp_types import CallToolResult, TextContent
from pydantic import ValidationError

from plancritic.command_line.exit_codes import CommandFault
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains import DomainError, UnknownProblemError
from plancritic.pictures.step_reasons import NoSuchStep


def fault_of(error: BaseException | None) -> Fault | None:
    """Return the fault that an error, or one that it comes from, stands for; None for an error nobody expected."""
    while error is not None:
        found = _fault(error)
        if found is not None:
            return found
        error = error.__cause__
    return None


def invalid(message: str, remedy: str) -> ContractError:
    """Return the error for arguments that cannot be taken."""
    return ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy))


def unknown(message: str, remedy: str) -> ContractError:
    """Return the error for something that is not there."""
    return ContractError(Fault(code=FaultCode.UNKNOWN_NAME, message=message, remedy=remedy))


def wrong_arguments(error: ValidationError) -> Fault:
    """Return the fault of arguments that do not fit a tool's schema."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"]) or "arguments"
    return Fault(
        code=FaultCode.INVALID_MESSAGE, message=f"{place}: {first['msg']}", remedy="see the tool's input schema"
    )


def in_words(fault: Fault) -> str:
    """Return a fault as text."""
    place = ":".join(str(part) for part in (fault.file, fault.line, fault.column) if part is not None)
    lines = [f"error ({fault.code}): {place}{': ' if place else ''}{fault.message}"]
    if fault.remedy:
        lines.append(f"remedy: {fault.remedy}")
    return "\n".join(lines)


def as_data(fault: Fault) -> dict[str, Any]:
    """Return a fault for programs: `code`, `message`, `remedy`, and the place where there is one."""
    return {"fault": fault.model_dump(mode="json", exclude_none=True)}


def failed(fault: Fault) -> CallToolResult:
    """Return a fault as the result of a tool."""
    text = TextContent(type="text", text=in_words(fault))
    return CallToolResult(content=[text], structured_content=as_data(fault), is_error=True)


def _fault(error: BaseException) -> Fault | None:
    match error:
        case ContractError() | CommandFault():
            return error.fault
        case UnknownProblemError():
            return Fault(code=FaultCode.UNKNOWN_PROBLEM, message=error.message, remedy=error.remedy)
        case DomainError():
            return Fault(code=FaultCode.UNKNOWN_DOMAIN, message=error.message, remedy=error.remedy)
        case NoSuchStep():
            remedy = "name the number of one of its steps"
            return Fault(code=FaultCode.UNKNOWN_NAME, message=str(error), remedy=remedy)
        case nats.errors.Error() | nats.js.errors.Error():
            message = f"the broker does not answer: {error}"
            remedy = "nothing is lost; try again once it is back"
            return Fault(code=FaultCode.SERVICE_UNAVAILABLE, message=message, remedy=remedy)
    return None
