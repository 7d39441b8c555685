"""How good an individual is: what the learned scorer says, joined with the exact check where the preset asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plancritic.contracts.planning import Verdict
from plancritic.contracts.validation import ConstraintProof, Proof
from plancritic.coordinator.population import Individual
from plancritic.coordinator.presets import Preset
from plancritic.pddl.plan import parse_plan

#: Evidence from which on a statement counts as adhered to and is searched for no longer.
ENOUGH = 0.85

#: What the judges say of a statement's best reading on a plan.
Check = Literal["adhered", "violated", "disputed"]


@dataclass(frozen=True, order=True)
class Fitness:
    """Larger is better, compared field by field.

    `adherence` is R(P, F), the mean of the evidence over the statements F ([EA] equation 3 divides by |S|:
    a slip), or -1 without a proved plan. In our preset ties go to the plan that ends sooner (`brevity` is minus
    its makespan), then to what is closer to what was said (`closeness` is minus the steps of lineage); both are 0
    in the published presets, where ties go to the mean raw score.
    """

    adherence: float
    brevity: float
    closeness: int
    raw: float


NO_PLAN = Fitness(-1.0, 0.0, 0, 0.0)


@dataclass(frozen=True)
class Evaluation:
    """An individual with its verdict and, where it has a proved plan, what became of every statement on it.

    `adherence`, `checks` and `evidence` follow the order of the statements; a check is None for a statement
    without a reading. `answers` are the judges' proofs of the best readings' constraints, in the order asked.
    """

    individual: Individual
    verdict: Verdict
    plan: str | None = None
    proof: Proof | None = None
    adherence: tuple[float, ...] = ()
    checks: tuple[Check | None, ...] = ()
    answers: tuple[ConstraintProof, ...] = ()
    threshold: float = 0.5
    evidence: tuple[float, ...] = ()
    fitness: Fitness = NO_PLAN

    @property
    def word(self) -> str:
        """The verdict's word; where the validator does not accept the plan, what it says instead."""
        if self.proof is not None and self.proof.ruling != "accepted":
            return self.proof.ruling
        return self.verdict.verdict

    @property
    def adherent(self) -> bool:
        """There is enough evidence for every statement."""
        return bool(self.evidence) and min(self.evidence) >= ENOUGH


def check_of(proofs: Sequence[ConstraintProof]) -> Check:
    """One word for a reading: violated if a constraint of it is refused, else disputed if one is not agreed on."""
    rulings = {proof.proof.ruling for proof in proofs}
    if "rejected" in rulings:
        return "violated"
    return "adhered" if rulings == {"accepted"} else "disputed"


def evidence_of(adherence: float, check: Check | None, confidence: float, threshold: float, preset: Preset) -> float:
    """How much speaks for a plan adhering to a statement, in [0, 1].

    In the published method that is the learned scorer's word alone. With `preset.evidence` the exact check of
    the best reading counts as much as the translator is sure of that reading, and the scorer's word the rest:
    a plan may meet a reading exactly and still not what the person meant.
    """
    learned = float(adherence >= threshold)
    if check is None or not preset.evidence:
        return learned
    return confidence * float(check == "adhered") + (1.0 - confidence) * learned


def fitness_of(
    individual: Individual, plan: str, adherence: Sequence[float], evidence: Sequence[float], preset: Preset
) -> Fitness:
    """The fitness of an individual whose plan is proved."""
    return Fitness(
        adherence=sum(evidence) / len(evidence),
        brevity=-round(parse_plan(plan).makespan, 3) if preset.evidence else 0.0,
        closeness=-len(individual.lineage) if preset.evidence else 0,
        raw=sum(adherence) / len(adherence),
    )
