"""Feedback as typed values, each with a wording for a language model and one for a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.refiner.equivalence.executor import GoalUnmet, Inapplicable, Malformed, Step

#: A disjunctive action landmark: some action of it is in every right plan.
Landmark = frozenset[Step]


@dataclass(frozen=True, slots=True)
class PlanFeedback:
    """A right plan that the candidate domain does not accept, and the first thing that is wrong with it there."""

    problem: int
    plan: tuple[Step, ...]
    verdict: Inapplicable | GoalUnmet | Malformed

    @property
    def for_model(self) -> str:
        """The wording for a language model."""
        solved = f"This plan solves feedback problem {self.problem + 1}, but not with your domain:"
        return f"{solved}\n{_listed(self.plan)}\n{_reason(self.verdict)}"

    @property
    def for_person(self) -> str:
        """The wording for a person."""
        return f"A plan of problem {self.problem + 1} that is known to work is refused: {_reason(self.verdict)}"


@dataclass(frozen=True, slots=True)
class LandmarkFeedback:
    """A plan that the candidate domain accepts and that has no action of a landmark: so it cannot be right."""

    problem: int
    plan: tuple[Step, ...]
    landmark: Landmark

    @property
    def for_model(self) -> str:
        """The wording for a language model."""
        return (
            f"With your domain this is a plan for feedback problem {self.problem + 1}:\n{_listed(self.plan)}\n"
            f"But every right plan has {_one_of(self.landmark)} in it."
        )

    @property
    def for_person(self) -> str:
        """The wording for a person."""
        return (
            f"A plan of {len(self.plan)} steps for problem {self.problem + 1} goes without {_one_of(self.landmark)}, "
            "which every right plan needs."
        )


@dataclass(frozen=True, slots=True)
class UnsolvableFeedback:
    """A problem for which the planner found no plan in the candidate domain.

    `proved`: there is none; else the planner's limits ended the search. `solvable`: a plan of the problem is known, so
    that a domain in which there is none is wrong.
    """

    problem: int
    proved: bool
    solvable: bool

    @property
    def for_model(self) -> str:
        """The wording for a language model."""
        known = f"Feedback problem {self.problem + 1} can be solved, but" if self.solvable else "For feedback problem"
        number = "" if self.solvable else f" {self.problem + 1}"
        return f"{known}{number} {self._found} with your domain."

    @property
    def for_person(self) -> str:
        """The wording for a person."""
        known = f"Problem {self.problem + 1} can be solved, but" if self.solvable else f"Problem {self.problem + 1}:"
        return f"{known} {self._found} with this domain."

    @property
    def _found(self) -> str:
        return "there is provably no plan" if self.proved else "no plan was found within the limits"


@dataclass(frozen=True, slots=True)
class NegativeFeedback:
    """The beginning of a plan that the candidate domain allows, whose last step does not work; `why` says who knows."""

    problem: int
    plan: tuple[Step, ...]
    why: str

    @property
    def for_model(self) -> str:
        """The wording for a language model."""
        return (
            f"With your domain these steps can be taken in feedback problem {self.problem + 1}, but the last one "
            f"must not be possible there ({self.why}):\n{_listed(self.plan)}"
        )

    @property
    def for_person(self) -> str:
        """The wording for a person."""
        return f"In problem {self.problem + 1} {_written(self.plan[-1])} must not be possible here ({self.why})."


@dataclass(frozen=True, slots=True)
class BeginningFeedback:
    """Steps that can be taken one after another, and one of them not in the candidate domain."""

    problem: int
    plan: tuple[Step, ...]
    verdict: Inapplicable | Malformed

    @property
    def for_model(self) -> str:
        """The wording for a language model."""
        return (
            f"In feedback problem {self.problem + 1} these steps can be taken, but not with your domain:\n"
            f"{_listed(self.plan)}\n{_reason(self.verdict)}"
        )

    @property
    def for_person(self) -> str:
        """The wording for a person."""
        return f"Steps of problem {self.problem + 1} that are possible are refused: {_reason(self.verdict)}"


Feedback = PlanFeedback | LandmarkFeedback | UnsolvableFeedback | NegativeFeedback | BeginningFeedback


def _reason(verdict: Inapplicable | GoalUnmet | Malformed) -> str:
    match verdict:
        case Inapplicable(number, step, unmet):
            return f"Step {number}, {_written(step)}, cannot be taken: {' '.join(unmet)} does not hold before it."
        case GoalUnmet(unmet):
            return f"After its last step {' '.join(unmet)} of the goal does not hold."
        case Malformed(number, step, reason):
            return f"Step {number}, {_written(step)}, is no step of the domain: {reason}."


def _written(step: Step) -> str:
    return f"({' '.join(step)})"


def _listed(plan: Sequence[Step]) -> str:
    return "\n".join(f"{number}. {_written(step)}" for number, step in enumerate(plan, 1))


def _one_of(landmark: Landmark) -> str:
    actions = sorted(map(_written, landmark))
    return actions[0] if len(actions) == 1 else f"one of {', '.join(actions)}"
