"""What is wrong with a domain's folder, as a value: how bad, where, and what to do about it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """How bad a complaint is.

    With an error the domain cannot be used as it is; a warning is a mistake that it can live with; a note names
    what is not there and need not be, or what is worth a look.
    """

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Complaint(NamedTuple):
    """One thing that is wrong or missing.

    `kind` is a stable name for programs; `file` is relative to the domain's folder ("" for the folder itself), `line`
    is counted from one, None where it is not known.
    """

    severity: Severity
    kind: str
    message: str
    remedy: str
    file: str = ""
    line: int | None = None
