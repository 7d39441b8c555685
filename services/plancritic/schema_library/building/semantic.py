"""The filter as the service uses it: encoder and calibrations loaded once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from plancritic.contracts.errors import ContractError
from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.modelling.messages import FilterScore, SchemaLibrary
from plancritic.embedding import Encoder
from plancritic.pddl.language import Problem
from plancritic.schema_library.building.shown import shown_library
from plancritic.schema_library.candidates.candidate import Library
from plancritic.schema_library.candidates.merging import library_of
from plancritic.schema_library.combination.decision import any_solvable
from plancritic.schema_library.combination.evidence import Against, Evidence
from plancritic.schema_library.combination.product import whole
from plancritic.schema_library.combination.steps import share_steps
from plancritic.schema_library.combination.task import told_as_faults
from plancritic.schema_library.filtering.agreement_calibration import (
    AgreementCalibration,
    read_agreement_calibration,
)
from plancritic.schema_library.filtering.calibration import Calibration, read_calibration
from plancritic.schema_library.filtering.combined_calibration import (
    COMBINED_CALIBRATION_FILE,
    CombinedCalibration,
    read_combined_calibration,
)
from plancritic.schema_library.filtering.semantic_filter import (
    EPSILON,
    Candidates,
    Floored,
    Scale,
    filtered,
    with_floor,
)
from plancritic.schema_library.filtering.tuned_encoder import CALIBRATION_FILE, SHIPPED_MODEL, tuned_encoder
from plancritic.schema_library.settings import SchemaLibrarySettings


class SemanticFilter:
    """Similarities of candidates and descriptions, agreement of writers, and the threshold with its floor."""

    def __init__(self, settings: SchemaLibrarySettings) -> None:
        self._settings = settings

    @cached_property
    def _encoder(self) -> Encoder:
        return tuned_encoder(self._settings.cache, threads=self._settings.threads)

    @cached_property
    def _calibration(self) -> Calibration:
        return read_calibration(SHIPPED_MODEL / CALIBRATION_FILE)

    @cached_property
    def _agreement(self) -> AgreementCalibration:
        return read_agreement_calibration()

    @cached_property
    def _combined(self) -> CombinedCalibration:
        found = read_combined_calibration(SHIPPED_MODEL / COMBINED_CALIBRATION_FILE)
        found.check(self._encoder)
        return found

    def judge(
        self,
        description: DomainDescription,
        described_in: Register,
        library: Library,
        problem: Problem | None,
        epsilon: float | None,
        score: FilterScore | None = None,
        known: Sequence[KnownProblem] = (),
    ) -> Floored:
        """Return what is kept at epsilon, or at the first lower one that leaves a solvable set; None keeps everything.

        Candidates are dropped by `score`, or as the settings say. A set has to be left, too, that contradicts as little
        of what is known as any set of the whole library. Without a problem nobody looks for either.

        Raises:
            ContractError: the encoder or the calibration is missing or broken, or combinations of these candidates
                cannot be decided.
        """
        by = score or self._settings.score
        scales: dict[FilterScore, Callable[[], Scale]] = {
            "similarity": lambda: self._calibration,
            "agreement": lambda: self._agreement,
            "combined": lambda: self._combined,
        }
        scale = scales[by]()
        scored = filtered(description, described_in, library, self._encoder, self._calibration, epsilon or 0.0, scale)
        if epsilon is None:
            return Floored(scored, 0.0, None, "no filter was requested: all candidates are kept")
        if problem is None:
            return Floored(scored, epsilon, None, "it was not checked whether a solvable set is left")
        fit = _KnownFloor(known, library)
        with told_as_faults():
            floored = with_floor(scored, scale, lambda kept: fit.is_kept(kept) and self._is_solvable(problem, kept))
        return fit.reasoned(floored)

    def _is_solvable(self, problem: Problem, candidates: Candidates) -> bool | None:
        shared = share_steps(problem, {name: [one.schema for one in each] for name, each in candidates.items()})
        return any_solvable(shared, self._settings.most_states, self._settings.floor_seconds)


class _KnownFloor:
    """Whether kept candidates leave a set that agrees as well with what is known as any set of the library."""

    def __init__(self, known: Sequence[KnownProblem], library: Library) -> None:
        self._known = known
        self._library = library
        self._has_lowered = False

    def is_kept(self, kept: Candidates) -> bool:
        if not self._known or self._least(kept) <= self._least_of_all:
            return True
        self._has_lowered = True
        return False

    def reasoned(self, floored: Floored) -> Floored:
        """Return it with the reason that what is known lowered epsilon, if it did."""
        if not (self._has_lowered and floored.solvable):
            return floored
        reason = (
            f"at epsilon {floored.asked} each set that agrees best with what is known was dropped: "
            f"it was lowered to {floored.filtered.epsilon}"
        )
        return replace(floored, reason=reason)

    @cached_property
    def _least_of_all(self) -> Against:
        return self._least(self._library.candidates)

    def _least(self, candidates: Candidates) -> Against:
        schemas = {name: [one.schema for one in each] for name, each in candidates.items()}
        weighed = Evidence(self._known, self._library.skeleton, schemas).weighed(
            whole(tuple(len(each) for each in schemas.values()))
        )
        return min(each.against for each in weighed)


def scored_library(
    semantic: SemanticFilter, description: DomainDescription, described_in: Register, answers: Mapping[str, str]
) -> SchemaLibrary:
    """Return the library of answers with what the filter makes of each candidate by default, without a floor.

    Where candidates cannot be scored, because the encoder is missing for example, `unscored` says why.
    """
    library = library_of(description, described_in, answers)
    floored, unscored = None, ""
    try:
        floored = semantic.judge(description, described_in, library, None, EPSILON)
    except ContractError as error:
        unscored = f"{error.fault.message} ({error.fault.remedy})" if error.fault.remedy else error.fault.message
    return shown_library(description.domain, described_in, library, tuple(answers), floored=floored, unscored=unscored)
