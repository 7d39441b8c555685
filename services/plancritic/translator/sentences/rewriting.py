"""Items of a statement put as the readers expect them, where people put the same in another way."""

from __future__ import annotations

from dataclasses import replace

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item, Named
from plancritic.mentions.world import World

_MARKS = (".", "!", "?", ";", ":")
_EVERY = words("all every everything last each whole")
_UNDER_WAY = words("way route underway heading bound travelling sailing")
_KEEP = words("keep kept keeping stay stays staying hold held")
_OFF = words("off")
_TIMED = words("within during hour hours minute minutes second seconds in on way if unless")
_BOUNDING = (Cue.NOT, Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.WHENEVER, Cue.ONLY, Cue.AT_MOST_ONCE, Cue.TWICE, Cue.ALWAYS)
_JOINED = words("the and our a or nor also")
_MOMENTS = words("moment time point")
#: How many words may stand between "there is a moment" and its "when": "at most 3 minutes later".
_MOST_BETWEEN = 9


def rewritten(items: tuple[Item, ...], world: World) -> tuple[Item, ...]:
    """Return the items with exceptions behind what they are from, and the goal's being reached as the plan's end."""
    said = _without_moments(_excepted(_praised(items)))
    return _homing(_ended(_arriving(_kept_off(said, world), world), world), world)


