"""The report of `plancritic evaluate schema` as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plancritic.contracts.modelling.messages import FilterScore
from plancritic.laboratory.reporting import markdown, percent
from plancritic.laboratory.schema.evaluation.coverage import CoverageRow
from plancritic.laboratory.schema.evaluation.published import Published
from plancritic.laboratory.schema.evaluation.recordings import RecordedRow, ReferenceRow
from plancritic.laboratory.schema.evaluation.report import Report
from plancritic.laboratory.schema.evaluation.scale import ScaleRow
from plancritic.laboratory.schema.evaluation.seeded_faults import SeededRow
from plancritic.laboratory.schema.measurement.events import Unit

_SELECTIONS = {
    "all": "without filter",
    "filtered": "with filter",
    "one instance": "one instance alone (mean)",
    "nearest": "blind: nearest set",
}
#: What coverage is of.
_COVERED: dict[FilterScore, str] = {
    "similarity": "true pairs",
    "agreement": "right candidates of seeded libraries",
    "combined": "right candidates of seeded libraries",
}
_EVENTS: dict[Unit, str] = {"action": "a true schema", "domain": "all of a domain"}


def report_lines(report: Report) -> Iterator[str]:
    """Yield the report, a table a part, the bars last."""
    if report.recordings:
        yield from _recordings(report.recordings, report.score)
    if report.references:
        yield from _references(report.references)
    if report.scale:
        yield from _scale(report.scale)
    if report.faults:
        yield from _faults(report.faults, report.score)
    if report.model:
        yield from markdown(
            "A language model alone: plans by tree of thoughts in the reference domain, and what it knows by name:",
            "domain | register | model | steps | finished | valid | questions | malformed | known",
            (
                (
                    row.domain,
                    row.described_in,
                    row.model,
                    f"{row.steps}",
                    "yes" if row.finished else "no",
                    "yes" if row.valid else "no",
                    f"{row.questions}",
                    f"{row.malformed}",
                    f"{row.known:.0%}",
                )
                for row in report.model
            ),
        )
    if report.coverage:
        yield from markdown(
            f"Coverage of held-out {_COVERED[report.score]}: how often the filter keeps a true schema, and how often "
            "all true schemas of a domain. Mean over random splits by domain with its 95 % interval; counts with every "
            "domain left out once, one library of it drawn, with the exact interval (Clopper-Pearson; of schemas as if "
            "they were independent):",
            "register | libraries | threshold made for | kept | epsilon | splits | mean | interval | counted | exact",
            (
                (
                    row.described_in or "any",
                    _libraries(row),
                    _EVENTS[row.calibrated_for],
                    _EVENTS[row.event],
                    f"{row.epsilon}",
                    f"{row.splits}",
                    f"{row.mean:.1%}",
                    f"{row.low:.1%} to {row.high:.1%}",
                    f"{row.held} of {row.of}",
                    f"{row.exact_low:.1%} to {row.exact_high:.1%}",
                )
                for row in report.coverage
            ),
        )
    yield from markdown(
        f"Promised and measured (encoder {report.encoder}, filter by {report.score}, seed {report.seed}):",
        "part | promised | measured | met",
        ((bar.name, bar.wanted, bar.reached, "yes" if bar.met else "**no**") for bar in report.bars),
    )


def _recordings(rows: Sequence[RecordedRow], score: FilterScore) -> Iterator[str]:
    yield from markdown(
        "Combinations of the recorded candidates. Mean plan: steps, over the solvable combinations. In brackets: what "
        "[DK] prints of its own candidates, quoted. Right: actions with a candidate that means the same as the "
        "reference, in brackets before any floor.",
        "domain | register | instances | candidates | combinations | solvable | share | undecided"
        " | plans | mean plan | epsilon | threshold | right | valid in reference",
        (
            (
                row.domain,
                row.described_in,
                f"{row.instances}",
                _SELECTIONS[row.selection],
                _number(row.combinations) + _quoted(row, "combinations"),
                _number(row.solvable) + _quoted(row, "solvable"),
                percent(row.share),
                f"{row.undecided}",
                f"{row.plans}",
                "-" if row.mean_length is None else f"{row.mean_length:.1f}",
                "" if row.epsilon is None else f"{row.epsilon:g}",
                _threshold(row, score),
                _right(row),
                {None: "", True: "yes", False: "no"}[row.valid],
            )
            for row in rows
        ),
    )


def _quoted(row: RecordedRow, what: str) -> str:
    if row.published is None:
        return ""
    names = {"all": what, "filtered": f"filtered_{what}"}
    value = getattr(row.published, names[row.selection]) if row.selection in names else None
    assert set(names.values()) <= Published.model_fields.keys()
    return "" if value is None else f" [{value:,}]"


def _threshold(row: RecordedRow, score: FilterScore) -> str:
    if row.selection != "filtered":
        return ""
    if row.threshold is None:
        return "keeps all"
    return f"{row.threshold:g} behind" if score == "agreement" else f"{row.threshold:.3f}"


def _libraries(row: CoverageRow) -> str:
    following = row.following
    if row.libraries is not None:
        return "half of the actions misled"
    if following is None:
        return "all"
    return f"{following:.0%} follow a shared mistake" if following else "no shared mistake"


def _right(row: RecordedRow) -> str:
    if row.right is None:
        return ""
    return f"{row.right}" if row.right_at_once is None else f"{row.right} ({row.right_at_once})"


def _references(rows: Sequence[ReferenceRow]) -> Iterator[str]:
    yield from markdown(
        "The first interpretation's plan in the reference domain, judged by VAL, how many of all distinct plans "
        "are valid there, and the rank of the interpretation that means what the reference does:",
        "domain | register | instances | similarity | votes | steps | valid | first step that fails"
        " | why | distinct plans | valid of these | the true one",
        (
            (
                row.domain,
                row.described_in,
                f"{row.instances}",
                f"{row.similarity:.3f}",
                f"{row.votes}",
                f"{len(row.plan)}",
                "yes" if row.valid else "no",
                "" if row.valid else row.failing_step or "none: the goal is not reached",
                row.reason,
                f"{row.plans}",
                f"{row.valid_plans}",
                _true_one(row),
            )
            for row in rows
        ),
    )


def _true_one(row: ReferenceRow) -> str:
    if row.true_rank is not None:
        return f"{row.true_rank}"
    if row.unwritten:
        return f"nobody wrote {', '.join(row.unwritten)}"
    return f"dropped: {', '.join(row.dropped)}" if row.dropped else "has no plan"


def _scale(rows: Sequence[ScaleRow]) -> Iterator[str]:
    yield from markdown(
        "Candidates multiplied by single edits, all combinations decided, a sample confirmed by K* one by one:",
        "domain | register | seed | candidates | combinations | solvable | undecided | plans | mean plan"
        " | processes | seconds | CPU seconds | sample (solvable) | confirmed",
        (
            (
                row.domain,
                row.described_in,
                f"{row.seed}",
                " ".join(map(str, row.candidates)),
                f"{row.combinations:,}",
                f"{row.solvable:,}",
                f"{row.undecided}",
                f"{row.plans}",
                "-" if row.mean_length is None else f"{row.mean_length:.1f}",
                f"{row.processes}",
                f"{row.seconds:.1f}",
                f"{row.cpu_seconds:.1f}",
                f"{row.sample} ({row.sample_solvable})",
                f"{row.agreed}",
            )
            for row in rows
        ),
    )
    for row in rows:
        for each in row.disagreements:
            yield f"{row.domain}: decided as {each.ours}; K* says {each.theirs}"
    if any(row.disagreements for row in rows):
        yield ""


def _faults(rows: Sequence[SeededRow], score: FilterScore) -> Iterator[str]:
    yield from markdown(
        f"Libraries with seeded faults, before and after the filter by {score} (means over the libraries). Left at "
        "0.2: at epsilon 0.2 before any floor; emptied: libraries without a solvable set there.",
        "domain | register | rate | libraries | combinations | left at 0.2 | emptied | left with floor"
        " | solvable before | after | undecided | epsilons | right set kept",
        (
            (
                row.domain,
                row.described_in,
                f"{row.rate}",
                f"{row.libraries}",
                f"{row.combinations:,.0f}",
                f"{row.left_without_floor:.1%}",
                f"{row.emptied}",
                f"{row.left:.1%}",
                f"{row.solvable_before:.1%}",
                f"{row.solvable_after:.1%}",
                f"{row.undecided}",
                " ".join(f"{each:g}" for each in row.epsilons),
                f"{row.right_kept} of {row.right_present}",
            )
            for row in rows
        ),
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:.1f}"
