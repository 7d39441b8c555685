"""What can be wrong with a recording; every error is a typed fault with its place and its remedy."""

from __future__ import annotations

from pathlib import Path

from plancritic.contracts.errors import ContractError, Fault, FaultCode


class InvalidRecording(ContractError):
    """The file is no recording, or not a whole one; `line` counts from one."""

    def __init__(self, file: Path, line: int | None, message: str, remedy: str) -> None:
        self.file = file
        self.line = line
        fault = Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy, file=str(file), line=line)
        super().__init__(fault)


class NothingRecorded(ContractError):
    """No event is of what was asked for."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(Fault(code=FaultCode.UNKNOWN_NAME, message=message, remedy=remedy))


class FileExists(ContractError):
    """The file that is to be written is there already."""

    def __init__(self, file: Path) -> None:
        self.file = file
        super().__init__(
            Fault(
                code=FaultCode.INVALID_MESSAGE,
                message="the file already exists",
                remedy="name another file, or add --overwrite",
                file=str(file),
            )
        )


class UnwritableFile(ContractError):
    """The file cannot be written."""

    def __init__(self, file: Path, reason: str) -> None:
        self.file = file
        fault = Fault(
            code=FaultCode.INVALID_MESSAGE,
            message=f"the file cannot be written: {reason}",
            remedy="name a file in a folder that exists and has room",
            file=str(file),
        )
        super().__init__(fault)
