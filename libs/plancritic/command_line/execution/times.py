"""Times as a person writes them: "20", "20m", "1h30m", in units of the domain or with units of their own."""

from __future__ import annotations

import re

from plancritic.command_line.exit_codes import bad_input
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.execution.record import LATEST_REPORT
from plancritic.domains import TimeUnit

_SECONDS = {"s": 1.0, "sec": 1.0, "m": 60.0, "min": 60.0, "h": 3_600.0, "d": 86_400.0}
_PART = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*(s|sec|m|min|h|d)(?![a-z])\s*")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
#: A domain without words has a unit that nobody has said the length of.
_UNNAMED = "time unit"


def read_time(text: str, unit: TimeUnit) -> float:
    """Return a time in the domain's unit; a number alone is in that unit.

    Raises:
        CommandFault: the text is no time, or too long a one, or nobody knows how long the domain's unit is.
    """
    stripped = text.strip().lower()
    if _NUMBER.fullmatch(stripped):
        value = float(stripped)
    else:
        parts, rest = [], stripped
        while found := _PART.match(rest):
            parts.append(float(found[1]) * _SECONDS[found[2]])
            rest = rest[found.end() :]
        if rest or not parts:
            remedy = f"write a number of {unit.plural}, or a time such as 20m, 1h30m or 90s"
            bad_input(FaultCode.INVALID_MESSAGE, f"{text!r} is not a time", remedy)
        if unit.singular == _UNNAMED:
            remedy = "write a number alone, in the domain's own units"
            bad_input(FaultCode.INVALID_MESSAGE, "the domain does not say how long its unit of time is", remedy)
        value = round(sum(parts) / unit.seconds, 6)
    if value > LATEST_REPORT:
        bad_input(FaultCode.INVALID_MESSAGE, f"{text!r} is too long", "write a shorter one")
    return value
