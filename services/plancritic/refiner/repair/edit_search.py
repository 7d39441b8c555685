"""Models that meet all cases, found best first: cheapest changes, fewest cases open."""

from __future__ import annotations

import heapq
import time
from dataclasses import dataclass
from itertools import count

from plancritic.refiner.repair.conflicts import repairs
from plancritic.refiner.repair.knowledge import Case, Knowledge
from plancritic.refiner.repair.plausibility import Plausibility
from plancritic.refiner.repair.schemas import Model

#: What one unmet case adds to the cost of a model in the order of the search.
OPEN_CASE = 0.15


@dataclass(frozen=True)
class Repaired:
    """A model, what its changes cost, and the cases that it does not meet."""

    model: Model
    cost: float
    unmet: tuple[Case, ...] = ()


def repaired(
    knowledge: Knowledge,
    plausibility: Plausibility,
    start: Model,
    most: int = 20,
    margin: float = 1.5,
    most_models: int = 4000,
    seconds: float = 3.0,
) -> list[Repaired]:
    """Return models that meet all cases, cheapest first; else the one that meets most.

    At most `most` models, none dearer than the cheapest plus `margin`; the search ends after so many models looked at
    or so many seconds of computing.
    """
    deadline = time.thread_time() + seconds
    number = count()
    unmet = knowledge.unmet(start)
    closest = Repaired(start, plausibility.cost(start), tuple(unmet))
    queue = [(closest.cost + OPEN_CASE * len(unmet), next(number), closest)]
    seen = {start}
    found: list[Repaired] = []
    while queue and len(found) < most and len(seen) < most_models and time.thread_time() < deadline:
        order, _, node = heapq.heappop(queue)
        if found and order > found[0].cost + margin:
            break
        if not node.unmet:
            found.append(node)
            continue
        for action, schema in repairs(knowledge, node.model, node.unmet[0]):
            model = (*node.model[:action], schema, *node.model[action + 1 :])
            if model in seen:
                continue
            seen.add(model)
            unmet = knowledge.unmet(model)
            child = Repaired(model, plausibility.cost(model), tuple(unmet))
            if (len(child.unmet), child.cost) < (len(closest.unmet), closest.cost):
                closest = child
            heapq.heappush(queue, (child.cost + OPEN_CASE * len(unmet), next(number), child))
    return sorted(found, key=lambda each: each.cost) or [closest]
