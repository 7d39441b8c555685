"""A task under demands: snaps taken out, split by what has to be known, and given what has to be remembered.

Monitors are facts. Where a snap's meaning for a monitor depends on a literal, the snap is split in two: one that
needs the literal and one that needs its negation. Of simultaneous snaps some order gives each its true meaning.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from plancritic.pddl.reachability.arrays import Labels
from plancritic.pddl.reachability.delays import Delays
from plancritic.pddl.reachability.demands import Demand, Follows, Held, Once, Precedes, Reached, Recurs
from plancritic.pddl.reachability.earliest import SAME, System, Window
from plancritic.pddl.reachability.literals import ALWAYS, Literals, negation
from plancritic.pddl.reachability.moments import Moments
from plancritic.pddl.reachability.snap_actions import Snap, Task

#: A snap is split into no more than this many: beyond, a monitor is not minded at it.
_MOST_VARIANTS = 8
#: Beyond so many times the snaps of a task they are not split by what is held.
_MOST_TIMES_SPLIT = 4


@dataclass(frozen=True, eq=False)
class Restricted:
    """`final`: monitors that are true in the last state of every plan, each with the demand that it is for."""

    system: System
    final: tuple[tuple[int, str], ...]


def restrict(
    task: Task, labels: Labels, delays: Delays, demands: Sequence[Demand], goal: Sequence[Reached]
) -> Restricted:
    """Return the task with the demands, without what matters to none of them nor to the goal.

    Args:
        task: Without any.
        labels: Of its pairs.
        delays: Of its snaps.
        demands: What plans have to meet.
        goal: What is true in the last state beside that.
    """
    return _Restriction(task, labels, delays, demands, goal).restricted()


def kept_for_ever(required: Iterable[Reached], task: Task) -> Literals:
    """Literals that are true in no state because they would stay, and the last state excludes them."""
    removed = frozenset[int]().union(*(snap.removes for snap in task.snaps))
    may_go = frozenset(negation(literal) for snap in task.snaps for literal in (*snap.adds, *snap.may_add))
    found = set()
    for each in required:
        if each.alternatives.sets:
            common = frozenset[int].intersection(*each.alternatives.sets)
            found |= {negation(literal) for literal in common if negation(literal) not in removed | may_go}
    return frozenset(found)


class _Restriction:
    def __init__(
        self, task: Task, labels: Labels, delays: Delays, demands: Sequence[Demand], goal: Sequence[Reached]
    ) -> None:
        self.task = task
        self.delays = delays
        self.moments = Moments(task, labels, frozenset(_releasing(demands)))
        self.goal = goal
        self.labels = labels
        self.demands = demands
        self.facts = len(labels)
        self.initial = set(task.initial)
        self.final: list[tuple[int, str]] = []

    def restricted(self) -> Restricted:
        last = [*self.goal, *(each for demand in self.demands for each in demand.final)]
        never = kept_for_ever(last, self.task).union(*(demand.never for demand in self.demands))
        snaps = [
            replace(variant, may_add=variant.may_add - never)
            for place, snap in enumerate(self.task.snaps)
            if not snap.adds & never and self._when(snap.needs) < math.inf
            for variant in self._in_time(place, snap)
        ]
        for demand in self.demands:
            for monitor in demand.monitors:
                number = self.facts
                self.facts += 1
                snaps = [variant for snap in snaps for variant in self._monitored(snap, monitor, number)]
                if self._starts_true(monitor):
                    self.initial.add(number)
                if isinstance(monitor, Follows):
                    self.final.append((number, demand.text))
        for demand in self.demands:
            # What timed literals hold is left as it is: there may be many.
            for held in demand.held if not demand.given else ():
                snaps = list(self._while_held(snaps, held))
        impossible = np.zeros((self.facts, self.facts), dtype=bool)
        known = len(self.labels)
        impossible[:known, :known] = np.isinf(self.labels)
        for literal in never:
            impossible[literal, :] = impossible[:, literal] = True
        asked = [*last, *(each for demand in self.demands for each in demand.reached)]
        wanted = {literal for each in asked for literals in each.alternatives.sets for literal in literals}
        wanted.update(monitor for monitor, _ in self.final)
        snaps, relevant = self._relevant(snaps, wanted)
        initial = frozenset(self.initial & relevant)
        windows = tuple(self._windows())
        system = System(self.facts, self.task.literals, initial, snaps, self.task.clocks, impossible, windows)
        return Restricted(system, tuple(self.final))

    def _relevant(self, snaps: list[Snap], wanted: set[int]) -> tuple[list[Snap], set[int]]:
        """The snaps that help to something wanted, and all that they need; nothing else is to be looked at."""
        relevant = {ALWAYS, *wanted}
        waiting = snaps
        while True:
            rest = []
            for snap in waiting:
                if relevant.isdisjoint(snap.adds) and relevant.isdisjoint(snap.may_add) and snap.starts not in relevant:
                    rest.append(snap)
                    continue
                relevant |= snap.needs
                for need in snap.needs:
                    if self.task.literals <= need < len(self.labels):
                        relevant |= self.task.clocks[need - self.task.literals].guards
            if len(rest) == len(waiting):
                break
            waiting = rest
        unused = set(map(id, waiting))
        kept = [
            replace(
                snap,
                adds=snap.adds & relevant,
                may_add=snap.may_add & relevant,
                starts=snap.starts if snap.starts in relevant else None,
            )
            for snap in snaps
            if id(snap) not in unused
        ]
        return kept, relevant

    def _in_time(self, place: int, snap: Snap) -> list[Snap]:
        """The snap where no trigger is true after it whose answer is then too far away."""
        found = [snap]
        for recurs in (recurs for demand in self.demands for recurs in demand.recurs):
            if place in self.delays.late(recurs.answer, recurs.bound):
                found = [variant for each in found for variant in self._untriggered(place, each, recurs)]
        return found

    def _untriggered(self, place: int, snap: Snap, recurs: Recurs) -> Iterator[Snap]:
        unless = recurs.unless.sets
        if len(unless) >= _MOST_VARIANTS or not self.moments.settled(snap, frozenset[int]().union(*unless)):
            yield snap
            return
        if recurs.at_once and self._when(snap.needs) <= SAME:
            yield replace(snap, avoids=(*snap.avoids, (0.0, math.inf)))
        after = self.delays.after(place)
        for literals in unless:
            if literals <= after:
                yield from self._needing(snap, *literals)

    def _while_held(self, snaps: list[Snap], held: Held) -> Iterator[Snap]:
        """What happens between two times happens where the literal is true that is held then."""
        if len(snaps) > _MOST_TIMES_SPLIT * len(self.task.snaps):
            yield from snaps
            return
        for snap in snaps:
            if held.literal in snap.needs:
                yield snap
                continue
            if self._when(snap.needs) <= held.start + SAME or held.end < math.inf:
                yield replace(snap, avoids=(*snap.avoids, (held.start, held.end)))
            for inside in self._needing(snap, held.literal):
                yield replace(inside, not_before=max(inside.not_before, held.start))

    def _windows(self) -> Iterator[Window]:
        for demand in self.demands:
            for held in demand.held:
                yield window(self.labels, held.literal, held.start, held.end)

    def _starts_true(self, monitor: Follows | Precedes | Once) -> bool:
        match monitor:
            case Follows():
                return not monitor.pending
            case Precedes():
                return False
            case Once():
                return not monitor.used

    def _when(self, needs: Iterable[int]) -> float:
        """When all of them can be true together without the demands; monitors aside."""
        known = [need for need in needs if need < len(self.labels)]
        return float(self.labels[np.ix_(known, known)].max())

    def _monitored(self, snap: Snap, monitor: Follows | Precedes | Once, number: int) -> Iterator[Snap]:
        match monitor:
            case Once(literal):
                yield from self._once(snap, literal, number)
            case Precedes(triggers, answer):
                needs = snap.needs | {number} if snap.adds & triggers else snap.needs
                adds = snap.adds | {number} if (snap.adds | snap.may_add) & answer else snap.adds
                yield replace(snap, needs=needs, adds=adds)
            case Follows():
                yield from self._follows(snap, monitor, number)

    def _once(self, snap: Snap, literal: int, number: int) -> Iterator[Snap]:
        if literal not in snap.adds:
            yield snap
            return
        yield from self._needing(snap, literal)
        begins = replace(snap, needs=snap.needs | {number}, removes=snap.removes | {number})
        yield from self._needing(begins, negation(literal))

    def _follows(self, snap: Snap, monitor: Follows, number: int) -> Iterator[Snap]:
        """The monitor is false while an answer is owed."""
        if any((snap.adds | snap.may_add) & literals for literals in monitor.answer.sets):
            yield replace(snap, adds=snap.adds | {number})
            return
        if monitor.at_once and self._when(snap.needs) <= SAME:
            yield snap
            return
        owing = replace(snap, removes=snap.removes | {number})
        live = [literals for literals in monitor.answer.sets if not literals & snap.removes]
        if snap.adds & monitor.triggers:
            if len(live) >= _MOST_VARIANTS:
                yield snap
                return
            for literals in live:
                yield from self._needing(snap, *literals)
            single = [negation(literal) for literals in live if len(literals) == 1 for literal in literals]
            yield from self._needing(owing, *single)
        elif not live and monitor.answer.sets and self._may_leave(snap, monitor.triggers):
            # It makes the answer false while the trigger may be true.
            (trigger,) = monitor.triggers
            yield from self._needing(owing, trigger)
            yield from self._needing(snap, negation(trigger))
        else:
            yield snap

    def _may_leave(self, snap: Snap, triggers: Literals) -> bool:
        """Whether the one trigger is true after it just where it is before, others of the moment thought before it."""
        return len(triggers) == 1 and not any(
            negation(trigger) in snap.adds | snap.may_add
            or not self.moments.settled(snap, frozenset((negation(trigger),)))
            for trigger in triggers
        )

    def _needing(self, snap: Snap, *literals: int) -> Iterator[Snap]:
        """The snap where the literals are true, if that can be."""
        needs = snap.needs.union(literals)
        if self._when(needs) < math.inf:
            yield replace(snap, needs=needs)


def _releasing(demands: Iterable[Demand]) -> Iterator[int]:
    """Literals that make a trigger false, for those that are looked at in the state after a snap."""
    for demand in demands:
        for recurs in demand.recurs:
            yield from (literal for literals in recurs.unless.sets for literal in literals)
        for monitor in demand.monitors:
            if isinstance(monitor, Follows):
                yield from map(negation, monitor.triggers)


def window(labels: Labels, literal: int, start: float, end: float) -> Window:
    """When nothing can be true that excludes a literal which has to be held."""
    excluded: Literals = frozenset(np.flatnonzero(np.isinf(labels[literal])).tolist())
    return Window(excluded, start, end)
