"""The end of a run in every version of its message."""

from __future__ import annotations

from plancritic.contracts.envelope import Message, keyed_id
from plancritic.contracts.subjects import SUBJECTS, Subject

_ROWS = {row.message: row for row in SUBJECTS}


def in_every_version(end: Message, key: str) -> list[tuple[Message, Subject]]:
    """Return the end of a run in each of its versions, the first one first.

    The first has the id that was decided. The broker drops a second message of the same id, so each other one has its
    own, which nobody can guess without the key.
    """
    found = [end]
    while (earlier := found[-1].as_earlier_version()) is not None:
        found.append(earlier)
    decided, told = end.envelope.message_id, []
    for each in reversed(found):
        name = decided if each.VERSION == 1 else keyed_id(key, decided, f"v{each.VERSION}")
        told.append(
            (each.model_copy(update={"envelope": each.envelope.in_version(each.VERSION, name)}), _ROWS[type(each)])
        )
    return told
