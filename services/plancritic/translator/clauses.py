"""From the items of one clause to constraints: what happens, to whom, in which order, when, or never.

A clause is read in every way that fits; a way's score is the share of the meaningful items it accounts for, less
what it had to assume.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from plancritic.pddl.conditions import Atom, Condition, Not, negate
from plancritic.pddl.constraints import Constraint, ConstraintType
from plancritic.translator.grammar import Cue
from plancritic.translator.linking import DeedHint, Hint, Item, Lexicon, Named
from plancritic.translator.text import stem


@dataclass(frozen=True)
class Context:
    """What was spoken of before: what "it", "them" and "there" may stand for."""

    movers: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    deed_done: bool | None = None
    hints: tuple[Hint, ...] = ()


@dataclass(frozen=True)
class Way:
    """One way to read a clause; `used` are the items it accounts for, `assumed` how much it had to guess."""

    constraints: tuple[Constraint, ...]
    used: frozenset[int]
    assumed: float = 0.0
    context: Context = Context()


@dataclass
class Event:
    """Something that can happen: the conditions that come true with it (any of them for a move)."""

    conditions: tuple[Condition, ...]
    used: set[int] = field(default_factory=set)
    assumed: float = 0.0
    context: Context = Context()


class Facts:
    """The names in some items, sorted by what they can do."""

    def __init__(self, items: tuple[Item, ...], lexicon: Lexicon, context: Context) -> None:
        self.items = items
        self.lexicon = lexicon
        self.world = lexicon.world
        self.context = context
        self.used: set[int] = set()
        self.item_objects: dict[int, frozenset[str]] = {}
        self.end_place: tuple[str, ...] = ()
        self.negative_names = 0
        self.excluded_places = 0
        self.movers: list[str] = []
        self.places: list[str] = []
        self.things: list[str] = []
        self.others: list[str] = []
        self.generic_thing = False
        self._thing_types = {deed.type for deed in lexicon.context.deeds}
        self._collect()

    def _collect(self) -> None:
        generic: list[str] = []
        last: tuple[list[str], tuple[str, ...]] | None = None
        excepting = False
        for item in self.items:
            if item.has(Cue.EXCEPT) and not item.named():
                excepting = last is not None or any(i.has(Cue.NOT) for i in self.items)
                if excepting:
                    self.used.add(item.start)
                continue
            named = self._choose(item)
            if named is None:
                continue
            if item.has(Cue.END):
                self.end_place = named.objects
                continue
            self.used.add(item.start)
            self.item_objects[item.start] = frozenset(named.objects)
            if named.negative:
                self.negative_names += 1
            kind = self._kind(named)
            if excepting:
                excepting = False
                if kind == "mover":
                    base = generic or list(self.world.movers)
                    generic[:] = [name for name in base if name not in named.objects]
                    continue
                if kind == "place":
                    self.excluded_places += 1
                    self.places = list(named.objects)
                    continue
            if kind == "mover":
                named = Named(tuple(o for o in named.objects if o in self.world.positions), named.kind, named.negative)
                if named.kind == "type" and len(named.objects) > 1:
                    generic.extend(o for o in named.objects if o not in generic)
                else:
                    self.movers.extend(o for o in named.objects if o not in self.movers)
                last = (self.movers, named.objects)
            elif kind == "place":
                if named.kind == "type" and set(named.objects) == set(self.world.places):
                    last = (self.places, named.objects)
                    continue
                self.places.extend(o for o in named.objects if o not in self.places)
                last = (self.places, named.objects)
            elif kind == "thing":
                # A bare "debris" or "piece" means those spoken of before.
                if set(named.objects) == set(self._all_things()) and self.context.things and not self.things:
                    self.generic_thing = True
                    continue
                self.things.extend(o for o in named.objects if o not in self.things)
            else:
                self.others.extend(o for o in named.objects if o not in self.others)
        self._narrow_things()
        if generic and not self.movers:
            self.movers = generic
        elif generic and set(self.movers) - set(generic):
            self.movers.extend(o for o in generic if o not in self.movers)

    def _all_things(self) -> tuple[str, ...]:
        return self.world.problem.objects_of(*sorted(self._thing_types)) if self._thing_types else ()

    def _choose(self, item: Item) -> Named | None:
        senses = item.named()
        if not senses:
            return None
        if len(senses) > 1:
            movers_about = any(
                self._kind(s[0]) == "mover"
                for i in self.items
                if i is not item and (s := i.named()) and i.start != item.start
            )
            things = [s for s in senses if self._kind(s) == "thing"]
            movers = [s for s in senses if self._kind(s) == "mover"]
            places = [s for s in senses if self._kind(s) == "place"]
            if things and movers:
                one = self._followed_by(item, ("one", "two", "+", "/", "and", "crew"))
                deed = any(isinstance(s, DeedHint) for i in self.items for s in i.senses)
                return movers[0] if one or (movers_about and not deed) else things[0]
            if places:
                return places[0]
            specific = [s for s in senses if s.kind == "object"]
            return (specific or list(senses))[0]
        return senses[0]

    def _followed_by(self, item: Item, words: tuple[str, ...]) -> bool:
        for other in self.items:
            if other.start == item.stop:
                return other.text in words
        return False

    def _kind(self, named: Named) -> str:
        first = named.objects[0]
        if first in self.world.positions and not any(self.world.problem.is_a(first, t) for t in self._thing_types):
            return "mover"
        if first in self.world.places:
            return "place"
        if any(self.world.problem.is_a(first, t) for t in self._thing_types):
            return "thing"
        return "other"

    def _narrow_things(self) -> None:
        """Debris "on the leg from the start to B" is the debris that lies at both."""
        if not self.things or len(self.places) < 2:
            return
        facts = self.world.problem.facts
        chosen: list[str] = []
        for first, second in zip(self.places, self.places[1:], strict=False):
            for thing in self.things:
                where = {f.arguments[1] for f in facts if len(f.arguments) == 2 and f.arguments[0] == thing}
                if {first, second} <= where and thing not in chosen:
                    chosen.append(thing)
        if chosen:
            self.things, self.places = chosen, []

    def used_for(self, objects: Iterable[str]) -> set[int]:
        """The items that name one of the objects, and those that only say which of them are not meant."""
        wanted = set(objects)
        return {start for start in self.used if start not in self.item_objects or self.item_objects[start] & wanted}

    def hints(self) -> Iterator[tuple[Item, Hint]]:
        """Hints at predicates that no position says."""
        positions = set(self.world.positions.values())
        for number, item in enumerate(self.items):
            for hint in item.hints():
                if hint.predicate in positions:
                    continue
                if (
                    hint.weak
                    and number + 1 < len(self.items)
                    and (self.items[number + 1].named() or self.items[number + 1].text in ("the", "it"))
                ):
                    continue
                yield item, hint

    def position_hints(self, form: str) -> list[Item]:
        """Items that hint at a mover's position in one form."""
        positions = set(self.world.positions.values())
        return [i for i in self.items if any(h.predicate in positions and h.form == form for h in i.hints())]

    def cued(self, *cues: Cue) -> list[Item]:
        """Items with one of the cues."""
        return [item for item in self.items if item.has(*cues)]

    def after(self) -> Context:
        """What may be referred to later."""
        return Context(
            tuple(self.movers) or self.context.movers,
            tuple(self.places) or self.context.places,
            tuple(self.things) or self.context.things,
            tuple(self.others) or self.context.others,
            self.context.deed_done,
            self.context.hints,
        )


