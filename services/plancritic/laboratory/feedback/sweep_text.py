"""The table of a sweep for a terminal."""

from __future__ import annotations

from rich.text import Text

from plancritic.command_line.terminal import Console
from plancritic.laboratory.feedback.sweep import Sweep, SweepRow
from plancritic.laboratory.feedback.tables_text import percent, share_text
from plancritic.laboratory.reporting import columns, make_table

#: Causes with a column of their own; the others are counted together.
_CAUSES = ("translation", "no_convergence", "scorer_false_positive")
_OUTCOME = ("adherent", "of violated\nbefore", "won,\nlost", "translation\nalone", "search\nlost", "search\nmended")
_EFFORT = (
    "trans-\nlation",
    "no con-\nvergence",
    "false\npositive",
    "call\nfailed",
    "else",
    "gener-\nations",
    "specifi-\ncations",
    "median\nseconds",
    "p95",
)


def reference_text(sweep: Sweep) -> str:
    """Return what won and lost elements are counted against."""
    return "the row above" if sweep.ladder else "the first row"


def show_sweep(sweep: Sweep, console: Console) -> None:
    """Print the table in two parts, what came of the elements and why with what effort; rows are numbered in both."""
    title = f"Domain {sweep.domain}: {sweep.elements} elements under {len(sweep.rows)} settings; all: {sweep.shared}"
    console.print(Text(title, "bold"))
    outcome = make_table(
        ["", *columns("settings", overflow="fold", min_width=20), *columns(*_OUTCOME, justify="right")],
        ((place, row.label, *_outcome(row)) for place, row in enumerate(sweep.rows, start=1)),
        caption=f"Adherent is VAL's word on the ground truth. Won and lost: elements against {reference_text(sweep)}. "
        "Search lost, mended: of what translation alone had right, had wrong.",
    )
    effort = make_table(
        ["", *columns(*_EFFORT, justify="right")],
        ((place, *_effort(row)) for place, row in enumerate(sweep.rows, start=1)),
        caption="Failures by cause; means of generations bred and specifications tried; wall seconds.",
    )
    console.print(outcome)
    console.print(effort)


def _outcome(row: SweepRow) -> tuple[str, ...]:
    return (
        share_text(row.adherent),
        percent(row.violated_before.rate),
        "–" if row.won is None else f"+{row.won} −{row.lost}",
        percent(row.translate_only.rate),
        percent(row.cross.lost_share),
        percent(row.cross.mended_share),
    )


def _effort(row: SweepRow) -> tuple[str, ...]:
    own = [row.causes.get(name, 0) for name in _CAUSES]
    spread = row.seconds
    return (
        *map(str, own),
        str(row.calls_failed),
        str(sum(row.causes.values()) - sum(own) - row.causes.get("call_failed", 0)),
        f"{row.generations:g}",
        f"{row.individuals:g}",
        *(("–", "–") if spread is None else (f"{spread.median:.2f}", f"{spread.p95:.2f}")),
    )