def _without_moments(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """ "Whenever A, there is a moment then or later when B": whenever A, then or later B."""
    cause = next((n for n, item in enumerate(items) if item.has(Cue.WHENEVER)), None)
    if cause is None:
        return items
    opens = next((n for n in range(cause, len(items) - 3) if _opens_moment(items[n : n + 3])), None)
    if opens is None:
        return items
    before = items[opens + 3 : opens + 4 + _MOST_BETWEEN]
    length = next((n for n, item in enumerate(before) if item.text == "when"), None)
    if not length or any(item.named() or item.text in _MARKS for item in before[:length]):
        return items
    return (*items[:opens], *before[:length], *items[opens + 4 + length :])


def _opens_moment(items: tuple[Item, ...]) -> bool:
    """Whether words are "there is a moment"."""
    there, is_, moment = items
    return there.text == "there" and is_.text in ("is", "be") and moment.text.split()[-1] in _MOMENTS


def _homing(items: tuple[Item, ...], world: World) -> tuple[Item, ...]:
    """ "I want the scout back home": in the end where it is at the beginning.

    Only a plain wish: beside a time, an order or a denial it is another question whether home is left before.
    """
    at = next((n for n, item in enumerate(items) if item.text in ("home", "back home") and not item.named()), None)
    if at is None or any(map(_bounds, items)) or any(i.named() and not _moves(i, world) for i in items):
        return items
    if not any(item.has(Cue.END) for number, item in enumerate(items) if number != at):
        # "Bring the scout home" names no time, and at the beginning it is there.
        return items
    movers = {o for i in items[:at] if not i.has(Cue.END) for sense in i.named() for o in sense.objects}
    starts = {world.start(name) for name in movers}
    place = next(iter(starts), None)
    if place is None or len(starts) > 1:
        return items
    found = list(items)
    found[at] = replace(items[at], senses=(Named((place,), "object"),))
    return tuple(found)


def _moves(item: Item, world: World) -> bool:
    return item.has(Cue.END) or all(
        set(name.objects) <= set(world.movers) and not name.negative for name in item.named()
    )


def _bounds(item: Item) -> bool:
    """Whether an item may deny, order or time what is said."""
    timed = item.text.replace(".", "", 1).isdigit() or bool(_TIMED & set(item.text.split()))
    return not item.named() and (timed or item.has(*_BOUNDING))


def _kept_off(items: tuple[Item, ...], world: World) -> tuple[Item, ...]:
    """ "Keep the debris boat off waypoint A": away from it, though the words stand apart."""
    found = list(items)
    for at, item in enumerate(items):
        if item.text not in _OFF:
            continue
        named = next((i for i in items[at + 1 :] if i.named() or i.text in _MARKS), None)
        start = max((n + 1 for n in range(at) if items[n].text in _MARKS), default=0)
        kept = any(i.text.split()[-1] in _KEEP for i in items[start:at])
        if kept and named is not None and _is_place(named, world):
            found[at] = replace(item, senses=(Cue.AWAY,))
    return tuple(found)


def _arriving(items: tuple[Item, ...], world: World) -> tuple[Item, ...]:
    """ "While the scout is still on its way to B": until it is there."""
    found = list(items)
    for at, item in enumerate(items):
        if item.text not in ("while", "as long as", "so long as", "when"):
            continue
        stop = next((n for n in range(at + 1, len(items)) if items[n].text in (*_MARKS, ",")), len(items))
        under_way = next((n for n in range(at + 1, stop) if _UNDER_WAY & set(items[n].text.split())), None)
        if under_way is not None and any(_is_place(i, world) for i in items[under_way + 1 : stop]):
            found[at] = replace(item, text="until", senses=(Cue.UNTIL,))
            for number in range(at + 1, stop):
                if not items[number].named() and not items[number].has(Cue.IT, Cue.THEM):
                    found[number] = replace(items[number], senses=(Cue.FILLER,))
            found[under_way] = replace(items[under_way], text="be", senses=(Cue.FILLER,))
    return tuple(found)


def _is_place(item: Item, world: World) -> bool:
    return any(set(name.objects) <= world.places for name in item.named())


def _praised(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """ "My client pays extra if ...": who is glad of a wish, and how, asks for nothing."""
    found = list(items)
    start = 0
    for at, item in enumerate(items):
        if item.text in _MARKS:
            start = at + 1
        if item.has(Cue.FILLER) and item.text.endswith(" if"):
            for number in range(start, at):
                if not items[number].named():
                    found[number] = replace(items[number], senses=(Cue.FILLER,))
    return tuple(found)


def _excepted(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """ "Apart from the scout everybody ends at the dock": everybody apart from the scout does."""
    found = list(items)
    for at, item in enumerate(items):
        opens = at == 0 or items[at - 1].text in _MARKS or items[at - 1].text in (",", "and", "but", "so", "then")
        if not (opens and item.has(Cue.EXCEPT)) or item.named() or item.text in ("but", "and"):
            continue
        stop = at + 1
        while stop < len(items) and (items[stop].text in _JOINED or _names_one(items[stop])):
            stop += 1
        while stop > at + 1 and not items[stop - 1].named():
            stop -= 1
        if stop == at + 1:
            continue
        after = stop + 1 if stop < len(items) and items[stop].text == "," else stop
        group = next((n for n in range(after, min(len(items), after + 4)) if _names_many(items[n])), None)
        if group is not None:
            found = [*items[:at], *items[after : group + 1], *items[at:stop], *items[group + 1 :]]
            return (*found[: group + 1], *_excepted(tuple(found[group + 1 :])))
    return tuple(found)


def _names_one(item: Item) -> bool:
    return any(name.kind == "object" for name in item.named())


def _names_many(item: Item) -> bool:
    return any(name.kind in ("type", "group") and len(name.objects) > 1 for name in item.named())


def _ended(items: tuple[Item, ...], world: World) -> tuple[Item, ...]:
    """ "After it has taken all the images": when the goal is reached the plan ends."""
    wanted = {atom.predicate for atom in world.goal_atoms()}
    found = list(items)
    for at, item in enumerate(items):
        if not item.has(Cue.AFTER) and item.text not in ("when", "by the time"):
            continue
        stop = next((n for n in range(at + 1, len(items)) if items[n].text in (*_MARKS, ",")), len(items))
        inner = items[at + 1 : stop]
        if any(i.named() for i in inner) or not any(i.text in _EVERY for i in inner):
            continue
        if any(h.predicate in wanted for i in inner for h in i.hints()):
            found[at] = replace(item, text="xend", senses=(Cue.END,))
            for number in range(at + 1, stop):
                found[number] = replace(items[number], senses=(Cue.FILLER,))
    return tuple(found)