def negations(items: tuple[Item, ...], facts: Facts) -> tuple[int, set[int]]:
    """How often the clause is negated, by its own words and by names such as "nobody"."""
    count, used = facts.negative_names, set()
    for item in items:
        if item.has(Cue.NOT) and not item.named() and not item.has(Cue.FILLER, Cue.END, Cue.AT_MOST_ONCE):
            count += 1
            used.add(item.start)
    return count, used


class ClauseReader:
    """Reads clauses of a problem's statements."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.world = lexicon.world

    def ways(self, items: tuple[Item, ...], context: Context) -> list[Way]:
        """All ways to read a clause, unsorted."""
        orders = list(self._orders(items, context))
        others = [*self._deeds(items, context), *self._windows(items, context), *self._plain(items, context)]
        inner = sum(i.text in (".", ";", "!", "?") for i in items[1:-1])
        found = [*orders, *(replace(way, assumed=way.assumed + 0.08 * inner) for way in others)]
        return [way for way in found if way.constraints]

    # --- events ---

    def events(
        self, items: tuple[Item, ...], context: Context, borrowed: Facts | None, holds: bool = False
    ) -> list[Event]:
        """What a part of a clause says happens; `borrowed` fills in what it leaves out.

        With `holds` the part says what lasts ("stay at the start until ..."): the event is its end.
        """
        facts = Facts(items, self.lexicon, context)
        found: list[Event] = []
        hinted = [(i, h) for i, h in facts.hints() if self._fits(h, facts, borrowed)]
        used_cues = {
            i.start
            for i in items
            if i.has(
                Cue.NOT,
                Cue.YET,
                Cue.MOVE,
                Cue.SET_OUT,
                Cue.FIRST,
                Cue.THEN,
                Cue.IT,
                Cue.THEM,
                Cue.THERE,
                Cue.ALWAYS,
                Cue.EVER,
                Cue.FILLER,
            )
        }
        for item, hint in hinted:
            atoms = self._hinted_atoms(hint, facts, borrowed)
            if atoms:
                stops = hint.form in ("stops", "fails")
                conditions = tuple(
                    self._canonical(negate(a)) if stops and not self._is_un(hint, items) else a for a in atoms
                )
                found.append(
                    Event(
                        conditions,
                        self._named_in(atoms, hint.predicate, facts) | {item.start} | used_cues,
                        0.0 if facts.places or facts.others else 0.1,
                        facts.after(),
                    )
                )
        if any(event.used >= facts.used for event in found):
            # An agent beside the verb needs no fact of its own.
            return found
        deed = self._deed_event(items, facts)
        if deed is not None:
            return [deed]
        if borrowed is not None and not facts.movers and facts.places and not hinted:
            same = [(i, h) for i, h in borrowed.hints() if self._fits(h, borrowed, None)]
            for _, hint in same:
                atoms = self._hinted_atoms(hint, facts, None)
                if atoms:
                    found.append(Event(tuple(atoms), facts.used | used_cues, 0.05, facts.after()))
        found.extend(self._goal_events(facts, borrowed, used_cues))
        found.extend(self._moves(items, facts, borrowed, used_cues, holds))
        return found

    def _is_un(self, hint: Hint, items: tuple[Item, ...]) -> bool:
        """Whether a failing form stands in a "when it is still unscouted" that means "until it is scouted"."""
        return hint.form == "fails" and any(i.has(Cue.WHILE) for i in items)

    def _fits(self, hint: Hint, facts: Facts, borrowed: Facts | None) -> bool:
        return bool(self._hinted_atoms(hint, facts, borrowed))

    def _hinted_atoms(self, hint: Hint, facts: Facts, borrowed: Facts | None) -> tuple[Atom, ...]:
        parameters = self.world.domain.predicates[hint.predicate]
        names = [*facts.places, *facts.others, *facts.things, *facts.movers]
        fits = lambda group: any(self.world.problem.is_a(n, t) for n in group for p in parameters for t in p.types)  # noqa: E731
        if not fits(names):
            referring = facts.cued(Cue.IT, Cue.THEM, Cue.THERE)
            previous = [*facts.context.places, *facts.context.others, *facts.context.things]
            if referring and fits(previous):
                names = previous
            elif borrowed is not None and fits([*borrowed.places, *borrowed.others]) and referring:
                names = [*borrowed.places, *borrowed.others]
            elif not all(len(self.world.problem.objects_of(*p.types)) == 1 for p in parameters):
                return ()
        if (
            len(parameters) > 1
            and all(p.types == parameters[0].types for p in parameters)
            and len(facts.places) < len(parameters)
        ):
            return ()
        return self.world.fill(hint.predicate, tuple(names))

    def _named_in(self, atoms: tuple[Atom, ...], predicate: str, facts: Facts) -> set[int]:
        """The items that name what the facts are about, or who brings them about."""
        return facts.used_for({o for atom in atoms for o in atom.arguments} | self.world.agents(predicate))

    def _canonical(self, condition: Condition) -> Condition:
        """What an action gives for what it takes away, where both say the same."""
        if isinstance(condition, Not) and isinstance(condition.condition, Atom):
            return self.world.counterpart(condition.condition) or condition
        return condition

    def _deed_event(self, items: tuple[Item, ...], facts: Facts) -> Event | None:
        if not facts.things:
            return None
        hints = [i for i in items if i.has(Cue.GONE) or any(isinstance(s, DeedHint) and s.done for s in i.senses)]
        if not hints:
            return None
        done = tuple(c for thing in facts.things for c in self.deed_conditions(thing, True))
        return Event(done, facts.used_for((*facts.things, *self.world.movers)) | {i.start for i in hints}, 0.0, facts.after()) if done else None

    def _goal_events(self, facts: Facts, borrowed: Facts | None, used: set[int]) -> Iterator[Event]:
        """Objects without any verb that the goal speaks of: "Star5 before Phenomenon4"."""
        if (
            facts.movers
            or not facts.places
            or facts.cued(Cue.MOVE, Cue.SET_OUT)
            or (borrowed is not None and borrowed.movers)
        ):
            return
        if facts.position_hints("starts") or facts.position_hints("holds"):
            return
        for predicate in dict.fromkeys(atom.predicate for atom in self.world.goal_atoms()):
            if predicate in set(self.world.positions.values()):
                continue
            atoms = [
                a for a in self.world.goal_atoms() if a.predicate == predicate and set(a.arguments) & set(facts.places)
            ]
            if atoms and all(any(p in a.arguments for a in atoms) for p in facts.places):
                yield Event(tuple(atoms), facts.used_for(facts.places) | used, 0.1, facts.after())

    def _moves(
        self, items: tuple[Item, ...], facts: Facts, borrowed: Facts | None, used: set[int], holds: bool
    ) -> Iterator[Event]:
        movers = facts.movers
        assumed = 0.0
        if not movers and facts.cued(Cue.IT, Cue.THEM) and facts.context.movers:
            movers = list(facts.context.movers)
        if not movers and borrowed is not None and borrowed.movers and facts.places:
            movers, assumed = borrowed.movers, 0.15
        if not movers and len(self.world.movers) == 1 and facts.places:
            movers, assumed = list(self.world.movers), 0.05
        if not movers:
            return
        hint_used = {i.start for i in items for h in i.hints() if h.predicate in set(self.world.positions.values())}
        places = facts.places
        leaving = facts.cued(Cue.SET_OUT) or facts.position_hints("stops")
        moving = facts.cued(Cue.MOVE)
        if not places and facts.end_place and not moving and not leaving:
            places, assumed = list(facts.end_place), assumed + 0.04
            used |= {i.start for i in facts.cued(Cue.END)}
        if not facts.movers and not hint_used and (borrowed is None or not borrowed.movers):
            assumed += 0.12
        stays = {i.start for i in facts.cued(Cue.STAY, Cue.WAIT)} if holds else set()
        at_start = [m for m in movers if places and self.world.start(m) in places]
        everything = facts.used_for((*movers, *places)) | used | hint_used | stays
        if at_start and (leaving or holds or facts.cued(Cue.STAY, Cue.WAIT, Cue.MOVE)) and len(places) == 1:
            yield Event(
                tuple(negate(self.world.position(m, places[0])) for m in movers), everything, assumed, facts.after()
            )
            return
        if places and not (leaving and not facts.position_hints("starts")):
            yield Event(
                tuple(self.world.position(m, p) for p in places for m in movers), everything, assumed, facts.after()
            )
            return
        if places:
            yield Event(
                tuple(negate(self.world.position(m, p)) for p in places for m in movers),
                everything,
                assumed,
                facts.after(),
            )
            return
        if moving or leaving or (holds and facts.cued(Cue.STAY, Cue.WAIT)):
            leave = tuple(negate(self.world.position(m, s)) for m in movers if (s := self.world.start(m)) is not None)
            arrive = tuple(self.world.position(m, p) for m in movers for p in self.world.first_stops(m)) or leave
            plain_leave = bool(facts.cued(Cue.SET_OUT)) and not moving
            yield Event(leave if plain_leave else arrive, everything, assumed, facts.after())
            yield Event(arrive if plain_leave else leave, everything, assumed + 0.1, facts.after())
            return
        if borrowed is not None and borrowed.places:
            there = 0.0 if facts.cued(Cue.THERE, Cue.IT) else 0.05
            yield Event(
                tuple(self.world.position(m, p) for p in borrowed.places for m in movers),
                everything,
                assumed + there,
                facts.after(),
            )
        elif facts.cued(Cue.THERE, Cue.IT) and facts.context.places:
            yield Event(
                tuple(self.world.position(m, p) for p in facts.context.places for m in movers),
                everything,
                assumed,
                facts.after(),
            )

    # --- order ---

    def _orders(self, items: tuple[Item, ...], context: Context) -> Iterator[Way]:
        for first, then, cues, assumed, first_holds, then_holds in self._splits(items):
            yield from self._ordered(first, then, cues, assumed, first_holds, then_holds, context)

    def _ordered(
        self,
        first: tuple[Item, ...],
        then: tuple[Item, ...],
        cues: set[int],
        assumed: float,
        first_holds: bool,
        then_holds: bool,
        context: Context,
    ) -> Iterator[Way]:
        first_facts, then_facts = Facts(first, self.lexicon, context), Facts(then, self.lexicon, context)
        # What was said first in the sentence may be referred to later: "once A has been scouted, go there".
        early = self.events(
            first,
            then_facts.after() if first and then and first[0].start > then[0].start else context,
            then_facts,
            first_holds,
        )
        late = self.events(
            then,
            first_facts.after() if first and then and first[0].start < then[0].start else context,
            first_facts,
            then_holds,
        )
        for e in early:
            for l in late:
                if set(map(str, e.conditions)) & set(map(str, l.conditions)):
                    continue
                constraints = tuple(
                    Constraint(ConstraintType.SOMETIME_BEFORE, (second, before))
                    for second in l.conditions
                    for before in e.conditions
                )
                merged = Facts((*first, *then), self.lexicon, context).after()
                yield Way(constraints, frozenset(e.used | l.used | cues), e.assumed + l.assumed + assumed, merged)

    def _splits(
        self, items: tuple[Item, ...]
    ) -> Iterator[tuple[tuple[Item, ...], tuple[Item, ...], set[int], float, bool, bool]]:
        """Ways to see two parts in a clause of which the first has to come first: (first, then, cues, assumed, holds...)."""
        for number, item in enumerate(items):
            before, after = items[:number], items[number + 1 :]
            if item.named():
                continue
            if item.has(Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.WHILE):
                yield from self._connected(item, before, after)
            if item.has(Cue.BEAT) and before and after:
                used = {item.start} | {i.start for i in before if i.has(Cue.NOT)}
                negated = any(i.has(Cue.NOT) for i in before)
                pair = (after, _positive(before)) if negated else (before, after)
                yield (*pair, used, 0.0, False, False)
            if item.has(Cue.FOR) and any(i.has(Cue.WAIT) for i in before) and after:
                used = {item.start} | {i.start for i in before if i.has(Cue.WAIT, Cue.NOT)}
                yield after, _positive(before), used, 0.05, False, True
            if item.has(Cue.FIRST, Cue.THEN):
                yield from self._enumerated(number, items)

    def _connected(
        self, item: Item, before: tuple[Item, ...], after: tuple[Item, ...]
    ) -> Iterator[tuple[tuple[Item, ...], tuple[Item, ...], set[int], float, bool, bool]]:
        cues = {item.start}
        parts: list[tuple[tuple[Item, ...], tuple[Item, ...], float]] = []
        if any(i.named() for i in before):
            parts.append((before, after, 0.0))
        for cut in range(1, len(after)):
            here = after[cut]
            if (
                here.text == ","
                or here.has(Cue.MOVE, Cue.SET_OUT)
                or here.text
                in ("may", "should", "can", "must", "shall", "will", "do", "does", "is", "let", "the", "then")
            ):
                left, right = after[:cut], (*before, *after[cut:])
                if any(i.named() for i in left) and any(i.named() for i in after[cut:]):
                    parts.append((right, left, 0.0 if here.text == "," else 0.04))
        for main, sub, assumed in parts:
            nots = {i.start for i in main if i.has(Cue.NOT)} | _negative_names(main)
            sub_nots = {i.start for i in sub if i.has(Cue.NOT)} | _negative_names(sub)
            negated = len(nots) % 2 == 1 or (
                not nots and item.has(Cue.BEFORE) and any(i.has(Cue.STAY, Cue.WAIT) for i in main) and False
            )
            used = cues | nots
            if item.has(Cue.UNTIL):
                yield sub, _positive(main), used | sub_nots, assumed, False, True
            if item.has(Cue.BEFORE):
                if negated:
                    yield sub, _positive(main), used, assumed, False, True
                else:
                    yield main, sub, used, assumed, False, False
                if not negated and any(i.has(Cue.STAY, Cue.WAIT) or i.text == "still" for i in main):
                    yield sub, main, used, assumed + 0.05, False, True
            if item.has(Cue.AFTER):
                yield (
                    sub,
                    _positive(main) if negated else main,
                    used | sub_nots,
                    assumed + (0.0 if not negated else 0.2),
                    False,
                    False,
                )
            if item.has(Cue.WHILE) and (sub_nots or _unhappened(sub)):
                yield (
                    _positive(sub),
                    _positive(main),
                    used | sub_nots,
                    assumed + (0.0 if any(i.has(Cue.YET) for i in sub) else 0.03),
                    False,
                    True,
                )

    def _enumerated(
        self, number: int, items: tuple[Item, ...]
    ) -> Iterator[tuple[tuple[Item, ...], tuple[Item, ...], set[int], float, bool, bool]]:
        """First X, then Y; X first, Y later; "arrival sequence: X one, Y two"."""
        word = items[number]
        if word.text in ("one", "two", "last", "second") and not any(i.has(Cue.SEQUENCE) for i in items):
            return
        topic: tuple[Item, ...] = ()
        for cut in range(1, len(items)):
            left, right = items[:cut], items[cut:]
            if not any(i.named() for i in left) or not any(i.named() or i.has(Cue.IT, Cue.THEM) for i in right):
                continue
            boundary = items[cut].text in (",", ";", ".", "-", "and", "then", ":") or items[cut - 1].text in (
                ",",
                ";",
                ".",
                "-",
                "and",
                ":",
            )
            if not boundary:
                continue
            used = {i.start for i in items if i.has(Cue.FIRST, Cue.THEN, Cue.SEQUENCE)}
            firsts_left = any(i.has(Cue.FIRST) and i.text != "earlier" for i in left)
            firsts_right = any(i.has(Cue.FIRST) for i in right)
            thens_right = any(i.has(Cue.THEN) for i in right)
            connected = any(i.has(Cue.BEFORE, Cue.UNTIL) for i in items)
            if firsts_left or (thens_right and not firsts_right and not connected):
                if any(i.has(Cue.SEQUENCE) for i in left):
                    topic = left
                yield left, right, used, 0.0 if firsts_left and thens_right else 0.05, False, False
            elif firsts_right and not connected and not thens_right:
                yield right, left, used, 0.06, False, False
            if firsts_right and connected:
                for place, item in enumerate(left):
                    if item.has(Cue.BEFORE) and any(i.named() for i in left[place:]):
                        yield (*left[:place], *right), left[place + 1 :], used | {item.start}, 0.04, False, False
        del topic

    # --- deeds ---

    def deed_conditions(self, thing: str, done: bool) -> tuple[Atom, ...]:
        for deed in self.lexicon.context.deeds:
            if not self.world.problem.is_a(thing, deed.type):
                continue
            for case in deed.cases:
                match = re.fullmatch(case.match, thing, re.IGNORECASE)
                if match:
                    written = case.done if done else case.undone
                    return tuple(_read_atom(match.expand(w.replace("\\0", "\\g<0>"))) for w in written)
        return ()

    def _deeds(self, items: tuple[Item, ...], context: Context) -> Iterator[Way]:
        facts = Facts(items, self.lexicon, context)
        things, assumed = list(facts.things), 0.0
        refers = (
            facts.generic_thing
            or bool(facts.cued(Cue.IT, Cue.THEM))
            or any(i.text in ("all", "everything", "every", "piece", "any") for i in items)
        )
        if not things:
            if not context.things or not refers:
                return
            things, assumed = list(context.things), 0.05
        stays = [i for i in items if i.has(Cue.STAY) or any(isinstance(s, DeedHint) and not s.done for s in i.senses)]
        goes = [
            i
            for i in items
            if (i.has(Cue.GONE) or any(isinstance(s, DeedHint) and s.done for s in i.senses)) and i not in stays
        ]
        hands_off = [i for i in items if i.text == "hands off"]
        count, nots = negations(items, facts)
        used = (
            facts.used_for((*things, *self.world.movers))
            | nots
            | {
                i.start
                for i in (
                    *stays,
                    *goes,
                    *facts.cued(Cue.END, Cue.ALWAYS, Cue.IT, Cue.THEM, Cue.YET, Cue.FILLER, Cue.ONLY),
                )
            }
        )
        if hands_off:
            done = False
        elif stays and (count % 2 == 1 or not goes or not any(i.text in ("out", "gone", "removed") for i in goes)):
            done = count % 2 == 1
        elif goes:
            done = count % 2 == 0
        elif context.deed_done is not None and count:
            done, assumed = count % 2 == 0, assumed + 0.05
        elif facts.things and count and facts.cued(Cue.END):
            done = True
        else:
            return
        mentions = {frozenset(n.objects) for i in items for n in i.named()[:1] if self._things_of(n)}
        if len(mentions) > 1 and (count or (stays and goes)):
            assumed += 0.15
        if (stays and goes and not count and facts.things) or len({i.text for i in nots_items(items)}) > 1:
            assumed += 0.06
        conditions = [c for thing in things for c in self.deed_conditions(thing, done)]
        if facts.cued(Cue.ONLY) and facts.things:
            everything = facts._all_things()
            conditions.extend(
                c for other in everything if other not in things for c in self.deed_conditions(other, not done)
            )
        constraints = tuple(Constraint(ConstraintType.AT_END, (c,)) for c in dict.fromkeys(conditions))
        after = facts.after()
        yield Way(
            constraints,
            frozenset(used),
            assumed,
            Context(after.movers, after.places, tuple(things), after.others, done, after.hints),
        )

    def _things_of(self, named: Named) -> bool:
        return any(self.world.problem.is_a(named.objects[0], deed.type) for deed in self.lexicon.context.deeds)

    # --- windows of time ---

    def _windows(self, items: tuple[Item, ...], context: Context) -> Iterator[Way]:
        """ "Within 5 hours", "after hour 3", "from hour 3 to hour 6", "at most once"."""
        window = _window(items, self.lexicon)
        rest, cues = items, set()
        make = None
        if window is not None:
            type_, bounds, cues = window
            rest = tuple(i for i in items if i.start not in cues)
            make = lambda c: Constraint(type_, (c,), bounds)  # noqa: E731
        elif any(i.has(Cue.AT_MOST_ONCE) for i in items):
            cues = {i.start for i in items if i.has(Cue.AT_MOST_ONCE)}
            rest = tuple(i for i in items if i.start not in cues)
            make = lambda c: Constraint(ConstraintType.AT_MOST_ONCE, (c,))  # noqa: E731
        if make is None:
            return
        for event in self.events(_positive(rest), context, None):
            facts = Facts(rest, self.lexicon, context)
            count, nots = negations(rest, facts)
            fails = facts.position_hints("fails")
            odd = (count + (1 if fails else 0)) % 2 == 1
            conditions = [negate(c) if odd else c for c in event.conditions]
            used = event.used | cues | nots | {i.start for i in fails}
            constraints = tuple(make(c) for c in conditions)
            if window is not None and window[0] is ConstraintType.WITHIN and odd:
                # Not within the first t: it is false all that time.
                constraints = tuple(Constraint(ConstraintType.HOLD_DURING, (c,), (0.0, *window[1])) for c in conditions)
            yield Way(constraints, frozenset(used), event.assumed, event.context)

    # --- plain facts: at the end, never, some time ---

    def _plain(self, items: tuple[Item, ...], context: Context) -> Iterator[Way]:
        if _window(items, self.lexicon) is not None or any(i.has(Cue.AT_MOST_ONCE) for i in items):
            return
        facts = Facts(items, self.lexicon, context)
        count, nots = negations(items, facts)
        ends = facts.cued(Cue.END)
        forever = facts.cued(Cue.ALWAYS)
        once = facts.cued(Cue.SOMETIME, Cue.EVER)
        order_cues = [i for i in items if i.has(Cue.BEFORE, Cue.UNTIL, Cue.AFTER)]
        frame = nots | {i.start for i in (*ends, *forever, *once, *facts.cued(Cue.IT, Cue.THEM, Cue.FILLER, Cue.THERE))}
        for item, hint in facts.hints():
            undo = [i for i in facts.cued(Cue.UNDO) if i is not item] if hint.form in ("fails", "stops") else []
            atoms = self._hinted_atoms(hint, facts, None)
            if not atoms:
                continue
            odd = (count + (hint.form in ("fails", "stops")) + bool(undo)) % 2 == 1
            conditions = tuple(self._canonical(negate(a)) if odd else a for a in atoms)
            used = frame | self._named_in(atoms, hint.predicate, facts) | {item.start} | {i.start for i in undo}
            if odd and (forever or not ends) and conditions[0] == negate(atoms[0]):
                type_ = ConstraintType.ALWAYS
            elif once and not ends:
                type_ = ConstraintType.SOMETIME
            elif forever and not ends and not odd and hint.form == "holds":
                type_ = ConstraintType.ALWAYS
            else:
                # A lasting state said without a time is meant for the end; what an image was is so for good anyway.
                type_ = ConstraintType.AT_END
            yield Way(
                tuple(Constraint(type_, (c,)) for c in conditions),
                frozenset(used),
                0.02 + 0.1 * len(order_cues),
                facts.after(),
            )
        yield from self._positions(
            items, facts, count, frame, bool(ends), bool(forever), bool(once), 0.1 * len(order_cues)
        )

    def _positions(
        self,
        items: tuple[Item, ...],
        facts: Facts,
        count: int,
        frame: set[int],
        ends: bool,
        forever: bool,
        once: bool,
        assumed: float,
    ) -> Iterator[Way]:
        places, movers = facts.places, facts.movers
        pronoun = bool(facts.cued(Cue.IT, Cue.THEM))
        if not places and facts.cued(Cue.THERE, Cue.IT) and facts.context.places:
            places, assumed = list(facts.context.places), assumed + 0.05
        if not movers and places:
            if (pronoun or ends) and facts.context.movers:
                movers = list(facts.context.movers)
            else:
                fitting = [
                    m
                    for m in self.world.movers
                    if places[0]
                    in self.world.problem.objects_of(*self.world.domain.predicates[self.world.positions[m]][1].types)
                ]
                movers, assumed = fitting, assumed + (0.05 if len(fitting) > 1 else 0.0)
            movers = [m for m in movers if not any(self.world.problem.is_a(m, t) for t in facts._thing_types)]
            movers = [m for m in movers if self.world.problem.objects[m] in self._vehicle_types()]
        if not places or not movers:
            return
        away = [i for i in items if i.has(Cue.AWAY) and not i.has(Cue.NOT)]
        fails = [i for i in facts.position_hints("fails") if i not in away and not i.has(Cue.NOT)]
        # "Keep off" is one negation, however many senses the words have.
        odd = (count + len(away) + len(fails) + facts.excluded_places) % 2 == 1
        hints = {i.start for i in items for h in i.hints() if h.predicate in set(self.world.positions.values())}
        used = frozenset(
            facts.used_for((*movers, *places))
            | frame
            | hints
            | {i.start for i in (*away, *fails, *facts.cued(Cue.STAY, Cue.SET_OUT, Cue.GONE))}
        )
        atoms = [self.world.position(m, p) for p in places for m in movers]
        conditions = [negate(a) if odd else a for a in atoms]
        total_negations = count + len(away) + len(fails) + facts.excluded_places
        if ends and not (once and total_negations and not odd):
            type_ = ConstraintType.AT_END
        elif odd:
            type_ = ConstraintType.ALWAYS
        elif forever and not once and facts.position_hints("holds"):
            type_ = ConstraintType.ALWAYS
        else:
            type_ = ConstraintType.SOMETIME
        verbless = 0.1 if not (hints or ends or odd or once) else 0.0
        if type_ is ConstraintType.SOMETIME and not once and not (facts.movers and hints):
            # Nothing says when, and who or what is guessed.
            verbless += 0.2
        if odd and not ends and not facts.movers and not hints and not away and not fails:
            verbless += 0.2
        yield Way(tuple(Constraint(type_, (c,)) for c in conditions), used, assumed + verbless, facts.after())

    def _vehicle_types(self) -> frozenset[str]:
        """Types that move by themselves: the moving thing is alone with its places in the action."""
        found = set()
        for name in self.world.movers:
            if self.world.first_stops(name) or self.world.start(name) is not None:
                found.add(self.world.problem.objects[name])
        return frozenset(found)


def _read_atom(text: str) -> Atom:
    predicate, *arguments = text.strip("()").lower().split()
    return Atom(predicate, tuple(arguments))


def _positive(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items without negation, which the caller has taken into account; names such as "nobody" stay."""
    return tuple(i for i in items if not i.has(Cue.NOT) or i.named())


