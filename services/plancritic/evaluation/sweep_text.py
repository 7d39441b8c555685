"""The table of a sweep for a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from plancritic.evaluation.sweep import Sweep, SweepRow
from plancritic.evaluation.tables_text import percent, share_text

#: Causes with a column of their own; the others are counted together.
_CAUSES = ("translation", "no_convergence", "scorer_false_positive")
_HEADS = (
    "adherent",
    "of those\nviolated before",
    "won, lost",
    "translation\nalone",
    "search\nlost",
    "search\nmended",
    "failed:\ntranslation",
    "no con-\nvergence",
    "false\npositive",
    "else",
    "gener-\nations",
    "specifi-\ncations",
    "median s",
    "p95 s",
)


def reference_text(sweep: Sweep) -> str:
    """What won and lost elements are counted against."""
    return "the row above" if sweep.ladder else "the first row"


def show_sweep(sweep: Sweep, console: Console) -> None:
    """Print the table."""
    title = f"Domain {sweep.domain}: {sweep.elements} elements under {len(sweep.rows)} settings; all: {sweep.shared}"
    console.print(Text(title, "bold"))
    table = Table(
        title_justify="left",
        caption=f"Adherent is VAL's word on the ground truth. Won and lost: elements against {reference_text(sweep)}. "
        "Search lost, mended: of what translation alone had right, had wrong.",
        caption_justify="left",
    )
    table.add_column("settings", overflow="fold", min_width=24)
    for head in _HEADS:
        table.add_column(head, justify="right")
    for row in sweep.rows:
        table.add_row(row.label, *_cells(row))
    console.print(table)


def _cells(row: SweepRow) -> tuple[str, ...]:
    own = [row.causes.get(name, 0) for name in _CAUSES]
    spread = row.seconds
    return (
        share_text(row.adherent),
        percent(row.violated_before.rate),
        "–" if row.won is None else f"+{row.won} −{row.lost}",
        percent(row.translate_only.rate),
        percent(row.cross.lost_share),
        percent(row.cross.mended_share),
        *map(str, own),
        str(sum(row.causes.values()) - sum(own)),
        f"{row.generations:g}",
        f"{row.individuals:g}",
        *(("–", "–") if spread is None else (f"{spread.median:.2f}", f"{spread.p95:.2f}")),
    )
