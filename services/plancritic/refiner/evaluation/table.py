"""The table of an evaluation: a row a pipeline, a column a domain, as table 1 of [FS]."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import fmean, stdev

from pydantic import BaseModel, ConfigDict

from plancritic.refiner.evaluation.rows import RunRow


class Cell(BaseModel):
    """One pipeline on the starts of one domain, or of all: HDE from 0 to 1; `error` is the standard error of its mean.

    Figures of no runs are 0; so is the error of a single run.
    """

    model_config = ConfigDict(frozen=True)

    runs: int
    hde: float
    error: float
    perfect: int
    questions: float
    candidates: float
    seconds: float


class TableRow(BaseModel):
    """A pipeline: its cells by domain, and `mean` over all runs."""

    model_config = ConfigDict(frozen=True)

    pipeline: str
    domains: dict[str, Cell]
    mean: Cell


class Table(BaseModel):
    """The whole table; `hde_seconds` are mean and maximum of one HDE evaluation, None where none was made.

    `seconds` and `cpu_seconds` are those of all refinements together.
    """

    model_config = ConfigDict(frozen=True)

    rows: tuple[TableRow, ...]
    shortfall: int
    given_up: int
    failures: tuple[str, ...]
    hde_seconds: tuple[float, float] | None
    seconds: float
    cpu_seconds: float


def make_table(rows: Sequence[RunRow], domains: Sequence[str], pipelines: Sequence[str]) -> Table:
    """Return the table of some runs; those that failed count nowhere but in `failures`."""
    done = [each for each in rows if each.failure is None]
    table = []
    for pipeline in pipelines:
        own = [each for each in done if each.pipeline == pipeline]
        cells = {domain: cell_of(each for each in own if each.domain == domain) for domain in domains}
        table.append(TableRow(pipeline=pipeline, domains=cells, mean=cell_of(own)))
    measured = [each.hde_seconds for each in done if each.hde_seconds is not None]
    return Table(
        rows=tuple(table),
        shortfall=sum(each.shortfall for each in done),
        given_up=sum(each.given_up for each in done),
        failures=tuple(
            f"{each.pipeline} on start {each.start.name} of {each.domain}: {each.failure}"
            for each in rows
            if each.failure is not None
        ),
        hde_seconds=(fmean(measured), max(measured)) if measured else None,
        seconds=sum(each.seconds for each in done),
        cpu_seconds=sum(each.cpu_seconds for each in done),
    )


def cell_of(rows: Iterable[RunRow]) -> Cell:
    """Return the figures of some runs."""
    found = list(rows)
    if not found:
        return Cell(runs=0, hde=0, error=0, perfect=0, questions=0, candidates=0, seconds=0)
    values = [each.hde for each in found]
    return Cell(
        runs=len(found),
        hde=fmean(values),
        error=stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0,
        perfect=sum(each.perfect for each in found),
        questions=fmean(each.questions for each in found),
        candidates=fmean(each.candidates for each in found),
        seconds=fmean(each.seconds for each in found),
    )


def table_lines(table: Table) -> list[str]:
    """Return the table as Markdown, and what is to be known about it."""
    if not table.rows:
        return []
    domains = list(table.rows[0].domains)
    lines = [
        "HDE in percent, mean ± standard error; in brackets the perfect ones of all starts.",
        "",
        f"| pipeline | {' | '.join(domains)} | mean | questions | candidates | seconds |",
        "|---" * (len(domains) + 5) + "|",
    ]
    for row in table.rows:
        cells = [_text(row.domains[domain]) for domain in domains]
        effort = (row.mean.questions, row.mean.candidates, row.mean.seconds)
        means = " | ".join(f"{each:.1f}" if row.mean.runs else "-" for each in effort)
        lines.append(f"| {row.pipeline} | {' | '.join(cells)} | {_text(row.mean)} | {means} |")
    lines.append("")
    if table.hde_seconds is not None:
        mean_seconds, most = table.hde_seconds
        lines.append(f"One HDE evaluation took {mean_seconds:.2f} s on average, {most:.2f} s at most.")
    lines.append(
        f"Plans of the results that K* did not find within its limits: {table.shortfall}; problems on which it gave up "
        f"without a plan: {table.given_up}."
    )
    lines.append(f"All refinements took {table.seconds:.0f} s, {table.cpu_seconds:.0f} CPU seconds.")
    lines += [f"failed: {each}" for each in table.failures]
    return lines


def _text(cell: Cell) -> str:
    if not cell.runs:
        return "-"
    return f"{100 * cell.hde:.1f} ± {100 * cell.error:.1f} ({cell.perfect}/{cell.runs})"
