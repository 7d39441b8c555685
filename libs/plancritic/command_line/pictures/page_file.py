"""The file that a page is written to: nothing of others is overwritten, and nothing is left half written."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path

from plancritic.command_line.exit_codes import bad_input
from plancritic.contracts.errors import FaultCode

#: So much of a file is looked at to tell whether it is a page of ours.
_HEAD_BYTES = 2_000


def write_page(page: str, file: Path, generator: str, force: bool = False) -> None:
    """Write a page; `-` is standard output.

    A file that is there is replaced if `generator` stands in its head, which says that it is a page of ours, or with
    `force`.

    Raises:
        CommandFault: the file is somebody else's, or cannot be written.
    """
    if str(file) == "-":
        sys.stdout.write(page)
        return
    shown = str(file)
    try:
        if file.is_dir():
            bad_input(FaultCode.INVALID_MESSAGE, f"{shown!r} is a folder", "name a file, such as plan.html", shown)
        if not file.parent.is_dir():
            message = f"there is no folder {str(file.parent)!r}"
            bad_input(FaultCode.INVALID_MESSAGE, message, "make it, or name a file elsewhere", shown)
        if file.exists() and not file.is_file():
            # A device or a pipe: there is nothing to replace.
            file.write_text(page, encoding="utf-8")
            return
        if file.is_file() and not force and not _is_ours(file, generator):
            message = f"{shown!r} was not written by this program"
            bad_input(FaultCode.INVALID_MESSAGE, message, "name another file, or replace it with --force", shown)
        temporary = file.with_name(f".{file.name}.{os.getpid()}")
        try:
            temporary.write_text(page, encoding="utf-8")
            temporary.replace(file)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        message = f"cannot write the page: {error.strerror or error}"
        bad_input(FaultCode.INVALID_MESSAGE, message, "name a file that can be written", shown)


def open_page(file: Path) -> bool:
    """Show a page in the person's browser; return whether one was found."""
    return webbrowser.open(file.resolve().as_uri())


def _is_ours(file: Path, generator: str) -> bool:
    with file.open("rb") as opened:
        head = opened.read(_HEAD_BYTES)
    return f'<meta name="generator" content="{generator}">'.encode() in head or not head
