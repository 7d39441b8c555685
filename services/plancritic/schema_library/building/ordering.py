"""Decisions of all parts put together and ordered: the same, whichever part was ready first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plancritic.contracts.modelling.messages import (
    DecidedBoxes,
    DomainDescribed,
    Interpretation,
    KnownFit,
    StartSet,
)
from plancritic.contracts.validation import PlanRuling
from plancritic.pddl.language import Domain
from plancritic.schema_library.building.known_fit import HeldKnown, agreeing_sets
from plancritic.schema_library.candidates.candidate import Candidate, domain_of
from plancritic.schema_library.combination.decision import Solved
from plancritic.schema_library.combination.product import box_of, volume
from plancritic.schema_library.ranking.differences import differences
from plancritic.schema_library.ranking.interpretations import ranked, start_sets
from plancritic.schema_library.ranking.scoring import Combination, Scores


@dataclass(frozen=True)
class Decided:
    """What all combinations came to. `plans` are ordered by length and text; the one step of a `Solved` is a number."""

    plans: tuple[str, ...]
    solved: tuple[Solved, ...]
    unsolvable: int
    undecided: int

    @classmethod
    def of(cls, parts: Sequence[DecidedBoxes], sizes: Sequence[int]) -> Decided:
        """Put the decisions of parts together."""
        texts = {plan for part in parts for plan in part.plans}
        plans = tuple(sorted(texts, key=lambda each: (_steps(each), each)))
        number = {text: place for place, text in enumerate(plans)}
        solved = [
            Solved(box_of(each.box, sizes), (number[part.plans[each.plan]],)) for part in parts for each in part.solved
        ]
        return cls(
            plans,
            tuple(sorted(solved, key=lambda each: (each.plan, each.box))),
            sum(volume(box_of(each, sizes)) for part in parts for each in part.unsolvable),
            sum(volume(box_of(each, sizes)) for part in parts for each in part.undecided),
        )

    @property
    def distinct(self) -> int:
        """How many different plans there are."""
        return len(self.plans)

    @property
    def solvable(self) -> int:
        """How many combinations have a plan."""
        return sum(volume(each.box) for each in self.solved)

    @property
    def count(self) -> int:
        """How many combinations were looked at."""
        return self.solvable + self.unsolvable + self.undecided

    @property
    def mean_length(self) -> float | None:
        """The mean number of steps over the solvable combinations."""
        steps = sum(volume(each.box) * _steps(self.plans[each.plan[0]]) for each in self.solved)
        return steps / self.solvable if self.solvable else None


@dataclass(frozen=True)
class Shown:
    """An interpretation that still lacks its proof."""

    rank: int
    plan: str
    domain: str
    sets: int
    near: int | None
    similarity: float | None
    votes: int
    differences: tuple[str, ...]
    against: tuple[str, ...] = ()
    agreeing: int | None = None

    def interpretation(self, ruling: PlanRuling) -> Interpretation:
        """Return it with what the judges say of its plan."""
        return Interpretation(
            rank=self.rank,
            plan=self.plan,
            sets=self.sets,
            near=self.near,
            similarity=self.similarity,
            votes=self.votes,
            domain=self.domain,
            differences=self.differences,
            proof=ruling,
            against=self.against,
            agreeing=self.agreeing,
        )


@dataclass(frozen=True)
class Ordered:
    """The best interpretations, the sets to start a refinement from with their plans, and how all fit what is known."""

    interpretations: tuple[Shown, ...]
    starts: tuple[tuple[str, StartSet], ...] = ()
    known: KnownFit | None = None


def order(
    decided: Decided,
    skeleton: Domain,
    kept: Mapping[str, Sequence[Candidate]],
    scores: Scores,
    request: DomainDescribed,
) -> Ordered:
    """Return the best interpretations and starts, as many as the request wants.

    Raises:
        ContractError: what is known cannot be held against a candidate, which is more than STRIPS.
    """
    held = HeldKnown.of(request, skeleton, kept, decided.plans) if request.known else None
    plans = ranked(decided.solved, scores, None if held is None else held.weights)
    chosen = plans[: request.most]
    first = _schemas(kept, chosen[0].representative) if chosen else {}

    def different(combination: Combination) -> tuple[str, ...]:
        other = _schemas(kept, combination)
        return differences(tuple(first.values()), tuple(other.values()), request.description)

    def domain(combination: Combination) -> str:
        return domain_of(skeleton, _schemas(kept, combination)).text

    interpretations = tuple(
        Shown(
            rank=rank,
            plan=decided.plans[each.plan[0]],
            domain=domain(each.representative),
            sets=each.sets,
            near=scores.near(each.boxes, each.best),
            similarity=scores.similarity(each.best),
            votes=scores.votes(each.best),
            differences=different(each.representative),
            against=() if held is None else held.against(each.representative, each.plan[0]),
            agreeing=None if held is None else agreeing_sets(each.agreeing),
        )
        for rank, each in enumerate(chosen, 1)
    )
    starts = tuple(
        (
            decided.plans[chosen[place].plan[0]],
            StartSet(
                interpretation=place + 1,
                domain=domain(combination),
                differences=different(combination),
                against=() if held is None else held.against(combination, chosen[place].plan[0]),
            ),
        )
        for place, combination in start_sets(chosen, scores, request.most_starts)
    )
    return Ordered(interpretations, starts, None if held is None else held.fit(decided.solved, plans))


def _schemas(kept: Mapping[str, Sequence[Candidate]], combination: Combination) -> dict[str, Candidate]:
    return {name: kept[name][number] for name, number in zip(kept, combination, strict=True)}


def _steps(plan: str) -> int:
    return len(plan.splitlines())
