"""How far one plan is from another."""

from __future__ import annotations

from collections import Counter, defaultdict

from plancritic.contracts.planning import PlanDistance
from plancritic.pddl.language import Plan
from plancritic.pddl.language.plan import SAME_TIME


def distance(shown: Plan, plan: Plan) -> PlanDistance:
    """Return the ground actions that `plan` has more and fewer than `shown`, and how many are moved in time.

    Occurrences of one action are paired in the order of their starts. This is the plan-edit distance of Fox, Gerevini,
    Long & Serina, "Plan Stability: Replanning versus Plan Repair" (ICAPS 2006).
    """
    before, after = (Counter(step.ground for step in each.steps) for each in (shown, plan))
    starts = [_starts(each) for each in (shown, plan)]
    pairs = (pair for ground in starts[1] for pair in zip(starts[0].get(ground, ()), starts[1][ground], strict=False))
    return PlanDistance(
        added=(after - before).total(),
        removed=(before - after).total(),
        moved=sum(abs(one - other) >= SAME_TIME for one, other in pairs),
    )


def _starts(plan: Plan) -> dict[str, list[float]]:
    found: defaultdict[str, list[float]] = defaultdict(list)
    for step in plan.steps:
        found[step.ground].append(step.start)
    return found
