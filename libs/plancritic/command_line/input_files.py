"""Files named on the command line, read with typed faults in place of tracebacks."""

from __future__ import annotations

from pathlib import Path

from plancritic.command_line.ending import bad_input
from plancritic.contracts.errors import FaultCode

#: No PDDL written by people or generators we know comes near it; a slip (a video, a disk image) does.
MAXIMUM_BYTES = 16 * 1024 * 1024


def read_text_file(path: Path, what: str) -> str:
    """The text of a file that a person named as `what`.

    Raises:
        CommandFault: it is missing, no file, not readable, too large or not UTF-8.
    """
    shown = str(path)
    if not path.exists():
        bad_input(FaultCode.INVALID_MESSAGE, f"there is no {what} file {shown!r}", "check the path", shown)
    if not path.is_file():
        bad_input(FaultCode.INVALID_MESSAGE, f"the {what} {shown!r} is not a file", "name a file", shown)
    try:
        size = path.stat().st_size
        if size > MAXIMUM_BYTES:
            bad_input(
                FaultCode.PAYLOAD_TOO_LARGE,
                f"the {what} file has {size} bytes, more than {MAXIMUM_BYTES}",
                "name a PDDL file",
                shown,
            )
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        bad_input(
            FaultCode.SYNTAX_ERROR, f"byte {error.start} of the {what} file is not UTF-8", "save it as UTF-8", shown
        )
    except OSError as error:
        bad_input(FaultCode.INVALID_MESSAGE, f"cannot read the {what} file: {error.strerror}", None, shown)
