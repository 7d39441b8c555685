"""Ids of runs and sessions: found by a prefix, and shown short where a table is narrow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from plancritic.command_line.exit_codes import bad_input
from plancritic.contracts.errors import FaultCode

#: An id is never shown shorter, so that one that is noted down is not ambiguous tomorrow; names up to the other length
#: are shown whole.
_SHORTEST, _WHOLE = 8, 12
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
#: A table with ids has room for whole ones from this width on.
ROOM_FOR_IDS = 160
_MOST_CANDIDATES = 10


def found_id(prefix: str, known: Iterable[str], what: str) -> str:
    """Return the one known id that begins with `prefix`; one that is exactly that comes first.

    Raises:
        CommandFault: there is none, or several; the fault lists candidates. `what` is "run" or "session".
    """
    ids = tuple(dict.fromkeys(known))
    if prefix in ids:
        return prefix
    found = [each for each in ids if each.startswith(prefix)]
    if len(found) == 1:
        return found[0]
    if found:
        bad_input(
            FaultCode.UNKNOWN_NAME,
            f"{prefix!r} is ambiguous: {len(found)} {what}s begin with it",
            f"write more letters: {_listed(found)}",
        )
    latest = f"; the latest are {_listed(ids)}" if ids else ""
    bad_input(
        FaultCode.UNKNOWN_NAME,
        f"no {what} {prefix!r} is known",
        f"`plancritic status` lists the latest runs with their sessions{latest}",
    )


def checked_id(text: str, what: str) -> str:
    """Return the text where it may be the beginning of an id.

    Raises:
        CommandFault: it may not. `what` is "run" or "session".
    """
    if not _ID.fullmatch(text):
        bad_input(
            FaultCode.INVALID_MESSAGE,
            f"{text!r} cannot be the id of a {what}",
            "use at most 64 letters, digits, - and _",
        )
    return text


def short_ids(ids: Sequence[str]) -> dict[str, str]:
    """Each id with its shortest beginning, of eight characters at least, that no other of them shares."""
    distinct = sorted(set(ids))
    short = {}
    for place, each in enumerate(distinct):
        neighbours = (*distinct[max(0, place - 1) : place], *distinct[place + 1 : place + 2])
        length = max((_common(each, other) + 1 for other in neighbours), default=1)
        short[each] = each if len(each) <= _WHOLE else each[: max(_SHORTEST, length)]
    return short


def _common(one: str, other: str) -> int:
    """How many characters both begin with."""
    return next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))


def _listed(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _MOST_CANDIDATES} more" if len(ids) > _MOST_CANDIDATES else ""
    return ", ".join(ids[:_MOST_CANDIDATES]) + more
