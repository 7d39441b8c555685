"""Reading files that somebody else may have put there: regular ones, of a bounded size, without waiting."""

from __future__ import annotations

import io
import os
import stat
from pathlib import Path


class UnreadableFileError(Exception):
    """The file is not read; `fault` says why, `remedy` what to do. `too_large` tells a limit from another kind."""

    def __init__(self, path: Path, fault: str, remedy: str, too_large: bool = False) -> None:
        self.path = path
        self.fault = fault
        self.remedy = remedy
        self.too_large = too_large
        super().__init__(f"{path}: {fault}; {remedy}")


def read_regular(path: Path, maximum: int) -> bytes:
    """Return what a regular file holds, `maximum` bytes at most.

    A link to a regular file will do. A named pipe or a device is refused before anything is read: it might never end.

    Raises:
        UnreadableFileError: it is no regular file, or larger.
        OSError: it is missing or cannot be read.
    """
    # Without O_NONBLOCK opening a named pipe would wait for somebody to write.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        kind = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
        raise UnreadableFileError(path, f"{kind} and no file", "put a regular file there")
    with os.fdopen(descriptor, "rb") as file:
        # The size that the system tells may be wrong (/proc) or change meanwhile: count what is read.
        content = file.read(maximum + 1)
    if len(content) > maximum:
        raise UnreadableFileError(path, f"larger than {maximum} bytes", "make it smaller", too_large=True)
    return content


def read_text(path: Path, maximum: int) -> str:
    """Return the UTF-8 text of a regular file of `maximum` bytes at most.

    As in Python's text files every end of a line is `\\n`. A byte order mark, with which some editors begin a file, is
    no part of the text.

    Raises:
        UnreadableFileError: it is no regular file, or larger.
        UnicodeDecodeError: it is not UTF-8.
        OSError: it is missing or cannot be read.
    """
    return io.TextIOWrapper(io.BytesIO(read_regular(path, maximum)), encoding="utf-8-sig").read()
