"""The table of the recordings, and the first interpretation of each row in the reference domain."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from plancritic.contracts.envelope import Contract
from plancritic.contracts.modelling.descriptions import Register
from plancritic.embedding import Encoder
from plancritic.judges import Judge
from plancritic.laboratory.schema.evaluation.cases import REGISTERS, EvaluationDomain
from plancritic.laboratory.schema.evaluation.outcomes import (
    Outcomes,
    has_solvable,
    nearest_set,
    outcomes_of,
)
from plancritic.laboratory.schema.evaluation.published import PUBLISHED, Published
from plancritic.laboratory.schema.evaluation.reference_check import checked
from plancritic.schema_library.candidates.candidate import Library
from plancritic.schema_library.combination.decision import Solved
from plancritic.schema_library.combination.product import Box
from plancritic.schema_library.filtering import (
    EPSILON,
    Calibration,
    Candidates,
    Filtered,
    Scale,
    filtered,
    with_floor,
)
from plancritic.schema_library.filtering.agreement import means_the_same
from plancritic.schema_library.ranking.interpretations import ranked
from plancritic.schema_library.ranking.scoring import Scores

#: How many of the recorded instances make a library.
INSTANCES = (7, 10)

Selection = Literal["all", "filtered", "one instance", "nearest"]


class RecordedRow(Contract):
    """What became of the combinations of one library.

    `selection`: all candidates; those that the filter keeps; the candidates of one instance alone (means over the
    instances); the set that is first by similarity, solvable or not. `mean_length` is that of the plans over the
    solvable combinations. `epsilon`, `threshold` and `floor` (in words) belong to the filter. `right` counts the
    actions with a candidate that means the same as the reference, `right_at_once` those that keep one before any floor.
    `valid` says of `nearest` whether its plan is valid in the reference domain; None: it has no plan.
    """

    domain: str
    described_in: Register
    instances: int
    selection: Selection
    combinations: float
    solvable: float
    undecided: int
    plans: int
    mean_length: float | None
    epsilon: float | None = None
    threshold: float | None = None
    floor: str | None = None
    right: int | None = None
    right_at_once: int | None = None
    valid: bool | None = None
    published: Published | None = None

    @property
    def share(self) -> float | None:
        """The solvable share; None where there is no combination."""
        return self.solvable / self.combinations if self.combinations else None


class ReferenceRow(Contract):
    """The first interpretation of a library (after the filter) in the reference domain.

    `plan` is in the reference's signatures. `valid_plans` of the `plans` of all interpretations are valid there.
    `true_rank` is that of the interpretation behind which a set stands that means what the reference does; None where
    no writer wrote one (`unwritten` actions), or the filter dropped it (`dropped` actions).
    """

    domain: str
    described_in: Register
    instances: int
    similarity: float
    votes: int
    plan: tuple[str, ...]
    valid: bool
    failing_step: str | None
    reason: str
    plans: int
    valid_plans: int
    true_rank: int | None = None
    unwritten: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True)
class Semantics:
    """The encoder of the filter, its calibration, and what the threshold comes from where it is another one."""

    encoder: Encoder
    calibration: Calibration
    other: Scale | None = None

    @property
    def scale(self) -> Scale:
        """What the threshold comes from."""
        return self.other or self.calibration


async def recorded_rows(
    domain: EvaluationDomain, register: Register, instances: int, semantics: Semantics, judge: Judge
) -> tuple[RecordedRow, ...]:
    """Return the rows of one library: all candidates, those kept, one instance alone, the set nearest to the words."""
    answers = await domain.answers(register, instances)
    library = domain.library(register, answers)
    scored = scores(domain, register, library, semantics)
    floored = with_floor(scored, semantics.scale, lambda kept: has_solvable(domain.problem, kept))

    def row(selection: Selection, found: Outcomes, **more: Any) -> RecordedRow:
        return RecordedRow(
            domain=domain.name,
            described_in=register,
            instances=instances,
            selection=selection,
            combinations=found.combinations,
            solvable=found.solvable,
            undecided=found.undecided,
            plans=len(found.plans),
            mean_length=found.mean_length,
            **more,
        )

    published = PUBLISHED.get((domain.name, register, instances))
    everything = outcomes_of(domain.problem, library.candidates)
    kept = outcomes_of(domain.problem, floored.filtered.kept)
    alone = [
        outcomes_of(domain.problem, domain.library(register, {name: text}).candidates) for name, text in answers.items()
    ]
    return (
        row("all", everything, right=_right(domain, library.candidates), published=published),
        row(
            "filtered",
            kept,
            epsilon=floored.filtered.epsilon,
            threshold=floored.filtered.threshold,
            floor=floored.reason,
            right=_right(domain, floored.filtered.kept),
            right_at_once=_right(domain, scored.kept),
            published=published,
        ),
        _alone(row("one instance", everything), alone),
        await _nearest(row, domain, library, scored.at(0.0, semantics.scale), judge),
    )


def scores(domain: EvaluationDomain, register: Register, library: Library, semantics: Semantics) -> Filtered:
    """Return the similarities of a library's candidates, and which of them are kept at the usual epsilon."""
    return filtered(
        domain.description,
        register,
        library,
        semantics.encoder,
        semantics.calibration,
        EPSILON,
        semantics.scale,
    )


