"""Deeds commanded one after the other: "first scout B, then A" asks for both, "B before A" only for their order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import DeedHint, Item
from plancritic.mentions.linking import Linker
from plancritic.mentions.text import stem
from plancritic.pddl.language import Atom, Constraint, ConstraintType
from plancritic.translator.happenings.facts import ClauseReading, Facts

#: What may stand before the verb of a command.
_BEFORE_COMMANDS = words(
    "please kindly so and but now well ok okay just also , : - we you i us let should must shall will would could "
    "need want like wish ought have to do go ahead"
)
#: After these a name may stand before what it is to do: "let the scout visit A first, then B".
_HAVING = words("let have get want need see like wish")
#: Leave to do something commands nothing.
_LEAVE = words("may might can")
_VERBS = frozenset(
    stem(word)
    for word in words(
        "send bring take get have move put make do see let route steer sail head go visit pass travel drive fly guide "
        "lead fetch start begin run turn point look aim swing slew carry call drop use stop check"
    )
)
#: With one of these a clause asks for an order, forbids or allows something.
_NO_COMMANDS = (Cue.BEFORE, Cue.UNTIL, Cue.WHENEVER, Cue.WHILE, Cue.NOT, Cue.ONLY, Cue.BEAT, Cue.PERMIT, Cue.END)


def commanded(way: ClauseReading, items: tuple[Item, ...], linker: Linker) -> ClauseReading:
    """Return the way with what comes later asked for too, where it puts two commanded deeds in order.

    What comes earlier has to come before that. Nothing is added of what the goal asks for anyway, nor where who is to
    move is not said.
    """
    orders = [c for c in way.constraints if c.type is ConstraintType.SOMETIME_BEFORE]
    if not orders or len(orders) != len(way.constraints) or not _commands(items):
        return way
    late = [c.conditions[0] for c in orders]
    world = linker.world
    positions = set(world.positions.values())
    movers = Facts(items, linker, way.context).movers
    goal = set(world.goal_atoms())
    asked = [
        each
        for each in dict.fromkeys(late)
        if isinstance(each, Atom)
        and each not in goal
        and (each.predicate not in positions or each.arguments[0] in movers or len(world.movers) == 1)
    ]
    wanted = tuple(Constraint(ConstraintType.SOMETIME, (each,)) for each in asked)
    return replace(way, constraints=(*way.constraints, *wanted))


def _commands(items: tuple[Item, ...]) -> bool:
    """Whether a clause commands one thing and then another: "scout B first, then A", and not "the scout goes to B"."""
    if not any(item.has(Cue.THEN) for item in items):
        return False
    if any(item.has(*_NO_COMMANDS) and not item.has(Cue.JOIN, Cue.FILLER) for item in items):
        return False
    said = [word for item in items for word in item.text.split()]
    if _LEAVE & set(said) or "only" in said:
        return False
    opening = next((n for n, item in enumerate(items) if not _stands_before(item)), None)
    if opening is None:
        return False
    if items[opening].named():
        return any(word in _HAVING for item in items[:opening] for word in item.text.split())
    return _verb(items[opening])


def _stands_before(item: Item) -> bool:
    if item.named():
        return False
    return (
        item.text in ("the", "our") or item.has(Cue.FIRST, Cue.FILLER) or _all_in(item.text.split(), _BEFORE_COMMANDS)
    )


def _all_in(said: Iterable[str], known: frozenset[str]) -> bool:
    return all(word in known for word in said)


def _verb(item: Item) -> bool:
    deed = bool(item.hints()) or any(isinstance(sense, DeedHint) for sense in item.senses)
    return deed or item.has(Cue.SET_OUT, Cue.GONE) or stem(item.text.split()[0]) in _VERBS
