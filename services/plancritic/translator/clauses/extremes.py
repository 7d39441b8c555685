"""What comes first or last of its sort: "scout B first", "the last boat to leave", "before the other two vessels do".

One thing that happens is put before (or after) the same with each of the others in its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.mentions.text import stem
from plancritic.pddl.language import And, Atom, Condition, Constraint, ConstraintType, Not, Or, atoms
from plancritic.translator.happenings.events import Event, EventReader
from plancritic.translator.happenings.facts import ClauseReading, Context, Facts

_FIRST = ("first", "at first", "first of all", "firstly", "in first place")
_LAST = ("last", "lastly", "last of all", "at last", "finally")
_OTHERS = words("other others rest else")
_QUANTIFIERS = words("the all any every each of our two three four do does")
_OPENING = words("start begin open kick")
_COMING = words("reach reaches get gets arrive arrives come comes be is enters enter leave leaves depart set")
_STOPS = words("stop place heading position attitude orientation direction location destination port halt target")


class ExtremeReader:
    """Reads clauses about what is first or last of its sort."""

    def __init__(self, events: EventReader) -> None:
        self._events = events
        self._linker = events.linker
        self._world = events.world

    def ways(self, items: tuple[Item, ...], context: Context) -> Iterator[ClauseReading]:
        """Yield every way to see a first or a last in a clause."""
        found = self._extreme(items)
        if found is None:
            return
        rest, cues, first, others_said = found
        facts = Facts(rest, self._linker, context)
        sort = self._sort(items, facts.movers)
        spoken = tuple(i for i in rest if i.start not in sort[1])
        for event in self._events.events(spoken, context, None):
            used = frozenset(event.used | cues | sort[1])
            others, assumed = self._others(event, facts, sort[0], others_said, items)
            if not first and any(i.text in ("thing", "place") or i.has(Cue.END) for i in items):
                assumed += 0.15
            constraints = tuple(
                Constraint(ConstraintType.SOMETIME_BEFORE, (other, one) if first else (one, other))
                for one in event.conditions
                for other in others
                if other != one
            )
            if constraints:
                yield ClauseReading(constraints, used, event.assumed + assumed, event.context)

    def _extreme(self, items: tuple[Item, ...]) -> tuple[tuple[Item, ...], set[int], bool, bool] | None:
        """The clause without the words that say first or last, those words, which it is, whether others are named."""
        comparing = [n for n, i in enumerate(items) if i.has(Cue.BEFORE, Cue.AFTER) and not i.named()]
        if len(comparing) == 1:
            at = comparing[0]
            after = [n for n in range(at + 1, len(items)) if items[n].text not in (".", "!", ",")]
            said = [word for n in after for word in items[n].text.split()]
            if not _OTHERS & set(said) or at == 0:
                return None
            if any(not self._stands_for_others(items[n]) for n in after):
                return None
            first = items[at].has(Cue.BEFORE)
            return items[:at], {items[n].start for n in (at, *after)}, first, True
        if comparing or any(i.has(Cue.UNTIL, Cue.WHENEVER) for i in items):
            return None
        marks = [i for i in items if i.text in (*_FIRST, *_LAST)]
        said_then = [i for i in items if i.has(Cue.THEN) and i not in marks and i.text not in ("two",)]
        opening = items and items[0].text in _OPENING and any(i.text == "with" for i in items)
        if said_then or len(marks) > 1 or (not marks and not opening):
            return None
        if marks and any(i.text in _STOPS for i in items[items.index(marks[0]) + 1 :][:1]):
            # "First stop of the scout: B" speaks of the other places it comes to, not of the other boats.
            return None
        if not marks:
            cut = next(n for n, i in enumerate(items) if i.text == "with")
            return items[cut + 1 :], {i.start for i in items[: cut + 1]}, True, False
        rest = tuple(i for i in items if i is not marks[0])
        return rest, {marks[0].start}, marks[0].text in _FIRST, False

    def _stands_for_others(self, item: Item) -> bool:
        if set(item.text.split()) <= _OTHERS | _QUANTIFIERS:
            return True
        wanted = stem(item.text) in self._events.wanted_words
        return wanted or any(name.kind == "type" for name in item.named()) or bool(item.hints())

    def _sort(self, items: tuple[Item, ...], movers: list[str]) -> tuple[tuple[str, ...], set[int]]:
        """The sort that the clause names beside the one it is about: "the last boat to leave"."""
        for item in items:
            for name in item.named():
                if name.kind == "type" and len(movers) == 1 and {*movers} < set(name.objects):
                    return name.objects, {item.start}
        return (), set()

    def _others(
        self, event: Event, facts: Facts, sort: tuple[str, ...], others_said: bool, items: tuple[Item, ...]
    ) -> tuple[list[Condition], float]:
        """The same with each of the others in the place of the one that is spoken of, and how much was assumed."""
        positions = set(self._world.positions.values())
        facts_said = [a for condition in event.conditions for a in atoms(condition)]
        if len(facts.movers) == 1 and all(a.predicate in positions for a in facts_said):
            mover = facts.movers[0]
            movers = [m for m in (sort or self._alike(mover)) if m != mover]
            changed = [_with(condition, {mover: other}) for condition in event.conditions for other in movers]
            able = [c for c in changed if all(self._world.possible(a) for a in atoms(c))]
            coming = bool(_COMING & {word for i in items for word in i.text.split()})
            return able, 0.02 if sort or others_said else 0.06 if coming else 0.3
        if len({a.predicate for a in facts_said}) != 1 or facts_said[0].predicate in positions:
            return [], 0.0
        predicate = facts_said[0].predicate
        goal = [a for a in self._world.goal_atoms() if a.predicate == predicate]
        if any(a in goal for a in facts_said):
            return [a for a in goal if a not in facts_said], 0.02
        named = {o for objects in facts.item_objects.values() for o in objects}
        place = next((k for k, o in enumerate(facts_said[0].arguments) if o in named), None)
        if place is None:
            return [], 0.0
        types = self._world.domain.predicates[predicate][place].types
        others = [
            Atom(predicate, (*a.arguments[:place], other, *a.arguments[place + 1 :]))
            for a in facts_said
            for other in self._world.problem.objects_of(*types)
            if other not in {said.arguments[place] for said in facts_said}
        ]
        return [a for a in others if self._world.possible(a) and a not in self._world.problem.facts], 0.08

    def _alike(self, mover: str) -> tuple[str, ...]:
        """The narrowest sort of movers that it belongs to with others."""
        sorts = (self._world.problem.objects_of(name) for name in self._linker.context.types)
        alike = [s for s in sorts if mover in s and len(s) > 1 and set(s) <= set(self._world.movers)]
        return min(alike, key=len, default=())


def _with(condition: Condition, change: dict[str, str]) -> Condition:
    if isinstance(condition, Atom):
        return Atom(condition.predicate, tuple(change.get(name, name) for name in condition.arguments))
    if isinstance(condition, Not):
        return Not(_with(condition.condition, change))
    if isinstance(condition, And | Or):
        return type(condition)(tuple(_with(part, change) for part in condition.conditions))
    return condition
