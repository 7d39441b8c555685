"""Recorded answers of language models about a description: a folder of `01.md`, `02.md` and so on."""

from __future__ import annotations

from pathlib import Path

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains.errors import DomainFolderError
from plancritic.domains.files import MAXIMUM_YAML_BYTES, read_text

#: Far more than anybody records of one description.
MAXIMUM_ANSWERS = 1000


def recording_order(name: str) -> tuple[bool, int, str]:
    """Return the key that sorts recorded answers: names that are numbers by their value, then the others by name."""
    return (False, int(name), name) if name.isdecimal() else (True, 0, name)


def read_recorded_answers(folder: Path) -> dict[str, str]:
    """Return the answers in a folder by the names of their files.

    Raises:
        ContractError: there is none, or one cannot be read.
    """
    try:
        answers = (each for each in folder.iterdir() if each.suffix == ".md")
        files = sorted(answers, key=lambda each: recording_order(each.stem))
    except OSError as error:
        raise _fault(folder, f"the answers cannot be read ({error})", "name their folder") from None
    if len(files) > MAXIMUM_ANSWERS:
        raise _fault(folder, f"more than {MAXIMUM_ANSWERS} answers in this folder", "name a folder of answers alone")
    try:
        found = {each.stem: read_text(each, MAXIMUM_YAML_BYTES) for each in files}
    except DomainFolderError as error:
        raise _fault(error.file, error.fault, error.remedy) from None
    if not found:
        raise _fault(folder, "there is no answer in this folder", "put 01.md, 02.md ... there")
    return found


def _fault(folder: Path, message: str, remedy: str) -> ContractError:
    fault = Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy, file=str(folder))
    return ContractError(fault)
