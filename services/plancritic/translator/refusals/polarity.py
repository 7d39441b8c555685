"""Readings that say the reverse of a clause: a denial read as a wish, a wish as a denial, "stay" as "be there once".

The readers count denials each in its own way. This check counts them once more, on its own, for the clauses whose
polarity is plain: nothing but one denial, or none at all. What it finds is no reading, however much of it was read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import DeedHint, Item
from plancritic.mentions.text import stem
from plancritic.mentions.world import World, holds_at_first
from plancritic.pddl.language import Atom, Condition, Constraint, ConstraintType, Not, Or
from plancritic.translator.happenings.facts import negators

_UNARY = frozenset(
    {
        ConstraintType.AT_END,
        ConstraintType.ALWAYS,
        ConstraintType.SOMETIME,
        ConstraintType.WITHIN,
        ConstraintType.HOLD_DURING,
        ConstraintType.HOLD_AFTER,
    }
)
#: Cues that may turn a fact round or set two facts against each other: such a clause has no plain polarity.
_TURNING = (
    Cue.AWAY, Cue.EXCEPT, Cue.ONLY, Cue.OTHER, Cue.WHENEVER, Cue.WHILE, Cue.SET_OUT, Cue.GONE, Cue.UNDO, Cue.BEAT,
    Cue.AT_MOST_ONCE, Cue.TWICE,
)  # fmt: skip
_ORDERS = (Cue.BEFORE, Cue.AFTER, Cue.UNTIL)
_SETTING_APART = words(
    "without unless instead than nor if because since as so that which who from off out away but yet though although"
)
#: Words of time behind which "before", "after" and "until" put no two facts in order.
_TIMELY = re.compile(
    r"\d+(\.\d+)?|the|hour|minute|second|time|t|at|first|[a-z]+(?:teen|ty)|one|two|three|four|five|six|seven|eight|nine"
    r"|ten|eleven|twelve|a|an"
)
_STAYING = frozenset(map(stem, words("stay remain wait keep linger sit rest hold await loiter dwell tarry")))
_WAITING = frozenset(map(stem, words("wait await hold pause delay postpone defer idle linger loiter tarry dwell")))
_STRIKING = frozenset(
    map(stem, words("remove delete strike cross scratch take drop erase cut wipe exclude pull tick omit scrap scrub"))
)
_LISTS = frozenset(
    map(stem, words("list route itinerary schedule agenda program programme tour path trip journey rota roster round"))
)
_ONLY = words("only solely exclusively")
_BOUNDS = words("after before within until till from by")
_COUNTED = words("one two three four five six seven eight nine ten")
_TIMED = frozenset({ConstraintType.WITHIN, ConstraintType.HOLD_AFTER, ConstraintType.HOLD_DURING})
_STILL = _STAYING | {stem("stand"), stem("leave")}
_WHERE = words("at in on where")
_NONE = words("neither none nobody nor nothing")
_ONCE = words("sometime sometimes once some")


def reversals(items: tuple[Item, ...], constraints: tuple[Constraint, ...], world: World) -> Iterator[str]:
    """Yield why the constraints cannot be what a clause says, in words; nothing where its polarity is not plain."""
    yield from _turned(items, constraints, world)
    yield from _weakened(items, constraints, world)
    yield from _without(items, constraints)
    yield from _passing(items, constraints, world)
    yield from _only_then(items, constraints)
    yield from _put_off(items, constraints)
    yield from _struck(items, constraints, world)


def single(items: tuple[Item, ...]) -> bool:
    """Return whether the words hold one clause, as far as joins and marks tell."""
    return not any(i.has(Cue.JOIN) or i.text in (",", ";", ":", "-", ".", "!", "?") for i in items[:-1])


def _turned(items: tuple[Item, ...], constraints: tuple[Constraint, ...], world: World) -> Iterator[str]:
    denials = _denials(items)
    if denials is None:
        return
    told = {h.predicate for i in items for h in i.hints() if h.form in ("starts", "holds")}
    plain = set(world.positions.values()) | told
    for constraint in constraints:
        if constraint.type not in _UNARY:
            continue
        for atom, so in _facts(constraint.conditions[0]):
            place = atom.predicate in world.positions.values()
            if atom.predicate not in plain or (place and atom.arguments[0] not in world.positions):
                # That debris is where it was says that it is not removed.
                continue
            if denials and so:
                yield "it denies something, but I cannot tell what you want instead"
                return
            if not denials and not so and place:
                yield "it asks for something, but I can read only a prohibition"
                return


def _weakened(items: tuple[Item, ...], constraints: tuple[Constraint, ...], world: World) -> Iterator[str]:
    """ "Nobody" is each of them: that one of them is not there is less."""
    neither = any(item.has(Cue.NOT) and _NONE & set(item.text.split()) for item in items)
    nobody = {
        name
        for number, item in enumerate(items)
        for sense in item.named()
        if neither
        or sense.negative
        or (sense.kind == "type" and number and items[number - 1].text in ("no", "not any", "none"))
        for name in sense.objects
    }
    for constraint in constraints:
        for condition in constraint.conditions:
            if len(_choice(condition) & nobody) > 1:
                yield "I cannot read that it holds for none of them"
                return
    if nobody and not neither and not any(i.has(Cue.EXCEPT, Cue.OTHER, Cue.JOIN) for i in items):
        for atom in {atom for constraint in constraints for atom in constraint.atoms()}:
            types = world.domain.predicates[atom.predicate][0].types
            able = nobody & set(world.problem.objects_of(*types))
            spoken = {a.arguments[0] for c in constraints for a in c.atoms() if a.predicate == atom.predicate}
            if able & spoken and not able <= spoken:
                yield "I cannot read that it holds for none of them"
                return


def _without(items: tuple[Item, ...], constraints: tuple[Constraint, ...]) -> Iterator[str]:
    """ "Nobody enters B without its having been scouted" denies the one where the other is not: neither alone."""
    at = next((n for n, item in enumerate(items) if item.text == "without"), None)
    if at is None or not any(n < at for n in negators(items)) or any(i.has(Cue.END) for i in items[:at]):
        return
    # What stands before "without" is denied, whoever it is and in whatever way it is said.
    denied = {name for item in items[:at] for sense in item.named() for name in sense.objects}
    plain = not any(item.has(Cue.AWAY, Cue.EXCEPT) for item in items[:at])
    facts = (fact for c in constraints if c.type in _UNARY for fact in _facts(c.conditions[0]))
    if plain and any(so and denied.issuperset(atom.arguments) for atom, so in facts):
        yield "I cannot tell what must not happen without what"
        return
    after = {name for item in items[at:] for sense in item.named() for name in sense.objects}
    orders = (c.conditions for c in constraints if c.type is ConstraintType.SOMETIME_BEFORE)
    for late, early in orders:
        alike = isinstance(late, Atom) and isinstance(early, Atom) and late.predicate == early.predicate
        late_one, early_one = next(_facts(late))[0].arguments[:1], next(_facts(early))[0].arguments[:1]
        if alike and late_one != early_one and after.isdisjoint(early_one):
            # Where nobody is named, one of them that was there will do.
            yield "I cannot tell who must act first; name them"
            return
    moves = any(item.named() for item in items[:at]) and any(h.form == "starts" for i in items[:at] for h in i.hints())
    joint = (c.type not in _UNARY or isinstance(c.conditions[0], Or) for c in constraints)
    if moves and any(item.named() or item.hints() for item in items[at + 1 :]) and not all(joint):
        yield "I cannot tell what must not happen without what"


def _only_then(items: tuple[Item, ...], constraints: tuple[Constraint, ...]) -> Iterator[str]:
    """ "At B only after 5 hours" forbids B before: that it is there from then on is not what it says."""
    # "Only on shift until then, so look at them": what is wished for stands behind "so", and "only" before it.
    wish = next((n + 1 for n, (one, two) in enumerate(pairwise(items)) if (one.text, two.text) == (",", "so")), 0)
    wished = any(item.named() or item.has(Cue.IT, Cue.THEM, Cue.THERE) for item in items[wish:])
    said = [word for item in items[wish if wished else 0 :] for word in item.text.split()]
    only = bool(_ONLY & set(said)) or any(one == "just" and two in _BOUNDS for one, two in pairwise(said))
    if not only or not any(word.isdigit() or word in _COUNTED for word in said):
        return
    for constraint in constraints:
        if constraint.type in _TIMED and any(so for _, so in _facts(constraint.conditions[0])):
            yield "I cannot tell what may hold only at some time: say when it must not hold"
            return


def _put_off(items: tuple[Item, ...], constraints: tuple[Constraint, ...]) -> Iterator[str]:
    """ "Wait 5 hours and then go to B" does not have it there within 5 hours."""
    said = {stem(word) for item in items if not item.named() for word in item.text.split()}
    if _WAITING & said and any(c.type is ConstraintType.WITHIN for c in constraints):
        yield "I cannot tell how long it must wait: say when it must not happen, such as 'not before 5 hours'"


def _struck(items: tuple[Item, ...], constraints: tuple[Constraint, ...], world: World) -> Iterator[str]:
    """ "Remove B from the scout's list" does not have it visit B."""
    said = {stem(word) for item in items if not item.named() for word in item.text.split()}
    facts = (fact for c in constraints if c.type in _UNARY for fact in _facts(c.conditions[0]))
    visits = any(so and atom.predicate in world.positions.values() for atom, so in facts)
    if _STRIKING & said and _LISTS & said and visits:
        yield "I cannot tell what you want of what is struck off: say what must not happen"


def _choice(condition: Condition) -> set[str]:
    """Return the subjects of the facts of which a condition wants only one denied."""
    found: set[str] = set()
    for part in getattr(condition, "conditions", ()):
        if isinstance(condition, Or) and isinstance(part, Not) and isinstance(part.condition, Atom):
            found.update(part.condition.arguments[:1])
        found |= _choice(part)
    return found


def _denials(items: tuple[Item, ...]) -> int | None:
    """Return how often a clause denies, 0 or 1; None where that does not tell its polarity."""
    found = negators(items)
    if len(found) > 1:
        return None
    for number, item in enumerate(items):
        if number in found:
            if set(item.text.split()) & _SETTING_APART:
                return None
            continue
        if set(item.text.split()) & _SETTING_APART or item.has(*_TURNING) or item.has(Cue.NOT):
            return None
        if any(h.form in ("fails", "stops") for h in item.hints()) or any(isinstance(s, DeedHint) for s in item.senses):
            return None
        if item.has(*_ORDERS) and not item.named():
            following = items[number + 1].text.split()[0] if number + 1 < len(items) else ""
            if _TIMELY.fullmatch(following) is None or not any(i.text.isdigit() for i in items[number:]):
                return None
    return len(found)


def _facts(condition: Condition) -> Iterator[tuple[Atom, bool]]:
    """Yield the facts of a condition, each with whether it must hold."""
    if isinstance(condition, Not):
        for atom, so in _facts(condition.condition):
            yield atom, not so
        return
    if isinstance(condition, Atom):
        yield condition, True
        return
    for part in getattr(condition, "conditions", ()):
        yield from _facts(part)


def stays(items: tuple[Item, ...]) -> bool:
    """Return whether a clause says that something stays as it is, and not that it is so once."""
    said = [word for item in items if not item.named() and not item.has(Cue.FILLER) for word in item.text.split()]
    left = next((n for n, word in enumerate(said) if stem(word) == stem("leave")), None)
    # "Leave the parcel at the depot", and not "leave B out".
    kept = left is not None and bool(_WHERE & set(said[left:]))
    return (kept or any(stem(word) in _STAYING for word in said)) and not _ONCE & set(said)


def still(items: tuple[Item, ...]) -> bool:
    """Return whether a clause says that somebody does not move at all: "stays put", "leave it where it is"."""
    said = [stem(word) for item in items if item.has(Cue.MOVE, Cue.STAY) for word in item.text.split()]
    moved = {"put", "tight", stem("where"), "still", stem("stationary"), stem("motionless")}
    return bool(_STILL & set(said)) and bool(moved & set(said))


def _passing(items: tuple[Item, ...], constraints: tuple[Constraint, ...], world: World) -> Iterator[str]:
    """What stays is not there once only, nor where it does not begin."""
    if not stays(items) or any(i.has(Cue.SOMETIME) for i in items):
        return
    for constraint in constraints:
        if constraint.type is ConstraintType.SOMETIME:
            yield "I cannot tell for how long something must stay so"
            return
        late = constraint.conditions[0]
        lasts = constraint.type is ConstraintType.ALWAYS or (
            constraint.type is ConstraintType.HOLD_DURING and constraint.bounds[0] == 0
        )
        if lasts and isinstance(late, Atom) and late.predicate in world.positions.values():
            if not holds_at_first(late, world):
                yield "I cannot tell from when on something must stay so: at first it is not"
                return
        elif constraint.type is ConstraintType.SOMETIME_BEFORE and holds_at_first(late, world):
            yield "I cannot tell what must stay so until then"
            return
