"""HDE ([FS]; the formula is reconstructed, DESIGN section 11).

Of a problem: half the share of the true domain's plans that are valid in the generated domain (forward) plus half the
share of the generated domain's plans that are valid in the true one (backward), which is 0 where it has no plan. Of a
domain: the mean over its problems.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from plancritic.refiner.equivalence.executor import Executor, Step

Plans = Sequence[Sequence[Step]]


@dataclass(frozen=True, slots=True)
class Share:
    """So many plans of so many."""

    valid: int
    total: int

    @property
    def value(self) -> Fraction:
        """The share; 0 of no plans."""
        return Fraction(self.valid, self.total) if self.total else Fraction(0)


@dataclass(frozen=True, slots=True)
class ProblemEquivalence:
    """What two domains have in common on one problem.

    Plans missing `forward` show that the generated domain forbids what is right (it is too narrow), plans missing
    `backward` that it allows what is wrong (too wide).
    """

    forward: Share
    backward: Share

    @property
    def value(self) -> Fraction:
        """HDE of the problem, from 0 to 1."""
        return (self.forward.value + self.backward.value) / 2


@dataclass(frozen=True)
class Equivalence:
    """HDE of a domain."""

    problems: tuple[ProblemEquivalence, ...]

    @property
    def value(self) -> Fraction:
        """The mean over the problems."""
        return self._mean([each.value for each in self.problems])

    @property
    def too_narrow(self) -> Fraction:
        """The mean share of the true domain's plans that the generated one forbids."""
        return 1 - self._mean([each.forward.value for each in self.problems])

    @property
    def too_wide(self) -> Fraction:
        """The mean share of the generated domain's plans that are wrong; of a problem without a plan none is."""
        planned = [each.backward.value for each in self.problems if each.backward.total]
        return 1 - self._mean(planned) if planned else Fraction(0)

    @property
    def is_perfect(self) -> bool:
        """Whether no plan tells the domains apart."""
        return self.value == 1

    def _mean(self, values: Sequence[Fraction]) -> Fraction:
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def problem_equivalence(
    true: Executor, true_plans: Plans, generated: Executor, generated_plans: Plans
) -> ProblemEquivalence:
    """Return what two domains have in common on one problem, by their plans for it."""
    return ProblemEquivalence(_share(generated, true_plans), _share(true, generated_plans))


def _share(executor: Executor, plans: Plans) -> Share:
    return Share(sum(map(executor.accepts, plans)), len(plans))
