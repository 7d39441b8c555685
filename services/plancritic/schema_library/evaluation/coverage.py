"""Coverage of held-out true pairs by the filter's threshold, over random splits by domain."""

from __future__ import annotations

from dataclasses import asdict

from plancritic.contracts.envelope import Contract
from plancritic.contracts.modelling.descriptions import Register
from plancritic.embedding import Encoder
from plancritic.schema_library.corpus import Corpus
from plancritic.schema_library.filtering import EPSILON
from plancritic.schema_library.filtering.calibration import REGISTERS
from plancritic.schema_library.filtering.measurement.coverage import held_out_coverage


class CoverageRow(Contract):
    """Mean coverage at an epsilon, with the 95 % interval of the mean over the splits."""

    described_in: Register
    epsilon: float
    splits: int
    mean: float
    low: float
    high: float


def coverage_rows(encoder: Encoder, corpus: Corpus, splits: int, seed: int) -> tuple[CoverageRow, ...]:
    """Return the coverage in each register, over the domains that did not train the encoder."""
    return tuple(
        CoverageRow(described_in=register, **asdict(found))
        for register in REGISTERS
        for found in held_out_coverage(encoder, corpus, register, (EPSILON,), splits, seed)
    )
