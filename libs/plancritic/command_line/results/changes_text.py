"""The difference between two plans as lines: each changed step once, moved ones together, the rest only counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from plancritic.command_line.counting import counted
from plancritic.command_line.terminal import Console
from plancritic.contracts.feedback import PlanStep
from plancritic.pictures.changes_in_words import TimeWords, time_text
from plancritic.pictures.plan_changes import Pair, PlanChanges, replaced_sentence

#: So many lines of changes fit on a screen of 24 lines beside everything else.
SCREEN_LINES = 15


def change_lines(
    console: Console, changes: PlanChanges, unit: TimeWords, most: int | None = None, rest: str = "-v shows all"
) -> Table:
    """Return the changed steps as a table of lines: `+` added, `-` removed (old number), `~` replaced, `>` moved.

    With `most` the table has at most this many lines on this console; the last one then counts those left out, with
    `rest`, which says where they are.
    """
    rows = [*_step_rows(changes), *_moved_rows(changes.moved, unit)]
    table = _table()
    used = 0
    for place, (sign, when, text) in enumerate(rows):
        lines = _height(console, text)
        last = place == len(rows) - 1
        if most is not None and used + lines + (0 if last else 1) > most:
            left = counted(len(rows) - place, "more change")
            table.add_row("", "", Text(f"{left}: {rest}", "dim"))
            break
        used += lines
        table.add_row(Text(sign, _SIGN_STYLES[sign]), Text(when, "cyan"), Text(text))
    return table


def numbered_steps(steps: Sequence[PlanStep]) -> Table:
    """Return a plan as lines: number, start, sentence."""
    table = _table()
    for step in steps:
        table.add_row("", Text(_when(step), "cyan"), Text(step.sentence))
    return table


_SIGN_STYLES = {"+": "bold green", "-": "bold red", "~": "bold yellow", ">": "bold cyan"}
#: Number and start of a step: "12. 10.601".
_WHEN_WIDTH = 11


def _table() -> Table:
    table = Table(show_header=False, box=None, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column(width=1)
    table.add_column(min_width=_WHEN_WIDTH, no_wrap=True)
    table.add_column(overflow="fold")
    return table


def _height(console: Console, text: str) -> int:
    return len(Text(text).wrap(console, max(1, console.width - _WHEN_WIDTH - 4)))


def _step_rows(changes: PlanChanges) -> list[tuple[str, str, str]]:
    rows = [("+", step, step.sentence) for step in changes.added]
    rows += [("-", step, step.sentence) for step in changes.removed]
    rows += [("~", pair.new, replaced_sentence(pair)) for pair in changes.replaced]
    rows.sort(key=lambda row: (row[1].start, row[0]))
    return [(sign, _when(step), text) for sign, step, text in rows]


def _moved_rows(moved: Sequence[Pair], unit: TimeWords) -> list[tuple[str, str, str]]:
    """One line for all steps that moved by the same time: their old numbers with the new start of each."""
    shifts: dict[float, list[Pair]] = defaultdict(list)
    for pair in moved:
        # Steps of one chain differ by the 0.001 that planners keep between steps.
        shifts[round(pair.shift, 1)].append(pair)
    rows = []
    for pairs in shifts.values():
        if len(pairs) == 1:
            (pair,) = pairs
            rows.append((">", _when(pair.new), f"{pair.new.sentence.rstrip('.')} ({_was(pair, unit)})."))
            continue
        shift = sum(pair.shift for pair in pairs) / len(pairs)
        word = "later" if shift > 0 else "earlier"
        starts = ", ".join(f"{_place(pair.new, unit)} ({_was(pair, unit)})" for pair in pairs)
        rows.append((">", "", f"{unit.amount(round(abs(shift), 2))} {word}: {starts}"))
    return rows


def _was(pair: Pair, unit: TimeWords) -> str:
    return f"was {_place(pair.old, unit)}"


def _place(step: PlanStep, unit: TimeWords) -> str:
    """Return "8 at 10.5"; "8" where the domain has no clock and the steps of a plan count."""
    return str(step.number) if unit.singular == "step" else f"{step.number} at {time_text(step.start)}"


def _when(step: PlanStep) -> str:
    return f"{step.number:>2}. {step.start:.3f}"
