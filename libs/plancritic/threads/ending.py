"""The end of a process that may still have work in threads."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from typing import NoReturn

from plancritic.threads.background import BUSY


def leave(code: int) -> NoReturn:
    """End the process with an exit code, whatever its threads are doing.

    The interpreter stops daemon threads where they next take its lock. In native code that calls back into Python this
    ends in an abort, so that the exit code would be lost: with such work left the process ends without it.

    Raises:
        SystemExit: No work is left; the interpreter ends as usual.
    """
    if not any(thread.daemon and thread.name == BUSY for thread in threading.enumerate()):
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
