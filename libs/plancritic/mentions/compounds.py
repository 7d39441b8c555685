"""Names that people put together from others: "the underwater debris from B to B1", "instruments 0 and 1".

A thing between two places is the one that lies at both; a number after a list of names goes on with it.
"""

from __future__ import annotations

import re

from plancritic.english.lists import words
from plancritic.mentions.items import Named
from plancritic.mentions.linking import Linker
from plancritic.mentions.symbols import NAME, Symbol, Symbols

_JOINS = words(", and or nor & / to")
_OF = words("of from between on that which lies lying lot lots stuff piece one the in leg stretch")
_TO = words("to and - till until through")
_LIKE = words("that those one ones lot lots stuff pieces piece debris it")


class CompoundNames:
    """Finds names made of several symbols in a problem's statements."""

    def __init__(self, linker: Linker) -> None:
        self._linker = linker
        self._world = linker.world
        self._types = tuple(dict.fromkeys(deed.type for deed in linker.context.deeds))
        self._lies: dict[str, frozenset[str]] = {}
        for name in self._world.problem.objects_of(*self._types) if self._types else ():
            facts = (f.arguments for f in self._world.problem.facts if len(f.arguments) == 2)
            self._lies[name] = frozenset(place for thing, place in facts if thing == name)

    def compounds(self, symbols: Symbols) -> Symbols:
        """Return the symbols with every compound name as one."""
        return self._between(self._numbered(symbols))

    def _numbered(self, symbols: Symbols) -> Symbols:
        """ "Instruments 0, 1 and 2", "star 4 or 5": each number is a name."""
        found: list[Symbol] = []
        noun = ""
        for symbol in symbols:
            if symbol.names and symbol.stems:
                noun = symbol.stems[0] if len(symbol.stems) <= 2 else ""
            elif re.fullmatch(r"\d+", symbol.text) and noun:
                phrases = ((noun, symbol.text), (noun + symbol.text,))
                senses = tuple(
                    s for phrase in phrases for s in self._linker.phrases.get(phrase, {}) if isinstance(s, Named)
                )
                if senses:
                    if found and found[-1].names and len(found[-1].stems) == 1 and found[-1].stems[0] == noun:
                        last = found.pop()
                        found.append(Symbol(NAME, (*last.starts, *symbol.starts), senses, 0.0, (noun, symbol.text)))
                    else:
                        found.append(Symbol(NAME, symbol.starts, senses, 0.0, (noun, symbol.text)))
                    continue
            elif symbol.text not in _JOINS and symbol.text not in ("both", "either", "the", "also"):
                noun = ""
            found.append(symbol)
        return tuple(found)

    def _between(self, symbols: Symbols) -> Symbols:
        """ "Debris from B to B1", "B-B1 debris", "that between A and A1" after debris was spoken of."""
        if not self._lies:
            return symbols
        found: list[Symbol] = []
        at = 0
        spoken: tuple[str, ...] = ()
        while at < len(symbols):
            made = self._thing_first(symbols, at, spoken) or self._places_first(symbols, at)
            if made is not None:
                symbol, at, spoken = made
                found.append(symbol)
                continue
            things = self._things(symbols[at])
            spoken = things or spoken
            found.append(symbols[at])
            at += 1
        return tuple(found)

    def _things(self, symbol: Symbol) -> tuple[str, ...]:
        for sense in symbol.names:
            objects = tuple(o for o in sense.objects if o in self._lies)
            if objects:
                return objects
        return ()

    def _place(self, symbol: Symbol) -> str | None:
        for sense in symbol.names:
            if len(sense.objects) == 1 and sense.objects[0] in self._world.places:
                return sense.objects[0]
        return None

    def _pair(self, symbols: Symbols, at: int) -> tuple[str, str, int] | None:
        """Two places with "to", "and" or a dash between, and where they end."""
        if at + 1 < len(symbols) and self._place(symbols[at]) is not None:
            beside = self._place(symbols[at + 1])
            if beside is not None:
                # "B-B1": the hyphen is not heard.
                return self._place(symbols[at]) or "", beside, at + 2
        if at + 2 >= len(symbols) or symbols[at + 1].text not in _TO:
            return None
        second = at + 3 if symbols[at + 2].text in ("the", "to") and at + 3 < len(symbols) else at + 2
        one, other = self._place(symbols[at]), self._place(symbols[second])
        return (one, other, second + 1) if one is not None and other is not None else None

    def _thing_first(
        self, symbols: Symbols, at: int, spoken: tuple[str, ...]
    ) -> tuple[Symbol, int, tuple[str, ...]] | None:
        things = self._things(symbols[at])
        if len(things) == 1:
            return None
        if not things:
            if symbols[at].text not in _LIKE or not spoken:
                return None
            things = spoken
        inner, marked = at + 1, False
        while inner < len(symbols) and symbols[inner].text in _OF and inner - at < 5:
            marked = marked or symbols[inner].text in ("from", "between", "of")
            inner += 1
        pair = self._pair(symbols, inner) if inner < len(symbols) else None
        if pair is None or not (marked or inner == at + 1 or pair[2] == inner + 2):
            return None
        return self._made(symbols, at, pair[2], things, pair[:2])

    def _places_first(self, symbols: Symbols, at: int) -> tuple[Symbol, int, tuple[str, ...]] | None:
        pair = self._pair(symbols, at)
        if pair is None or symbols[at + 1].text in ("and", "till", "until") or pair[2] >= len(symbols):
            return None
        things = self._things(symbols[pair[2]])
        return self._made(symbols, at, pair[2] + 1, things, pair[:2]) if things else None

    def _made(
        self, symbols: Symbols, at: int, stop: int, things: tuple[str, ...], places: tuple[str, ...]
    ) -> tuple[Symbol, int, tuple[str, ...]] | None:
        objects = tuple(thing for thing in things if set(places) <= self._lies[thing])
        if not objects:
            return None
        starts = tuple(dict.fromkeys(start for symbol in symbols[at:stop] for start in symbol.starts))
        kind = "object" if len(objects) == 1 else "group"
        return Symbol(NAME, starts, (Named(objects, kind),), 0.0, ("debris",)), stop, things  # type: ignore[arg-type]
