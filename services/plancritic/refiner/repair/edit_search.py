"""Models that meet all cases, found best first: cheapest changes, fewest cases open.

An answer may be wrong: a model may contradict some, at a price.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count

from plancritic.refiner.repair.conflicts import exchanging, repairs
from plancritic.refiner.repair.knowledge import Case, Knowledge
from plancritic.refiner.repair.limit import IsOver, Limit
from plancritic.refiner.repair.plausibility import Plausibility
from plancritic.refiner.repair.schemas import Model

#: What one unmet case adds to the cost of a model in the order of the search.
OPEN_CASE = 0.15


@dataclass(frozen=True)
class Repaired:
    """A model, what its changes cost, and the cases that it does not meet.

    The cost has the price of the answers that were given up for it.
    """

    model: Model
    cost: float
    unmet: tuple[Case, ...] = ()
    given_up: frozenset[int] = frozenset()


def repaired(
    knowledge: Knowledge,
    plausibility: Plausibility,
    start: Model,
    most: int = 20,
    margin: float = 1.5,
    most_models: int = 4000,
    seconds: float = 3.0,
    answer_price: float = math.inf,
    is_over: IsOver | None = None,
    *,
    with_exchanges: bool = False,
) -> list[Repaired]:
    """Return models that meet all cases, cheapest first; else the one that meets most.

    At most `most` models, none dearer than the cheapest plus `margin`; the search ends after so many models looked at
    or so many seconds of computing, or when `is_over` says so. `answer_price`: what an answer costs that a model
    contradicts. `with_exchanges`: that a condition and an effect change places is one change, too.
    """
    ends = Limit().computing(seconds) if is_over is None else is_over
    number = count()
    unmet = knowledge.open_cases(start)
    closest = Repaired(start, plausibility.cost(start), tuple(unmet))
    queue = [(closest.cost + OPEN_CASE * len(unmet), next(number), closest)]
    seen = {(start, closest.given_up)}
    found: list[Repaired] = []
    while queue and len(found) < most and len(seen) < most_models and not ends():
        order, _, node = heapq.heappop(queue)
        if found and order > found[0].cost + margin:
            break
        if not node.unmet:
            found.append(node)
            continue
        for model, given_up in _children(knowledge, node, answer_price, with_exchanges):
            if ends():
                break
            if (model, given_up) in seen:
                continue
            seen.add((model, given_up))
            unmet = knowledge.open_cases(model, given_up)
            price = answer_price * len(given_up) if given_up else 0.0
            child = Repaired(model, plausibility.cost(model) + price, tuple(unmet), given_up)
            if (len(child.unmet), child.cost) < (len(closest.unmet), closest.cost):
                closest = child
            heapq.heappush(queue, (child.cost + OPEN_CASE * len(unmet), next(number), child))
    return sorted(found, key=lambda each: each.cost) or [closest]


def _children(
    knowledge: Knowledge, node: Repaired, answer_price: float, with_exchanges: bool
) -> Iterator[tuple[Model, frozenset[int]]]:
    """Return what one change may make of a node, or one answer less to go by."""
    left = [each for each in knowledge.contradicted(node.model) if each not in node.given_up]
    # Cases come first: where all are met, the first one open is that of an answer.
    if left and answer_price < math.inf and len(left) == len(node.unmet):
        yield node.model, node.given_up | {left[0]}
    further = exchanging(knowledge, node.model, node.unmet[0]) if with_exchanges else ()
    for action, schema in chain(repairs(knowledge, node.model, node.unmet[0]), further):
        yield (*node.model[:action], schema, *node.model[action + 1 :]), node.given_up
