"""After the search: what is still violated is tried once more, or shown to be impossible beside the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from pydantic import BaseModel, ConfigDict

from plancritic.contracts.planning import Impossible, PlanProved, Relaxation, SolveLimits, Verdict
from plancritic.contracts.translation import Reading, Statement
from plancritic.coordinator.evaluation.evaluator_state import explained_limits
from plancritic.coordinator.evaluation.fitness import Evaluation
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.problem.specification import Individual, Specification, merged, specification_of
from plancritic.coordinator.workers.interface import Workers


class CompletionState(BaseModel):
    """A `Completion` as a checkpoint holds it."""

    model_config = ConfigDict(frozen=True)

    best: Evaluation
    impossible: dict[str, tuple[str, ...]] = {}
    goals: dict[str, tuple[str, ...]] = {}
    relaxations: dict[str, Relaxation] = {}
    unproved: dict[str, Verdict] = {}


@dataclass
class Completion:
    """The final evaluation, and for each statement proved impossible the others it cannot hold together with."""

    best: Evaluation
    impossible: dict[str, tuple[str, ...]] = field(default_factory=dict)
    #: The parts of the problem's goal, as PDDL, that the clash of each of them needs, where that is known.
    goals: dict[str, tuple[str, ...]] = field(default_factory=dict)
    #: The smallest change that would make it possible after all, for each where one was found.
    relaxations: dict[str, Relaxation] = field(default_factory=dict)
    #: What came of planning for a statement beside the others, where that was neither a plan nor a proof.
    unproved: dict[str, Verdict] = field(default_factory=dict)

    @classmethod
    def restored(cls, state: CompletionState) -> Self:
        """Return what a checkpoint holds, to be completed further."""
        return cls(state.best, dict(state.impossible), dict(state.goals), dict(state.relaxations), dict(state.unproved))

    def state(self) -> CompletionState:
        """Return what was found out so far; what is found out later does not change it."""
        return CompletionState(
            best=self.best,
            impossible=dict(self.impossible),
            goals=dict(self.goals),
            relaxations=dict(self.relaxations),
            unproved=dict(self.unproved),
        )


def standing(statements: Sequence[Statement], readings: Sequence[Reading | None], best: Evaluation) -> Specification:
    """Every reading that the best plan adheres to, before what evolution added: mutation may have dropped one."""
    adhered = specification_of(
        [
            (statement.id, reading.constraints)
            for statement, reading, check in zip(statements, readings, best.checks, strict=True)
            if reading is not None and check == "adhered"
        ]
    )
    return merged((*adhered, *best.individual.specification))


async def complete(
    completion: Completion,
    statements: Sequence[Statement],
    readings: Sequence[Reading | None],
    workers: Workers,
    evaluator: Evaluator,
    limits: SolveLimits,
    engine: str | None,
    improve: bool,
) -> None:
    """For each violated statement: can its reading hold together with the readings of those adhered to?

    A proof that it cannot names the statements that clash. A plan under both is taken as the new best
    where `improve` allows it (our preset, if the exact check counts) and it adheres to more statements. What
    is found out stands in `completion` at once, so that being cut off by the deadline loses none of it.
    """
    brief = explained_limits(limits)
    for position, statement in enumerate(statements):
        reading = readings[position]
        if reading is None or completion.best.checks[position] == "adhered":
            continue
        kept = [
            (other.id, its.constraints)
            for other, its, check in zip(statements, readings, completion.best.checks, strict=True)
            if its is not None and check == "adhered"
        ]
        specification = specification_of([*kept, (statement.id, reading.constraints)])
        # What a search with the same limits left open it would leave open again.
        undecided = evaluator.undecided_verdict(specification)
        verdict = undecided or await workers.solve(specification, brief, engine, explain=True)
        if isinstance(verdict, Impossible):
            clashing = {origin for traced in verdict.clash for origin in traced.statements}
            completion.impossible[statement.id] = tuple(sorted(clashing - {statement.id}))
            completion.goals[statement.id] = verdict.goal
            if verdict.relaxations:
                completion.relaxations[statement.id] = verdict.relaxations[0]
        elif isinstance(verdict, PlanProved) and improve:
            evaluator.know(specification, verdict, explained=True)
            lineage = (f"statement {statement.id} added to the statements adhered to",)
            candidate = (await evaluator.evaluate([Individual(specification, lineage)]))[0]
            if candidate.checks.count("adhered") > completion.best.checks.count("adhered"):
                completion.best = candidate
        elif not isinstance(verdict, PlanProved):
            completion.unproved[statement.id] = verdict
