"""The solvable sets by their plans: each plan is one way to understand the description."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.schema_library.combination.decision import Solved
from plancritic.schema_library.combination.product import Box, restricted, volume
from plancritic.schema_library.ranking.scoring import Combination, Scores


@dataclass(frozen=True)
class RankedPlan:
    """A plan, all sets of schemas that have it as their canonical shortest one (disjoint boxes), and two of them.

    `best` has the highest score. `representative` is the set closest to the first plan's best, so that it differs from
    that in what makes the plan another one and in nothing else.
    """

    plan: tuple[int, ...]
    boxes: tuple[Box, ...]
    sets: int
    best: Combination
    representative: Combination


def ranked(solved: Sequence[Solved], scores: Scores) -> tuple[RankedPlan, ...]:
    """Return the distinct plans, best first; equal ones with more sets first, then the shorter and lesser plan."""
    boxes: dict[tuple[int, ...], list[Box]] = {}
    for each in solved:
        boxes.setdefault(each.plan, []).append(each.box)
    best = {plan: max((scores.best(box) for box in of_plan), key=scores.key) for plan, of_plan in boxes.items()}
    sets = {plan: sum(map(volume, of_plan)) for plan, of_plan in boxes.items()}
    order = sorted(boxes, key=lambda plan: (*(-each for each in scores.key(best[plan])), -sets[plan], len(plan), plan))
    return tuple(
        RankedPlan(plan, tuple(boxes[plan]), sets[plan], best[plan], _closest(boxes[plan], best[order[0]], scores))
        for plan in order
    )


def _closest(boxes: Sequence[Box], wanted: Combination, scores: Scores) -> Combination:
    def closest(box: Box) -> Combination:
        kept = box
        for action, each in enumerate(wanted):
            if box[action] >> each & 1:
                kept = restricted(kept, action, 1 << each)
        return scores.best(kept)

    def distance(found: Combination) -> int:
        return sum(one != other for one, other in zip(found, wanted, strict=True))

    return min((closest(box) for box in boxes), key=lambda each: (distance(each), *(-one for one in scores.key(each))))
