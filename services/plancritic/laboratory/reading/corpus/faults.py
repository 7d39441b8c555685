"""Faults of the corpus' files: what is wrong, where, and what to do about it."""

from __future__ import annotations

from pathlib import Path

from plancritic.contracts.errors import ContractError, Fault, FaultCode


def file_fault(message: str, path: Path, line: int | None, remedy: str) -> ContractError:
    """Return the error for a file that cannot be used; `line` counts from one."""
    return ContractError(
        Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy, file=str(path), line=line)
    )


def read_lines(path: Path, remedy: str) -> list[str]:
    """Return the lines of a UTF-8 file. Raises `ContractError` if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise file_fault(f"{str(path)!r} is missing", path, None, remedy) from None
    except UnicodeDecodeError as error:
        raise file_fault(
            f"{path.name} is not UTF-8 text (byte {error.start})", path, None, "save it as UTF-8"
        ) from None
    except OSError as error:
        message = f"{str(path)!r} cannot be read: {error.strerror}"
        raise file_fault(message, path, None, "make it readable for this user") from None
