"""What every evaluation reports with: bars and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import typer
from pydantic_core import to_jsonable_python
from rich.table import Column, Table

from plancritic.command_line.exit_codes import ExitCode

Wanted = TypeVar("Wanted")
Reached = TypeVar("Reached")
_FIELDS = {name: name for name in ("name", "wanted", "reached", "met")}


@dataclass(frozen=True, slots=True)
class Bar(Generic[Wanted, Reached]):
    """What an evaluation has to reach, in a number or in words, what it reached, and whether that is enough.

    `at_least` is False for a number that must stay below `wanted`. `interval` is that of the number, over so many
    examples and texts.
    """

    name: str
    wanted: Wanted
    reached: Reached
    met: bool
    at_least: bool = True
    interval: tuple[float, float] | None = None
    examples: int = 0
    texts: int = 0


def bars_json(bars: Iterable[Bar[Any, Any]], **fields: str) -> list[dict[str, Any]]:
    """Return the bars for JSON; each of `fields` is a key with the field of a bar that it shows."""
    shown = fields or _FIELDS
    return [{key: to_jsonable_python(getattr(bar, field)) for key, field in shown.items()} for bar in bars]


def ended(bars: Iterable[Bar[Any, Any]], complete: bool = True) -> typer.Exit:
    """Return the end of a command: exit code 0 if the evaluation is complete and every bar is met, else 1."""
    return typer.Exit(ExitCode.DONE if complete and all(bar.met for bar in bars) else ExitCode.OTHER_VERDICT)


def columns(*names: str, **options: Any) -> list[Column]:
    """Return columns of a table with the same options."""
    return [Column(name, **options) for name in names]


def make_table(heads: Iterable[str | Column], rows: Iterable[Sequence[object]] = (), **options: Any) -> Table:
    """Return a table for a terminal."""
    table = Table(*heads, title_justify="left", caption_justify="left", **options)
    for row in rows:
        table.add_row(*map(str, row))
    return table


def pairs(rows: Iterable[tuple[str, str]], style: str = "") -> Table:
    """Return a table of words and numbers without a head."""
    return make_table(["", Column(style=style)], rows, show_header=False, box=None, pad_edge=False)


def markdown(title: str, heads: str, rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield a titled table in Markdown; `heads` are separated by ` | `."""
    yield from (title, "", f"| {heads} |", f"|{'---|' * len(heads.split('|'))}")
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"
    yield ""


def percent(value: float | None) -> str:
    """Return a share in per cent; a hyphen where there is none."""
    return "-" if value is None else f"{value:.1%}"
