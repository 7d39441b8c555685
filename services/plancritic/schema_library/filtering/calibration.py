"""Similarities of true pairs that the filter's threshold comes from: of one encoder, kept in a small file."""

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
from plancritic.schema_library.filtering.conformal import is_kept, threshold
from plancritic.schema_library.filtering.schema_text import TEXT_VERSION
from plancritic.schema_library.filtering.scored import CandidateScores

REGISTERS: tuple[Register, ...] = ("detailed", "layman")


class Calibration(Contract):
    """What a threshold was made from.

    `encoder` is the name of the encoder, `text_version` the form of the schemas' texts, `corpus` the corpus's SHA-256;
    `similarities` holds one cosine for each true pair of `domains`, by register.
    """

    encoder: str
    text_version: int
    corpus: str
    domains: tuple[str, ...] = Field(min_length=1)
    similarities: dict[Register, tuple[float, ...]]

    @property
    def score(self) -> FilterScore:
        """What the threshold is one of."""
        return "similarity"

    def threshold(self, register: Register, epsilon: float) -> float | None:
        """Return the least similarity that is kept in a register; None where all are kept."""
        return threshold(self.similarities[register], epsilon)

    def scores(
        self, register: Register, schemas: Sequence[Action], votes: Sequence[int], similarities: Sequence[float]
    ) -> tuple[CandidateScores, ...]:
        """Return the scores of an action's candidates: their similarities."""
        del register, schemas, votes
        return tuple(map(CandidateScores, similarities))

    def keeps(self, scores: CandidateScores, least: float | None) -> bool:
        """Return whether a candidate is kept under a threshold."""
        return is_kept(scores.similarity, least)

    def check(self, encoder: Encoder) -> None:
        """Raise `ContractError` where similarities of this encoder cannot be compared with these."""
        check_encoder(encoder, self.encoder, self.text_version)


def check_encoder(encoder: Encoder, made_with: str, text_version: int) -> None:
    """Raise `ContractError` where a calibration was made with another encoder or of another form of texts."""
    if encoder.name != made_with:
        reason = f"it was made with the encoder {made_with!r}, not with {encoder.name!r}"
    elif text_version != TEXT_VERSION:
        reason = f"it was made of texts of version {text_version}, not {TEXT_VERSION}"
    else:
        return
    raise _unusable(reason)


def read_calibration(path: Path) -> Calibration:
    """Read a calibration. Raises `ContractError` where it is missing or broken."""
    try:
        return Calibration.model_validate_json(path.read_bytes())
    except OSError as error:
        raise _unusable(f"it cannot be read ({error.strerror or error})", path) from error
    except ValidationError as error:
        raise _unusable(f"it is not of the expected form ({error.error_count()} faults)", path) from error


def _unusable(reason: str, path: Path | None = None) -> ContractError:
    return ContractError(
        Fault(
            code=FaultCode.MODEL_UNUSABLE,
            message=f"the calibration of the semantic filter cannot be used: {reason}",
            remedy="make it with this encoder: `plancritic train calibration`",
            file=None if path is None else str(path),
        )
    )
