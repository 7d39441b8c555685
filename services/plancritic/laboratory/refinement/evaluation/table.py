"""The table of an evaluation: a row a pipeline and kind of start, a column a domain, as table 1 of [FS]."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean, stdev
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict

from plancritic.laboratory.refinement.evaluation.rows import RunRow, StartKind

#: Heads of the columns about strict equivalence, and about what a refinement took.
_STRICT = ("strictly right", "wrongly allowed", "wrongly refused", "other state")
_EFFORT = ("questions", "candidates", "seconds")
#: Further ones where a language model was asked.
_MODEL = ("answers", "tokens")


class Cell(BaseModel):
    """One pipeline on the starts of one domain, or of all: HDE from 0 to 1; `error` is the standard error of its mean.

    `perfect` counts results with HDE 1, `strictly_right` those that agree with the true domain on every step in every
    state that both reach; `allowed`, `refused` and `changed` are the mean numbers of such steps on which they do not
    (`RunRow`), `bounded` counts results of which not all states were looked at. Figures of no runs are 0; so is the
    error of a single run.
    """

    model_config = ConfigDict(frozen=True)

    runs: int
    hde: float
    error: float
    perfect: int
    strictly_right: int = 0
    bounded: int = 0
    allowed: float = 0.0
    refused: float = 0.0
    changed: float = 0.0
    questions: float
    candidates: float
    seconds: float
    answers: float = 0.0
    tokens: float = 0.0


class TableRow(BaseModel):
    """A pipeline on starts of one kind: its cells by domain, by group of domains, and `mean` over all runs."""

    model_config = ConfigDict(frozen=True)

    pipeline: str
    starts: StartKind = "edits"
    domains: dict[str, Cell]
    groups: dict[str, Cell] = {}
    mean: Cell


class Misled(BaseModel):
    """Of a pipeline to which some answers were wrong: in how many runs one was, and how many of these end right."""

    model_config = ConfigDict(frozen=True)

    pipeline: str
    runs: int
    strictly_right: int


class Table(BaseModel):
    """The whole table; `hde_seconds` are mean and maximum of one HDE evaluation, None where none was made.

    `seconds` and `cpu_seconds` are those of all refinements together. `no_starts` says which starts there are not,
    `cut_off` how many refinements their limit ended, `misled` what became of those to which an answer was wrong.
    """

    model_config = ConfigDict(frozen=True)

    rows: tuple[TableRow, ...]
    shortfall: int
    given_up: int
    failures: tuple[str, ...]
    no_starts: tuple[str, ...] = ()
    cut_off: int = 0
    misled: tuple[Misled, ...] = ()
    hde_seconds: tuple[float, float] | None
    seconds: float
    cpu_seconds: float


def make_table(
    rows: Sequence[RunRow],
    domains: Sequence[str],
    pipelines: Sequence[str],
    kinds: Sequence[StartKind] = ("edits",),
    groups: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Table:
    """Return the table of some runs; those that failed count nowhere but in `failures`.

    `groups` are domains by the name of their group; only groups with a domain of the table have a column.
    """
    done = [each for each in rows if each.failure is None and each.no_start is None]
    shown = {name: set(group) & set(domains) for name, group in groups.items() if set(group) & set(domains)}
    table = []
    for kind in kinds:
        for pipeline in pipelines:
            own = [each for each in done if each.pipeline == pipeline and each.start.kind == kind]
            table.append(
                TableRow(
                    pipeline=pipeline,
                    starts=kind,
                    domains={domain: cell_of(each for each in own if each.domain == domain) for domain in domains},
                    groups={
                        name: cell_of(each for each in own if each.domain in group) for name, group in shown.items()
                    },
                    mean=cell_of(own),
                )
            )
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
        no_starts=tuple(dict.fromkeys(each.no_start for each in rows if each.no_start is not None)),
        cut_off=sum(each.is_cut_off for each in done),
        misled=tuple(_misled(done, pipelines)),
        hde_seconds=(fmean(measured), max(measured)) if measured else None,
        seconds=sum(each.seconds for each in done),
        cpu_seconds=sum(each.cpu_seconds for each in done),
    )


def _misled(rows: Sequence[RunRow], pipelines: Sequence[str]) -> Iterator[Misled]:
    for pipeline in pipelines:
        found = [each for each in rows if each.pipeline == pipeline and each.wrong_answers]
        if found:
            right = sum(bool(each.strictly_right) for each in found)
            yield Misled(pipeline=pipeline, runs=len(found), strictly_right=right)


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
        strictly_right=sum(bool(each.strictly_right) for each in found),
        bounded=sum(each.strictly_bounded for each in found),
        allowed=fmean(each.wrongly_allowed for each in found),
        refused=fmean(each.wrongly_refused for each in found),
        changed=fmean(each.wrongly_changed for each in found),
        questions=fmean(each.questions for each in found),
        candidates=fmean(each.candidates for each in found),
        seconds=fmean(each.seconds for each in found),
        answers=fmean(each.answers for each in found),
        tokens=fmean(each.tokens for each in found),
    )


def table_lines(table: Table) -> list[str]:
    """Return the table as Markdown, and what is to be known about it."""
    if not table.rows:
        return []
    domains, groups = list(table.rows[0].domains), list(table.rows[0].groups)
    # One group is what the mean is of.
    means = [f"mean of {each}" for each in groups] if len(groups) > 1 else ["mean"]
    has_kinds = len({each.starts for each in table.rows}) > 1 or table.rows[0].starts != "edits"
    heads = ["starts"] if has_kinds else []
    has_model = any(each.mean.answers for each in table.rows)
    heads += ["pipeline", *domains, *means, *_STRICT, *_EFFORT, *(_MODEL if has_model else ())]
    lines = [
        "HDE in percent, mean ± standard error; in brackets how many of all starts end perfect (HDE 1), and how many "
        "strictly right. Wrongly allowed and refused steps, and those with another next state, are means of a result.",
        "",
        f"| {' | '.join(heads)} |",
        "|---" * len(heads) + "|",
    ]
    for row in table.rows:
        cells: list[str] = [row.starts] if has_kinds else []
        cells += [row.pipeline, *(_text(row.domains[domain]) for domain in domains)]
        cells += [_text(each) for each in row.groups.values()] if len(groups) > 1 else [_text(row.mean)]
        cells += _figures(row.mean)
        cells += [f"{row.mean.answers:.1f}", f"{row.mean.tokens:.0f}"] if has_model else []
        lines.append(f"| {' | '.join(cells)} |")
    lines.append("")
    if table.hde_seconds is not None:
        mean_seconds, most = table.hde_seconds
        lines.append(f"One HDE evaluation took {mean_seconds:.2f} s on average, {most:.2f} s at most.")
    lines.append(
        f"Plans of the results that K* did not find within its limits: {table.shortfall}; problems on which it gave up "
        f"without a plan: {table.given_up}."
    )
    lines.append(f"All refinements took {table.seconds:.0f} s, {table.cpu_seconds:.0f} CPU seconds.")
    if table.cut_off:
        lines.append(f"Refinements that their limit ended: {table.cut_off}.")
    lines += [
        f"{each.pipeline}: an answer was wrong in {each.runs} runs, of which {each.strictly_right} end strictly right."
        for each in table.misled
    ]
    lines += [f"no start: {each}" for each in table.no_starts]
    lines += [f"failed: {each}" for each in table.failures]
    return lines


def _figures(cell: Cell) -> list[str]:
    if not cell.runs:
        return ["-"] * (len(_STRICT) + len(_EFFORT))
    wrong = (cell.allowed, cell.refused, cell.changed)
    effort = (cell.questions, cell.candidates, cell.seconds)
    right = f"{cell.strictly_right}/{cell.runs}" + (f" ({cell.bounded} bounded)" if cell.bounded else "")
    return [right, *(f"{each:.1f}" for each in (*wrong, *effort))]


def _text(cell: Cell) -> str:
    if not cell.runs:
        return "-"
    return f"{100 * cell.hde:.1f} ± {100 * cell.error:.1f} ({cell.perfect}, {cell.strictly_right} of {cell.runs})"
