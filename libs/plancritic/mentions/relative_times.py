"""Times counted from something else than the start: "an hour before the end", "5 hours after leaving the dock".

The times of a window are counted from the start of the plan (`beginnings` leaves out the words that say so). A reading
with such a window has lost what the time is counted from.
"""

from __future__ import annotations

import re

from plancritic.english.lists import words
from plancritic.mentions.items import Item
from plancritic.pddl.language import Constraint, ConstraintType

_WINDOWS = (ConstraintType.WITHIN, ConstraintType.HOLD_DURING, ConstraintType.HOLD_AFTER)
_UNIT = re.compile(r"(?:time )?units?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|ticks?")
_COUNTED = words("before after of from since following prior ahead preceding")
_LIGHT = words("the our its their very a an to that time")
#: The plan itself, and now: what its times are counted from.
_PLAN = words(
    "plan mission run operation operations job exercise schedule work day now here scratch onset outset beginning "
    "zero 0 t time"
)
_LOST = "I cannot tell when that time starts; count it from the start of the plan"


def reject_origin(items: tuple[Item, ...], constraints: tuple[Constraint, ...]) -> str | None:
    """Return why the constraints lose what a time is counted from; None where they do not."""
    if not any(constraint.type in _WINDOWS for constraint in constraints):
        return None
    said = [word for item in items for word in item.text.split()]
    for number in range(1, len(said) - 1):
        if _UNIT.fullmatch(said[number]) is None or not _is_number(said[number - 1]):
            continue
        if said[number + 1] not in _COUNTED:
            continue
        origin = next((word for word in said[number + 2 :] if word not in _LIGHT), None)
        if origin is not None and origin not in _PLAN and not _is_number(origin):
            return _LOST
    return None


def _is_number(word: str) -> bool:
    return re.fullmatch(r"\d+(?:\.\d+)?", word) is not None or word in _NUMBERS


_NUMBERS = words("a an one two three four five six seven eight nine ten")
