"""`plancritic engines`: which planners there are, which can be used here, and what each can plan with."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from plancritic.command_line.ending import show_json


def engines(
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """List the planners, whether they can be used here, and their features.

    Example: plancritic engines --json
    """
    from plancritic.engines.registry import ENGINES
    from plancritic.engines.settings import EngineSettings

    settings = EngineSettings()
    rows = [
        {
            "engine": entry.name,
            "description": entry.description,
            "available": entry.absence(settings) is None,
            "absence": entry.absence(settings),
            "features": sorted(str(feature) for feature in entry.manifest.features),
        }
        for entry in ENGINES.values()
    ]
    if as_json:
        show_json({"engines": rows})
        return
    table = Table()
    for column in ("engine", "here", "description", "features"):
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(
            str(row["engine"]),
            "yes" if row["available"] else "no",
            Text("\n".join(str(part) for part in (row["description"], row["absence"]) if part)),
            Text(", ".join(row["features"]) if isinstance(row["features"], list) else ""),
        )
    Console().print(table)