async def reference_row(
    domain: EvaluationDomain, register: Register, instances: int, semantics: Semantics, judge: Judge
) -> ReferenceRow | None:
    """Return the first interpretation's plan judged in the reference domain; None where no combination is solvable."""
    library = domain.library(register, await domain.answers(register, instances))
    scored = scores(domain, register, library, semantics)
    floored = with_floor(scored, semantics.scale, lambda kept: has_solvable(domain.problem, kept))
    kept = floored.filtered
    outcomes = outcomes_of(domain.problem, kept.kept)
    ranking = Scores(kept.kept, kept.kept_similarities)
    solved = [each for each in outcomes.decisions if isinstance(each, Solved)]
    interpretations = ranked(solved, ranking)
    if not interpretations:
        return None
    checks = [await checked(domain, outcomes.shared.plan_text(each.plan), judge) for each in interpretations]
    first = checks[0]
    written, left = _right_ones(domain, library.candidates), _right_ones(domain, kept.kept)
    return ReferenceRow(
        domain=domain.name,
        described_in=register,
        instances=instances,
        similarity=ranking.similarity(interpretations[0].best) or 0.0,
        votes=ranking.votes(interpretations[0].best),
        plan=tuple(first.plan.splitlines()),
        valid=first.valid,
        failing_step=first.failing_step,
        reason=first.reason,
        plans=len(checks),
        valid_plans=sum(each.valid for each in checks),
        true_rank=next((rank for rank, each in enumerate(interpretations, 1) if _has(each.boxes, left)), None),
        unwritten=tuple(action for action, right in written.items() if not right),
        dropped=tuple(action for action, right in left.items() if written[action] and not right),
    )


def _right(domain: EvaluationDomain, candidates: Candidates) -> int:
    """Return how many actions have a candidate that means the same as the reference."""
    return sum(1 for right in _right_ones(domain, candidates).values() if right)


def _right_ones(domain: EvaluationDomain, candidates: Candidates) -> dict[str, int]:
    """Return, by actions, the places of the candidates that mean the same as the reference, as bits."""
    return {
        action: sum(
            1 << place
            for place, each in enumerate(several)
            if means_the_same(domain.reference.actions[action], each.schema)
        )
        for action, several in candidates.items()
    }


def _has(boxes: Sequence[Box], wanted: Mapping[str, int]) -> bool:
    """Return whether some combination of one of the boxes has a wanted candidate of each action."""
    return any(all(one & right for one, right in zip(box, wanted.values(), strict=True)) for box in boxes)


def _alone(row: RecordedRow, outcomes: Sequence[Outcomes]) -> RecordedRow:
    lengths = [each.mean_length for each in outcomes if each.mean_length is not None]
    return row.model_copy(
        update={
            "combinations": statistics.fmean(each.combinations for each in outcomes),
            "solvable": statistics.fmean(each.solvable for each in outcomes),
            "undecided": sum(each.undecided for each in outcomes),
            "plans": len({each.shared.plan_text(plan) for each in outcomes for plan in each.plans}),
            "mean_length": statistics.fmean(lengths) if lengths else None,
        }
    )


async def _nearest(
    row: Callable[..., RecordedRow], domain: EvaluationDomain, library: Library, scored: Filtered, judge: Judge
) -> RecordedRow:
    chosen = nearest_set(scored) or {}
    found = outcomes_of(
        domain.problem, {name: (chosen[name],) if name in chosen else () for name in library.candidates}
    )
    plans = [found.shared.plan_text(plan) for plan in found.plans]
    valid = (await checked(domain, plans[0], judge)).valid if plans else None
    made: RecordedRow = row("nearest", found, valid=valid)
    return made


def all_libraries(
    domains: Sequence[EvaluationDomain], instances: Sequence[int] = INSTANCES
) -> list[tuple[EvaluationDomain, Register, int]]:
    """Return each domain with each register and number of instances."""
    return [(domain, register, number) for domain in domains for register in REGISTERS for number in instances]
