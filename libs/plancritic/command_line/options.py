"""Options that typer does not have: checks, and rare ones that only `--help-all` shows."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Annotated, Any

import typer

#: Where `--help-all` shows the rare options.
RARE = "Rare"


def rare(*names: str, **settings: Any) -> Any:
    """Return an option that `--help` leaves out, for a command that has `HelpAll`."""
    return typer.Option(*names, hidden=True, rich_help_panel=RARE, **settings)


def _show_all(context: typer.Context, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    for parameter in context.command.params:
        if getattr(parameter, "rich_help_panel", None) == RARE:
            parameter.hidden = False  # type: ignore[attr-defined]
    typer.echo(context.get_help())
    raise typer.Exit


HelpAll = Annotated[
    bool, typer.Option("--help-all", is_eager=True, callback=_show_all, help="Show the rare options, too.")
]


def seconds_between(least: float, most: float) -> Callable[[float | None], float | None]:
    """Return the check of a number of seconds; unlike `min` and `max` it takes no room in the help."""

    def check(value: float | None) -> float | None:
        if finite(value) is not None and not least <= value <= most:  # type: ignore[operator]
            raise typer.BadParameter(f"{value:g} is not between {least:g} and {most:g} seconds.")
        return value

    return check


def finite(value: float | None) -> float | None:
    """Return the number; typer lets "nan" pass every bound.

    Raises:
        typer.BadParameter: it is no finite number.
    """
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"{value} is not a finite number of seconds.")
    return value
