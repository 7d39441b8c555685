"""The entry point of the program: ends on Ctrl-C at once while Python still imports, then hands over to `root`.

KeyboardInterrupt in the middle of an import is lost or becomes another error in some libraries, and leaves modules half
made in all. Nothing is open then that would have to be closed.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType

_INTERRUPTED = 130
_NO_OUTPUT = 2
#: The file name of the frames of Python's import system.
_IMPORT_SYSTEM = "<frozen importlib._bootstrap>"


def main() -> None:
    """Run the program and leave with its exit code."""
    _open_missing_streams()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)
    from plancritic.command_line.root import main as run_root

    run_root()


def _open_missing_streams() -> None:
    """Put the null device where the shell closed a standard stream: else the next file that opens would take its place.

    Without standard output there is nowhere to put an answer, which is told.
    """
    nothing_to_answer_on = sys.stdout is None
    for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        if stream is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - lives as long as the program
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if nothing_to_answer_on:
        sys.stderr.write("error: standard output is closed\nremedy: send it to a file, or to /dev/null\n")
        sys.exit(_NO_OUTPUT)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Take Ctrl-C: end the program where it imports, else raise KeyboardInterrupt.

    Raises:
        KeyboardInterrupt: nothing is being imported.
    """
    if is_importing(frame):
        end_at_once()
    signal.default_int_handler(number, frame)


def is_importing(frame: FrameType | None) -> bool:
    """Return whether an import is under way in this frame or around it."""
    while frame is not None:
        if frame.f_code.co_filename == _IMPORT_SYSTEM:
            return True
        frame = frame.f_back
    return False


def end_at_once() -> None:
    """End the program as interrupted, with one word on standard error; children of ours go with it."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, RuntimeError):  # RuntimeError: it was being written to
            stream.flush()
    with suppress(OSError):
        os.write(2, b"interrupted\n")
    os._exit(_INTERRUPTED)
