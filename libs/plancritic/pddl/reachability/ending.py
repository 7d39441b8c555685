"""What cannot be true in the last state of a plan, in which no action runs."""

from __future__ import annotations

from plancritic.pddl.reachability.literals import Literals
from plancritic.pddl.reachability.snap_actions import Task


def passing(task: Task) -> Literals:
    """Literals that are true only while an action runs.

    Only the starts of actions make such a literal true, each of which makes it false again at its end: the last
    action that made it true is still running while it is true.
    """
    kept: dict[int, set[int]] = {}
    for snap in task.snaps:
        for need in snap.needs:
            if need >= task.literals and need in snap.removes:
                kept[need] = kept.get(need, set(snap.removes)) & snap.removes
    lasting = set(task.initial)
    starting: dict[int, set[int]] = {}
    for snap in task.snaps:
        for literal in (*snap.adds, *snap.may_add):
            if snap.starts is None:
                lasting.add(literal)
            else:
                starting.setdefault(literal, set()).add(snap.starts)
    return frozenset(
        literal
        for literal, clocks in starting.items()
        if literal not in lasting and all(literal in kept.get(clock, ()) for clock in clocks)
    )
