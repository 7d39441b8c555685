"""The solvable sets by their plans: each plan is one way to understand the description."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import ne

from plancritic.schema_library.combination.decision import Solved
from plancritic.schema_library.combination.evidence import Against, WeighedBox
from plancritic.schema_library.combination.product import Box, intersection, restricted, volume
from plancritic.schema_library.ranking.scoring import Combination, Scores


@dataclass(frozen=True)
class RankedPlan:
    """A plan, all sets of schemas that have it as their canonical shortest one (disjoint boxes), and two of them.

    `against` is how much of what is known speaks against the sets that least speaks against; these are `agreeing`.
    `best` has the highest score of these. `representative` is the one closest to the first plan's best, so that it
    differs from that in what makes the plan another one and in nothing else.
    """

    plan: tuple[int, ...]
    boxes: tuple[Box, ...]
    sets: int
    best: Combination
    representative: Combination
    agreeing: tuple[Box, ...]
    against: Against = (0, 0)


@dataclass(frozen=True)
class Weights:
    """How much of what is known speaks against sets of schemas (disjoint boxes that make up all of them), and how many
    landmarks each plan does without.
    """

    boxes: Sequence[WeighedBox] = ()
    plans: Mapping[tuple[int, ...], int] | None = None

    def of(self, box: Box, plan: tuple[int, ...]) -> Iterator[tuple[Against, Box]]:
        """Yield the parts of a box of sets that have a plan, with how much speaks against them."""
        missed = (self.plans or {}).get(plan, 0)
        if not self.boxes:
            yield (missed, 0), box
            return
        for each in self.boxes:
            part = intersection(box, each.box)
            if volume(part):
                plans, answers = each.against
                yield (plans + missed, answers), part


def ranked(solved: Sequence[Solved], scores: Scores, weights: Weights | None = None) -> tuple[RankedPlan, ...]:
    """Return the distinct plans, best first: those that least speaks against, then by the scores of their best sets.

    Equal ones with more sets come first, then the shorter and lesser plan.
    """
    known = weights or Weights()
    boxes: dict[tuple[int, ...], list[Box]] = {}
    for each in solved:
        boxes.setdefault(each.plan, []).append(each.box)
    parts = {plan: [part for box in of_plan for part in known.of(box, plan)] for plan, of_plan in boxes.items()}
    least = {plan: min(against for against, _ in of_plan) for plan, of_plan in parts.items()}
    agreeing = {
        plan: tuple(box for against, box in of_plan if against == least[plan]) for plan, of_plan in parts.items()
    }
    best = {plan: max(map(scores.best, of_plan), key=scores.key) for plan, of_plan in agreeing.items()}
    sets = {plan: sum(map(volume, of_plan)) for plan, of_plan in boxes.items()}
    order = sorted(
        boxes,
        key=lambda plan: (least[plan], *(-each for each in scores.key(best[plan])), -sets[plan], len(plan), plan),
    )
    return tuple(
        RankedPlan(
            plan,
            tuple(boxes[plan]),
            sets[plan],
            best[plan],
            _closest(agreeing[plan], best[order[0]], scores),
            agreeing[plan],
            least[plan],
        )
        for plan in order
    )


def contradicted(solved: Sequence[Solved], weights: Weights) -> Counter[Against]:
    """Return how many sets have a plan and how much of what is known against them."""
    found: Counter[Against] = Counter()
    for each in solved:
        for against, box in weights.of(each.box, each.plan):
            found[against] += volume(box)
    return found


def start_sets(plans: Sequence[RankedPlan], scores: Scores, most: int) -> tuple[tuple[int, Combination], ...]:
    """Return sets to start a refinement from, the most promising first, each with the place of its plan.

    Of plans that equally much speaks against, each gives its representative; in turn with these come the next best
    sets that are hidden behind the same plans.
    """
    found: dict[Combination, int] = {}
    numbered = enumerate(plans)
    for _, equal in groupby(numbered, key=lambda each: each[1].against):
        several = list(equal)
        first = ((place, plan.representative) for place, plan in several)
        for place, chosen in _in_turn(first, _hidden(several, scores)):
            if len(found) >= most:
                break
            found.setdefault(chosen, place)
    return tuple((place, chosen) for chosen, place in found.items())


def _hidden(plans: Sequence[tuple[int, RankedPlan]], scores: Scores) -> Iterator[tuple[int, Combination]]:
    """Yield the sets behind some plans round by round: of each plan the next best one."""
    rest = [(place, filter(partial(ne, plan.representative), scores.in_order(plan.agreeing))) for place, plan in plans]
    while rest:
        left = []
        for place, sets in rest:
            chosen = next(sets, None)
            if chosen is not None:
                yield place, chosen
                left.append((place, sets))
        rest = left


def _in_turn(
    first: Iterator[tuple[int, Combination]], other: Iterator[tuple[int, Combination]]
) -> Iterator[tuple[int, Combination]]:
    """Yield one from the first, then one from each in turn, until both are used up."""
    yield from (each for each in [next(first, None)] if each is not None)
    while True:
        pair = [next(first, None), next(other, None)]
        if pair == [None, None]:
            return
        yield from (each for each in pair if each is not None)


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
