"""Which orders of a plan's steps its causal links rule out: who needs what a step makes cannot come before it."""

from __future__ import annotations

from functools import cached_property

from plancritic.pddl.execution.causal_links import StepNeed, causal_links, is_restored
from plancritic.pddl.execution.trajectory import execute
from plancritic.pddl.language import Plan, Problem


class StepOrders:
    """The orders that the steps of one plan need, by their numbers (`Plan.numbered`)."""

    def __init__(self, problem: Problem, plan: Plan) -> None:
        self._problem = problem
        self._plan = plan

    def may_precede(self, one: int, other: int) -> bool:
        """Return whether a step may come before another: it needs nothing of it, neither directly nor through others.

        Other reasons against it are not looked at.
        """
        return one != other and one not in self._needing.get(other, frozenset())

    @cached_property
    def _needing(self) -> dict[int, frozenset[int]]:
        """The numbers of the steps that need each step, directly or through others."""
        trajectory = execute(self._problem, self._plan)
        numbers = [number for number, _ in self._plan.numbered()]
        direct: dict[int, set[int]] = {}
        for link in causal_links(trajectory):
            # What a step takes and gives back orders nobody: without the step it would be there all the time.
            if isinstance(link.consumer, StepNeed) and not is_restored(trajectory, link):
                direct.setdefault(numbers[link.producer], set()).add(numbers[link.consumer.step])
        found: dict[int, frozenset[int]] = {}
        for number in direct:
            reached, waiting = set[int](), [*direct[number]]
            while waiting:
                each = waiting.pop()
                if each not in reached:
                    reached.add(each)
                    waiting.extend(direct.get(each, ()))
            found[number] = frozenset(reached)
        return found
