"""Coverage of held-out true pairs by the filter's threshold, over random splits by domain."""

from __future__ import annotations

from plancritic.contracts.envelope import Contract
from plancritic.contracts.modelling.descriptions import Register
from plancritic.embedding import Encoder
from plancritic.schema_library.corpus import Corpus
from plancritic.schema_library.filtering import EPSILON
from plancritic.schema_library.filtering.calibration import REGISTERS, true_similarities
from plancritic.schema_library.filtering.measurement.coverage import coverage_over_splits


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
    held_out = (*corpus.part("calibrate"), *corpus.part("measure"))
    rows = []
    for register in REGISTERS:
        similarities = {each.name: true_similarities(encoder, [each], register) for each in held_out}
        found = coverage_over_splits(similarities, EPSILON, splits, seed)
        rows.append(
            CoverageRow(
                described_in=register,
                epsilon=EPSILON,
                splits=splits,
                mean=found.mean,
                low=found.low,
                high=found.high,
            )
        )
    return tuple(rows)
