"""Least durations of actions whose durations depend on numbers that change: in all states, and in the early ones.

Some actions cannot begin before numbers have changed that only actions one after the other change. Until the first of
these begins, the numbers vary less, so durations have better bounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from plancritic.pddl.grounding import Invariants, ground_action
from plancritic.pddl.language import LARGEST, GroundAction, Problem, conjuncts
from plancritic.pddl.reachability.arrays import Labels
from plancritic.pddl.reachability.linear import Together
from plancritic.pddl.reachability.numbers import Change, Numbers, changes, compared
from plancritic.pddl.reachability.overlaps import Overlaps
from plancritic.pddl.reachability.pace import Sequences
from plancritic.pddl.reachability.snap_actions import Snap, Task, shortened

#: Times are found to this exactness, and not looked for beyond the last.
_EXACT = 0.001
_LATEST = 10_000.0


def lasting(problem: Problem, task: Task, labels: Labels) -> Task:
    """Return the task with least durations for actions whose durations depend on numbers that change."""
    if not task.varying:
        return task
    invariants = Invariants.of(problem)
    actions = [ground_action(problem, name, arguments) for name, arguments in invariants.reachable_actions]
    varying = [action for action in actions if action.text in task.varying]
    overlaps = Overlaps(task, labels)
    facts = {fact for fact in problem.facts if invariants.only_deleted(fact)}
    every = tuple(changes(actions, facts, overlaps.alone))
    numbers = Numbers(problem, every)
    least = _durations(varying, numbers)
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
    task = replace(task, clocks=clocks, snaps=snaps)
    possible = [action for action in actions if action.text not in impossible]
    early = _early(problem, possible, [action for action in varying if action.text not in impossible], every)
    return _with_early(task, possible, early, overlaps)


@dataclass(frozen=True, slots=True)
class _Early:
    """Numbers before any of the postponed actions begins, and the durations that follow."""

    numbers: Numbers
    postponed: Mapping[str, tuple[Together, ...]]
    durations: Mapping[str, float]


def _durations(varying: Sequence[GroundAction], numbers: Numbers) -> dict[str, float]:
    return {action.text: _least(action, numbers) for action in varying}


def _least(action: GroundAction, numbers: Numbers) -> float:
    needed = conjuncts(action.conditions_at_start)
    comparisons = compared(action, at_end=False)
    bounds = [
        numbers.least(bound.expression, needed, comparisons)
        for bound in action.duration or ()
        if bound.operator in ("=", ">", ">=") and not bound.at_end
    ]
    least = max((0.0, *bounds))
    # Infinite where the action is impossible; else finite, so that sums of durations prove nothing by overflowing.
    return least if math.isinf(least) else min(least, LARGEST)


def _early(
    problem: Problem, actions: Sequence[GroundAction], varying: Sequence[GroundAction], every: Sequence[Change]
) -> _Early:
    """What holds until one of the actions begins that cannot begin initially, for the fewest of them that matter."""
    start = Numbers(problem, ())
    waiting = {action.text: action for action in actions if not start.possible(compared(action, at_end=False))}
    spared = [action for action in varying if action.text not in waiting]

    def without(postponed: Collection[str]) -> tuple[Numbers, dict[str, float]]:
        numbers = Numbers(problem, [change for change in every if change.action not in postponed])
        return numbers, _durations(spared, numbers)

    postponed = set(waiting)
    numbers, durations = without(postponed)
    for schema in sorted(set(map(_schema, waiting))):
        fewer = {text for text in postponed if _schema(text) != schema}
        others, again = without(fewer)
        if again == durations:
            postponed, numbers = fewer, others
    comparisons = {text: compared(waiting[text], at_end=False) for text in postponed}
    return _Early(numbers, comparisons, durations)


def _schema(action: str) -> str:
    return action.strip("()").split()[0]


def _with_early(task: Task, actions: Sequence[GroundAction], early: _Early, overlaps: Overlaps) -> Task:
    """The task with what early durations there are, and what cannot begin early."""
    better = {
        clock.action: shortened(early.durations[clock.action])
        for clock in task.clocks
        if clock.least < shortened(early.durations.get(clock.action, 0.0)) < math.inf
    }
    if not better:
        return task
    least = {clock.action: clock.least for clock in task.clocks} | better
    sequences = Sequences(early.numbers.once, overlaps, least)
    until = _first(tuple(early.postponed.values()), early.numbers, sequences)
    late = set(early.postponed)
    late |= {action.text for action in actions if not early.numbers.possible(compared(action, at_end=False))}
    clocks = tuple(
        replace(clock, early=better[clock.action], until=until) if clock.action in better else clock
        for clock in task.clocks
    )

    def delayed(snap: Snap) -> Snap:
        # Both ends of an action that takes time never fall on one moment.
        held_up = snap.name in late or (snap.whole and snap.name in better)
        return replace(snap, not_before=until) if held_up else snap

    return replace(task, clocks=clocks, snaps=tuple(map(delayed, task.snaps)))


def _first(choices: Sequence[Sequence[Together]], numbers: Numbers, sequences: Sequences) -> float:
    """A time until which each of the choices has a comparison that is false."""
    first = math.inf
    for comparisons in choices:

        def possible(time: float, comparisons: Sequence[Together] = comparisons) -> bool:
            return numbers.possible_by(comparisons, sequences.by(time))

        if possible(first):
            first = _last_false(possible, first)
    return first


def _last_false(possible: Callable[[float], bool], end: float) -> float:
    """A time at which something is impossible that is possible at the end and stays so once it is."""
    false, true = 0.0, min(1.0, end)
    if possible(false):
        return 0.0
    while not possible(true):
        if true > _LATEST:
            return true
        false, true = true, min(2 * true, end)
    while true - false > _EXACT:
        middle = (false + true) / 2
        if possible(middle):
            true = middle
        else:
            false = middle
    return false
