"""Moments as people write them: a date and a time, or how long ago it was."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_AGO = re.compile(r"(\d{1,6})\s*(s|m|h|d)")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}

#: What an option for a moment takes.
FORMS = "2026-11-23T08:00:00Z, 2026-11-23 08:00 (local time), or a time ago: 90s, 30m, 2h, 7d"


def moment(text: str, now: datetime) -> datetime:
    """Return the moment in UTC; one without a time zone is of this machine's.

    Raises:
        ValueError: the text is no moment.
    """
    said = text.strip()
    if ago := _AGO.fullmatch(said):
        return now.astimezone(UTC) - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
    try:
        return datetime.fromisoformat(said).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError(f"{text!r} is not a time; write {FORMS}") from None
