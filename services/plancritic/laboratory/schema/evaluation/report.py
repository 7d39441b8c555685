"""Run the parts of the evaluation and hold what they measured against what is promised."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from plancritic.contracts.envelope import Contract
from plancritic.contracts.modelling.descriptions import Register
from plancritic.contracts.modelling.messages import FilterScore
from plancritic.judges import Judge
from plancritic.laboratory.reporting import Bar
from plancritic.laboratory.schema.corpus import load_corpus
from plancritic.laboratory.schema.evaluation.cases import EvaluationDomain
from plancritic.laboratory.schema.evaluation.coverage import (
    CoverageRow,
    agreement_coverage_rows,
    combined_coverage_rows,
    coverage_rows,
)
from plancritic.laboratory.schema.evaluation.model_alone import ModelAloneRow, model_alone_rows
from plancritic.laboratory.schema.evaluation.recordings import (
    INSTANCES,
    RecordedRow,
    ReferenceRow,
    Semantics,
    all_libraries,
    recorded_rows,
    reference_row,
)
from plancritic.laboratory.schema.evaluation.scale import ScaleRow, ScaleSettings, scale_row
from plancritic.laboratory.schema.evaluation.seeded_faults import FaultSettings, SeededRow, seeded_rows
from plancritic.laboratory.schema.measurement.events import Unit
from plancritic.llm import LanguageModelSettings
from plancritic.schema_library.filtering import CombinedCalibration

#: A scale row may take so many seconds of wall time on two cores.
MOST_SECONDS = 60.0
#: Mean coverage at epsilon 0.2.
COVERAGE = 0.8
#: The domain whose problem is the Sussman anomaly: its first plan must be valid in the reference domain.
SUSSMAN = "libraryworld"
#: The candidates that are multiplied.
SCALE_REGISTER: Register = "detailed"


class Part(StrEnum):
    """What an evaluation may measure."""

    RECORDINGS = "recordings"
    REFERENCE = "reference"
    SCALE = "scale"
    FAULTS = "faults"
    COVERAGE = "coverage"
    MODEL = "model"


#: A part, what is promised of it in words, and what was measured.
PartBar = Bar[str, str]


class Report(Contract):
    """All that was measured; parts that were left out have no rows."""

    encoder: str
    score: FilterScore = "combined"
    seed: int
    recordings: tuple[RecordedRow, ...] = ()
    references: tuple[ReferenceRow, ...] = ()
    scale: tuple[ScaleRow, ...] = ()
    faults: tuple[SeededRow, ...] = ()
    coverage: tuple[CoverageRow, ...] = ()
    model: tuple[ModelAloneRow, ...] = ()
    bars: tuple[PartBar, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """Which parts run, the seed, and the sizes of each."""

    #: All that need no language model.
    parts: tuple[Part, ...] = tuple(part for part in Part if part is not Part.MODEL)
    seed: int = 1
    instances: tuple[int, ...] = INSTANCES
    splits: int = 40
    scale: ScaleSettings = field(default_factory=ScaleSettings)
    faults: FaultSettings = field(default_factory=FaultSettings)


async def evaluated(
    domains: Sequence[EvaluationDomain],
    semantics: Semantics,
    judge: Judge,
    settings: Settings,
    progress: Callable[[str], None] = lambda _: None,
) -> Report:
    """Run the wanted parts.

    Raises:
        ContractError: A recording, a judge or an engine is missing.
        VariationError: Candidates have too few variations for the scale.
    """
    recordings: list[RecordedRow] = []
    references: list[ReferenceRow] = []
    scale: list[ScaleRow] = []
    faults: list[SeededRow] = []
    coverage: tuple[CoverageRow, ...] = ()
    unsolved: list[PartBar] = []
    alone: list[ModelAloneRow] = []
    if Part.MODEL in settings.parts:
        for domain in domains:
            alone += await model_alone_rows(domain, judge, LanguageModelSettings(), progress)
    if Part.RECORDINGS in settings.parts:
        for domain, register, instances in all_libraries(domains, settings.instances):
            progress(f"{domain.name}, {register}, {instances} instances: combinations")
            recordings += await recorded_rows(domain, register, instances, semantics, judge)
    if Part.REFERENCE in settings.parts:
        for domain, register, instances in all_libraries(domains, settings.instances):
            progress(f"{domain.name}, {register}, {instances} instances: first plan in the reference domain")
            found = await reference_row(domain, register, instances, semantics, judge)
            if found is not None:
                references.append(found)
            elif domain.name == SUSSMAN:
                unsolved.append(_sussman_bar(register, instances, "no solvable set", met=False))
    if Part.SCALE in settings.parts:
        for domain in domains:
            progress(f"{domain.name}: at least {settings.scale.combinations:,} combinations")
            scale.append(await scale_row(domain, SCALE_REGISTER, settings.scale, settings.seed, progress))
    if Part.FAULTS in settings.parts:
        for domain in domains:
            faults += seeded_rows(domain, semantics, settings.faults, settings.seed, progress)
    if Part.COVERAGE in settings.parts:
        progress("coverage of held-out domains")
        corpus = load_corpus()
        if isinstance(semantics.scale, CombinedCalibration):
            coverage = combined_coverage_rows(
                semantics.encoder, semantics.scale, corpus, settings.splits, settings.seed
            )
        elif semantics.scale.score == "agreement":
            coverage = agreement_coverage_rows(corpus, settings.splits, settings.seed)
        else:
            coverage = coverage_rows(semantics.encoder, corpus, settings.splits, settings.seed)
    return Report(
        encoder=semantics.encoder.name,
        score=semantics.scale.score,
        seed=settings.seed,
        recordings=tuple(recordings),
        references=tuple(references),
        scale=tuple(scale),
        faults=tuple(faults),
        coverage=coverage,
        model=tuple(alone),
        bars=(
            *_recordings_bars(recordings),
            *unsolved,
            *_reference_bars(references),
            *_scale_bars(scale),
            *_fault_bars(faults),
            *_coverage_bars(coverage),
        ),
    )


def _recordings_bars(rows: Sequence[RecordedRow]) -> list[PartBar]:
    if not rows:
        return []
    undecided = sum(row.undecided for row in rows)
    solvable = {
        (row.domain, row.described_in, row.instances) for row in rows if row.selection == "all" and row.solvable
    }
    emptied = [
        f"{row.domain} {row.described_in} {row.instances}"
        for row in rows
        if row.selection == "filtered" and not row.solvable
        if (row.domain, row.described_in, row.instances) in solvable
    ]
    left = f"none left in {', '.join(emptied)}" if emptied else "always"
    decided = "every combination of the recordings is decided"
    solved = "the filter with its floor leaves a solvable set where there was one"
    return [
        Bar(Part.RECORDINGS, decided, f"{undecided} undecided", undecided == 0),
        Bar(Part.RECORDINGS, solved, left, not emptied),
    ]


def _reference_bars(rows: Sequence[ReferenceRow]) -> list[PartBar]:
    return [
        _sussman_bar(
            row.described_in,
            row.instances,
            "valid" if row.valid else f"fails at {row.failing_step or 'the goal'}: {row.reason}",
            row.valid,
        )
        for row in rows
        if row.domain == SUSSMAN
    ]


def _sussman_bar(register: Register, instances: int, measured: str, met: bool) -> PartBar:
    promised = f"first plan of the Sussman anomaly valid in the reference domain ({register}, {instances} instances)"
    return Bar(Part.REFERENCE, promised, measured, met)


def _scale_bars(rows: Sequence[ScaleRow]) -> Iterator[PartBar]:
    for row in rows:
        decided = f"{row.domain}: {row.combinations:,} combinations decided, none undecided"
        soon = f"{row.domain}: in under {MOST_SECONDS:g} s on two cores"
        taken = f"{row.seconds:.1f} s ({row.cpu_seconds:.1f} s of computing)"
        confirmed = f"{row.domain}: K* confirms each of {row.sample} sampled combinations"
        yield Bar(Part.SCALE, decided, f"{row.undecided} undecided", row.undecided == 0)
        yield Bar(Part.SCALE, soon, taken, row.seconds < MOST_SECONDS)
        yield Bar(Part.SCALE, confirmed, f"{row.agreed} confirmed", row.agreed == row.sample)


def _fault_bars(rows: Sequence[SeededRow]) -> Iterator[PartBar]:
    for row in rows:
        where = f"{row.domain}, {row.described_in}, faults at a rate of {row.rate}"
        cut = f"{where}: less than 5 % of the combinations left"
        yield Bar(Part.FAULTS, cut, f"{row.left:.1%}", row.cut_enough)
        if row.doubled is not None:
            shares = f"{row.solvable_before:.1%} before, {row.solvable_after:.1%} after"
            yield Bar(Part.FAULTS, f"{where}: solvable share at least doubled", shares, row.doubled)


def _coverage_bars(rows: Sequence[CoverageRow]) -> Iterator[PartBar]:
    for row in rows:
        if row.following is None and row.libraries is None and row.calibrated_for == row.event:
            where = f"{row.described_in or 'agreement'}: at epsilon {row.epsilon}"
            promised = f"{where} {_EVENTS[row.event]} in {COVERAGE:.0%} (mean over splits)"
            measured = f"{row.mean:.1%} ({row.low:.1%} to {row.high:.1%})"
            yield Bar(Part.COVERAGE, promised, measured, row.high >= COVERAGE)


#: What is promised, by the unit that a threshold was calibrated for.
_EVENTS: dict[Unit, str] = {"action": "a true schema is kept", "domain": "all true schemas of a domain are kept"}
