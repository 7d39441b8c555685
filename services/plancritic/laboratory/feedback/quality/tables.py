"""What all rows come to, and whether the bars are met."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.command_line.terminal import Console
from plancritic.laboratory.feedback.quality.measuring import WAIT, QualityRow
from plancritic.laboratory.reporting import Bar, columns, make_table

#: Ends of plans that differ by less are the same: the least times between steps.
_SAME = 0.05
#: The bars of issue 12, A2.
MEAN_RATIO, WORST_RATIO, BOUND_SHARE = 1.02, 1.10, 0.5
QualityBar = Bar[float, float]


def bars(rows: Sequence[QualityRow]) -> tuple[QualityBar, ...]:
    """Return the bars over the rows; where there are none, none is met."""
    ratios = [row.ratio for row in rows if row.ratio is not None]
    unplanned = sum(row.makespan is None for row in rows)
    longer = sum(
        row.shown_meets and row.makespan is not None and row.shown is not None and row.makespan > row.shown + _SAME
        for row in rows
    )
    proved = sum(row.bound is not None and row.bound.met for row in rows) / max(1, len(rows))
    stated = sum(row.bound is not None for row in rows) / max(1, len(rows))
    mean, worst = (sum(ratios) / len(ratios), max(ratios)) if ratios else (float("inf"), float("inf"))
    return (
        Bar("specifications without a plan", 0.0, float(unplanned), not unplanned),
        Bar("mean end, best known = 1", MEAN_RATIO, mean, mean <= MEAN_RATIO),
        Bar("worst end, best known = 1", WORST_RATIO, worst, worst <= WORST_RATIO),
        Bar("longer than the plan shown, which does", 0.0, float(longer), not longer),
        Bar("share with a proved bound", BOUND_SHARE, stated, stated >= BOUND_SHARE),
        Bar("share proved to be the best", BOUND_SHARE, proved, proved >= BOUND_SHARE),
    )


def show(rows: Sequence[QualityRow], reached: Sequence[QualityBar], console: Console) -> None:
    """Print the table and the bars."""
    engines = sorted({name for row in rows for name in row.engines})
    names = ("shown", "first", f"in {WAIT:g} s", "ours", *engines, "best known", "bound", "+ / -", "s")
    heads = [*columns("specification", overflow="fold"), *columns(*names, justify="right")]
    table = make_table(heads, box=None)
    for row in rows:
        known = row.best_known.makespan if row.best_known else None
        mark = "" if row.bound is None else (" =" if row.bound.met else "")
        table.add_row(
            row.id,
            *map(
                _number,
                (row.shown, row.first, row.waited, row.makespan, *(row.engines.get(name) for name in engines), known),
            ),
            _number(row.bound.value if row.bound else None) + mark,
            "" if row.distance is None else f"{row.distance.added} / {row.distance.removed}",
            f"{row.seconds:.1f}",
        )
    console.print(table)
    console.print(_after_waiting(rows))
    for bar in reached:
        console.print(f"{'met   ' if bar.met else 'missed'}  {bar.name}: {bar.reached:.3f} (wanted: {bar.wanted:g})")


def _after_waiting(rows: Sequence[QualityRow]) -> str:
    """Return what plans come to in the time that a run improves them by default, which no bar is about."""
    ratios = [row.waited_ratio for row in rows if row.waited_ratio is not None]
    if not ratios:
        return f"after {WAIT:g} s: no plan"
    over = sum(ratio > WORST_RATIO for ratio in ratios)
    return (
        f"after {WAIT:g} s: mean end {sum(ratios) / len(ratios):.3f}, worst {max(ratios):.3f} (best known = 1), "
        f"{over} over {WORST_RATIO:g}, {sum(row.waited_proved for row in rows)} proved to be the best"
    )


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}".rstrip("0").rstrip(".")
