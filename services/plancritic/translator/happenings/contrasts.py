"""Contrasts of two names: "the scout, not the tug", "X should not be the one, Y should".

One is denied what the other is asked for. A reading that denies both, or asks for both, has lost the contrast.
"""

from __future__ import annotations

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.mentions.world import World
from plancritic.pddl.language import Condition, Constraint, ConstraintType, Not
from plancritic.translator.happenings.facts import negators

_MODALS = words("should must shall will would can may does do is are has have needs ought")
_AT = words("to at in on from into through via towards toward")
_LIGHT = words("the our a an")
_CLOSING = words("instead rather please and but though . ! ? ; ,")
_ORDERS = (Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.WHENEVER, Cue.WHILE, Cue.THEN, Cue.FIRST, Cue.BEAT, Cue.FOR)
_LOST = "I cannot tell which of the two it asks for and which it forbids"


def reject_contrast(items: tuple[Item, ...], constraints: tuple[Constraint, ...], world: World) -> str | None:
    """Return why the constraints lose a contrast that the items of a statement draw; None where they do not."""
    spoken = tuple(item for item in items if item.named() or item.text not in _LIGHT)
    spoken = tuple(i for n, i in enumerate(spoken) if not (i.text in _AT and n and spoken[n - 1].text == "not"))
    elliptic = _elliptic(spoken)
    for number, item in enumerate(spoken[:-1]):
        if item.text != "not" or not spoken[number + 1].named() or elliptic or negators(spoken[:number]):
            continue
        denied = _objects(spoken[number + 1])
        others = [_objects(i) for n, i in enumerate(spoken) if i.named() and n != number + 1]
        rivals = [each for each in others if each and alike(each, denied, world)]
        ordered = any(i.has(*_ORDERS) for i in spoken)
        if rivals and not ordered and any(len(constraint.conditions) > 1 for constraint in constraints):
            return _LOST
        plain = tuple(constraint for constraint in constraints if len(constraint.conditions) == 1)
        if rivals and (_so(denied, plain) or not any(_so(each, constraints) for each in rivals)):
            return _LOST
        if rivals and any(c.type is ConstraintType.SOMETIME and isinstance(c.conditions[0], Not) for c in constraints):
            return _LOST
    if elliptic is not None:
        name, asked = elliptic
        rivals = [_objects(i) for i in spoken if i.named() and alike(_objects(i), _objects(name), world)]
        if _so(_objects(name), constraints) is not asked:
            return _LOST
        if any(_so(each, constraints) is asked for each in rivals):
            return _LOST
    return None


def _elliptic(items: tuple[Item, ...]) -> tuple[Item, bool] | None:
    """Return who closes a statement in "..., the tug should (not)" after a clause of the other polarity."""
    said = list(items)
    while said and said[-1].text in _CLOSING:
        said.pop()
    asked = True
    if said and said[-1].text == "not":
        asked = False
        said.pop()
    if len(said) < 3 or said[-1].text not in _MODALS or not said[-2].named():
        return None
    before = items[: items.index(said[-2])]
    if before and (before[-1].has(*_ORDERS) or before[-1].text in ("than", "as")):
        # "Before the debris boat does" compares, and asks for nothing.
        return None
    denied = len(negators(before)) % 2 == 1
    return (said[-2], asked) if denied is asked and any(i.named() for i in before) else None


def _objects(item: Item) -> frozenset[str]:
    return frozenset(name for sense in item.named() for name in sense.objects)


def alike(one: frozenset[str], other: frozenset[str], world: World) -> bool:
    """Return whether two names can stand in each other's place."""
    if not one or not other or one & other:
        return False
    objects = world.problem.objects
    return bool({objects[name] for name in one} & {objects[name] for name in other}) or all(
        name in world.positions and name not in world.places for name in one | other
    )


def _so(names: frozenset[str], constraints: tuple[Constraint, ...]) -> bool:
    """Return whether some fact of the names must hold."""
    return any(_asks(condition, names) for constraint in constraints for condition in constraint.conditions)


def _asks(condition: Condition, names: frozenset[str]) -> bool:
    if isinstance(condition, Not):
        return False
    parts = getattr(condition, "conditions", None)
    if parts is not None:
        return any(_asks(part, names) for part in parts)
    return bool(set(getattr(condition, "arguments", ())) & names)