def nots_items(items: tuple[Item, ...]) -> list[Item]:
    """The items that negate."""
    return [i for i in items if i.has(Cue.NOT) and not i.named()]


def _negative_names(items: tuple[Item, ...]) -> set[int]:
    return {i.start for i in items if any(n.negative for n in i.named()) and not i.has(Cue.NOT)}


def _unhappened(items: tuple[Item, ...]) -> bool:
    """Whether a failing form says that something has not happened: "with the end point unscouted"."""
    return any(hint.form == "fails" for item in items for hint in item.hints())


def _window(items: tuple[Item, ...], lexicon: Lexicon) -> tuple[ConstraintType, tuple[float, ...], set[int]] | None:
    """The bounds a clause names, in the domain's unit, and the items that name them."""
    unit = lexicon.context.time
    seconds = {"second": 1.0, "sec": 1.0, "minute": 60.0, "min": 60.0, "hour": 3600.0, "hr": 3600.0, "day": 86400.0}
    scale = {stem(name): value / unit.seconds for name, value in seconds.items()}
    for name in (unit.singular, unit.plural, *unit.abbreviations):
        if " " not in name:
            scale[stem(name)] = 1.0
    words = [i.text for i in items]
    joined = " ".join(words)
    numbers = {
        "one": 1.0,
        "two": 2.0,
        "three": 3.0,
        "four": 4.0,
        "five": 5.0,
        "six": 6.0,
        "seven": 7.0,
        "eight": 8.0,
        "nine": 9.0,
        "ten": 10.0,
        "twelve": 12.0,
        "fifteen": 15.0,
        "twenty": 20.0,
        "thirty": 30.0,
    }
    quantities: list[tuple[int, float]] = []
    cues: set[int] = set()
    pending: list[tuple[int, float]] = []
    for number, item in enumerate(items):
        value = float(item.text) if re.fullmatch(r"\d+(\.\d+)?", item.text) else numbers.get(item.text)
        if value is None:
            continue
        after = stem(items[number + 1].text) if number + 1 < len(items) else ""
        prior = stem(items[number - 1].text) if number else ""
        at_time = prior in ("time", "t", "hour", "second", "minut")
        factor = scale.get(after)
        if factor is not None:
            cues |= {item.start, items[number + 1].start}
            quantities.extend((n, v * factor) for n, v in pending)
            pending = []
            quantities.append((number, value * factor))
        elif at_time:
            cues |= {item.start, items[number - 1].start}
            quantities.append((number, value * scale.get(prior, 1.0)))
        elif quantities and prior in ("to", "and", "until", "till") and after not in scale:
            cues.add(item.start)
            quantities.append((number, value))
        elif prior in ("from", "between"):
            cues.add(item.start)
            pending.append((number, value))
    if not quantities:
        return None
    lead = [
        i
        for i in items
        if i.text
        in (
            "within",
            "by",
            "under",
            "from",
            "between",
            "during",
            "until",
            "till",
            "after",
            "before",
            "first",
            "in",
            "next",
            "past",
            "than",
            "since",
            "onwards",
            "later",
            "latest",
            "to",
            "no later than",
            "later than",
            "not later than",
            "less",
            "inside",
            "no",
        )
    ]
    cues |= {i.start for i in lead}
    values = tuple(v for _, v in quantities)
    if len(values) >= 2:
        return ConstraintType.HOLD_DURING, (min(values[:2]), max(values[:2])), cues
    if re.search(
        r"\b(within|by|no later than|not later than|under|inside|in less than|before|in the (first|next)|in)\b", joined
    ) and not re.search(r"\bafter\b", joined):
        return ConstraintType.WITHIN, values[:1], cues
    if re.search(r"\b(after|from|past|since|onwards|later than)\b", joined):
        return ConstraintType.HOLD_AFTER, values[:1], cues
    if re.search(r"\b(until|till|for the first|first)\b", joined):
        return ConstraintType.HOLD_DURING, (0.0, values[0]), cues
    return None
