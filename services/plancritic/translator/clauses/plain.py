"""Clauses about what is so at the end, never, or at some time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.mentions.world import holds_at_first
from plancritic.pddl.language import Atom, Constraint, ConstraintType, negate
from plancritic.translator.clauses.counted import limited
from plancritic.translator.happenings.events import EventReader
from plancritic.translator.happenings.facts import ClauseReading, Context, Facts, negations
from plancritic.translator.happenings.windows import window_of
from plancritic.translator.refusals.doubts import takes_over
from plancritic.translator.refusals.polarity import stays, still


class PlainReader:
    """Reads clauses as facts without order or numbers."""

    def __init__(self, events: EventReader) -> None:
        self._events = events
        self._linker = events.linker
        self._world = events.world

    def ways(self, items: tuple[Item, ...], context: Context) -> Iterator[ClauseReading]:
        """Yield every way to see such a fact in a clause."""
        counted = any(i.has(Cue.AT_MOST_ONCE) for i in items) or limited(" ".join(i.text for i in items))
        if counted or window_of(items, self._linker) is not None:
            return
        facts = Facts(items, self._linker, context)
        count, nots = negations(items, facts)
        ends = facts.cued(Cue.END) or self._left_so(items)
        forever = facts.cued(Cue.ALWAYS)
        once = facts.cued(Cue.SOMETIME, Cue.EVER)
        order_cues = [i for i in items if i.has(Cue.BEFORE, Cue.UNTIL, Cue.AFTER)]
        if facts.cued(Cue.WAIT) and any(i.has(Cue.FOR) for i in items):
            order_cues.append(items[0])
        frame = nots | {i.start for i in (*ends, *forever, *once, *facts.cued(Cue.IT, Cue.THEM, Cue.FILLER, Cue.THERE))}
        for item, hint in facts.hints():
            undo = [i for i in facts.cued(Cue.UNDO) if i is not item] if hint.form in ("fails", "stops") else []
            atoms = self._events.hinted_atoms(hint, facts, None)
            if not atoms:
                continue
            odd = (count + (hint.form in ("fails", "stops")) + bool(undo)) % 2 == 1
            lasting = bool(forever) and not ends
            # What is off all the time is denied as it stands: power is had in the end.
            denied = tuple(negate(a) for a in atoms)
            conditions = (denied if lasting else self._world.as_given(denied)) if odd else atoms
            used = frame | self._events.named_in(atoms, hint.predicate, facts) | {item.start} | {i.start for i in undo}
            without = [i for i in items if i.text == "without"]
            if without and ends and ends[0].start < without[-1].start and not odd:
                # "Must not end without B having been scouted": some time before.
                type_ = ConstraintType.SOMETIME
            elif odd and once and not count and not ends:
                # "At some time A has to be closed": nothing is denied.
                type_ = ConstraintType.SOMETIME
            elif odd and (forever or not ends) and conditions[0] == negate(atoms[0]):
                type_ = ConstraintType.ALWAYS
            elif once and not ends:
                type_ = ConstraintType.SOMETIME
            elif forever and not ends and not odd and hint.form == "holds":
                type_ = ConstraintType.ALWAYS
            else:
                # A lasting state said without a time is meant for the end; what an image was is so for good anyway.
                type_ = ConstraintType.AT_END
            yield ClauseReading(
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
    ) -> Iterator[ClauseReading]:
        places, movers = facts.places, facts.movers
        pronoun = bool(facts.cued(Cue.IT, Cue.THEM))
        if not places and facts.cued(Cue.THERE, Cue.IT) and facts.context.places:
            places, assumed = list(facts.context.places), assumed + 0.05
        if not movers and places:
            if (pronoun or ends or takes_over(items)) and facts.context.movers:
                movers = list(facts.context.movers)
            else:
                fitting = self._fitting(places[0])
                movers, assumed = fitting, assumed + (0.05 if len(fitting) > 1 else 0.0)
            movers = [m for m in movers if not facts.is_thing(m)]
            movers = [m for m in movers if self._world.problem.objects[m] in self._vehicle_types()]
        if not places and movers and not count and not (ends or once) and still(items):
            # "The scout stays put": where it is from the beginning.
            starts = [(m, s) for m in movers if (s := self._world.start(m)) is not None]
            used = frozenset(facts.used_for(movers) | frame | {i.start for i in facts.cued(Cue.MOVE, Cue.STAY)})
            here = tuple(Constraint(ConstraintType.ALWAYS, (self._world.position(m, s),)) for m, s in starts)
            yield ClauseReading(here, used, assumed, facts.after())
        if not places or not movers:
            return
        away = [i for i in items if i.has(Cue.AWAY) and not i.has(Cue.NOT)]
        fails = [i for i in facts.position_hints("fails") if i not in away and not i.has(Cue.NOT)]
        if ends:
            # "Turned away from Star0 at the end" is not at it; "leave" and the like are read by `_left`.
            gone = (i for i in facts.position_hints("stops") if i not in away and i not in fails)
            fails.extend(i for i in gone if not i.has(Cue.NOT, Cue.SET_OUT, Cue.GONE) and "away" in i.text.split())
        # "Keep off" is one negation, however many senses the words have.
        odd = (count + len(away) + len(fails) + facts.excluded_places) % 2 == 1
        hints = {i.start for i in items for h in i.hints() if h.predicate in set(self._world.positions.values())}
        used = frozenset(
            facts.used_for((*movers, *places))
            | frame
            | hints
            | {i.start for i in (*away, *fails, *facts.cued(Cue.STAY, Cue.SET_OUT, Cue.GONE))}
        )
        only = [
            i
            for i, n in pairwise(i for i in items if i.text != "the")
            if i.has(Cue.ONLY) and i.text != "just" and self._only_names(n, movers)
        ]
        if only and not (count or away or fails):
            # Only this one may: no other ever does.
            others = [self._world.position(m, p) for p in places for m in self._others(movers, p)]
            type_ = ConstraintType.AT_END if ends else ConstraintType.ALWAYS
            used |= {i.start for i in only}
            yield ClauseReading(tuple(Constraint(type_, (negate(a),)) for a in others), used, assumed, facts.after())
            return
        if self._leaves(items, places):
            yield from self._left(movers, places, odd, ends, used, assumed, facts)
            return
        atoms = self._paired(items, facts) or [self._world.position(m, p) for p in places for m in movers]
        conditions = [negate(a) if odd else a for a in atoms]
        total_negations = count + len(away) + len(fails) + facts.excluded_places
        # "Must not finish without a visit" asks for the visit, whenever.
        unless = [i for i in items if i.text == "without"]
        ended = facts.cued(Cue.END)
        passing = unless and ended and ended[0].start < unless[-1].start and not odd
        if passing:
            type_ = ConstraintType.SOMETIME
        elif ends and not (once and total_negations and not odd):
            type_ = ConstraintType.AT_END
        elif odd or (forever and not once and (facts.position_hints("holds") or any(i.text == "be" for i in items))):
            type_ = ConstraintType.ALWAYS
        else:
            type_ = ConstraintType.SOMETIME
        if type_ is ConstraintType.SOMETIME and not once and stays(items):
            # Where it is from the beginning, "stay" says all the time; elsewhere nobody says from when on.
            if not all(holds_at_first(c, self._world) for c in conditions):
                return
            type_ = ConstraintType.ALWAYS
        verbless = 0.1 if not (hints or ends or odd or once) else 0.0
        if type_ is ConstraintType.SOMETIME and not once and not (facts.movers and hints):
            # Nothing says when, and who or what is guessed.
            verbless += 0.2
        if odd and not ends and not facts.movers and not hints and not away and not fails:
            verbless += 0.2
        yield ClauseReading(tuple(Constraint(type_, (c,)) for c in conditions), used, assumed + verbless, facts.after())

    def _left_so(self, items: tuple[Item, ...]) -> list[Item]:
        """ "Leave the satellite looking at Star0": how it is to be in the end."""
        spoken = [i for i in items if i.text not in ("the", "our", "please")]
        return [
            i
            for i, n in pairwise(spoken)
            if i.text in ("leave", "leaves") and any(set(name.objects) <= set(self._world.movers) for name in n.named())
        ]

    def _leaves(self, items: tuple[Item, ...], places: list[str]) -> bool:
        """Whether the clause says "leave" of a place itself: "leave the scout at the start" does not."""
        spoken = [i for i in items if i.text not in ("the", "our", "its", "their", "from")]
        return any(
            i.has(Cue.SET_OUT) and any(set(name.objects) <= set(places) for name in n.named())
            for i, n in pairwise(spoken)
        )

    def _left(
        self,
        movers: list[str],
        places: list[str],
        odd: bool,
        ends: bool,
        used: frozenset[int],
        assumed: float,
        facts: Facts,
    ) -> Iterator[ClauseReading]:
        """Leaving a place, or never leaving it, which is to stay there where one starts there."""
        if odd and any(self._world.start(m) not in places for m in movers):
            return
        atoms = [self._world.position(m, p) for p in places for m in movers]
        lasting = ConstraintType.AT_END if ends else ConstraintType.ALWAYS if odd else ConstraintType.SOMETIME
        conditions = [a if odd else negate(a) for a in atoms]
        yield ClauseReading(tuple(Constraint(lasting, (c,)) for c in conditions), used, assumed, facts.after())

    def _paired(self, items: tuple[Item, ...], facts: Facts) -> list[Atom]:
        """ "The scout at B and the tug at A": each mover with its own place; none where they are not in pairs."""
        cuts = [n for n, i in enumerate(items) if i.text in ("and", ",", "but", "while")]
        parts = [items[a:b] for a, b in pairwise((0, *cuts, len(items)))]
        each = [Facts(part, self._linker, facts.context) for part in parts if any(i.named() for i in part)]
        if len(each) < 2 or not all(e.movers and e.places for e in each):
            return []
        return [self._world.position(m, p) for e in each for p in e.places for m in e.movers]

    def _only_names(self, item: Item, movers: list[str]) -> bool:
        return any(set(name.objects) <= set(movers) for name in item.named())

    def _others(self, movers: list[str], place: str) -> list[str]:
        """The other movers that can be at a place."""
        return [
            m
            for m in self._fitting(place)
            if m not in movers and self._world.problem.objects[m] in self._vehicle_types()
        ]

    def _fitting(self, place: str) -> list[str]:
        """The movers that can be at a place."""
        types = {m: self._world.domain.predicates[self._world.positions[m]][1].types for m in self._world.movers}
        return [m for m in self._world.movers if place in self._world.problem.objects_of(*types[m])]

    def _vehicle_types(self) -> frozenset[str]:
        """Types that move by themselves: the moving thing is alone with its places in the action."""
        found = set()
        for name in self._world.movers:
            if self._world.first_stops(name) or self._world.start(name) is not None:
                found.add(self._world.problem.objects[name])
        return frozenset(found)
