"""From the items of one clause to constraints, in every way that fits.

A way's worth is the share of the meaningful items it accounts for, less what it had to assume.
"""

from __future__ import annotations

from dataclasses import replace

from plancritic.translator.deeds import DeedReader
from plancritic.translator.doubts import DOUBT, coordinated, doubts, permits
from plancritic.translator.events import EventReader
from plancritic.translator.facts import Context, Way
from plancritic.translator.items import Item
from plancritic.translator.linking import Linker
from plancritic.translator.order import OrderReader
from plancritic.translator.plain import PlainReader
from plancritic.translator.windows import WindowReader


class ClauseReader:
    """Reads clauses of a problem's statements."""

    def __init__(self, linker: Linker) -> None:
        self._linker = linker
        events = EventReader(linker)
        self._order = OrderReader(events)
        self._readers: tuple[DeedReader | WindowReader | PlainReader, ...] = (
            DeedReader(events),
            WindowReader(events),
            PlainReader(events),
        )

    def ways(self, items: tuple[Item, ...], context: Context) -> list[Way]:
        """All ways to read a clause, unsorted."""
        if permits(items):
            return []
        orders = list(self._order.ways(items, context))
        together = not coordinated(items)
        others = [way for reader in self._readers for way in reader.ways(items, context)] if together else []
        inner = sum(i.text in (".", ";", "!", "?") for i in items[1:-1])
        found = [*orders, *(replace(way, assumed=way.assumed + 0.12 * inner) for way in others)]
        return [self._doubted(way, items) for way in found if way.constraints]

    def _doubted(self, way: Way, items: tuple[Item, ...]) -> Way:
        found = tuple(dict.fromkeys(doubts(items, way.used, self._linker)))
        return replace(way, doubts=found, assumed=way.assumed + DOUBT * len(found))
