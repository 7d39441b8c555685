"""Which of two plans is better: the sooner end, then the nearer to what was shown, or the other way round."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.contracts.planning import PlanDistance
from plancritic.pddl.language import Plan
from plancritic.verdicts.improvement.distance import distance

#: Less than this, in units of time, may be a matter of the least times between steps.
CLEARLY = 0.05


@dataclass(frozen=True)
class Objective:
    """`shown` is the plan that a person looks at; with `keep_close` a small change comes before a soon end."""

    shown: Plan | None = None
    keep_close: bool = False

    def distance(self, plan: Plan) -> PlanDistance | None:
        """Return how far the plan is from the one shown; None where none is."""
        return None if self.shown is None else distance(self.shown, plan)

    def cost(self, plan: Plan) -> tuple[float, ...]:
        """Return what is to be as small as possible; the first number counts most.

        Ends that differ by less than `CLEARLY` count as one only beside each other: see `better`.
        """
        far = self.distance(plan)
        changed = 0 if far is None else far.added + far.removed
        moved = 0 if far is None else far.moved
        end = round(plan.makespan, 6)
        if self.keep_close:
            return (changed, end, moved, len(plan.steps))
        return (end, changed, moved, len(plan.steps))

    def better(self, plan: Plan, than: Plan) -> bool:
        """Whether a plan is to be preferred; an end that is not clearly sooner does not pay for a greater change."""
        if abs(plan.makespan - than.makespan) >= CLEARLY or self.shown is None:
            return self.cost(plan) < self.cost(than)
        closer = Objective(self.shown, keep_close=True)
        return closer.cost(plan) < closer.cost(than)
