"""Names that a statement puts side by side: "satellite0 and satellite1", "the scout or the tug".

What is said of one is said of the other. A reading that speaks of one alone has lost the other, and is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.english.lists import words
from plancritic.mentions.items import Item
from plancritic.mentions.world import World
from plancritic.pddl.language import Constraint

_JOINS = words("and or nor & + plus")
_BETWEEN = words("the our a an both also any all its their")


def partner(items: tuple[Item, ...], number: int, world: World) -> Item | None:
    """Return the name that stands beside the one at a place, after an "and" or "or", and is of the same sort."""
    if number + 2 >= len(items) or not items[number].named() or items[number + 1].text not in _JOINS:
        return None
    at = number + 2
    while at < len(items) - 1 and items[at].text in _BETWEEN:
        at += 1
    alike = _sorts(items[number], world) & _sorts(items[at], world)
    return items[at] if alike else None


def reject_partners(items: tuple[Item, ...], constraints: tuple[Constraint, ...], world: World) -> Iterator[str]:
    """Yield the names beside others that a reading speaks of, and not of them, in words."""
    spoken = {name for constraint in constraints for atom in constraint.atoms() for name in atom.arguments}
    for number, item in enumerate(items):
        beside = partner(items, number, world)
        if beside is None:
            continue
        for one, other in ((item, beside), (beside, item)):
            if _told(one, spoken, world) and not _told(other, spoken, world):
                yield f"I cannot tell what you want of {other.text!r}"


def _sorts(item: Item, world: World) -> set[str]:
    """Of what sorts the things are that an item names."""
    found: set[str] = set()
    for name in item.named():
        for thing in name.objects:
            found.add("mover" if thing in world.positions else "place" if thing in world.places else "thing")
            found.add(world.problem.objects[thing])
    return found


def _told(item: Item, spoken: set[str], world: World) -> bool:
    """Whether a reading speaks of what an item names, or of something that only facts of the problem join to it."""
    named = {thing for name in item.named() for thing in name.objects}
    if named & spoken:
        return True
    movers = set(world.positions)
    return any(
        set(fact.arguments) & named and (set(fact.arguments) - named - world.places - movers) & spoken
        for fact in world.problem.facts
    )
