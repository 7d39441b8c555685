"""Ids of runs and sessions, shown short where a table is narrow."""

from __future__ import annotations

from collections.abc import Sequence

#: An id is never shown shorter, so that one that is noted down is not ambiguous tomorrow; names up to the other length
#: are shown whole.
_SHORTEST, _WHOLE = 8, 12
#: A table with ids has room for whole ones from this width on.
ROOM_FOR_IDS = 160


def short_ids(ids: Sequence[str]) -> dict[str, str]:
    """Return each id with its shortest beginning, of at least eight characters, that no other id shares."""
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
