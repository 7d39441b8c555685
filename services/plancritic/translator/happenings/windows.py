"""Clauses with a time in numbers or a count: "within 5 hours", "from hour 3 to hour 6", "at most once"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plancritic.english.lists import words
from plancritic.english.numbers import CARDINALS, TENS
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.mentions.linking import Linker
from plancritic.mentions.numbers_said import SECONDS
from plancritic.mentions.text import stem
from plancritic.pddl.language import Constraint, ConstraintType, negate
from plancritic.translator.happenings.events import EventReader
from plancritic.translator.happenings.facts import ClauseReading, Context, Facts, negations, negators, positive

#: Numbers in words.
NUMBERS = {word: float(number) for word, number in (CARDINALS | TENS).items() if number}
_COMPARING = words("more later longer sooner earlier less fewer")


class WindowReader:
    """Reads clauses as facts bound to times."""

    def __init__(self, events: EventReader) -> None:
        self._events = events
        self._linker = events.linker
        self._world = events.world

    def ways(self, items: tuple[Item, ...], context: Context) -> Iterator[ClauseReading]:
        """ "Within 5 hours", "after hour 3", "from hour 3 to hour 6", "at most once"."""
        window = window_of(items, self._linker)
        if window is None:
            cues = {i.start for i in items if i.has(Cue.AT_MOST_ONCE)}
            again = {i.start for i in items if i.has(Cue.TWICE)}
            nots = {items[n].start for n in negators(items)}
            if again and nots and not cues:
                # "Not twice" is at most once.
                cues = again | {i.start for i in items if i.start in nots and not i.named()}
            if not cues:
                return
            type_: ConstraintType = ConstraintType.AT_MOST_ONCE
            bounds: tuple[float, ...] = ()
        else:
            type_, bounds, cues = window
        rest = tuple(i for i in items if i.start not in cues)
        for event in self._events.events(positive(rest), context, None):
            facts = Facts(rest, self._linker, context)
            count, nots = negations(rest, facts)
            fails = facts.position_hints("fails")
            away = [i for i in facts.cued(Cue.AWAY) if i not in facts.cued(Cue.NOT)]
            odd = (count + (1 if fails or away else 0)) % 2 == 1
            conditions = [negate(c) if odd else c for c in event.conditions]
            used = event.used | cues | nots | {i.start for i in (*fails, *away)}
            constraints = tuple(Constraint(type_, (c,), bounds) for c in conditions)
            if type_ is ConstraintType.WITHIN and odd:
                # Not within the first t: it is false all that time.
                constraints = tuple(Constraint(ConstraintType.HOLD_DURING, (c,), (0.0, *bounds)) for c in conditions)
            yield ClauseReading(constraints, frozenset(used), event.assumed, event.context)


def window_of(items: tuple[Item, ...], linker: Linker) -> tuple[ConstraintType, tuple[float, ...], set[int]] | None:
    """Return the bounds a clause names, in the domain's unit, and the items that name them."""
    unit = linker.context.time
    scale = {name: value / unit.seconds for name, value in SECONDS.items()}
    for name in (unit.singular, unit.plural, *unit.abbreviations):
        if " " not in name:
            scale[stem(name)] = 1.0
    items = tuple(i for i in items if not (i.has(Cue.AWAY) and not i.has(Cue.NOT)))
    words = [i.text for i in items]
    joined = " ".join(words)
    quantities: list[tuple[int, float]] = []
    cues: set[int] = set()
    pending: list[tuple[int, float]] = []
    for number, item in enumerate(items):
        value = float(item.text) if re.fullmatch(r"\d+(\.\d+)?", item.text) else NUMBERS.get(item.text)
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
        for number, i in enumerate(items)
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
        )
        # "No more than 5 hours" bounds; "no vessel" denies, and must not be lost.
        or (i.text == "no" and number + 1 < len(items) and items[number + 1].text in _COMPARING)
    ]
    cues |= {i.start for i in lead}
    values = tuple(v for _, v in quantities)
    leads = [next((i.text for i in reversed(items[:n]) if i in lead), "") for n, _ in quantities]
    if len(values) >= 2 and leads[0] and leads[0] == leads[1] != "between":
        # "Before hour 6 at B and before hour 9 at A": each bounds something of its own.
        return None
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
