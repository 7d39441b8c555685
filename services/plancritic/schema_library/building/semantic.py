"""The semantic filter as the service uses it: encoder and calibration loaded once."""

from __future__ import annotations

from functools import cached_property

from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.embedding import Encoder
from plancritic.pddl.language import Problem
from plancritic.schema_library.candidates.candidate import Library
from plancritic.schema_library.combination.decision import Solved, decide
from plancritic.schema_library.combination.steps import share_steps
from plancritic.schema_library.filtering.calibration import Calibration, read_calibration
from plancritic.schema_library.filtering.semantic_filter import Candidates, Floored, filtered, with_floor
from plancritic.schema_library.filtering.tuned_encoder import CALIBRATION_FILE, SHIPPED_MODEL, tuned_encoder
from plancritic.schema_library.settings import SchemaLibrarySettings


class SemanticFilter:
    """Similarities of candidates and descriptions, and the threshold with its floor."""

    def __init__(self, settings: SchemaLibrarySettings) -> None:
        self._settings = settings

    @cached_property
    def _encoder(self) -> Encoder:
        return tuned_encoder(self._settings.cache, threads=self._settings.threads)

    @cached_property
    def _calibration(self) -> Calibration:
        return read_calibration(SHIPPED_MODEL / CALIBRATION_FILE)

    def judge(
        self, description: DomainDescription, style: Register, library: Library, problem: Problem, epsilon: float
    ) -> Floored:
        """Return what is kept at epsilon, or at the first lower one that leaves a solvable set.

        Raises:
            ContractError: the encoder or the calibration is missing or broken.
            NotStripsError, TooManyStepsError: combinations of these candidates cannot be decided.
        """

        def solvable(candidates: Candidates) -> bool:
            shared = share_steps(problem, {name: [one.schema for one in each] for name, each in candidates.items()})
            decisions = decide(shared, most_states=self._settings.most_states)
            return any(isinstance(each, Solved) for each in decisions)

        found = filtered(description, style, library, self._encoder, self._calibration, epsilon)
        return with_floor(found, self._calibration, solvable)
