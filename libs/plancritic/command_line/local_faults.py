"""What can go wrong on this machine, as faults of the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.domains import DomainError
from plancritic.local import LocalError


@contextmanager
def local_faults() -> Iterator[None]:
    """Turn errors of starting broker and services and of reading domains into faults with a remedy."""
    try:
        yield
    except LocalError as error:
        raise CommandFault(
            Fault(code=FaultCode.SERVICE_UNAVAILABLE, message=str(error), remedy=error.remedy), ExitCode.UNAVAILABLE
        ) from None
    except DomainError as error:
        raise CommandFault(
            Fault(code=FaultCode.UNKNOWN_DOMAIN, message=error.message, remedy=error.remedy), ExitCode.BAD_INPUT
        ) from None
