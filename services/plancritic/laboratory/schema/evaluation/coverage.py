"""Coverage by the filter's thresholds: of each true schema, and of the event that a domain keeps all of its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from plancritic.contracts.envelope import Contract
from plancritic.contracts.modelling.descriptions import Register
from plancritic.embedding import CachedEncoder, Encoder
from plancritic.laboratory.schema.calibration.combined import cross_fitted_gaps, library_choices, right_gaps
from plancritic.laboratory.schema.calibration.seeded_writers import (
    FOLLOWING,
    LIBRARIES,
    MISLED,
    Kind,
    RightCandidate,
    right_candidates,
    seeded_actions,
)
from plancritic.laboratory.schema.calibration.similarity import true_similarities
from plancritic.laboratory.schema.corpus import Corpus, CorpusDomain
from plancritic.laboratory.schema.measurement.events import UNITS, Libraries, Unit, event_coverage
from plancritic.schema_library.filtering import EPSILON
from plancritic.schema_library.filtering.calibration import REGISTERS
from plancritic.schema_library.filtering.combined_calibration import CombinedCalibration


class CoverageRow(Contract):
    """How often an event holds at an epsilon, in domains that are no part of the calibration.

    `event`: that a true schema is kept (`action`), or all of a domain (`domain`); `calibrated_for` says which of the
    two the threshold was made for. The mean is over random splits by domain, with its 95 % interval; `held` of `of` are
    those of domains left out one by one, with the exact interval. `described_in` is None where words do not matter.
    `following` tells what was measured: right candidates of actions (for the event of a domain: of libraries with one
    misled action) where so many writers follow a shared mistake (0: none); None: all. `libraries` is their kind where
    it is another than that of the calibration. What is promised is promised of all that are like the calibrating ones.
    """

    described_in: Register | None
    following: float | None = None
    libraries: Kind | None = None
    calibrated_for: Unit
    event: Unit
    epsilon: float
    splits: int
    mean: float
    low: float
    high: float
    held: int
    of: int
    exact_low: float
    exact_high: float


def coverage_rows(encoder: Encoder, corpus: Corpus, splits: int, seed: int) -> tuple[CoverageRow, ...]:
    """Return the coverage by similarity in each register, over the domains that did not train the encoder.

    A domain has one library: its true pairs.
    """
    held_out = _held_out(corpus)
    rows: list[CoverageRow] = []
    for register in REGISTERS:
        domains = {each.name: [[-one for one in true_similarities(encoder, [each], register)]] for each in held_out}
        rows += _rows(register, domains, splits, seed)
    return tuple(rows)


def combined_coverage_rows(
    encoder: Encoder,
    calibration: CombinedCalibration,
    corpus: Corpus,
    splits: int,
    seed: int,
    libraries: int = LIBRARIES,
) -> tuple[CoverageRow, ...]:
    """Return the coverage by agreement and similarity together in seeded libraries, in each register.

    The gaps of a calibrating domain are those by the weights of the other calibrating domains, those of a measuring
    domain by the weights of the calibration.
    """
    cached = CachedEncoder(encoder)
    followed = _followed(_held_out(corpus), libraries)
    rows: list[CoverageRow] = []
    for register in REGISTERS:
        calibrating = library_choices(cached, corpus.part("calibrate"), register, libraries)
        measuring = library_choices(cached, corpus.part("measure"), register, libraries)
        weights = calibration.weights[register]
        domains: dict[str, Libraries] = dict(cross_fitted_gaps(calibrating))
        domains |= {name: right_gaps(several, weights) for name, several in measuring.items()}
        rows += _rows(register, domains, splits, seed)
        for following in MISLED:
            those = {
                name: [each for each, misled in zip(several, followed[name], strict=True) if misled == following]
                for name, several in domains.items()
            }
            covered = event_coverage(domains, "domain", "domain", EPSILON, splits, seed, those)
            rows.append(CoverageRow(described_in=register, following=following, **asdict(covered)))
        harder = library_choices(cached, _held_out(corpus), register, libraries, "half misled")
        apart: dict[str, Libraries] = {name: right_gaps(several, weights) for name, several in harder.items()}
        for event in UNITS:
            covered = event_coverage(domains, "domain", event, EPSILON, splits, seed, apart)
            rows.append(CoverageRow(described_in=register, libraries="half misled", **asdict(covered)))
    return tuple(rows)


def agreement_coverage_rows(corpus: Corpus, splits: int, seed: int) -> tuple[CoverageRow, ...]:
    """Return the coverage of right candidates by agreement, in the same seeded libraries.

    The last rows are of the libraries that share a mistake and of those that share none, under the threshold for
    actions.
    """
    found = right_candidates(_held_out(corpus))
    domains = _libraries(found)
    rows = _rows(None, domains, splits, seed)
    for following in sorted(set(FOLLOWING)):
        those = _libraries(each for each in found if each.following == following)
        covered = event_coverage(domains, "action", "action", EPSILON, splits, seed, those)
        rows.append(CoverageRow(described_in=None, following=following, **asdict(covered)))
    return tuple(rows)


def _rows(register: Register | None, domains: Mapping[str, Libraries], splits: int, seed: int) -> list[CoverageRow]:
    return [
        CoverageRow(
            described_in=register, **asdict(event_coverage(domains, calibrated_for, event, EPSILON, splits, seed))
        )
        for calibrated_for in UNITS
        for event in UNITS
    ]


def _held_out(corpus: Corpus) -> tuple[CorpusDomain, ...]:
    """Return the domains that did not train the encoder."""
    return (*corpus.part("calibrate"), *corpus.part("measure"))


def _followed(domains: Sequence[CorpusDomain], libraries: int) -> dict[str, list[float]]:
    """Return how many writers follow the misleading sentence of each library, by domain."""
    found: dict[str, dict[tuple[int, int, float], float]] = defaultdict(dict)
    for each in seeded_actions(domains, libraries, "one misled"):
        known = found[each.domain.name].get(each.library, 0.0)
        found[each.domain.name][each.library] = max(known, each.following)
    return {name: list(several.values()) for name, several in found.items()}


def _libraries(found: Iterable[RightCandidate]) -> dict[str, Libraries]:
    """Return how far right candidates are behind, by domain and library."""
    behind: dict[str, dict[tuple[int, int, float], list[float]]] = defaultdict(lambda: defaultdict(list))
    for each in found:
        behind[each.domain][each.library].append(each.behind)
    return {name: list(libraries.values()) for name, libraries in behind.items()}
