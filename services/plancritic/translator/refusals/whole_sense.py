"""Words whose sense a reading of the parts loses: "never at the same time", "no later than", "leave it there"."""

from __future__ import annotations

from itertools import pairwise

from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.pddl.language import Constraint, ConstraintType, Not

_TOGETHER = frozenset({"at the same time", "simultaneously", "together", "at once", "jointly", "side by side"})
_LATEST = frozenset({"no later than", "not later than", "at the latest"})
_NOT_TOGETHER = (
    "I cannot read 'not at the same time' here: things that exclude each other may still come one after the other"
)
_BY_THEN = "I cannot read this deadline: what must hold by a time does not end then"
_STAYS = "I cannot read 'leave' here: what is left there stays there"


def reject_sense(items: tuple[Item, ...], constraints: tuple[Constraint, ...]) -> str | None:
    """Return why the constraints are not what the statement's words mean together; None where they may be."""
    said = {item.text for item in items}
    denied = any(item.has(Cue.NOT) and not item.named() for item in items)
    never = [each for each in constraints if each.type is ConstraintType.ALWAYS and isinstance(each.conditions[0], Not)]
    if denied and said & _TOGETHER and len(never) > 1:
        return _NOT_TOGETHER
    ends = any(each.type is ConstraintType.HOLD_AFTER and isinstance(each.conditions[0], Not) for each in constraints)
    goes = denied or any(item.has(Cue.AWAY, Cue.GONE, Cue.SET_OUT) for item in items)
    if ends and said & _LATEST and not goes:
        return _BY_THEN
    leaves = [one for one, two in pairwise(items) if one.text == "leave" and two.has(Cue.IT, Cue.THEM)]
    if ends and leaves and any(item.has(Cue.THERE) for item in items):
        return _STAYS
    return None
