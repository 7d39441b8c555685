"""What individuals are judged by in a run, and how what workers say of a plan is joined to its fitness."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from plancritic.contracts.planning import PlanProved, SolveLimits
from plancritic.contracts.scoring import Scores
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Reading, Statement
from plancritic.contracts.validation import ConstraintProof, Proof
from plancritic.coordinator.evaluation.evidence import Evidence, Findings, check_of, searched_for, settled, undecided
from plancritic.coordinator.evaluation.fitness import Evaluation, Fitness, fitness_of
from plancritic.coordinator.evaluation.preferences import weights, with_strengths
from plancritic.coordinator.presets import Preset
from plancritic.coordinator.problem.specification import Individual, Specification

#: Names the statement for which an individual is not worth planning for; None for one that is.
RuledOut = Callable[[Individual], str | None]
#: Gives for a plan, statement by statement, the probability that it does what was meant (`understanding.meant`).
MeantOf = Callable[[str], Sequence[float | None]]


def rule_out_nothing(_individual: Individual) -> None:
    """Return None: every individual is worth planning for."""


@dataclass(frozen=True)
class Judgement:
    """What validator and scorer say of one plan for the statements, whatever specification it was made for."""

    answers: tuple[ConstraintProof, ...]
    findings: tuple[Findings, ...]


@dataclass(frozen=True)
class Criteria:
    """What the individuals of a run are judged by; nothing of it changes while the run lasts.

    `readings` holds each statement's best reading (None where it was not understood): the exact check asks
    for its constraints, never for mutated ones. `contested` are the places of statements that another
    reading comes near to. `ruled_out` names the statement for which an individual is not worth planning for, None if
    it is. `shown` is the plan that the person looks at: of plans that are as good, one more like it is fitter, with
    `keep_close` even one that ends later. `first` are the places of the statements that no other one may displace.
    """

    statements: Sequence[Statement]
    readings: Sequence[Reading | None]
    limits: SolveLimits
    engine: str | None
    preset: Preset
    contested: Collection[int] = ()
    ruled_out: RuledOut = rule_out_nothing
    meant: MeantOf | None = None
    shown: str | None = None
    first: Collection[int] = ()
    keep_close: bool = False

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """Return the constraints that judges are asked about: those of the readings, none twice."""
        return tuple(dict.fromkeys(each for reading in self.readings if reading for each in reading.constraints))

    @cached_property
    def weights(self) -> tuple[float, ...]:
        """Return what each statement weighs in fitness."""
        return weights(self.statements)

    def wanted(self, specification: Specification) -> tuple[TracedConstraint, ...]:
        """Return a specification as the planner is to take it."""
        return with_strengths(specification, self.statements)

    def answers_for(self, reading: Reading | None, answers: Sequence[ConstraintProof]) -> tuple[ConstraintProof, ...]:
        """Return, of an evaluation's answers, the judges' proofs of one reading's constraints."""
        by_constraint = dict(zip(self.questions, answers, strict=True))
        return tuple(by_constraint[constraint] for constraint in reading.constraints) if reading else ()

    def learned(self, scores: Scores | None, place: int) -> Sequence[Findings]:
        """Return what the scorer, and it alone, finds of the plan at this place, statement by statement."""
        if scores is None:
            return [Findings(scorer=None, called=False) for _ in self.statements]
        return [
            Findings(scorer=score, called=score >= scores.threshold, band=scores.unsure)
            for score in scores.adherence[place]
        ]

    def judgement(
        self,
        learned: Sequence[Findings],
        answers: tuple[ConstraintProof, ...],
        meant: Sequence[float | None] | None,
    ) -> Judgement:
        """Return what scorer and judges say of a plan, joined; `meant` is how likely it does what was meant."""
        findings = tuple(
            replace(
                each,
                check=check_of(self.answers_for(reading, answers)) if reading else None,
                reading=reading.score if reading else None,
                similarity=reading.similarity if reading else None,
                contested=place in self.contested,
                meant=meant[place] if meant is not None else None,
            )
            for place, (each, reading) in enumerate(zip(learned, self.readings, strict=True))
        )
        return Judgement(answers, findings)

    def evaluation(
        self, individual: Individual, verdict: PlanProved, proof: Proof, judgement: Judgement, evidence: Evidence
    ) -> Evaluation:
        """Return the evaluation of an individual with a proved plan, by the evidence that counts."""
        by_statement = tuple(searched_for(findings, evidence) for findings in judgement.findings)
        by_check = tuple(place for place, each in enumerate(judgement.findings) if settled(each, evidence) == "check")
        return Evaluation(
            individual,
            verdict,
            verdict.plan,
            proof,
            judgement.findings,
            judgement.answers,
            by_statement,
            tuple(place for place, each in enumerate(judgement.findings) if undecided(each, evidence)),
            by_check,
            self._fitness(individual, verdict.plan, judgement.findings, by_statement, by_check),
        )

    def told_of(self, individual: Individual, known: Evaluation) -> Evaluation:
        """Return the evaluation of a specification, told of this individual, which came about in its own way."""
        if known.plan is None or known.individual == individual:
            return replace(known, individual=individual)
        fitness = self._fitness(individual, known.plan, known.findings, known.evidence, known.by_check)
        return replace(known, individual=individual, fitness=fitness)

    def _fitness(
        self,
        individual: Individual,
        plan: str,
        findings: Sequence[Findings],
        evidence: Sequence[float | None],
        by_check: Collection[int],
    ) -> Fitness:
        return fitness_of(
            individual,
            plan,
            findings,
            evidence,
            self.preset,
            by_check,
            self.weights,
            self.shown,
            self.first,
            self.keep_close,
        )
