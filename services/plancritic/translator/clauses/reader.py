"""From the items of one clause to constraints, in every way that fits.

A way's worth is the share of the meaningful items it accounts for, less what it had to assume.
"""

from __future__ import annotations

from dataclasses import replace

from plancritic.mentions.effort import step
from plancritic.mentions.items import Item
from plancritic.mentions.linking import Linker
from plancritic.mentions.partners import reject_partners
from plancritic.mentions.relative_times import reject_origin
from plancritic.mentions.world import holds_at_first
from plancritic.pddl.language import Atom, Constraint, ConstraintType
from plancritic.translator.clauses.deeds import DeedReader
from plancritic.translator.clauses.extremes import ExtremeReader
from plancritic.translator.clauses.order import OrderReader
from plancritic.translator.clauses.plain import PlainReader
from plancritic.translator.happenings.awaited import without_the_awaited
from plancritic.translator.happenings.commanded import commanded
from plancritic.translator.happenings.events import EventReader
from plancritic.translator.happenings.facts import ClauseReading, Context
from plancritic.translator.happenings.universals import reject_universals
from plancritic.translator.happenings.windows import WindowReader
from plancritic.translator.refusals.doubts import (
    DOUBT,
    coordinated,
    denies_order,
    doubts,
    permits,
    strained,
)
from plancritic.translator.refusals.leftovers import leftovers
from plancritic.translator.refusals.polarity import reversals
from plancritic.translator.refusals.unread import reject_words, turning_words


class ClauseReader:
    """Reads clauses of a problem's statements."""

    def __init__(self, linker: Linker) -> None:
        self._linker = linker
        events = EventReader(linker)
        self._order = OrderReader(events)
        self._readers: tuple[DeedReader | ExtremeReader | WindowReader | PlainReader, ...] = (
            DeedReader(events),
            ExtremeReader(events),
            WindowReader(events),
            PlainReader(events),
        )

    def ways(self, items: tuple[Item, ...], context: Context) -> list[ClauseReading]:
        """Return all ways to read a clause, unsorted."""
        step(len(items))
        if permits(items):
            return []
        orders = self._order.ways(items, context)
        together = not coordinated(items)
        others = [way for reader in self._readers for way in reader.ways(items, context)] if together else []
        inner = sum(i.text in (".", ";", "!", "?") for i in items[1:-1])
        others = [
            replace(way, assumed=way.assumed + strained(items, way.constraints) + self._overlooked(items, way))
            for way in others
        ]
        found = [*orders, *(replace(way, assumed=way.assumed + 0.12 * inner) for way in others)]
        world = self._linker.world
        found = [replace(way, constraints=without_the_awaited(way.constraints, world)) for way in found]
        asked = (commanded(way, items, self._linker) for way in found if way.constraints)
        return [self._doubted(way, items) for way in asked if not any(map(self._is_void, way.constraints))]

    def _is_void(self, constraint: Constraint) -> bool:
        """Whether an arrival is to come first where one is already: every plan keeps that order."""
        if constraint.type is not ConstraintType.SOMETIME_BEFORE:
            return False
        early, world = constraint.conditions[1], self._linker.world
        return isinstance(early, Atom) and early.predicate in world.positions.values() and holds_at_first(early, world)

    def _is_so_anyway(self, constraint: Constraint) -> bool:
        """Whether a denial is to hold once that holds at first: "cross B off its list" asks for more than that."""
        once = constraint.type in (ConstraintType.SOMETIME, ConstraintType.WITHIN)
        condition = constraint.conditions[0]
        return once and not isinstance(condition, Atom) and holds_at_first(condition, self._linker.world)

    def _overlooked(self, items: tuple[Item, ...], way: ClauseReading) -> float:
        """What a reading of places alone loses where a verb tells of something else: "A1 to A2 gets clear"."""
        positions = set(self._linker.world.positions.values())
        if not all(a.predicate in positions for c in way.constraints for a in c.atoms()):
            return 0.0
        unread = [
            i
            for i in items
            if i.start not in way.used and any(not h.weak and h.predicate not in positions for h in i.hints())
        ]
        return 0.25 if unread and not any(h.predicate in positions for i in items for h in i.hints()) else 0.0

    def _doubted(self, way: ClauseReading, items: tuple[Item, ...]) -> ClauseReading:
        step(len(items))
        lost = reject_universals(items, way.constraints, self._linker.world)
        alone = reject_partners(items, way.constraints, self._linker.world)
        unread = reject_words(items, way.used, way.constraints, self._linker)
        turned = tuple(reversals(items, way.constraints, self._linker.world))
        if any(map(self._is_so_anyway, way.constraints)):
            turned = (*turned, "the part that I can read holds in every plan, so you must mean more")
        over = tuple(leftovers(items, way.used, way.constraints, self._linker))
        said = any(True for _ in turning_words(items, way.used, way.constraints))
        apart = bool(turned or over or said) or denies_order(items)
        origin = reject_origin(items, way.constraints)
        unsaid = (origin,) if origin is not None else ()
        read = doubts(items, way.used, self._linker)
        found = tuple(dict.fromkeys((*turned, *read, *lost, *alone, *unread, *over, *unsaid)))
        return replace(way, doubts=found, reversed=apart, assumed=way.assumed + DOUBT * len(found))
