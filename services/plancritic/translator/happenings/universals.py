""" "Anywhere", "no place whatsoever", "go places": every place, which no single place may stand for.

Beside an order ("nowhere before the scout is at B") it means moving at all, which the readers of orders know; where it
is read no other way it must not be lost, so that a reading about one place only is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.mentions.world import World
from plancritic.pddl.language import Condition, Constraint, Not, atoms

_ADVERBS = words("anywhere nowhere anyplace everywhere")
_EVERY = words("any no whatever whichever every each all single")
_GOES = words("go goes going sail travel move")
#: What narrows a "place" down to some of them: "anywhere near B", "any place other than the dump".
_NARROWING = words(
    "near around close other else but except than on in of within along between where that which like besides save "
    "apart beyond past further farther closer nearby it he she they you we to at inside outside by under with this"
)
_KEEP = words("keep keeps kept stop prevent hold bar block")
_MARKS = words(". ! ? ;")
_LIGHT = words("the a an be been is are to must may can should shall will would do does at all of")
_ORDERS = (Cue.BEFORE, Cue.UNTIL, Cue.AFTER, Cue.WHILE, Cue.FIRST, Cue.THEN)


def put_as_moves(items: tuple[Item, ...], world: World) -> tuple[Item, ...]:
    """Return the items with "anywhere" beside an order as a move: what may go nowhere may not move."""
    found = list(items)
    for number in _universals(items, world):
        if not any(i.has(*_ORDERS) and not i.named() for i in _sentence(items, number)):
            continue
        item = items[number]
        if item.text == "everywhere":
            continue
        if item.text != "nowhere":
            found[number] = replace(item, text="anywhere", senses=(Cue.MOVE,))
            said = _verb(items, number)
            if said is not None and not any(isinstance(s, Cue) for s in items[said].senses):
                # "Driven anywhere": whatever the verb, a move.
                found[said] = replace(items[said], senses=(Cue.FILLER,))
            kept = next((n for n in range(max(0, number - 3), number) if items[n].text == "from"), None)
            if kept is not None and any(_KEEP & set(i.text.split()) for i in items[:kept]):
                # "Keep the tug from going anywhere" forbids it.
                found[kept] = replace(items[kept], text="not", senses=(Cue.NOT,))
            continue
        verb = _verb(items, number)
        if verb is not None:
            found[verb] = replace(items[verb], text="anywhere", senses=(Cue.MOVE,))
            found[number] = replace(item, senses=(Cue.NOT,))
    return tuple(found)


def reject_universals(items: tuple[Item, ...], constraints: tuple[Constraint, ...], world: World) -> Iterator[str]:
    """Yield the words that mean every place where a reading speaks of one or two places, in words."""
    moves = [n for n, i in enumerate(items) if i.has(Cue.MOVE) and _ADVERBS & set(i.text.split())]
    for number in dict.fromkeys((*moves, *_universals(items, world))):
        following = items[number + 1].text.split()[0] if number + 1 < len(items) else ""
        if following in _NARROWING - {"at", "by", "in", "on", "to", "with"}:
            continue
        if not _covers(constraints, world, items[number].text == "everywhere"):
            yield f"I cannot tell which places {items[number].text!r} covers"


def _universals(items: tuple[Item, ...], world: World) -> Iterator[int]:
    """Where the items say "every place", with nothing that narrows it down."""
    for number, item in enumerate(items):
        following = next((i for i in items[number + 1 :] if i.text not in ("whatsoever", "at all")), None)
        if following is not None and following.text.split()[0] in _NARROWING:
            continue
        if item.text in _ADVERBS:
            yield number
        elif any(name.kind == "type" and set(name.objects) == set(world.places) for name in item.named()):
            before = [word for i in items[max(0, number - 2) : number] for word in i.text.split()]
            if _EVERY & set(before) or (before[-1:] and before[-1] in _GOES):
                yield number


def _sentence(items: tuple[Item, ...], number: int) -> tuple[Item, ...]:
    start = max((n + 1 for n in range(number) if items[n].text in _MARKS), default=0)
    stop = next((n for n in range(number, len(items)) if items[n].text in _MARKS), len(items))
    return items[start:stop]


def _verb(items: tuple[Item, ...], number: int) -> int | None:
    """The word before "nowhere" that can be its verb: "goes", "is sent"."""
    for at in range(number - 1, max(-1, number - 4), -1):
        item = items[at]
        if item.named() or item.text in _MARKS or item.text == ",":
            return None
        if item.text not in _LIGHT and not item.has(*_ORDERS, Cue.NOT):
            return at
    return None


def _covers(constraints: tuple[Constraint, ...], world: World, every: bool) -> bool:
    """Whether a reading speaks of all places of some mover: of each that it can come to first, or of its start."""
    spoken: dict[str, set[str]] = {}
    for constraint in constraints:
        for condition in constraint.conditions:
            for atom in atoms(condition):
                if world.positions.get(atom.arguments[0] if atom.arguments else "") == atom.predicate:
                    spoken.setdefault(atom.arguments[0], set()).add(atom.arguments[1])
    for mover, places in spoken.items():
        stops = set(world.first_stops(mover))
        if every:
            if world.places - {world.start(mover)} <= places:
                return True
        elif (stops and stops <= places) or _leaves(constraints, mover, world):
            return True
    return False


def _leaves(constraints: tuple[Constraint, ...], mover: str, world: World) -> bool:
    start = world.start(mover)
    if start is None:
        return False
    here = world.position(mover, start)

    def said(condition: Condition) -> bool:
        return condition == Not(here) or condition == here

    return any(said(condition) for constraint in constraints for condition in constraint.conditions)
