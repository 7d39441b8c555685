"""Where a command will write, checked before any work is done that could then not be kept."""

from __future__ import annotations

import os
from pathlib import Path

from plancritic.command_line.exit_codes import bad_input
from plancritic.contracts.errors import FaultCode


def check_new_file(file: Path) -> None:
    """Check that a file can be written where there is none yet. Raises CommandFault."""
    # Also a link that leads nowhere is something.
    if file.exists() or file.is_symlink():
        bad_input(FaultCode.INVALID_MESSAGE, "something is already there", "name another file", str(file))
    _check_folder(file)


def check_kept_file(file: Path, is_written: bool) -> None:
    """Check that a file can be read, or written anew, in its folder. Raises CommandFault."""
    if file.exists() and not file.is_file():
        bad_input(FaultCode.INVALID_MESSAGE, "it is not a file", "name a file", str(file))
    if is_written or not file.exists():
        _check_folder(file)


def check_new_domain(folder: Path) -> None:
    """Check that a domain's folder can be made, and that its name is one for a domain. Raises CommandFault."""
    from plancritic.domains import DomainFolderError
    from plancritic.domains.scaffolding import check_place

    try:
        check_place(folder)
    except DomainFolderError as error:
        bad_input(FaultCode.INVALID_MESSAGE, error.fault, error.remedy, str(error.file))


def _check_folder(file: Path) -> None:
    folder = file.parent
    if not folder.is_dir():
        message = f"there is no folder {str(folder)!r}"
        bad_input(FaultCode.INVALID_MESSAGE, message, "make it, or name a file elsewhere", str(file))
    if not os.access(folder, os.W_OK | os.X_OK):
        message = f"this user cannot write in the folder {str(folder)!r}"
        bad_input(FaultCode.INVALID_MESSAGE, message, "name a file elsewhere", str(file))


def named_as_folder(out: Path) -> str:
    """Return how commands name a folder: "./mine", since "mine" is a domain of the folder of domains."""
    return f"./{out}" if str(out) == out.name else str(out)
