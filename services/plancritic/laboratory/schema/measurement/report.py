"""Measure encoders before and after tuning: accuracy by kind of negative, coverage, thresholds, seeded faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from plancritic.contracts.modelling.descriptions import Register
from plancritic.embedding import CachedEncoder, Encoder
from plancritic.laboratory.reporting import Bar, markdown, percent
from plancritic.laboratory.schema.corpus import Corpus, CorpusDomain
from plancritic.laboratory.schema.measurement.coverage import held_out_coverage
from plancritic.laboratory.schema.measurement.pairs import (
    NEGATIVE_KINDS,
    NegativeKind,
    ScoredAction,
    accuracy,
    scored_actions,
    separation,
)
from plancritic.laboratory.schema.measurement.seeded import by_domain, seeded_library, sieve
from plancritic.pddl.faults import FAULT_KINDS
from plancritic.schema_library.filtering.calibration import REGISTERS, Calibration

EPSILONS = (0.1, 0.2, 0.3)
#: What coverage is promised at.
EPSILON = 0.2
BAR = 0.8
WRITERS = 10
RATE = 0.5


@dataclass(frozen=True)
class AccuracyRow:
    """How often a description is nearer to its schema than to a wrong one, by kind of wrong schema.

    `separation` compares with faulty schemas of all actions: what one threshold can use.
    """

    encoder: str
    domains: str
    register: Register
    actions: int
    accuracy: dict[NegativeKind, float | None]
    separation: float


@dataclass(frozen=True)
class CoverageRow:
    """Mean coverage of held-out true pairs over random splits by domain, with its 95 % interval."""

    encoder: str
    register: Register
    epsilon: float
    splits: int
    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class ThresholdRow:
    """The least similarity that is kept, by register and epsilon; null: all are kept."""

    encoder: str
    register: Register
    epsilon: float
    threshold: float | None


@dataclass(frozen=True)
class SieveRow:
    """What the filter drops of libraries with seeded faults, by domains, register and epsilon."""

    encoder: str
    domains: str
    register: Register
    epsilon: float
    true: int
    true_dropped: int
    faulty: int
    faulty_dropped: int
    combinations: int
    combinations_left: int


@dataclass(frozen=True)
class Report:
    """All that is measured of one or more encoders."""

    corpus: str
    seed: int
    writers: int
    rate: float
    accuracy: tuple[AccuracyRow, ...]
    coverage: tuple[CoverageRow, ...]
    thresholds: tuple[ThresholdRow, ...]
    sieves: tuple[SieveRow, ...]

    def bar(self, encoder: str) -> Bar[float, float]:
        """Return the bar of an encoder's coverage: what the upper end of its interval must reach in each register."""
        highs = [row.high for row in self.coverage if row.encoder == encoder and row.epsilon == EPSILON]
        least = min(highs, default=0.0)
        return Bar(f"coverage of {encoder}", BAR, least, least >= BAR)


def measured(
    encoders: Sequence[tuple[Encoder, Calibration]],
    corpus: Corpus,
    further: Sequence[tuple[str, Sequence[CorpusDomain]]] = (),
    splits: int = 40,
    seed: int = 0,
    progress: Callable[[str], None] = lambda _: None,
) -> Report:
    """Measure encoders on the measuring part of the corpus and on further domains, each group under its name."""
    groups = [("measuring set", corpus.part("measure")), *further]
    rows: list[AccuracyRow] = []
    coverages: list[CoverageRow] = []
    thresholds: list[ThresholdRow] = []
    sieves: list[SieveRow] = []
    for uncached, calibration in encoders:
        # Both registers have the same schemas.
        encoder = CachedEncoder(uncached)
        calibration.check(encoder)
        for register in REGISTERS:
            progress(f"{encoder.name}, {register}: coverage")
            coverages += _coverage(encoder, corpus, register, splits, seed)
            for epsilon in EPSILONS:
                least = calibration.threshold(register, epsilon)
                thresholds.append(
                    ThresholdRow(encoder=encoder.name, register=register, epsilon=epsilon, threshold=least)
                )
            for name, domains in groups:
                progress(f"{encoder.name}, {register}: {name}")
                scored = scored_actions(encoder, domains, register)
                rows.append(_accuracy(encoder.name, name, register, scored))
                sieves += _sieves(encoder.name, name, register, scored, calibration, seed)
    return Report(
        corpus=corpus.sha256,
        seed=seed,
        writers=WRITERS,
        rate=RATE,
        accuracy=tuple(rows),
        coverage=tuple(coverages),
        thresholds=tuple(thresholds),
        sieves=tuple(sieves),
    )


