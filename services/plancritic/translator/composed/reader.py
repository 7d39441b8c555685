"""Clauses read as a frame around conditions: "whenever A is closed, the scout must be at B within 5 hours".

Conditions may be any facts of the problem, joined by "and" and "or" (`conditions`); what they are asked for, and
when, is in the frame: one condition (`framed`), one that follows another (`responses`) or comes before it
(`sequences`).
"""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.english.lists import words
from plancritic.mentions.compounds import CompoundNames
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.mentions.linking import Linker
from plancritic.mentions.symbols import Symbols, symbols_of
from plancritic.mentions.vocabulary import Vocabulary
from plancritic.translator.composed.condition_parts import Found
from plancritic.translator.composed.conditions import ConditionReader
from plancritic.translator.composed.framed import FramedReader
from plancritic.translator.composed.responses import ResponseReader
from plancritic.translator.composed.sequences import SequenceReader
from plancritic.translator.happenings.facts import ClauseReading, Context, Facts

#: Words that stand for what was named before.
_REFERRING = words("it there they them that this these those one same its their")
#: With one of these a clause may ask for a fact that needs no name: "the power is free in the end".
_FRAMES = (Cue.END, Cue.ALWAYS, Cue.EVER, Cue.NOT)


class ComposedReader:
    """Reads clauses as conditions in a frame."""

    def __init__(self, linker: Linker) -> None:
        self._linker = linker
        self._world = linker.world
        self._conditions = ConditionReader(Vocabulary(linker.context, linker.world), linker.world)
        unit = linker.context.time
        self._units = (unit.singular, unit.plural, *unit.abbreviations)
        self._seconds = unit.seconds
        self._names = CompoundNames(linker)
        self._memory: dict[tuple[int, int, Context | None], tuple[Found, ...]] = {}
        self._framed = FramedReader(self._conditions, self._world)
        self._responses = ResponseReader(self._conditions)
        self._sequences = SequenceReader(self._conditions, self._world)

    def forget(self) -> None:
        """Let go of what was read for a statement; symbols of another one may look the same."""
        self._memory.clear()
        self._conditions.forget()

    def ways(self, items: tuple[Item, ...], context: Context) -> Iterator[ClauseReading]:
        """Yield every way to see conditions in a frame in a clause."""
        if len(items) < 2 or not (any(item.named() for item in items) or any(item.has(*_FRAMES) for item in items)):
            return
        # What refers to nothing before is read once, whatever stood before.
        refers = any(item.text in _REFERRING for item in items) or len(self._world.movers) > 1
        key = (items[0].start, items[-1].stop, context if refers else None)
        if key not in self._memory:
            symbols = self._names.compounds(symbols_of(items, self._units, self._seconds, self._world.places))
            found: dict[frozenset[str], Found] = {}
            for constraints, used, cost in self._readings(symbols, context):
                content = frozenset(map(str, constraints))
                if content not in found or cost - 0.02 * len(used) < found[content][2] - 0.02 * len(found[content][1]):
                    found[content] = (constraints, used, cost)
            self._memory[key] = tuple(sorted(found.values(), key=lambda f: f[2] - 0.02 * len(f[1]))[:4])
        if not self._memory[key]:
            return
        after = Facts(items, self._linker, context).after()
        for constraints, used, cost in self._memory[key]:
            yield ClauseReading(constraints, used, cost, after)

    def _readings(self, symbols: Symbols, context: Context) -> Iterator[Found]:
        yield from self._responses.readings(symbols, context)
        yield from self._framed.once(symbols, context)
        yield from self._sequences.readings(symbols, context)
        yield from self._framed.readings(symbols, context)
