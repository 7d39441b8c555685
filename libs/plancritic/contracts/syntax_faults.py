"""Errors at a place in a PDDL text as typed answers; whoever reads PDDL raises them, in a class of its own."""

from __future__ import annotations

from typing import Protocol

from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.planning import PddlFaultKind, SyntaxFault

_CODES: dict[PddlFaultKind, FaultCode] = {
    "unknown_name": FaultCode.UNKNOWN_NAME,
    "too_large": FaultCode.EXPANSION_TOO_LARGE,
}


class PlacedError(Protocol):
    """An error at a place in a text; lines and columns count from one. A `SyntaxFault` is one, too."""

    @property
    def message(self) -> str:
        """What is wrong, in words."""

    @property
    def kind(self) -> PddlFaultKind:
        """In which way the text is wrong."""

    @property
    def remedy(self) -> str | None:
        """What to do about it, in words."""

    @property
    def file(self) -> str:
        """The name of the text."""

    @property
    def line(self) -> int:
        """The line in the text."""

    @property
    def column(self) -> int:
        """The column in the line."""


def syntax_fault(error: PlacedError, engine: str = "none") -> SyntaxFault:
    """Return the verdict on a task with such a text; `engine` reports it."""
    return SyntaxFault(
        engine=engine,
        message=error.message,
        kind=error.kind,
        remedy=error.remedy,
        file=error.file,
        line=max(1, error.line),
        column=max(1, error.column),
    )


def fault_of(error: PlacedError) -> Fault:
    """Return the typed answer to whoever sent such a text."""
    return Fault(
        code=_CODES.get(error.kind, FaultCode.SYNTAX_ERROR),
        message=error.message,
        remedy=error.remedy,
        file=error.file,
        line=max(1, error.line),
        column=max(1, error.column),
    )
