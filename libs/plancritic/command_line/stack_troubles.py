"""What `plancritic up`, the owner of the broker and services of this folder, says is down."""

from __future__ import annotations

from plancritic.client import ServicesMissing
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.local import broker_url, read_state

_OF_THE_STACK = {FaultCode.SERVICE_UNAVAILABLE, FaultCode.DEADLINE_EXCEEDED, FaultCode.STORE_FULL}


def stack_troubles() -> tuple[str, ...]:
    """Return a sentence about each process that is down in this folder's stack; none where another broker is used."""
    state = read_state()
    if state is None or broker_url() != state.url:
        return ()
    return tuple(trouble.text for trouble in state.troubles)


def with_troubles(error: ContractError) -> Fault:
    """Return the fault with what is down and being restarted: nobody has to start what `up` is at work on."""
    troubles = stack_troubles() if error.fault.code in _OF_THE_STACK else ()
    if not troubles:
        return error.fault
    remedy = "wait until `plancritic up` has restarted it; its log says why it ended"
    if isinstance(error, ServicesMissing):
        remedy += f"; then `plancritic show {error.run[:8]}` shows the run" if error.run is not None else ""
    elif error.fault.remedy is not None:
        remedy += f"; else: {error.fault.remedy}"
    message = f"{error.fault.message}; {'; '.join(troubles)}"
    return error.fault.model_copy(update={"message": message, "remedy": remedy})
