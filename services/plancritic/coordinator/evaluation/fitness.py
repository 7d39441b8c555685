"""How good an individual is, by the evidence that counts in its run."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import mul

from plancritic.contracts.feedback import Check
from plancritic.contracts.planning import Verdict
from plancritic.contracts.validation import ConstraintProof, Proof
from plancritic.coordinator.evaluation.evidence import ENOUGH, Findings
from plancritic.coordinator.search.population import Individual
from plancritic.coordinator.search.presets import Preset
from plancritic.pddl.language import parse_plan


@dataclass(frozen=True, order=True)
class Fitness:
    """Larger is better, compared field by field.

    `adherence` is R(P, F), the mean of the evidence over the statements F ([EA] equation 3 divides by |S|:
    a slip), what is settled (`evidence.settled`) counted as 1, or -1 without a proved plan. In our preset ties go to
    the plan that ends sooner (`brevity` is minus its makespan), then to what is closer to what was said (`closeness`
    is minus the steps of lineage); both are 0 in the published presets, where ties go to the mean raw score of the
    scorer (`raw`, 0 where there is none).
    """

    adherence: float
    brevity: float
    closeness: int
    raw: float


NO_PLAN = Fitness(-1.0, 0.0, 0, 0.0)


@dataclass(frozen=True)
class Evaluation:
    """An individual with its verdict and, where it has a proved plan, what became of every statement on it.

    `findings` and `evidence` follow the order of the statements; evidence is None for a statement on which nothing
    that counts has a word. `answers` are the judges' proofs of the best readings' constraints, in the order asked.
    `undecided` are the places of the statements on which more readings are worth a try (`evidence.undecided`),
    `by_check` of those that the check alone settles (`evidence.settled`). `ruled_out` says that it was not planned
    for, and `verdict` why.
    """

    individual: Individual
    verdict: Verdict
    plan: str | None = None
    proof: Proof | None = None
    findings: tuple[Findings, ...] = ()
    answers: tuple[ConstraintProof, ...] = ()
    evidence: tuple[float | None, ...] = ()
    undecided: tuple[int, ...] = ()
    by_check: tuple[int, ...] = ()
    fitness: Fitness = NO_PLAN
    ruled_out: bool = False

    @property
    def word(self) -> str:
        """The verdict's word; where the validator does not accept the plan, what it says instead.

        `ruled_out` for what was not planned for.
        """
        if self.ruled_out:
            return "ruled_out"
        if self.proof is not None and self.proof.ruling != "accepted":
            return self.proof.ruling
        return self.verdict.verdict

    @property
    def checks(self) -> tuple[Check | None, ...]:
        """What the judges say of each statement's best reading; None for a statement without one."""
        return tuple(each.check for each in self.findings)

    @property
    def adherent(self) -> bool:
        """Every statement on which there is any evidence is settled: there is enough, or the check settles it."""
        known = _counted(self.evidence, self.by_check)
        return bool(known) and min(known) >= ENOUGH


def fitness_of(
    individual: Individual,
    plan: str,
    findings: Sequence[Findings],
    evidence: Sequence[float | None],
    preset: Preset,
    by_check: Collection[int] = (),
    weights: Sequence[float] = (),
) -> Fitness:
    """The fitness of an individual whose plan is proved; `by_check` are the places that the check alone settles.

    `weights` of the statements are all alike where none are given (`wishes.weights`).
    More than enough evidence makes no plan fitter: among those that adhere to everything the shortest is.
    """
    # Where there is a posterior, what the check settles counts as much as it is likely: a plan for two readings wins.
    certain = [place for place in by_check if findings[place].meant is None]
    counted = _counted(evidence, certain)
    weighed = [weights[place] if weights else 1.0 for place, each in enumerate(evidence) if each is not None]
    scores = [each.scorer for each in findings if each.scorer is not None]
    return Fitness(
        adherence=sum(map(mul, weighed, counted)) / sum(weighed) if counted else 0.0,
        brevity=0.0 if preset.published else -round(parse_plan(plan).makespan, 3),
        closeness=0 if preset.published else -len(individual.lineage),
        raw=sum(scores) / len(scores) if scores else 0.0,
    )


def _counted(evidence: Sequence[float | None], by_check: Collection[int]) -> list[float]:
    """The evidence on each statement that there is any on, 1 where it is settled."""
    return [
        1.0 if each >= ENOUGH or place in by_check else each for place, each in enumerate(evidence) if each is not None
    ]
