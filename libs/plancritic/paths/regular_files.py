"""Reading files that somebody else may have put there: regular ones, of a bounded size, without waiting."""

from __future__ import annotations

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
    with os.fdopen(descriptor, "rb") as file:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            kind = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
            raise UnreadableFileError(path, f"{kind} and no file", "put a regular file there")
        # The size that the system tells may be wrong (/proc) or change meanwhile: count what is read.
        content = file.read(maximum + 1)
    if len(content) > maximum:
        raise UnreadableFileError(path, f"larger than {maximum} bytes", "make it smaller", too_large=True)
    return content
