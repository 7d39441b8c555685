"""What can be reached in a problem without any constraint."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from plancritic.pddl.language import FactEffect, Problem
from plancritic.pddl.reachability.arrays import Labels
from plancritic.pddl.reachability.demands import Held
from plancritic.pddl.reachability.earliest import System, Window, earliest_pairs
from plancritic.pddl.reachability.lasting import lasting
from plancritic.pddl.reachability.literals import negation
from plancritic.pddl.reachability.restriction import window
from plancritic.pddl.reachability.snap_actions import Task, read_task


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
    longer = lasting(problem, task, labels)
    if longer is not task:
        task, labels = longer, _labels(longer, ())
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
