"""A problem made a little easier, so that every action may begin when another one ends, and no later.

Searching only the times at which something ends loses plans where an end has to wait for something (Cushing,
Kambhampati, Mausam & Weld, "When is Temporal Planning Really Temporal?", IJCAI 2007). Here what would have to wait is
left out: conditions at the end; what an end makes false while others may need it true; what happens during an action
and makes false what its end makes true. In the rest, moving an end before what happens during the action takes
nothing away, so that the starts of any plan can be moved in their order to the ends that they followed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from plancritic.pddl.language import Problem
from plancritic.pddl.reachability.arrays import Labels
from plancritic.pddl.reachability.base import explore
from plancritic.pddl.reachability.snap_actions import Snap, Task


@dataclass(frozen=True, slots=True)
class Start:
    """The start of an action, or a plain action (`clock` is -1). Literals are bits of whole numbers."""

    needs: int
    adds: int
    removes: int
    clock: int


@dataclass(frozen=True, slots=True)
class Running:
    """An action under way: how long it takes at least, what is true meanwhile, and what its end does and leaves."""

    action: str
    least: float
    guards: int
    adds: int
    removes: int
    #: What is surely false just after its end in every plan of the problem itself.
    denies: int = 0


@dataclass(frozen=True)
class Relaxed:
    """A problem without times but durations; `exclusive` has, for each clock, those that never run beside it."""

    initial: int
    starts: tuple[Start, ...]
    clocks: tuple[Running, ...]
    exclusive: tuple[int, ...]
    #: Sets of literals one of which is true in the last state.
    goals: tuple[int, ...]


def relaxed(problem: Problem) -> Relaxed | None:
    """Return the easier problem; None where times are named, or nothing can be a goal."""
    if problem.timed_literals:
        return None
    base = explore(problem)
    task = base.task
    goal = task.table.alternatives(problem.goal)
    if any(literal >= task.literals for literals in goal.sets for literal in literals):
        return None
    together = np.isfinite(base.labels)
    ends = _ends(task)
    dropped = _dropped(task, base.labels, ends)
    starts, count = [], task.literals
    for place, snap in enumerate(task.snaps):
        if place in ends or not _possible(snap, together):
            continue
        started = -1 if snap.starts is None else snap.starts - count
        removes = {each for each in snap.removes if each < count} - dropped[place]
        starts.append(Start(_bits(snap.needs), _bits(snap.adds | snap.may_add), _bits(removes), started))
    clocks = []
    for number, clock in enumerate(task.clocks):
        own = [place for place, ending in ends.items() if ending == number]
        adds = {each for place in own for each in (*task.snaps[place].adds, *task.snaps[place].may_add)}
        removes = (
            set.intersection(
                *({each for each in task.snaps[place].removes if each < count} - dropped[place] for place in own)
            )
            if own
            else set()
        )
        denies = _denied([task.snaps[place] for place in own], together[:count, :count])
        clocks.append(
            Running(clock.action, clock.least, _bits(clock.guards), _bits(adds), _bits(removes), _bits(denies))
        )
    exclusive = tuple(
        _bits(other for other in range(len(clocks)) if not together[count + number, count + other])
        for number in range(len(clocks))
    )
    goals = tuple(_bits(literals) for literals in goal.sets)
    return Relaxed(_bits(task.initial), tuple(dict.fromkeys(starts)), tuple(clocks), exclusive, goals)


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))


def _ends(task: Task) -> dict[int, int]:
    """The places of snaps that are ends, and the clocks that they end."""
    return {
        place: next(each for each in snap.needs if each >= task.literals) - task.literals
        for place, snap in enumerate(task.snaps)
        if any(each >= task.literals for each in snap.needs)
    }


def _possible(snap: Snap, together: np.ndarray) -> bool:
    needs = sorted(snap.needs)
    return bool(together[np.ix_(needs, needs)].all())


def _denied(ends: Iterable[Snap], together: np.ndarray) -> set[int]:
    """Literals that none of an action's ends leaves true: each makes them false, or needs what excludes them."""
    count = len(together)
    denied = set(range(count))
    for end in ends:
        needs = sorted(each for each in end.needs if each < count)
        excluded = set(np.flatnonzero(~together[needs].all(axis=0)).tolist())
        denied &= (excluded | end.removes) - end.adds - end.may_add
    return denied


def _dropped(task: Task, labels: Labels, ends: dict[int, int]) -> list[set[int]]:
    """For each snap what it no longer makes false."""
    together, count = np.isfinite(labels), task.literals
    dropped: list[set[int]] = [set() for _ in task.snaps]
    during = [
        [
            place
            for place, snap in enumerate(task.snaps)
            if ends.get(place) != number and bool(together[count + number, sorted(snap.needs)].all())
        ]
        for number in range(len(task.clocks))
    ]
    for place, number in ends.items():
        end = task.snaps[place]
        needed = {need for other in during[number] for need in task.snaps[other].needs}
        for other, clock in enumerate(task.clocks):
            if other != number and together[count + number, count + other]:
                needed |= clock.guards
        dropped[place] |= end.removes & needed
        for other in during[number]:
            dropped[other] |= task.snaps[other].removes & (end.adds | end.may_add)
    return dropped
