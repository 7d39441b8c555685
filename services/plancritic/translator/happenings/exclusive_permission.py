"""Leave that is given to one alone: "only the scout may enter A before B is open".

It forbids something to all the others. A reading that has the one wait, or has something wait for it, says nothing so.
"""

from __future__ import annotations

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.mentions.world import World
from plancritic.pddl.language import Constraint, ConstraintType, atoms

_MAY = words("may can could")
_LOST = "I cannot tell what the others must not do meanwhile"


def reject_others(items: tuple[Item, ...], constraints: tuple[Constraint, ...], world: World) -> str | None:
    """Return why the constraints are not what leave for one alone forbids the others; None where they may be."""
    if not any(item.has(Cue.BEFORE, Cue.UNTIL) for item in items):
        return None
    spoken = [item for item in items if item.named() or item.text not in ("the", "our")]
    for one, who, leave in zip(spoken, spoken[1:], spoken[2:], strict=False):
        if one.text != "only" or not who.named() or leave.text.split()[0] not in _MAY:
            continue
        able = {name for sense in who.named() for name in sense.objects}
        places = set(world.positions.values())
        for constraint in constraints:
            if constraint.type is not ConstraintType.SOMETIME_BEFORE:
                continue
            if any(a.predicate not in places or a.arguments[0] in able for a in atoms(constraint.conditions[0])):
                return _LOST
    return None
