"""A task under demands: snaps taken out, split by what has to be known, and given what has to be remembered.

Monitors are facts. Where a snap's meaning for a monitor depends on a literal, the snap is split in two: one that
needs the literal and one that needs its negation. Of simultaneous snaps some order gives each its true meaning.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from plancritic.pddl.reachability.demands import Demand, Follows, Once, Precedes
from plancritic.pddl.reachability.earliest import SAME, Labels, System, Window
from plancritic.pddl.reachability.literals import Literals, negation
from plancritic.pddl.reachability.snaps import Snap, Task

#: A snap is split into no more than this many: beyond, a monitor is not minded at it.
_MOST_VARIANTS = 8


@dataclass(frozen=True, eq=False)
class Restricted:
    """`final`: monitors that are true in the last state of every plan, each with the demand that it is for."""

    system: System
    final: tuple[tuple[int, str], ...]


def restrict(task: Task, labels: Labels, demands: Sequence[Demand]) -> Restricted:
    """The task with the demands.

    Args:
        task: Without any.
        labels: Of its pairs.
        demands: What plans have to meet.
    """
    return _Restriction(task, labels, demands).restricted()


class _Restriction:
    def __init__(self, task: Task, labels: Labels, demands: Sequence[Demand]) -> None:
        self.task = task
        self.labels = labels
        self.demands = demands
        self.facts = len(labels)
        self.initial = set(task.initial)
        self.final: list[tuple[int, str]] = []

    def restricted(self) -> Restricted:
        never = frozenset[int]().union(*(demand.never for demand in self.demands))
        snaps = [
            replace(snap, may_add=snap.may_add - never)
            for snap in self.task.snaps
            if not snap.adds & never and self._when(snap.needs) < math.inf
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
        impossible = np.zeros((self.facts, self.facts), dtype=bool)
        known = len(self.labels)
        impossible[:known, :known] = np.isinf(self.labels)
        for literal in never:
            impossible[literal, :] = impossible[:, literal] = True
        clocks = self.task.clocks
        system = System(
            self.facts, self.task.literals, frozenset(self.initial), snaps, clocks, impossible, tuple(self._windows())
        )
        return Restricted(system, tuple(self.final))

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
        elif not live and monitor.answer.sets and len(monitor.triggers) == 1 and not monitor.triggers & snap.removes:
            # It makes the answer false while the trigger may be true.
            (trigger,) = monitor.triggers
            yield from self._needing(owing, trigger)
            yield from self._needing(snap, negation(trigger))
        else:
            yield snap

    def _needing(self, snap: Snap, *literals: int) -> Iterator[Snap]:
        """The snap where the literals are true, if that can be."""
        needs = snap.needs.union(literals)
        if self._when(needs) < math.inf:
            yield replace(snap, needs=needs)


def window(labels: Labels, literal: int, start: float, end: float) -> Window:
    """When nothing can be true that excludes a literal which has to be held."""
    excluded: Literals = frozenset(np.flatnonzero(np.isinf(labels[literal])).tolist())
    return Window(excluded, start, end)
