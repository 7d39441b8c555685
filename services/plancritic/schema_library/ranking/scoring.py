"""Scores of sets of schemas from scores of their candidates: sums, so that the best set of a box is found action by
action, and so that sets are counted without listing them.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from plancritic.contracts.modelling.messages import Ranking
from plancritic.pddl.grounding import members
from plancritic.schema_library.candidates.candidate import Candidate
from plancritic.schema_library.combination.product import Box

#: Similarities are compared to so many parts of one.
GRAIN = 10_000
#: Sets whose mean similarity differs by no more than this are told as near.
NEAR = 0.005

#: One candidate of each action, by number.
Combination = tuple[int, ...]


@dataclass(frozen=True)
class Scores:
    """The candidates of each action with their similarities (by text; None where nothing was compared)."""

    candidates: Mapping[str, Sequence[Candidate]]
    similarities: Mapping[str, Sequence[float]] | None
    ranking: Ranking = "mean"

    def best(self, box: Box) -> Combination:
        """Return the best set of a box: by the ranking, then by the other score, then by the candidates' order."""
        return tuple(
            max(members(chosen), key=lambda each, place=place: (*self._keys[place][each], -each))  # type: ignore[misc]
            for place, chosen in enumerate(box)
        )

    def in_order(self, boxes: Sequence[Box]) -> Iterator[Combination]:
        """Yield all sets of disjoint boxes, the best ones first."""
        ways = [self._in_order(box) for box in boxes]
        return heapq.merge(*ways, key=lambda each: (*(-one for one in self.key(each)), each))

    def _in_order(self, box: Box) -> Iterator[Combination]:
        """Yield the sets of a box, the best ones first: each is followed by those one place worse in one action."""
        choices = [
            sorted(members(chosen), key=lambda each, place=place: (*(-one for one in self._keys[place][each]), each))  # type: ignore[misc]
            for place, chosen in enumerate(box)
        ]
        if not all(choices):
            return

        def entry(places: tuple[int, ...]) -> tuple[tuple[int, ...], Combination, tuple[int, ...]]:
            chosen = tuple(several[place] for several, place in zip(choices, places, strict=True))
            return tuple(-one for one in self.key(chosen)), chosen, places

        waiting = [entry((0,) * len(choices))]
        seen = {waiting[0][2]}
        while waiting:
            _, chosen, places = heapq.heappop(waiting)
            yield chosen
            for action, place in enumerate(places):
                worse = (*places[:action], place + 1, *places[action + 1 :])
                if place + 1 < len(choices[action]) and worse not in seen:
                    seen.add(worse)
                    heapq.heappush(waiting, entry(worse))

    def key(self, combination: Combination) -> tuple[int, int]:
        """Return what sets are ranked by, greater is better."""
        keys = [self._keys[place][each] for place, each in enumerate(combination)]
        return sum(each[0] for each in keys), sum(each[1] for each in keys)

    def similarity(self, combination: Combination) -> float | None:
        """Return the similarity of a set: the mean over its actions."""
        if self.similarities is None:
            return None
        return sum(self._similar[place][each] for place, each in enumerate(combination)) / len(combination)

    def votes(self, combination: Combination) -> int:
        """Return how many instances wrote the schemas of a set, in sum."""
        return sum(self._votes[place][each] for place, each in enumerate(combination))

    def near(self, boxes: Sequence[Box], best: Combination) -> int | None:
        """Return how many sets of disjoint boxes are as similar as the best one, to `NEAR` in the mean."""
        if self.similarities is None:
            return None
        similarity = sum(round(GRAIN * self._similar[place][each]) for place, each in enumerate(best))
        most_apart = GRAIN * NEAR * len(best)
        return sum(
            number
            for box in boxes
            for total, number in self._totals(box).items()
            if abs(total - similarity) <= most_apart
        )

    def _totals(self, box: Box) -> Counter[int]:
        totals = Counter({0: 1})
        for place, chosen in enumerate(box):
            extended: Counter[int] = Counter()
            for each in members(chosen):
                part = round(GRAIN * self._similar[place][each])
                for total, number in totals.items():
                    extended[total + part] += number
            totals = extended
        return totals

    @cached_property
    def _similar(self) -> list[Sequence[float]]:
        given = self.similarities or {}
        return [given.get(name) or [0.0] * len(each) for name, each in self.candidates.items()]

    @cached_property
    def _votes(self) -> list[list[int]]:
        return [[each.votes for each in candidates] for candidates in self.candidates.values()]

    @cached_property
    def _keys(self) -> list[list[tuple[int, int]]]:
        """Of each candidate its score by the ranking, then the other one."""
        found = []
        for similar, votes in zip(self._similar, self._votes, strict=True):
            pairs = [(round(GRAIN * one), vote) for one, vote in zip(similar, votes, strict=True)]
            found.append([pair[::-1] for pair in pairs] if self.ranking == "votes" else pairs)
        return found
