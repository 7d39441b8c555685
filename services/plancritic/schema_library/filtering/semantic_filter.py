"""Drop candidates whose schema is far from the action's description, that few writers agree with, or both in one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.contracts.modelling.messages import FilterScore
from plancritic.embedding import Encoder, cosines
from plancritic.pddl.language import Action
from plancritic.schema_library.candidates.candidate import Candidate, Library
from plancritic.schema_library.filtering.calibration import Calibration
from plancritic.schema_library.filtering.combined_calibration import CombinedCalibration
from plancritic.schema_library.filtering.schema_text import description_text, schema_text
from plancritic.schema_library.filtering.scored import CandidateScores

#: Candidates of each action, as a library holds them.
Candidates = Mapping[str, tuple[Candidate, ...]]

EPSILON = 0.2
#: How much the floor lowers epsilon at a time.
EPSILON_STEP = 0.05


class Scale(Protocol):
    """What a threshold comes from: similarities of true pairs, how far right candidates are behind, or both."""

    @property
    def score(self) -> FilterScore:
        """What the threshold is one of."""
        ...

    def threshold(self, register: Register, epsilon: float) -> float | None:
        """Return the threshold; None where all are kept."""
        ...

    def scores(
        self, register: Register, schemas: Sequence[Action], votes: Sequence[int], similarities: Sequence[float]
    ) -> tuple[CandidateScores, ...]:
        """Return the scores of an action's candidates, as far as the threshold needs them."""
        ...

    def keeps(self, scores: CandidateScores, least: float | None) -> bool:
        """Return whether a candidate is kept under a threshold."""
        ...


@dataclass(frozen=True, slots=True)
class ScoredCandidate:
    """A candidate, its scores, and whether the filter keeps it."""

    candidate: Candidate
    scores: CandidateScores
    kept: bool


@dataclass(frozen=True)
class Filtered:
    """What the filter made of a library; `threshold` None: all were kept, because epsilon is too small to drop any.

    `candidates` holds every candidate of each action in the library's order; `score` says what the threshold is one of.
    """

    register: Register
    score: FilterScore
    epsilon: float
    threshold: float | None
    candidates: Mapping[str, tuple[ScoredCandidate, ...]]

    @property
    def kept(self) -> Candidates:
        """The kept candidates of each action; an action may have none left."""
        return self._those(kept=True)

    @property
    def kept_similarities(self) -> Mapping[str, tuple[float, ...]]:
        """The similarities of the kept candidates of each action, in their order."""
        return {
            action: tuple(each.scores.similarity for each in scored if each.kept)
            for action, scored in self.candidates.items()
        }

    @property
    def dropped(self) -> Candidates:
        """The dropped candidates of each action."""
        return self._those(kept=False)

    def at(self, epsilon: float, scale: Scale) -> Filtered:
        """Return the same candidates under the threshold of another epsilon, or of another scale."""
        least = scale.threshold(self.register, epsilon)
        judged = {
            action: tuple(replace(each, kept=scale.keeps(each.scores, least)) for each in scored)
            for action, scored in self.candidates.items()
        }
        return Filtered(self.register, scale.score, epsilon, least, judged)

    def _those(self, kept: bool) -> Candidates:
        return {
            action: tuple(each.candidate for each in scored if each.kept is kept)
            for action, scored in self.candidates.items()
        }


@dataclass(frozen=True)
class Floored:
    """What the filter keeps so that a solvable set is left; `reason` says in words which epsilon was taken and why.

    `solvable` is None where it could not be decided whether such a set is left.
    """

    filtered: Filtered
    asked: float
    solvable: bool | None
    reason: str


def filtered(
    description: DomainDescription,
    register: Register,
    library: Library,
    encoder: Encoder,
    calibration: Calibration,
    epsilon: float = EPSILON,
    scale: Scale | None = None,
) -> Filtered:
    """Score all candidates of a library and keep those that reach the threshold: that of `scale`, or else of the
    encoder's calibration.

    Raises:
        ContractError: The calibration is of another encoder, an action has no description in the register, or epsilon
            is not in [0, 1).
    """
    calibration.check(encoder)
    chosen = scale or calibration
    if isinstance(chosen, CombinedCalibration):
        chosen.check(encoder)
    scored = {}
    for action, candidates in library.candidates.items():
        text = description_text(description, action, register)
        similarities = cosines(encoder, text, [schema_text(each.schema) for each in candidates])
        votes = [each.votes for each in candidates]
        scores = chosen.scores(register, [each.schema for each in candidates], votes, similarities)
        scored[action] = tuple(
            ScoredCandidate(candidate, own, kept=True) for candidate, own in zip(candidates, scores, strict=True)
        )
    return Filtered(register, chosen.score, epsilon, None, scored).at(epsilon, chosen)


def with_floor(
    found: Filtered,
    scale: Scale,
    solvable: Callable[[Candidates], bool | None],
    step: float = EPSILON_STEP,
) -> Floored:
    """Lower epsilon step by step while no solvable set of kept candidates is left.

    `solvable` says whether the candidates given contain a solvable set, None where that is not decided; it is asked
    once for each different selection. Only for selections that are proved to have none epsilon is lowered. At epsilon
    0 everything is kept, also where even that has no solvable set.
    """
    asked = found.epsilon
    judged = found
    seen: set[tuple[str, ...]] = set()
    # In decimals, so that the steps end at zero and look as they are written.
    left, size = Fraction(str(asked)), Fraction(str(step))
    if size <= 0:
        raise ValueError(f"epsilon cannot be lowered by {step}")
    while True:
        kept = judged.kept
        key = tuple(f"{action} {each.text}" for action, chosen in kept.items() for each in chosen)
        if key not in seen:
            seen.add(key)
            left_over = all(kept.values()) and solvable(kept)
            if left_over is not False:
                return Floored(judged, asked, left_over, _reason(asked, judged, left_over))
        if left == 0:
            reason = "no set of candidates is solvable, even without a filter: all candidates are kept"
            return Floored(judged, asked, False, reason)
        left = max(Fraction(0), left - size)
        judged = found.at(float(left), scale)


def _reason(asked: float, judged: Filtered, solvable: bool | None) -> str:
    if solvable is None:
        return f"epsilon is {judged.epsilon}; whether a solvable set is left could not be decided"
    if judged.epsilon == asked:
        return f"a solvable set is left at epsilon {asked}"
    return (
        f"no solvable set was left at epsilon {asked}, so it was lowered to {judged.epsilon}"
        f"{', which keeps every candidate' if judged.threshold is None else ''}"
    )
