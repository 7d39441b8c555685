"""Faults as sentences on the page."""

from __future__ import annotations

from plancritic.command_line.exit_codes import CommandFault
from plancritic.contracts.errors import ContractError, Fault, FaultCode

#: Faults that a page shows: typed ones, of the services and of planning here.
Faulty = (ContractError, CommandFault)

_IN_WORDS = {
    FaultCode.STALE_REVISION: "Somebody else changed this session first, so nothing was changed. You see the "
    "newest plan "
    "now; do it again if it is still what you want.",
}


def fault_of(error: BaseException) -> Fault:
    """Return the fault of a typed error."""
    fault: Fault = error.fault  # type: ignore[attr-defined]
    return fault


def in_words(fault: Fault) -> tuple[str, str]:
    """Return what went wrong, and the remedy."""
    if fault.code in _IN_WORDS:
        return _IN_WORDS[fault.code], ""
    message = fault.message[:1].upper() + fault.message[1:]
    return message, fault.remedy or ""


def unknown(message: str, remedy: str) -> ContractError:
    """Return the fault of something that is not there."""
    return ContractError(Fault(code=FaultCode.UNKNOWN_NAME, message=message, remedy=remedy))
