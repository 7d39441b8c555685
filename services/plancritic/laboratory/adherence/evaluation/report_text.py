"""The report of `plancritic evaluate scorer` for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.table import Table

from plancritic.adherence.model_card import Accuracy, Evaluation
from plancritic.command_line.terminal import Console
from plancritic.laboratory.adherence.evaluation.bars import HARDEST_ARCHETYPE, ScorerBar
from plancritic.laboratory.adherence.evaluation.report import Report
from plancritic.laboratory.adherence.training.comparison.table import (
    GENERATED,
    JUDGED_LABELS,
    PUBLISHED_LABELS,
    RECORDED,
    ComparedRow,
    Comparison,
)
from plancritic.laboratory.reporting import columns, make_table, percent


def show_report(report: Report, console: Console) -> None:
    """Print bars, error rates, calibration, recorded pairs and the comparison of networks."""
    console.print(f"{report.model} (graph {report.graph_sha256[:12]}), threshold {report.threshold:g}")
    console.print(
        f"test split: {report.test.overall.examples} examples in {report.test.overall.texts} texts, of data by "
        f"`{report.data_command}`; intervals: 95 of 100 resamplings of the texts; f.p., f.n.: share of the plans that "
        "do not adhere, or do, that are called the other way",
        soft_wrap=True,
    )
    console.print(_bars(report.bars))
    if report.test.archetypes:
        console.print(_accuracies("archetype", report.test.archetypes))
    if len(report.test.by_problem) > 1:
        console.print(_accuracies("problem", report.test.by_problem))
    _show_certainty("test split", report.test, report.band, console)
    _show_held_out(report, console)
    _show_recorded(report, console)
    if report.comparison is None:
        console.print("\nno comparison of networks lies beside the model (`plancritic train comparison` makes one)")
    else:
        show_comparison(report.comparison, report.test_sha256, console)
    missed = [bar.name for bar in report.bars if not bar.met]
    console.print(f"\nmissed: {', '.join(missed)}" if missed else "\nevery bar is met", soft_wrap=True)


def show_comparison(comparison: Comparison, test_sha256: str | None, console: Console) -> None:
    """Print the rows that `plancritic train comparison` recorded, those on generated data before those on recorded.

    A row on generated data with another test split than the model's (`test_sha256`) is said to have one.
    """
    rows = comparison.rows.values()
    console.print(
        f"\nNetworks compared on {comparison.domain}, recorded by `plancritic train comparison`; each trained once, "
        "with the seed given:",
        soft_wrap=True,
    )
    generated = [row for row in rows if GENERATED in row.tests]
    if generated:
        console.print(f"on generated data, split by problem and wording; f.p.: false positives on {HARDEST_ARCHETYPE}")
        console.print(_generated(generated))
    recorded = [row for row in rows if PUBLISHED_LABELS in row.tests]
    if recorded:
        console.print("\nthe published set-up on the recorded pairs; accuracy by the labels that it is tested with")
        console.print(_recorded(recorded))
    for row in rows:
        console.print(
            f"{row.name}: {row.title} ({row.network}), trained on {_trained_on(row)}", soft_wrap=True, markup=False
        )
        if GENERATED in row.tests and (test_sha256 is None or not row.tested_as(test_sha256)):
            console.print(f"{row.name}: NOT on the test split of this model, not to be read beside it", soft_wrap=True)
    for command in sorted({row.command for row in rows}):
        console.print(f"made by: {command}", soft_wrap=True, markup=False)


def _bars(found: Iterable[ScorerBar]) -> Table:
    table = _table("bar", "reached", "interval", "wanted", "examples", "texts", "met")
    for bar in found:
        wanted = f"{'>=' if bar.at_least else '<'} {bar.wanted:.0%}"
        counts = (str(bar.examples), str(bar.texts))
        table.add_row(
            bar.name, percent(bar.reached), _interval(bar.interval), wanted, *counts, "yes" if bar.met else "NO"
        )
    return table


def _accuracies(title: str, found: Mapping[str, Accuracy]) -> Table:
    table = _table(title, "examples", "texts", "accuracy", "interval", "f.p.", "f.n.")
    for name, own in found.items():
        errors = (own.false_positives, own.false_negatives)
        counts = (str(own.examples), str(own.texts))
        table.add_row(name, *counts, percent(own.accuracy), _interval(own.interval), *map(percent, errors))
    return table


def _show_certainty(name: str, judged: Evaluation, band: tuple[float, float], console: Console) -> None:
    console.print(
        f"{name}: guessing {judged.guessing:.1%}, mean of both sides {percent(judged.balanced)}; expected calibration "
        f"error {judged.expected_calibration_error:.1%}; {_unsure(judged, band)}",
        soft_wrap=True,
    )


def _unsure(judged: Evaluation, band: tuple[float, float]) -> str:
    if judged.unsure is None:
        return "nothing is known of the unsure band"
    sides = (judged.unsure.inside, judged.unsure.outside)
    inside, outside = (percent(None if side is None else side.accuracy) for side in sides)
    return (
        f"unsure ({band[0]:.2f} to {band[1]:.2f}) of {judged.unsure.share:.1%}; accuracy there {inside}, "
        f"elsewhere {outside}"
    )


def _show_held_out(report: Report, console: Console) -> None:
    if not report.held_out:
        console.print("\nno suite of people's words was judged (`plancritic train card --suite` does)")
        return
    console.print("\nPeople's words, never trained on, as the model's card has them:")
    console.print(_accuracies("suite", {suite: judged.overall for suite, judged in report.held_out.items()}))
    for suite, judged in report.held_out.items():
        _show_certainty(suite, judged, report.band, console)


def _show_recorded(report: Report, console: Console) -> None:
    if not report.recorded:
        return
    note = "only their test split is new to the model" if report.recorded_in_training else "all are new to the model"
    console.print(f"\nRecorded pairs (by whom is told beside them; labels judged again); {note}:")
    console.print(_accuracies("split", {split: judged.overall for split, judged in report.recorded.items()}))
    for split, judged in report.recorded.items():
        _show_certainty(f"recorded, {split}", judged, report.band, console)


def _generated(rows: Iterable[ComparedRow]) -> Table:
    table = _table("row", "test", "near misses", "f.p.", "recorded", "balanced", "epochs", "CPU s", "seed")
    for row in rows:
        test, other = row.tests[GENERATED], row.tests.get(RECORDED)
        hardest = test.archetypes.get(HARDEST_ARCHETYPE)
        table.add_row(
            row.name,
            percent(test.overall.accuracy),
            percent(None if test.near_misses is None else test.near_misses.accuracy),
            percent(None if hardest is None else hardest.false_positives),
            *_of_other_labels(other),
            *_effort(row),
        )
    return table


def _effort(row: ComparedRow) -> tuple[str, str, str]:
    return f"{row.epochs:.1f}", f"{row.cpu_seconds:.0f}", str(row.seed)


def _trained_on(row: ComparedRow) -> str:
    files = ", ".join(f"{data.name} ({data.domain}, {data.sha256[:8]})" for data in row.data)
    return f"{row.training_examples} examples of {files}; split by {row.split}; ended by {row.ended}"


def _of_other_labels(evaluation: Evaluation | None) -> tuple[str, str]:
    if evaluation is None:
        return "-", "-"
    return percent(evaluation.overall.accuracy), percent(evaluation.balanced)


def _recorded(rows: Iterable[ComparedRow]) -> Table:
    table = _table("row", "published", "guessing", "judged", "guessing", "balanced", "epochs", "CPU s", "seed")
    for row in rows:
        published, judged = row.tests[PUBLISHED_LABELS], row.tests[JUDGED_LABELS]
        table.add_row(
            row.name,
            *map(percent, (published.overall.accuracy, published.guessing)),
            *map(percent, (judged.overall.accuracy, judged.guessing, judged.balanced)),
            *_effort(row),
        )
    return table


def _table(first: str, *numbers: str) -> Table:
    # A name may be broken, a number not.
    heads = [*columns(first, overflow="fold"), *columns(*numbers, overflow="fold", no_wrap=True)]
    return make_table(heads, box=None, padding=(0, 2, 0, 0))


def _interval(value: tuple[float, float] | None) -> str:
    return "-" if value is None else f"{100 * value[0]:.1f}-{value[1]:.1%}"
