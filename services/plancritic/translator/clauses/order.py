"""Clauses that put one thing before another: before, after, until, unless, first and then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Hint, Item
from plancritic.pddl.language import Atom, Condition, Constraint, ConstraintType
from plancritic.translator.happenings.events import EventReader
from plancritic.translator.happenings.facts import ClauseReading, Context, Facts, negative_names, positive
from plancritic.translator.refusals.doubts import coordinated

#: Two parts of a clause of which the first has to come first, the cues used to see that, how much was assumed,
#: and whether each part says what lasts until the other comes.
Split = tuple[tuple[Item, ...], tuple[Item, ...], set[int], float, bool, bool]

_LIKEWISE = words("likewise also equally again similarly too both just even certainly")
_KEEPING = words("keep keeps keeping kept stay stays staying stayed remain remains steer avoid avoids bypass skip shun")
_NEEDED = ("precondition", "prerequisite")
_PRECEDED = ("preceded", "be preceded", "being preceded")


class OrderReader:
    """Reads clauses as one thing before another."""

    def __init__(self, events: EventReader) -> None:
        self._events = events
        self._linker = events.linker
        self._world = events.world

    def ways(self, items: tuple[Item, ...], context: Context) -> Iterator[ClauseReading]:
        """Yield every way to see an order in a clause."""
        yield from self._responses(items, context)
        yield from self._repeated(items, context)
        yield from self._plain(items, context)

    def _plain(self, items: tuple[Item, ...], context: Context) -> Iterator[ClauseReading]:
        for first, then, cues, assumed, first_holds, then_holds in self._splits(items):
            # A request may take two sentences where the second begins with "then", else its parts are in one.
            crossed = sum(i.text in (".", ";", "!", "?") for part in (first, then) for i in part[1:-1])
            assumed += 0.12 * crossed
            yield from self._ordered(first, then, cues, assumed, first_holds, then_holds, context)

    def _repeated(self, items: tuple[Item, ...], context: Context) -> Iterator[ClauseReading]:
        """One thing before several: "scout B before the tug leaves, and likewise before the debris boat does"."""
        cues = [n for n, item in enumerate(items) if item.has(Cue.BEFORE, Cue.AFTER, Cue.UNTIL) and not item.named()]
        if len(cues) != 2 or items[cues[0]].text != items[cues[1]].text or not cues[0]:
            return
        one, other = cues
        join = other - 1
        while join > one and items[join].text in _LIKEWISE:
            join -= 1
        if items[join].text not in ("and", "or", "nor") or join == one + 1:
            return
        stop = join - 1 if items[join - 1].text == "," else join
        main, first, second = items[:one], items[one:stop], items[other:]
        if [i.text for i in second[1:3]] == ["that", "of"]:
            # "Before departure of the tug, and before that of the scout".
            named = next((n for n, i in enumerate(first) if i.named()), 0)
            second = (second[0], *(i for i in first[1:named] if i.text not in ("the", "of")), *second[2:])
        joined = frozenset(i.start for i in items[stop:other])
        for early in self._plain((*main, *first), context):
            for late in self._plain((*main, *second), early.context):
                constraints = tuple(dict.fromkeys((*early.constraints, *late.constraints)))
                used = early.used | late.used | joined | {items[other].start}
                yield ClauseReading(constraints, used, early.assumed + late.assumed, late.context)

    def _responses(self, items: tuple[Item, ...], context: Context) -> Iterator[ClauseReading]:
        """Whenever X, then (or later) Y."""
        at = next((n for n, item in enumerate(items) if item.has(Cue.WHENEVER)), None)
        if at is None:
            return
        comma = next((n for n in range(at + 1, len(items)) if items[n].text == ","), None)
        if at == 0 and comma is None:
            return
        cause = items[at + 1 : comma] if at == 0 else items[at + 1 :]
        effect = items[comma:] if at == 0 and comma is not None else items[:at]
        causes, effects = Facts(cause, self._linker, context), Facts(effect, self._linker, context)
        # A denial on either side is not read here: it would have to be told what it denies.
        if any(sum(i.has(Cue.NOT) for i in part) % 2 == 1 for part in (cause, effect)):
            return
        for reason in self._events.events(cause, context, effects):
            for result in self._events.events(effect, causes.after(), causes):
                constraints = tuple(
                    Constraint(ConstraintType.SOMETIME_AFTER, (first, then))
                    for first in reason.conditions
                    for then in result.conditions
                )
                # "A visit to B needs to follow": that is said by the "whenever".
                follows = {i.start for i in effect if i.text in ("follow", "follows", "ensue", "ensues")}
                used = frozenset(reason.used | result.used | follows | {items[at].start})
                yield ClauseReading(constraints, used, reason.assumed + result.assumed, result.context)

    def _ordered(
        self,
        first: tuple[Item, ...],
        then: tuple[Item, ...],
        cues: set[int],
        assumed: float,
        first_holds: bool,
        then_holds: bool,
        context: Context,
    ) -> Iterator[ClauseReading]:
        first_facts, then_facts = Facts(first, self._linker, context), Facts(then, self._linker, context)
        # What was said first in the sentence may be referred to later: "once A has been scouted, go there".
        early = self._events.events(
            first,
            then_facts.after() if first and then and first[0].start > then[0].start else context,
            then_facts,
            first_holds,
        )
        late = self._events.events(
            then,
            first_facts.after() if first and then and first[0].start < then[0].start else context,
            first_facts,
            then_holds,
        )
        for e in early:
            if self._everywhere(e.conditions, first):
                continue
            for later in late:
                if set(map(str, e.conditions)) & set(map(str, later.conditions)):
                    continue
                constraints = tuple(
                    Constraint(ConstraintType.SOMETIME_BEFORE, (second, before))
                    for second in later.conditions
                    for before in e.conditions
                )
                merged = Facts((*first, *then), self._linker, context).after()
                yield ClauseReading(
                    constraints, frozenset(e.used | later.used | cues), e.assumed + later.assumed + assumed, merged
                )

    def _everywhere(self, conditions: tuple[Condition, ...], said: tuple[Item, ...]) -> bool:
        """Whether somebody has to be at several places that nobody named: "has left" is to be at one of them."""
        named = {name for item in said for sense in item.named() for name in sense.objects}
        stops = [
            (atom.arguments[0], atom.arguments[1])
            for atom in conditions
            if isinstance(atom, Atom) and atom.predicate in self._world.positions.values()
        ]
        unnamed = [who for who, place in stops if place not in named]
        return len(unnamed) > len(set(unnamed))

    def _splits(self, items: tuple[Item, ...]) -> Iterator[Split]:
        """Ways to see two parts in a clause of which one has to come first."""
        for number, item in enumerate(items):
            before, after = items[:number], items[number + 1 :]
            if item.named():
                continue
            if item.has(Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.WHILE) or item.text == "without":
                yield from self._connected(item, before, after)
            if item.has(Cue.BEAT) and before and after:
                used = {item.start} | {i.start for i in before if i.has(Cue.NOT)}
                negated = any(i.has(Cue.NOT) for i in before)
                pair = (after, positive(before)) if negated else (before, after)
                yield (*pair, used, 0.0, False, False)
            if item.has(Cue.FOR) and any(i.has(Cue.WAIT) for i in before) and after:
                used = {item.start} | {i.start for i in before if i.has(Cue.WAIT, Cue.NOT)}
                yield after, positive(before), used, 0.05, False, True
            if item.has(Cue.FIRST, Cue.THEN):
                yield from self._enumerated(number, items)

    def _connected(self, item: Item, before: tuple[Item, ...], after: tuple[Item, ...]) -> Iterator[Split]:
        cues = {item.start}
        parts: list[tuple[tuple[Item, ...], tuple[Item, ...], float]] = []
        if any(i.named() for i in before):
            parts.append((before, after, 0.0))
        for cut in range(1, len(after)):
            here = after[cut]
            if (
                here.text == ","
                # "Precondition for X: Y".
                or (here.text == ":" and item.text.startswith(_NEEDED))
                or here.has(Cue.MOVE, Cue.SET_OUT)
                or here.text
                in ("may", "should", "can", "must", "shall", "will", "do", "does", "is", "let", "the", "then")
            ):
                left, right = after[:cut], (*before, *after[cut:])
                if any(i.named() for i in left) and any(i.named() for i in after[cut:]):
                    parts.append((right, left, 0.0 if here.text in (",", ":") else 0.04))
        for main, sub, assumed in parts:
            if coordinated(main) or coordinated(sub) or _wished(sub):
                continue
            nots = {i.start for i in main if i.has(Cue.NOT)} | negative_names(main)
            sub_nots = {i.start for i in sub if i.has(Cue.NOT)} | negative_names(sub)
            away = _kept_away(main)
            if away and (nots or item.has(Cue.AFTER)):
                # "Keep out of A after that": no order says what lasts to the end.
                continue
            # What is left of "keep out of" is the place where somebody is not to be.
            there = Hint(next(iter(self._world.positions.values()), ""), "starts")
            main = tuple(replace(i, senses=(there,)) if i in away[-1:] else i for i in main if i not in away[:-1])
            negated = (len(nots) + len(away[:1])) % 2 == 1
            used = cues | nots | {i.start for i in away}
            if item.has(Cue.UNTIL):
                yield sub, positive(main), used | sub_nots, assumed, False, True
            if item.text == "without" and negated and any(i.hints() for i in sub):
                # "Nobody enters B without its having been scouted": first the one, then the other.
                yield sub, positive(main), used | sub_nots, assumed, False, True
            if item.has(Cue.BEFORE):
                if negated:
                    yield sub, positive(main), used, assumed, False, True
                else:
                    yield main, sub, used, assumed, False, False
                if not negated and any(i.has(Cue.STAY, Cue.WAIT) or i.text == "still" for i in main):
                    yield sub, main, used, assumed + 0.05, False, True
            if item.has(Cue.AFTER) and negated and item.text.startswith(_PRECEDED):
                # "Must not be preceded by": comes first.
                yield positive(main), sub, used, assumed, False, False
            elif item.has(Cue.AFTER) and (not negated or any(i.has(Cue.EXCEPT, Cue.ONLY) for i in main)):
                # "Not after B" is no "after B".
                yield sub, positive(main) if negated else main, used | sub_nots, assumed + 0.2 * negated, False, False
            spoken = item.text != "with" or any(i.hints() for i in sub)
            if item.has(Cue.WHILE) and spoken and (sub_nots or _unhappened(sub)):
                yield (
                    positive(sub),
                    positive(main),
                    used | sub_nots,
                    assumed + (0.0 if any(i.has(Cue.YET) for i in sub) else 0.03),
                    False,
                    True,
                )

    def _enumerated(self, number: int, items: tuple[Item, ...]) -> Iterator[Split]:
        """First X, then Y; X first, Y later; "arrival sequence: X one, Y two"."""
        word = items[number]
        if word.text in ("one", "two", "last", "second") and not any(i.has(Cue.SEQUENCE) for i in items):
            return
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
                yield left, right, used, 0.0 if firsts_left and thens_right else 0.05, False, False
            elif firsts_right and not connected and not thens_right:
                yield right, left, used, 0.06, False, False
            if firsts_right and connected:
                for place, item in enumerate(left):
                    if item.has(Cue.BEFORE) and any(i.named() for i in left[place:]):
                        yield (*left[:place], *right), left[place + 1 :], used | {item.start}, 0.04, False, False


def _wished(items: tuple[Item, ...]) -> bool:
    """Whether the words ask for something themselves, so that they are no time for something else."""
    said = [i.text for i in items[: next((n for n, i in enumerate(items) if i.text == ","), len(items))]]
    return any(word in said for word in ("must", "should", "shall"))


def _kept_away(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items that tell to stay away from somewhere, which before a time is the same as not to come there."""
    said = [n for n, i in enumerate(items) if _KEEPING & set(i.text.split()) and not i.named()]
    away = [n for n, i in enumerate(items) if i.has(Cue.AWAY) and not i.has(Cue.NOT) and said and n >= said[0]]
    return tuple(items[n] for n in sorted({*said, *away})) if away else ()


def _unhappened(items: tuple[Item, ...]) -> bool:
    """Whether a failing form says that something has not happened: "with the end point unscouted"."""
    return any(hint.form == "fails" for item in items for hint in item.hints())
