"""Starts that were recorded: a folder `DOMAIN/NAME.pddl` with a README that says where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains import DomainFolderError
from plancritic.domains.files import read_pddl

PROVENANCE = "README.md"


@dataclass(frozen=True, slots=True)
class RecordedStart:
    """A domain (PDDL) as it was before refinement, its name among the starts of `domain`, and its file."""

    domain: str
    name: str
    text: str
    file: Path


def recorded_starts(folder: Path) -> Mapping[str, tuple[RecordedStart, ...]]:
    """Return the starts of a folder by domain, both in the order of their names. The texts are not read as PDDL.

    Raises:
        ContractError: There are none, a file cannot be read, or nothing says where they come from.
    """
    files = sorted(folder.glob("*/*.pddl"))
    if not files:
        raise _fault(folder, "no recorded start in this folder", "name a folder with files DOMAIN/NAME.pddl")
    if not (folder / PROVENANCE).is_file():
        remedy = f"write who made them, and from what, into {PROVENANCE} beside them"
        raise _fault(folder / PROVENANCE, "nothing says where these starts come from", remedy)
    found: dict[str, list[RecordedStart]] = {}
    for file in files:
        try:
            text = read_pddl(file)
        except DomainFolderError as error:
            raise _fault(error.file, error.fault, error.remedy, error.line) from None
        domain = file.parent.name
        found.setdefault(domain, []).append(RecordedStart(domain, file.stem, text, file))
    return {domain: tuple(starts) for domain, starts in found.items()}


def _fault(file: Path, message: str, remedy: str, line: int | None = None) -> ContractError:
    fault = Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy, file=str(file), line=line)
    return ContractError(fault)
