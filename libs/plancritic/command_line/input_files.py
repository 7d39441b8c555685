"""Files named on the command line, read with typed faults in place of tracebacks."""

from __future__ import annotations

from pathlib import Path

from plancritic.command_line.exit_codes import bad_input
from plancritic.contracts.errors import FaultCode
from plancritic.paths.regular_files import UnreadableFileError, read_text

#: No PDDL written by people or generators we know comes near it; a slip (a video, a disk image) does.
MAXIMUM_BYTES = 16 * 1024 * 1024


def read_text_file(path: Path, what: str) -> str:
    """Return the text of a file that a person named as `what`.

    Raises:
        CommandFault: it is missing, no file, not readable, too large or not UTF-8.
    """
    shown = str(path)
    try:
        there, regular = path.exists(), path.is_file()
    except OSError as error:
        bad_input(
            FaultCode.INVALID_MESSAGE, f"cannot look for the {what} file: {error.strerror}", "check the path", shown
        )
    if not there:
        bad_input(FaultCode.INVALID_MESSAGE, f"there is no {what} file {shown!r}", "check the path", shown)
    if not regular:
        bad_input(FaultCode.INVALID_MESSAGE, f"the {what} {shown!r} is not a file", "name a file", shown)
    try:
        return read_text(path, MAXIMUM_BYTES)
    except UnreadableFileError as error:
        code = FaultCode.PAYLOAD_TOO_LARGE if error.too_large else FaultCode.INVALID_MESSAGE
        bad_input(code, f"the {what} file is {error.fault}", "name a PDDL file", shown)
    except UnicodeDecodeError as error:
        bad_input(
            FaultCode.SYNTAX_ERROR, f"byte {error.start} of the {what} file is not UTF-8", "save it as UTF-8", shown
        )
    except OSError as error:
        bad_input(FaultCode.INVALID_MESSAGE, f"cannot read the {what} file: {error.strerror}", None, shown)
