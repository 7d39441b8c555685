"""Checks of options that typer does not make."""

from __future__ import annotations

import math

import typer


def finite(value: float | None) -> float | None:
    """Return the number; typer lets "nan" pass every bound.

    Raises:
        typer.BadParameter: it is no finite number.
    """
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"{value} is not a finite number of seconds.")
    return value
