"""What the threshold of the combined score comes from: how far right schemas are behind, by domain.

The libraries are of seeded writers, with one misleading sentence each. The weights are fitted on the calibrating
domains. So that the threshold does not know its own domains, the gaps of each
domain are those by the weights that the other calibrating domains give (cross-conformal: Vovk 2015).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import Field, ValidationError

from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import Register
from plancritic.contracts.modelling.messages import FilterScore
from plancritic.embedding import Encoder
from plancritic.pddl.language import Action
from plancritic.schema_library.filtering.agreement import supports, writers_behind
from plancritic.schema_library.filtering.calibration import check_encoder
from plancritic.schema_library.filtering.combined import Weights, gaps
from plancritic.schema_library.filtering.conformal import domain_threshold
from plancritic.schema_library.filtering.scored import CandidateScores

COMBINED_CALIBRATION_FILE = "combined.json"
#: Gaps and weights are written with so many digits.
DIGITS = 5


class CombinedCalibration(Contract):
    """Weights of agreement and similarity, and the greatest gap of a right schema in each seeded library.

    By register; `gaps` has them for each calibrating domain. `encoder`, `text_version` and `corpus` are as in
    `Calibration`.
    """

    encoder: str
    text_version: int
    corpus: str
    domains: tuple[str, ...] = Field(min_length=1)
    weights: dict[Register, Weights]
    gaps: dict[Register, dict[str, tuple[float, ...]]]

    @property
    def score(self) -> FilterScore:
        """What the threshold is one of."""
        return "combined"

    def check(self, encoder: Encoder) -> None:
        """Raise `ContractError` where similarities of this encoder cannot be weighed by these weights."""
        check_encoder(encoder, self.encoder, self.text_version)

    def threshold(self, register: Register, epsilon: float) -> float | None:
        """Return the greatest gap that is kept, so that a domain keeps all its right schemas; None: all are kept."""
        libraries = [[each] for several in self.gaps[register].values() for each in several]
        return domain_threshold(libraries, epsilon)

    def scores(
        self, register: Register, schemas: Sequence[Action], votes: Sequence[int], similarities: Sequence[float]
    ) -> tuple[CandidateScores, ...]:
        """Return the scores of an action's candidates."""
        behind = writers_behind(schemas, votes)
        apart = gaps(supports(schemas, votes), similarities, self.weights[register])
        return tuple(map(CandidateScores, similarities, behind, apart))

    def keeps(self, scores: CandidateScores, least: float | None) -> bool:
        """Return whether a candidate is kept under a threshold.

        Raises:
            ValueError: nobody has computed its gap.
        """
        if scores.gap is None:
            raise ValueError("the candidates were not scored by agreement and similarity together")
        # Digits beyond those that are written say nothing.
        return least is None or scores.gap <= least + 10**-DIGITS


def read_combined_calibration(path: Path) -> CombinedCalibration:
    """Read a calibration. Raises `ContractError` where it is missing or broken."""
    try:
        return CombinedCalibration.model_validate_json(path.read_bytes())
    except OSError as error:
        reason = f"it cannot be read ({error.strerror or error})"
    except ValidationError as error:
        reason = f"it is not of the expected form ({error.error_count()} faults)"
    raise ContractError(
        Fault(
            code=FaultCode.MODEL_UNUSABLE,
            message=f"the calibration of the combined score cannot be used: {reason}",
            remedy="restore it, or make it again: `plancritic train calibration --score combined`",
            file=str(path),
        )
    )
