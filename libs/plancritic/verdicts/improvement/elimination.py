"""Needless steps found: those without which, and without what then becomes impossible, the plan still does.

Action elimination of Nakhost & Müller, "Action Elimination and Plan Neighborhood Graph Search" (ICAPS 2010), the
costliest first as in Balyo, Chrpa & Kilani, "On Different Strategies for Eliminating Redundant Actions from Plans"
(SoCS 2014); for temporal plans as in Med & Chrpa, "On Speeding Up Methods for Identifying Redundant Actions in
Plans" (ICAPS 2022). Finding the most steps that can go is NP-hard: what is left here has no needless step and no
needless pair of steps that undo each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from plancritic.pddl.execution import Trajectory, execute
from plancritic.pddl.language import Atom, Plan, Problem, Step
from plancritic.verdicts.improvement.replay import Remainder, Replay

#: Pairs of steps looked at in one round, for each step of the plan.
_PAIRS_PER_STEP = 4


def eliminate(
    problem: Problem,
    plan: Plan,
    accepted: Callable[[Plan], bool],
    go_on: Callable[[], bool] = lambda: True,
) -> Plan:
    """Return the plan without needless steps; times stay.

    Args:
        problem: The plan's problem.
        plan: Executable and accepted.
        accepted: Whether a plan with fewer steps is one: executes, meets the goal and all that is asked.
        go_on: Asked before each attempt; False ends the search with what was found so far.
    """
    return _Elimination(problem, plan, accepted, go_on).run()


class _Elimination:
    def __init__(
        self, problem: Problem, plan: Plan, accepted: Callable[[Plan], bool], go_on: Callable[[], bool]
    ) -> None:
        self._problem = problem
        self._plan = plan
        self._accepted = accepted
        self._go_on = go_on
        self._replay = Replay(problem, plan.steps)
        self._everything = frozenset(range(len(plan.steps)))
        self._left = Remainder(self._everything, plan.steps, goal_met=True)
        self._refused: set[tuple[Step, ...]] = set()

    def run(self) -> Plan:
        while self._round([(step,) for step in sorted(self._left.kept)]) or self._round(self._pairs()):
            pass
        return Plan(self._left.steps)

    def _round(self, groups: Iterable[tuple[int, ...]]) -> bool:
        """Try to leave out each group alone, then, the costliest first, all that can go together."""
        before = self._left
        promising: dict[frozenset[int], None] = {}
        for group in groups:
            if not self._go_on():
                break
            found = self._replay.without(group)
            if found.goal_met and found.kept not in promising and self._shorter(found):
                promising[found.kept] = None
        by_cost = sorted(promising, key=lambda kept: (self._gain(before.kept - kept), sorted(kept)))
        for kept in by_cost:
            if not self._go_on():
                break
            found = self._replay.without(before.kept - kept)
            if found.kept == self._left.kept or not found.goal_met or found.steps in self._refused:
                continue
            if self._shorter(found) and self._accepted(Plan(found.steps)):
                self._left = found
                self._replay.settle(self._everything - found.kept)
            else:
                self._refused.add(found.steps)
        return self._left.kept != before.kept

    def _shorter(self, found: Remainder) -> bool:
        """A step whose duration grew must not make the plan longer."""
        return Plan(found.steps).makespan <= Plan(self._left.steps).makespan

    def _gain(self, steps: Iterable[int]) -> tuple[float, int]:
        """Smaller for more time spent, then for more steps."""
        durations = [self._plan.steps[step].duration or 0.0 for step in steps]
        return -sum(durations), -len(durations)

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """Steps that undo something of an earlier one and do not fall out with it anyway, few enough to try."""
        plan = Plan(self._left.steps)
        trajectory = execute(self._problem, plan)
        numbers = sorted(self._left.kept)
        changes = [_net_changes(trajectory, index) for index in range(len(numbers))]
        room = _PAIRS_PER_STEP * len(numbers)
        for index, first in enumerate(numbers):
            undoing = [
                later
                for later, other in enumerate(changes[index + 1 :], start=index + 1)
                if any(change * other.get(atom, 0.0) < 0 for atom, change in changes[index].items())
            ]
            if not undoing or room <= 0:
                continue
            follows = self._replay.without((first,)).kept
            for later in undoing:
                if numbers[later] in follows and room > 0:
                    room -= 1
                    yield first, numbers[later]


def _net_changes(trajectory: Trajectory, step: int) -> dict[Atom, float]:
    """What is different after a step: 1 for an atom that it made true, -1 for one false, the change of a number."""
    changes: dict[Atom, float] = {}
    for _, event in trajectory.changes(step):
        for atom in event.added:
            changes[atom] = changes.get(atom, 0.0) + 1.0
        for atom in event.deleted:
            changes[atom] = changes.get(atom, 0.0) - 1.0
        for fluent, (before, after) in (event.values or {}).items():
            changes[fluent] = changes.get(fluent, 0.0) + after - (before or 0.0)
    return {atom: change for atom, change in changes.items() if change}
