"""What the agreement's threshold comes from: how far right candidates are behind in seeded libraries."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import Field, ValidationError

from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import Register
from plancritic.contracts.modelling.messages import FilterScore
from plancritic.pddl.language import Action
from plancritic.schema_library.filtering.agreement import writers_behind
from plancritic.schema_library.filtering.conformal import threshold
from plancritic.schema_library.filtering.scored import CandidateScores

#: What ships. It belongs to no encoder.
AGREEMENT_CALIBRATION = Path(__file__).parent / "models" / "agreement.json"


class AgreementCalibration(Contract):
    """How many right candidates of seeded libraries are behind by how many writers.

    The libraries were made of `domains`; `corpus` is the corpus's SHA-256.
    """

    corpus: str
    domains: tuple[str, ...] = Field(min_length=1)
    behind: dict[int, int]

    @property
    def score(self) -> FilterScore:
        """What the threshold is one of."""
        return "agreement"

    def threshold(self, register: Register, epsilon: float) -> float | None:
        """Return by how many writers a candidate may be behind; None where all are kept. Words do not matter to it."""
        del register
        least = threshold([-behind for behind, times in self.behind.items() for _ in range(times)], epsilon)
        return None if least is None else -least

    def scores(
        self, register: Register, schemas: Sequence[Action], votes: Sequence[int], similarities: Sequence[float]
    ) -> tuple[CandidateScores, ...]:
        """Return the scores of an action's candidates. Similarities are shown alone, words do not matter."""
        del register
        return tuple(map(CandidateScores, similarities, writers_behind(schemas, votes)))

    def keeps(self, scores: CandidateScores, least: float | None) -> bool:
        """Return whether a candidate is kept under a threshold.

        Raises:
            ValueError: nobody has counted how far it is behind.
        """
        if scores.behind is None:
            raise ValueError("the candidates were not scored by agreement")
        return least is None or scores.behind <= least


def read_agreement_calibration(path: Path = AGREEMENT_CALIBRATION) -> AgreementCalibration:
    """Read a calibration. Raises `ContractError` where it is missing or broken."""
    try:
        return AgreementCalibration.model_validate_json(path.read_bytes())
    except OSError as error:
        reason = f"it cannot be read ({error.strerror or error})"
    except ValidationError as error:
        reason = f"it is not of the expected form ({error.error_count()} faults)"
    raise ContractError(
        Fault(
            code=FaultCode.MODEL_UNUSABLE,
            message=f"the calibration of the filter by agreement cannot be used: {reason}",
            remedy="restore it, or make it again: `plancritic train calibration --score agreement`",
            file=str(path),
        )
    )
