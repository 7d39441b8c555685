"""Clauses about deeds: what is to be removed, what is to stay where it is."""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import DeedHint, Item, Named
from plancritic.pddl.language import Constraint, ConstraintType
from plancritic.translator.happenings.events import EventReader
from plancritic.translator.happenings.facts import ClauseReading, Context, Facts, negating, negations


class DeedReader:
    """Reads clauses as deeds done or left."""

    def __init__(self, events: EventReader) -> None:
        self._events = events
        self._linker = events.linker
        self._world = events.world

    def ways(self, items: tuple[Item, ...], context: Context) -> Iterator[ClauseReading]:
        """Yield every way to see a deed in a clause: at most one."""
        facts = Facts(items, self._linker, context)
        things, assumed = list(facts.things), 0.0
        refers = (
            facts.generic_thing
            or bool(facts.cued(Cue.IT, Cue.THEM))
            or any(
                i.text in ("all", "everything", "every", "piece", "any", "which", "that one", "this one", "one")
                for i in items
            )
        )
        if not things:
            if not context.things or not refers:
                return
            things, assumed = list(context.things), 0.05
        stays = [i for i in items if i.has(Cue.STAY) or any(isinstance(s, DeedHint) and not s.done for s in i.senses)]
        goes = [
            i
            for i in items
            if (i.has(Cue.GONE) or any(isinstance(s, DeedHint) and s.done for s in i.senses)) and i not in stays
        ]
        hands_off = [i for i in items if i.text == "hands off"]
        count, nots = negations(items, facts)
        used = (
            facts.used_for((*things, *self._world.movers))
            | nots
            | {
                i.start
                for i in (
                    *stays,
                    *goes,
                    *facts.cued(Cue.END, Cue.ALWAYS, Cue.IT, Cue.THEM, Cue.YET, Cue.FILLER, Cue.ONLY),
                )
            }
        )
        if hands_off:
            done = False
        elif stays and (count % 2 == 1 or not goes or not any(i.text in ("out", "gone", "removed") for i in goes)):
            done = count % 2 == 1
        elif goes:
            done = count % 2 == 0
        elif context.deed_done is not None and count:
            done, assumed = count % 2 == 0, assumed + 0.05
        elif facts.things and count and facts.cued(Cue.END):
            done = True
        else:
            return
        mentions = {frozenset(n.objects) for i in items for n in i.named()[:1] if self._things_of(n)}
        if len(mentions) > 1 and (count or (stays and goes)):
            assumed += 0.15
        if stays and goes and count:
            # "We may not lift it, so leave it": what is denied is the one and not the other.
            assumed += 0.3
        if (stays and goes and not count and facts.things) or len({i.text for i in negating(items)}) > 1:
            assumed += 0.06
        conditions = [c for thing in things for c in self._events.deed_conditions(thing, done)]
        if facts.cued(Cue.ONLY) and facts.things:
            everything = facts.all_things()
            conditions.extend(
                c for other in everything if other not in things for c in self._events.deed_conditions(other, not done)
            )
        constraints = tuple(Constraint(ConstraintType.AT_END, (c,)) for c in dict.fromkeys(conditions))
        after = facts.after()
        # "All but the piece at B; that one stays": what was excepted is spoken of last.
        spoken = facts.excepted.things if facts.excepted is not None else tuple(things)
        yield ClauseReading(
            constraints,
            frozenset(used),
            assumed,
            Context(after.movers, after.places, spoken, after.others, done),
        )

    def _things_of(self, named: Named) -> bool:
        return any(self._world.problem.is_a(named.objects[0], deed.type) for deed in self._linker.context.deeds)
