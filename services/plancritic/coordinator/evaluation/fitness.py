"""How good an individual is, by the evidence that counts in its run."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache, total_ordering
from operator import mul

from plancritic.contracts.feedback import Check
from plancritic.contracts.planning import Verdict
from plancritic.contracts.validation import ConstraintProof, Proof
from plancritic.coordinator.evaluation.evidence import ENOUGH, Findings
from plancritic.coordinator.presets import Preset
from plancritic.coordinator.problem.specification import Individual
from plancritic.pddl.language import parse_plan
from plancritic.verdicts.improvement.distance import distance
from plancritic.verdicts.improvement.objective import CLEARLY


@total_ordering
@dataclass(frozen=True)
class Fitness:
    """Larger is better: compared by `kept` and `musts`, then field by field.

    `kept` is the number of musts of earlier turns of the session that the plan meets, by the judges: no new statement
    displaces an earlier one. It is 0 in a first turn, and -1 without a proved plan.

    `adherence` is R(P, F), the mean of the evidence over the statements F ([EA] equation 3 divides by |S|:
    a slip), what is settled (`evidence.settled`) counted as 1, or -1 without a proved plan. In our preset ties go to
    the plan that meets the surer readings (`sureness`, the mean over the statements of the probability of a best
    reading that the plan meets): of two statements that clash it leaves out the one that may be misread. Then they go
    to the plan that ends sooner (`brevity`, see `brevity_of`), then to the one that is more like the plan shown
    (`likeness_of`), or the other way round where the run keeps close to it (`keeps_close`). At equal
    cost they go to the plan that is likelier to do what was meant (`meant`, the mean over the statements), then to what
    is closer to what was said (`closeness` is minus the steps of lineage). All are 0 in the published presets, where
    ties go to the mean raw score of the scorer (`raw`, 0 where there is none).
    """

    kept: int
    adherence: float
    brevity: float
    closeness: int
    raw: float
    likeness: tuple[int, int] = (0, 0)
    meant: float = 0.0
    keeps_close: bool = False
    #: The mean of the evidence over the musts where there are other statements too; 0 where all count alike and in the
    #: published presets.
    musts: float = 0.0
    sureness: float = 0.0

    def __lt__(self, other: Fitness) -> bool:
        return self._order < other._order

    @property
    def _order(self) -> tuple[float, ...]:
        alike, unmoved = self.likeness
        cost = (alike, self.brevity, unmoved) if self.keeps_close else (self.brevity, alike, unmoved)
        return self.kept, self.musts, self.adherence, self.sureness, *cost, self.meant, self.closeness, self.raw


NO_PLAN = Fitness(-1, -1.0, 0.0, 0, 0.0, musts=-1.0)


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
        return self.adheres_to(range(len(self.evidence)))

    def adheres_to(self, places: Collection[int]) -> bool:
        """Return whether those of these statements on which there is any evidence are settled, one at least."""
        chosen = [self.evidence[place] if place in places else None for place in range(len(self.evidence))]
        known = _counted(chosen, self.by_check)
        return bool(known) and min(known) >= ENOUGH


def fitness_of(
    individual: Individual,
    plan: str,
    findings: Sequence[Findings],
    evidence: Sequence[float | None],
    preset: Preset,
    by_check: Collection[int] = (),
    weights: Sequence[float] = (),
    shown: str | None = None,
    first: Collection[int] = (),
    keep_close: bool = False,
) -> Fitness:
    """The fitness of an individual whose plan is proved; `by_check` are the places that the check alone settles.

    `weights` of the statements are all alike where none are given (`preferences.weights`). `shown` is the plan that
    the person looks at, `first` are the places of the musts of earlier turns. `keep_close` has likeness to the plan
    shown count before the plan's end.
    More than enough evidence makes no plan fitter: among those that adhere to everything the shortest is. Nor does a
    reading that was not chosen, but at equal cost.
    """
    evidence = _of_chosen_readings(findings, evidence)
    counted = _counted(evidence, by_check)
    weighed = [weights[place] if weights else 1.0 for place, each in enumerate(evidence) if each is not None]
    scores = [each.scorer for each in findings if each.scorer is not None]
    return Fitness(
        kept=sum(findings[place].check == "adhered" for place in first),
        adherence=sum(map(mul, weighed, counted)) / sum(weighed) if counted else 0.0,
        brevity=0.0 if preset.published else brevity_of(plan),
        closeness=0 if preset.published else -len(individual.lineage),
        raw=sum(scores) / len(scores) if scores else 0.0,
        likeness=(0, 0) if preset.published or shown is None else likeness_of(plan, shown),
        meant=0.0 if preset.published else _mean([each.meant for each in findings if each.meant is not None]),
        keeps_close=keep_close and not preset.published,
        musts=0.0 if preset.published else _of_musts(evidence, weights, by_check),
        sureness=0.0 if preset.published else _sureness(findings),
    )


def _of_chosen_readings(findings: Sequence[Findings], evidence: Sequence[float | None]) -> list[float | None]:
    """The evidence, but nothing for a plan that does what a statement may mean and not what it was taken for."""
    return [
        0.0 if each is not None and found.meant is not None and found.check == "violated" else each
        for found, each in zip(findings, evidence, strict=True)
    ]


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 6) if values else 0.0


def _sureness(findings: Sequence[Findings]) -> float:
    """The mean probability of the best readings, 0 for one that the plan does not meet, to a hundredth."""
    met = [each.reading or 0.0 for each in findings if each.check == "adhered"]
    return round(sum(met) / len(findings), 2) if findings else 0.0


def _of_musts(evidence: Sequence[float | None], weights: Sequence[float], by_check: Collection[int]) -> float:
    """The mean over the musts; 0 where all statements weigh the same."""
    if len(set(weights)) < 2:
        return 0.0
    heaviest = max(weights)
    places = [place for place, weight in enumerate(weights) if weight == heaviest]
    counted = _counted([evidence[place] for place in places], [n for n, each in enumerate(places) if each in by_check])
    return sum(counted) / len(counted) if counted else 0.0


def brevity_of(plan: str) -> float:
    """How short a plan is; larger is better: minus its makespan, in units of time and as far as that is worth a word.

    Ends that are less than `CLEARLY` apart may differ by the least times between steps alone.
    """
    return -round(parse_plan(plan).makespan / CLEARLY) * CLEARLY


@lru_cache(maxsize=4096)
def likeness_of(plan: str, shown: str) -> tuple[int, int]:
    """How like the plan shown a plan is; larger is better: minus the steps of one of them alone, minus those moved."""
    found = distance(parse_plan(shown), parse_plan(plan))
    return -(found.added + found.removed), -found.moved


def _counted(evidence: Sequence[float | None], by_check: Collection[int]) -> list[float]:
    """The evidence on each statement that there is any on, 1 where it is settled."""
    return [
        1.0 if each >= ENOUGH or place in by_check else each for place, each in enumerate(evidence) if each is not None
    ]
