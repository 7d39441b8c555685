"""The names in a clause, sorted by what they can do, and what earlier clauses let it refer to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import DeedHint, Hint, Item, Named
from plancritic.mentions.linking import Linker
from plancritic.pddl.language import Constraint
from plancritic.translator.happenings.exceptions import excepted


@dataclass(frozen=True)
class Context:
    """What was spoken of before: what "it", "them" and "there" may stand for."""

    movers: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    deed_done: bool | None = None


@dataclass(frozen=True)
class ClauseReading:
    """One way to read a clause; `used` are the items it accounts for, `assumed` how much it had to guess."""

    constraints: tuple[Constraint, ...]
    used: frozenset[int]
    assumed: float = 0.0
    context: Context = Context()
    #: What the reading leaves unread though it could turn the meaning: it is no answer.
    doubts: tuple[str, ...] = ()
    #: Whether it says the reverse of the clause: then it is no guess either.
    reversed: bool = False


class Facts:
    """The names in some items, sorted by what they can do."""

    def __init__(self, items: tuple[Item, ...], linker: Linker, context: Context) -> None:
        self.items = items
        self.linker = linker
        self.world = linker.world
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
        self._thing_types = {deed.type for deed in linker.context.deeds}
        self.excepted = excepted(items, self.all_things(), self.world)
        if self.excepted is not None:
            self.used.update(self.excepted.starts)
        self._collect()

    def _collect(self) -> None:
        generic: list[str] = []
        last: tuple[list[str], tuple[str, ...]] | None = None
        excepting = False
        excepted: set[int] = set()
        for number, item in enumerate(self.items):
            if self.excepted is not None and item.start in self.excepted.starts:
                continue
            if item.has(Cue.EXCEPT) and not item.named():
                # A "but" after nothing that it could be an exception from only joins.
                before = self.items[:number] if item.text == "but" else self.items
                excepting = last is not None or any(i.has(Cue.NOT) for i in before)
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
            joined = [i for i in self.items[max(0, number - 3) : number] if i.text not in ("the", "our", "a")]
            goes_on = kind == "mover" and len(joined) > 1 and joined[-1].text in ("and", "or", "nor")
            if excepting or (goes_on and joined[-2].start in excepted):
                excepting = False
                excepted.add(item.start)
                self.item_objects.pop(item.start)
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
                    self.item_objects.pop(item.start)
                    last = (self.places, named.objects)
                    continue
                self.places.extend(o for o in named.objects if o not in self.places)
                last = (self.places, named.objects)
            elif kind == "thing":
                # A bare "debris" or "piece" means those spoken of before.
                if set(named.objects) == set(self.all_things()) and self.context.things and not self.things:
                    self.generic_thing = True
                    continue
                self.things.extend(o for o in named.objects if o not in self.things)
            else:
                self.others.extend(o for o in named.objects if o not in self.others)
        self._narrow_things()
        if self.excepted is not None:
            self.things = [thing for thing in self.things if thing not in self.excepted.things]
        if generic and not self.movers:
            self.movers = generic
        elif generic and set(self.movers) - set(generic):
            self.movers.extend(o for o in generic if o not in self.movers)

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
        if first in self.world.positions and not self.is_thing(first):
            return "mover"
        if first in self.world.places:
            return "place"
        if self.is_thing(first):
            return "thing"
        return "other"

    def is_thing(self, name: str) -> bool:
        """Return whether deeds are about the object."""
        return any(self.world.problem.is_a(name, each) for each in self._thing_types)

    def all_things(self) -> tuple[str, ...]:
        """Return every object that deeds are about."""
        return self.world.problem.objects_of(*sorted(self._thing_types)) if self._thing_types else ()

    def _narrow_things(self) -> None:
        """Debris "on the leg from the start to B" is the debris that lies at both."""
        mentioned = [o for o in self.item_objects.values() if o <= set(self.things)]
        # "Piles of underwater debris": the narrower of two names is meant.
        if any(one < other for one in mentioned for other in mentioned):
            narrow = set().union(*(o for o in mentioned if not any(one < o for one in mentioned)))
            self.things = [thing for thing in self.things if thing in narrow]
            for start, objects in list(self.item_objects.items()):
                if objects in mentioned and not objects <= narrow:
                    self.item_objects.pop(start)
        if not self.things or len(self.places) < 2:
            return
        facts = self.world.problem.facts
        chosen: list[str] = []
        beside: set[str] = set()
        for first, second in zip(self.places, self.places[1:], strict=False):
            for thing in self.things:
                where = {f.arguments[1] for f in facts if len(f.arguments) == 2 and f.arguments[0] == thing}
                if {first, second} <= where and thing not in chosen:
                    chosen.append(thing)
                    beside |= {first, second}
        if chosen:
            for start, objects in list(self.item_objects.items()):
                if objects <= beside:
                    # These places only say which things are meant; of others something else is said.
                    self.item_objects.pop(start)
            self.things, self.places = chosen, []

    def used_for(self, objects: Iterable[str]) -> set[int]:
        """Return the items that name one of the objects, and those that only say which of them are not meant."""
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
        """Return what may be referred to later."""
        return Context(
            tuple(self.movers) or self.context.movers,
            tuple(self.places) or self.context.places,
            self.excepted.things if self.excepted is not None else tuple(self.things) or self.context.things,
            tuple(self.others) or self.context.others,
            self.context.deed_done,
        )


def negations(items: tuple[Item, ...], facts: Facts) -> tuple[int, set[int]]:
    """Return how often the clause is negated, by its own words and by names such as "nobody"."""
    count, used = facts.negative_names, set()
    for item in items:
        if item.has(Cue.NOT) and not item.named() and not item.has(Cue.FILLER, Cue.END, Cue.AT_MOST_ONCE):
            count += 1
            used.add(item.start)
    return count, used


def negators(items: tuple[Item, ...]) -> list[int]:
    """Return where the items negate: by a word or by a name such as "nobody"."""
    return [
        n
        for n, item in enumerate(items)
        if (item.has(Cue.NOT) and not item.has(Cue.FILLER, Cue.END, Cue.AT_MOST_ONCE) and not item.named())
        or any(name.negative for name in item.named())
    ]


def negating(items: tuple[Item, ...]) -> list[Item]:
    """Return the items that negate."""
    return [i for i in items if i.has(Cue.NOT) and not i.named()]


def positive(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the items without negation, which the caller has taken into account; names such as "nobody" stay."""
    return tuple(i for i in items if not i.has(Cue.NOT) or i.named())


def negative_names(items: tuple[Item, ...]) -> set[int]:
    """Return where names such as "nobody" negate."""
    return {i.start for i in items if any(n.negative for n in i.named()) and not i.has(Cue.NOT)}
