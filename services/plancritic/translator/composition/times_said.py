"""The times that a statement says, and how it says them."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.translator.compounds import CompoundNames
from plancritic.translator.grammar import Cue
from plancritic.translator.items import Item
from plancritic.translator.linking import Linker
from plancritic.translator.symbols import TIME, symbols_of
from plancritic.translator.text import words

#: Words beside a time, and what they say of it.
_BY = words("by within inside before latest max maximum tops under most less until till")
_FROM = words("after from past since beyond onwards onward earliest earlier sooner on")
_UNTIL = words("until till before first")
_DURING = words("for during between first while")
_BESIDE = 4


@dataclass(frozen=True)
class TimesSaid:
    """Times in the domain's unit, in the order in which they are said; `starts` are the items that say them."""

    values: tuple[float, ...]
    starts: frozenset[int]
    cues: frozenset[str]


def times_said(items: tuple[Item, ...], linker: Linker) -> TimesSaid:
    """Return the times of a statement; numbers of things and of names are none."""
    unit = linker.context.time
    # "Call it a day" names no time.
    ends = {item.start for item in items if item.has(Cue.END)}
    names = (unit.singular, unit.plural, *unit.abbreviations)
    symbols = CompoundNames(linker).compounds(symbols_of(items, names, unit.seconds, linker.world.places))
    values: list[float] = []
    starts: set[int] = set()
    cues: set[str] = set()
    for number, symbol in enumerate(symbols):
        if symbol.text != TIME or not ends.isdisjoint(symbol.starts):
            continue
        values.append(round(symbol.value, 6))
        starts.update(symbol.starts)
        beside = {each.text for each in symbols[max(0, number - _BESIDE) : number + _BESIDE]}
        for cue, said in (("by", _BY), ("from", _FROM), ("until", _UNTIL), ("during", _DURING)):
            if beside & said:
                cues.add(cue)
    return TimesSaid(tuple(dict.fromkeys(values)), frozenset(starts), frozenset(cues))
