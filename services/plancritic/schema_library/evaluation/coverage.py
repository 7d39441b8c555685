"""Coverage by the filter's threshold, over random splits by domain: of true pairs, or of right candidates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from plancritic.contracts.envelope import Contract
from plancritic.contracts.modelling.descriptions import Register
from plancritic.embedding import Encoder
from plancritic.schema_library.corpus import Corpus
from plancritic.schema_library.filtering import EPSILON
from plancritic.schema_library.filtering.calibration import REGISTERS
from plancritic.schema_library.filtering.measurement.coverage import coverage_over_splits, held_out_coverage
from plancritic.schema_library.filtering.seeded_writers import FOLLOWING, RightCandidate, right_candidates


class CoverageRow(Contract):
    """Mean coverage at an epsilon, with the 95 % interval of the mean over the splits.

    `described_in` is None where words do not matter. `following` tells of which libraries the right candidates are
    that were measured: those where so many writers follow a shared mistake (0: none); None: of all. What is promised
    is promised of all.
    """

    described_in: Register | None
    following: float | None = None
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


def agreement_coverage_rows(corpus: Corpus, splits: int, seed: int) -> tuple[CoverageRow, ...]:
    """Return the coverage of right candidates in seeded libraries of the domains that `coverage_rows` measures.

    The first row is of all libraries, the others are of those that share a mistake and of those that share none, under
    the same thresholds.
    """
    held_out = (*corpus.part("calibrate"), *corpus.part("measure"))
    names = [each.name for each in held_out]
    found = right_candidates(held_out)
    everything = _scores(names, found)
    rows = []
    for following in (None, *sorted(set(FOLLOWING))):
        those = _scores(names, (each for each in found if following in (None, each.following)))
        covered = coverage_over_splits(everything, EPSILON, splits, seed, those)
        rows.append(CoverageRow(described_in=None, following=following, **asdict(covered)))
    return tuple(rows)


def _scores(names: Iterable[str], found: Iterable[RightCandidate]) -> dict[str, list[float]]:
    """Return greater numbers for what is less far behind, by domain."""
    scores: dict[str, list[float]] = {name: [] for name in names}
    for each in found:
        scores[each.domain].append(-each.behind)
    return scores
