"""The difference between two plans as lines: each changed step once, moved ones together, the rest only counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table
from rich.text import Text

from plancritic.command_line.counting import counted
from plancritic.command_line.terminal import Console
from plancritic.contracts.feedback import PlanStep
from plancritic.pictures.plan_changes import Pair, PlanChanges, replaced_sentence

#: So many lines of changes fit on a screen of 24 lines beside everything else.
SCREEN_LINES = 15


@dataclass(frozen=True)
class TimeWords:
    """What one unit of the domain's time is called."""

    singular: str = "time unit"
    plural: str = "time units"

    def amount(self, number: float) -> str:
        """Return an amount of time: "1 hour", "2.5 hours"."""
        return f"{time_text(number)} {self.singular if number == 1 else self.plural}"


def time_text(number: float) -> str:
    """Return a time with three decimals at most."""
    return f"{round(number, 3) + 0.0:.3f}".rstrip("0").rstrip(".")


def end_sentence(changes: PlanChanges, unit: TimeWords, before: str, now: str = "The plan") -> str:
    """Return when the new plan ends, compared with the old one, which is called `before`."""
    later = round(changes.new_end - changes.old_end, 3)
    if abs(later) < 0.001:
        return f"{now} ends at {unit.amount(changes.new_end)}, as {before} does."
    word = "later" if later > 0 else "earlier"
    return (
        f"{now} ends at {unit.amount(changes.new_end)}: {time_text(abs(later))} {word} than {before} "
        f"({time_text(changes.old_end)})."
    )


def counts_sentence(changes: PlanChanges) -> str:
    """Return how many steps were added, removed and so on; kinds without steps are left out."""
    kinds = {
        "added": changes.added,
        "removed": changes.removed,
        "replaced": changes.replaced,
        "moved": changes.moved,
        "unchanged": changes.kept,
    }
    found = [f"{len(steps)} {kind}" for kind, steps in kinds.items() if steps]
    return f"Steps: {', '.join(found)}." if found else "It has no steps."


def change_lines(
    console: Console, changes: PlanChanges, unit: TimeWords, most: int | None = None, rest: str = "-v shows all"
) -> Table:
    """Return the changed steps as a table of lines: `+` added, `-` removed (old number), `~` replaced, `>` moved.

    With `most` the table has at most so many lines on this console; the last one then counts those left out, with
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
            rows.append((">", _when(pair.new), f"{pair.new.sentence.rstrip('.')} ({_was(pair)})."))
            continue
        shift = sum(pair.shift for pair in pairs) / len(pairs)
        word = "later" if shift > 0 else "earlier"
        starts = ", ".join(f"{pair.new.number} at {time_text(pair.new.start)} ({_was(pair)})" for pair in pairs)
        rows.append((">", "", f"{unit.amount(round(abs(shift), 2))} {word}: {starts}"))
    return rows


def _was(pair: Pair) -> str:
    return f"was {pair.old.number} at {time_text(pair.old.start)}"


def _when(step: PlanStep) -> str:
    return f"{step.number:>2}. {step.start:.3f}"
