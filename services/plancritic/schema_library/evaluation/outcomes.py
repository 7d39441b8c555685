"""What became of all combinations of a library's candidates, and which of them is the first by similarity."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from multiprocessing import get_context

from plancritic.pddl.language import Problem
from plancritic.schema_library.candidates.candidate import Candidate
from plancritic.schema_library.combination.decision import Decision, Solved, Undecided, decide
from plancritic.schema_library.combination.product import Box, halves, members, volume, whole
from plancritic.schema_library.combination.steps import SharedSteps, share_steps
from plancritic.schema_library.filtering import Candidates, Filtered

#: Similarities of candidates, by action and text.
Similarities = Mapping[tuple[str, str], float]


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


@dataclass(frozen=True)
class Interpretation:
    """A plan and the best set of candidates that has it: mean similarity first, then votes."""

    plan: str
    chosen: Mapping[str, Candidate]
    similarity: float
    votes: int


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


def has_solvable(problem: Problem, candidates: Candidates) -> bool:
    """Return whether any combination has a plan."""
    shared = share_steps(problem, {action: [each.schema for each in found] for action, found in candidates.items()})
    return any(isinstance(each, Solved) for each in decide(shared))


def similarities_of(found: Filtered) -> Similarities:
    """Return the similarities of all candidates that a filter looked at."""
    return {
        (action, each.candidate.text): each.similarity for action, scored in found.candidates.items() for each in scored
    }


def ranked(outcomes: Outcomes, similarities: Similarities) -> list[Interpretation]:
    """Return each distinct plan with its best set, best first."""
    best: dict[tuple[int, ...], Interpretation] = {}
    for each in outcomes.decisions:
        if not isinstance(each, Solved):
            continue
        # A box is a product, so its best set is the best candidate of each action.
        chosen = {
            action: _nearest([found[number] for number in members(bits)], similarities)
            for (action, found), bits in zip(outcomes.candidates.items(), each.box, strict=True)
        }
        made = _interpretation(outcomes.shared.plan_text(each.plan), chosen, similarities)
        if each.plan not in best or _rank(made) < _rank(best[each.plan]):
            best[each.plan] = made
    return sorted(best.values(), key=_rank)


def nearest_set(candidates: Candidates, similarities: Similarities) -> Mapping[str, Candidate] | None:
    """Return the set that is first by similarity alone, solvable or not; None where an action has no candidate."""
    if not all(candidates.values()):
        return None
    return {action: _nearest(found, similarities) for action, found in candidates.items()}


def _nearest(candidates: Sequence[Candidate], similarities: Similarities) -> Candidate:
    return min(candidates, key=lambda each: (-similarities[each.action, each.text], -each.votes, each.text))


def _interpretation(plan: str, chosen: Mapping[str, Candidate], similarities: Similarities) -> Interpretation:
    total = sum(similarities[action, each.text] for action, each in chosen.items())
    return Interpretation(plan, chosen, total / len(chosen), sum(each.votes for each in chosen.values()))


def _rank(each: Interpretation) -> tuple[float, int, str]:
    # Candidates whose texts are the same to the encoder differ in the last digits by their place in a batch.
    return (-round(each.similarity, 6), -each.votes, each.plan)


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
