"""A file of rows, one line of JSON each: an interrupted evaluation goes on from it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import ValidationError

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.paths.regular_files import UnreadableFileError, read_text

#: Far more than any evaluation writes.
_MAXIMUM_BYTES = 2**30
_REMEDY = "name another file with --rows, or remove this one"

Row = TypeVar("Row")


class RowFile(Generic[Row]):
    """Rows on the disk: each is there once it was added.

    `read_line` turns a line into a row and raises `ValueError` where it is none; `not_a_row` says so to a person.
    """

    def __init__(
        self,
        path: Path,
        read_line: Callable[[str], Row],
        write_line: Callable[[Row], str],
        not_a_row: str = "not a row of this version",
    ) -> None:
        self.path = path
        self._read_line = read_line
        self._write_line = write_line
        self._not_a_row = not_a_row

    def read(self) -> tuple[Row, ...]:
        """Return the rows that are there; none where there is no file.

        A last line without its end was cut off while it was written: it is dropped, and measured again.

        Raises:
            ContractError: the file cannot be read, or a line is no row (of this version).
        """
        try:
            text = read_text(self.path, _MAXIMUM_BYTES)
        except FileNotFoundError:
            return ()
        except (OSError, UnicodeDecodeError, UnreadableFileError) as error:
            raise self.refused(f"the rows cannot be read: {error}") from None
        if text and not text.endswith("\n"):
            text = text[: text.rfind("\n") + 1]
            self._write(text)
        rows = []
        for number, line in enumerate(text.splitlines(), start=1):
            try:
                rows.append(self._read_line(line))
            except (ValidationError, ValueError) as error:
                words = " ".join(str(error).splitlines()[:3])
                raise self.refused(f"{self._not_a_row}: {words}", number) from None
        return tuple(rows)

    def add(self, row: Row) -> None:
        """Append a row."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(self._write_line(row) + "\n")

    def replace(self, rows: Iterable[Row]) -> None:
        """Write all rows anew, whole or not at all."""
        self._write("".join(f"{self._write_line(row)}\n" for row in rows))

    def refused(self, message: str, line: int | None = None, remedy: str = _REMEDY) -> ContractError:
        """Return the error about a line of this file, or about the whole file."""
        return ContractError(
            Fault(code=FaultCode.SYNTAX_ERROR, message=message, remedy=remedy, file=str(self.path), line=line)
        )

    def _write(self, text: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).replace(self.path)
