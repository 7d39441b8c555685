"""Identifiers of runs and sessions that people write by their beginning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from plancritic.contracts.errors import ContractError, Fault, FaultCode

#: What an identifier names.
Named = Literal["run", "session", "dead letter", "library"]

_MOST_CANDIDATES = 10


class AmbiguousIdentifier(ContractError):
    """Several identifiers begin so."""

    def __init__(self, beginning: str, found: Sequence[str], named: Named) -> None:
        self.beginning = beginning
        self.found = tuple(found)
        several = "libraries" if named == "library" else f"{named}s"
        super().__init__(
            Fault(
                code=FaultCode.AMBIGUOUS_NAME,
                message=f"{beginning!r} is ambiguous: {len(found)} {several} begin with it",
                remedy=f"write more letters: {candidates(found)}",
            )
        )


def only_identifier(beginning: str, known: Iterable[str], named: Named) -> str | None:
    """Return the one known identifier that begins so, or None; one that is exactly that comes first.

    Raises:
        AmbiguousIdentifier: there are several.
    """
    identifiers = tuple(dict.fromkeys(known))
    if beginning in identifiers:
        return beginning
    found = [each for each in identifiers if each.startswith(beginning)]
    if len(found) > 1:
        raise AmbiguousIdentifier(beginning, found, named)
    return found[0] if found else None


def candidates(identifiers: Sequence[str]) -> str:
    """Return the first ten identifiers as a list for people, and how many more there are."""
    more = f" and {len(identifiers) - _MOST_CANDIDATES} more" if len(identifiers) > _MOST_CANDIDATES else ""
    return ", ".join(identifiers[:_MOST_CANDIDATES]) + more
