"""What became of all combinations of a library's candidates, and the set that is nearest to the words."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from multiprocessing import get_context

from plancritic.pddl.language import Problem
from plancritic.schema_library.candidates.candidate import Candidate
from plancritic.schema_library.combination.decision import Decision, Solved, Undecided, any_solvable, decide
from plancritic.schema_library.combination.product import Box, halves, volume, whole
from plancritic.schema_library.combination.steps import SharedSteps, share_steps
from plancritic.schema_library.filtering import Candidates, Filtered
from plancritic.schema_library.ranking.scoring import Scores


@dataclass(frozen=True)
class Outcomes:
    """Decisions on every combination of candidates, and the computing time that they took, all processes together."""

    candidates: Candidates
    shared: SharedSteps
    decisions: tuple[Decision, ...]
    cpu_seconds: float

    @cached_property
    def combinations(self) -> int:
        """How many combinations were decided or given up."""
        return sum(volume(each.box) for each in self.decisions)

    @cached_property
    def plans(self) -> Counter[tuple[int, ...]]:
        """How many combinations have each canonical shortest plan."""
        found: Counter[tuple[int, ...]] = Counter()
        for each in self.decisions:
            if isinstance(each, Solved):
                found[each.plan] += volume(each.box)
        return found

    @property
    def solvable(self) -> int:
        """How many combinations have a plan."""
        return self.plans.total()

    @property
    def undecided(self) -> int:
        """How many combinations were given up."""
        return sum(volume(each.box) for each in self.decisions if isinstance(each, Undecided))

    @property
    def mean_length(self) -> float | None:
        """The mean length of the plans over the solvable combinations."""
        steps = sum(len(plan) * count for plan, count in self.plans.items())
        return steps / self.solvable if self.solvable else None

    def within(self, kept: Candidates) -> Outcomes:
        """Return the outcomes of the combinations of some of the candidates; nothing is decided anew."""
        chosen = tuple(
            sum(1 << number for number, each in enumerate(found) if each in kept[action])
            for action, found in self.candidates.items()
        )
        decisions = []
        for each in self.decisions:
            box = tuple(bits & wanted for bits, wanted in zip(each.box, chosen, strict=True))
            if volume(box):
                decisions.append(replace(each, box=box))
        return Outcomes(self.candidates, self.shared, tuple(decisions), self.cpu_seconds)


def outcomes_of(problem: Problem, candidates: Candidates, processes: int = 1) -> Outcomes:
    """Decide all combinations; with several processes each takes a part of the product."""
    shared = share_steps(problem, {action: [each.schema for each in found] for action, found in candidates.items()})
    parts = _parts(whole(shared.sizes), processes)
    if len(parts) == 1:
        found = [_decided(shared, parts[0])]
    else:
        # Not forked: the threads of an encoder may hold locks.
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            found = list(pool.map(_decided, [shared] * len(parts), parts))
    decisions = tuple(each for part, _ in found for each in part)
    return Outcomes(candidates, shared, decisions, sum(seconds for _, seconds in found))


def has_solvable(problem: Problem, candidates: Candidates) -> bool | None:
    """Return whether any combination has a plan; None where that is undecided."""
    return any_solvable(
        share_steps(problem, {action: [each.schema for each in found] for action, found in candidates.items()})
    )


def nearest_set(found: Filtered) -> Mapping[str, Candidate] | None:
    """Return the set of kept candidates that is first by similarity, solvable or not; None where an action has none."""
    kept = found.kept
    if not all(kept.values()):
        return None
    best = Scores(kept, found.kept_similarities).best(whole(tuple(len(each) for each in kept.values())))
    return {action: several[number] for (action, several), number in zip(kept.items(), best, strict=True)}


def _parts(box: Box, processes: int) -> list[Box]:
    """Cut a box into one part a process, or fewer where it is too small."""
    parts = [box]
    while len(parts) < processes:
        largest = max(parts, key=volume)
        if volume(largest) < 2:
            break
        parts.remove(largest)
        parts += halves(largest)
    return parts


def _decided(shared: SharedSteps, box: Box) -> tuple[tuple[Decision, ...], float]:
    started = time.process_time()
    return tuple(decide(shared, box)), time.process_time() - started
