"""What can be reached in a problem without any constraint."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from plancritic.pddl.conditions import Atom, conjuncts
from plancritic.pddl.grounding import ground_action
from plancritic.pddl.invariants import Invariants
from plancritic.pddl.model import FactEffect, GroundAction, Problem
from plancritic.pddl.reachability.arrays import Labels
from plancritic.pddl.reachability.demands import Held
from plancritic.pddl.reachability.earliest import System, Window, earliest_pairs
from plancritic.pddl.reachability.literals import Literals, negation
from plancritic.pddl.reachability.numbers import Numbers, changes, compared
from plancritic.pddl.reachability.restriction import window
from plancritic.pddl.reachability.snaps import Snap, Task, read_task, shortened


@dataclass(frozen=True, eq=False)
class Base:
    """A problem as a task, what its timed literals hold, and the labels of all pairs."""

    task: Task
    held: tuple[Held, ...]
    labels: Labels


def explore(problem: Problem) -> Base:
    """Ground a problem and find out when pairs of facts can first be true."""
    task = read_task(problem)
    labels = _labels(task, ())
    lasting = _lasting(problem, task, labels)
    if lasting is not task:
        task, labels = lasting, _labels(lasting, ())
    held = tuple(_held_by_timed_literals(problem, task))
    if held:
        windows = tuple(window(labels, each.literal, each.start, each.end) for each in held)
        labels = _labels(task, windows)
    return Base(task, held, labels)


def _labels(task: Task, windows: tuple[Window, ...]) -> Labels:
    count = task.literals + len(task.clocks)
    never = np.zeros((count, count), dtype=bool)
    for literal in range(1, task.literals, 2):
        never[literal, literal + 1] = never[literal + 1, literal] = True
    return earliest_pairs(System(count, task.literals, task.initial, task.snaps, task.clocks, never, windows))


def _held_by_timed_literals(problem: Problem, task: Task) -> Iterator[Held]:
    """When timed literals alone keep an atom false, or true: no action changes it in that direction."""
    changed = {literal for snap in task.snaps if snap.time is None for literal in (*snap.adds, *snap.may_add)}
    timed: dict[int, list[tuple[float, int]]] = {}
    for each in problem.timed_literals:
        if isinstance(each.effect, FactEffect):
            literal = task.table.literal(each.effect.atom, each.effect.becomes)
            if literal is not None:
                timed.setdefault((literal - 1) // 2, []).append((each.time, literal))
    for moments in timed.values():
        moments.sort()
        for place, (time, literal) in enumerate(moments):
            if negation(literal) not in changed:
                later = (after for after, other in moments[place + 1 :] if other != literal)
                yield Held(literal, time, next(later, math.inf))


def _lasting(problem: Problem, task: Task, labels: Labels) -> Task:
    """The task with least durations for actions whose durations depend on numbers that change."""
    if not task.varying:
        return task
    actions = [ground_action(problem, name, arguments) for name, arguments in Invariants.of(problem).reachable_actions]
    overlaps = _Overlaps(task, labels)
    invariants = Invariants.of(problem)
    facts = {fact for fact in problem.facts if invariants.only_deleted(fact)}
    numbers = Numbers(problem, changes(actions, facts, overlaps.alone))
    least = {action.text: _least(action, numbers) for action in actions if action.text in task.varying}
    # Its duration has no value in any state.
    unknown = {action for action, time in least.items() if math.isinf(time)}
    clocks = tuple(
        replace(clock, least=max(clock.least, shortened(least[clock.action])))
        if clock.action in least.keys() - unknown
        else clock
        for clock in task.clocks
    )
    # Both ends of an action that takes time never fall on one moment.
    long = {clock.action for clock in clocks if clock.least > 0}
    impossible = unknown | {action.text for action in actions if not numbers.possible(compared(action))}
    snaps = tuple(snap for snap in task.snaps if snap.name not in impossible and not (snap.whole and snap.name in long))
    return replace(task, clocks=clocks, snaps=snaps)


def _least(action: GroundAction, numbers: Numbers) -> float:
    needed = conjuncts(action.conditions_at_start)
    bounds = [
        numbers.least(bound.expression, needed)
        for bound in action.duration or ()
        if bound.operator in ("=", ">", ">=") and not bound.at_end
    ]
    return max((0.0, *bounds))


class _Overlaps:
    """Which actions can run beside each other."""

    def __init__(self, task: Task, labels: Labels) -> None:
        self._task = task
        self._labels = labels
        self._starts: dict[str, list[Snap]] = {}
        self._removing: dict[int, set[str]] = {}
        self._clocks = {clock.action: task.literals + place for place, clock in enumerate(task.clocks)}
        for snap in task.snaps:
            if snap.starts is not None:
                self._starts.setdefault(snap.name, []).append(snap)
            for literal in snap.removes:
                self._removing.setdefault(literal, set()).add(snap.name)

    def alone(self, action: str, fact: Atom) -> bool:
        """Whether no other run of an action that makes the fact false begins while one of this does, nor before it."""
        literal = self._task.table.literal(fact, True)
        if literal is None or action not in self._clocks:
            return False
        others = self._removing.get(literal, set())
        return all(self._apart(action, other) and self._apart(other, action) for other in others)

    def _apart(self, running: str, beginning: str) -> bool:
        """Whether one action cannot begin while the other runs; a plain one is not looked at."""
        clock = self._clocks.get(running)
        starts: Sequence[Snap] = self._starts.get(beginning, ())
        if clock is None or not starts:
            return False
        return all(self._excludes(clock, snap.needs) for snap in starts)

    def _excludes(self, clock: int, needs: Literals) -> bool:
        return any(math.isinf(self._labels[clock, need]) for need in needs)
