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
    if as_json:
        rows = [
            {
                "engine": entry.name,
                "description": entry.description,
                "available": entry.absence(settings) is None,
                "absence": entry.absence(settings),
                "features": sorted(entry.manifest.features),
            }
            for entry in ENGINES.values()
        ]
        show_json({"engines": rows})
        return
    # The features all have in common would hide those that matter for a choice.
    every = {feature for entry in ENGINES.values() for feature in entry.manifest.features}
    table = Table()
    for column in ("engine", "here", "description", "lacks, of what another has"):
        table.add_column(column, overflow="fold")
    for entry in ENGINES.values():
        absence = entry.absence(settings)
        table.add_row(
            entry.name,
            "yes" if absence is None else "no",
            Text(entry.description if absence is None else f"{entry.description}\n{absence}"),
            Text(", ".join(sorted(every - entry.manifest.features)) or "nothing"),
        )
    Console().print(table)