def _coverage(encoder: Encoder, corpus: Corpus, register: Register, splits: int, seed: int) -> tuple[CoverageRow, ...]:
    return tuple(
        CoverageRow(encoder=encoder.name, register=register, **asdict(found))
        for found in held_out_coverage(encoder, corpus, register, EPSILONS, splits, seed)
    )


def _accuracy(encoder: str, name: str, register: Register, scored: Sequence[ScoredAction]) -> AccuracyRow:
    return AccuracyRow(
        encoder=encoder,
        domains=name,
        register=register,
        actions=len(scored),
        accuracy={kind: accuracy(scored, kind) for kind in NEGATIVE_KINDS},
        separation=separation(scored),
    )


def _sieves(
    encoder: str,
    name: str,
    register: Register,
    scored: Sequence[ScoredAction],
    calibration: Calibration,
    seed: int,
) -> tuple[SieveRow, ...]:
    # The same faults whatever the encoder: they are drawn by their place, and the seed is the domain's.
    libraries = [seeded_library(found, WRITERS, RATE, seed) for found in by_domain(scored).values()]
    rows = []
    for epsilon in EPSILONS:
        found = sieve(libraries, calibration.threshold(register, epsilon))
        rows.append(SieveRow(encoder, name, register, epsilon, **asdict(found)))
    return tuple(rows)


def report_lines(report: Report) -> tuple[str, ...]:
    """Return the report as Markdown."""
    kinds = (*NEGATIVE_KINDS[:2], *FAULT_KINDS)
    lines = (
        *markdown(
            "How often a description is nearer to its schema than to a wrong one:",
            f"encoder | domains | register | actions | {' | '.join(kinds)} | any fault of any action",
            (
                (row.encoder, row.domains, row.register, row.actions, *map(percent, shares))
                for row in report.accuracy
                for shares in [(*(row.accuracy[kind] for kind in kinds), row.separation)]
            ),
        ),
        *markdown(
            "Coverage of held-out true pairs over random splits by domain (mean, and its 95 % interval over the "
            "splits), and the threshold 1 - q of the calibrating set:",
            "encoder | register | epsilon | splits | coverage | interval | threshold",
            (
                (row.encoder, row.register, row.epsilon, row.splits, percent(row.mean), ends, _threshold(report, row))
                for row in report.coverage
                for ends in [f"{row.low:.1%} to {row.high:.1%}"]
            ),
        ),
        *markdown(
            f"Libraries with seeded faults ({report.writers} writers, each errs in an action with probability "
            f"{report.rate}, seed {report.seed}), before any floor:",
            "encoder | domains | register | epsilon | true dropped | faulty dropped | combinations | left",
            (
                (
                    *(row.encoder, row.domains, row.register, row.epsilon),
                    f"{row.true_dropped} of {row.true} ({row.true_dropped / max(1, row.true):.0%})",
                    f"{row.faulty_dropped} of {row.faulty} ({row.faulty_dropped / max(1, row.faulty):.0%})",
                    f"{row.combinations:,}",
                    f"{row.combinations_left:,}",
                )
                for row in report.sieves
            ),
        ),
    )
    return lines[:-1]


def _threshold(report: Report, row: CoverageRow) -> str:
    (found,) = (
        each.threshold
        for each in report.thresholds
        if (each.encoder, each.register, each.epsilon) == (row.encoder, row.register, row.epsilon)
    )
    return "keeps all" if found is None else f"{found:.3f}"
