"""Things excepted by where they lie: "all the debris except the piece between A1 and A2", "every one but that at B"."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.mentions.world import World

_EVERY = words("all every each everything any none no whole entire whatever")
#: What may stand in the description of what is excepted.
_DESCRIBING = words(
    "the a an that those what whatever which one ones bit bits lot stuff it piece pieces item items part is are "
    "lies lie lying sits "
    "between from to of on at in near by leg stretch way section only single our"
)


@dataclass(frozen=True)
class Excepted:
    """What is excepted from what, and the items that say so, the word for "except" included."""

    things: tuple[str, ...]
    base: tuple[str, ...]
    starts: frozenset[int]


def excepted(items: tuple[Item, ...], things: tuple[str, ...], world: World) -> Excepted | None:
    """What the items except from things named before, by a narrower name or by where it lies; None if nothing."""
    for at, item in enumerate(items):
        if not item.has(Cue.EXCEPT) or item.named():
            continue
        base = next((found for i in reversed(items[:at]) if (found := _things(i, things))), ())
        every = any(_EVERY & set(i.text.split()) for i in items[:at])
        if len(base) < 2 or (item.text == "but" and not every):
            continue
        stop = _described(items, at + 1, things, world)
        tail = items[at + 1 : stop]
        if item.text == "but" and stop < len(items) and items[stop].text not in (".", ",", ";", "!", "?", ":"):
            # "Clear it all, but the piece at B stays" excepts nothing by its "but".
            continue
        places = [p for i in tail for name in i.named() for p in name.objects if p in world.places]
        named = next((found for i in tail if (found := _things(i, things))), base)
        meant = tuple(t for t in named if t in base and (not places or _lies(t, places, world)))
        if meant and set(meant) < set(base):
            return Excepted(meant, base, frozenset(i.start for i in (item, *tail)))
    return None


def _things(item: Item, things: tuple[str, ...]) -> tuple[str, ...]:
    for name in item.named():
        found = tuple(thing for thing in name.objects if thing in things)
        if found:
            return found
    return ()


def _described(items: tuple[Item, ...], at: int, things: tuple[str, ...], world: World) -> int:
    """Where the description of what is excepted ends."""
    while at < len(items):
        item = items[at]
        place = any(set(name.objects) <= world.places for name in item.named())
        joins = item.text in ("and", "-") and at + 1 < len(items) and bool(items[at + 1].named())
        if not (place or joins or _things(item, things) or set(item.text.split()) <= _DESCRIBING):
            break
        at += 1
    return at


def _lies(thing: str, places: list[str], world: World) -> bool:
    """Whether a thing lies at a place, or between two that are named one after the other."""
    facts = (fact.arguments for fact in world.problem.facts if len(fact.arguments) == 2)
    where = {arguments[1] for arguments in facts if arguments[0] == thing}
    if len(places) == 1:
        return places[0] in where
    return any({one, other} <= where for one, other in pairwise(places))
