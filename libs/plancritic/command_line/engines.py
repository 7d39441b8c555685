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
    from plancritic.engines.registry import ENGINES, create_engine
    from plancritic.engines.settings import EngineSettings

    settings = EngineSettings()
    absences = {name: entry.absence(settings) for name, entry in ENGINES.items()}
    versions = {
        name: create_engine(name, settings).version if absence is None else None for name, absence in absences.items()
    }
    if as_json:
        rows = [
            {
                "engine": name,
                "description": entry.description,
                "available": absences[name] is None,
                "absence": absences[name],
                "version": versions[name],
                "features": sorted(entry.manifest.features),
            }
            for name, entry in ENGINES.items()
        ]
        show_json({"engines": rows})
        return
    # The features all have in common would hide those that matter for a choice.
    every = {feature for entry in ENGINES.values() for feature in entry.manifest.features}
    table = Table()
    for column in ("engine", "here", "version", "what for", "lacks, of what another has"):
        table.add_column(column, overflow="fold")
    for name, entry in ENGINES.items():
        absence = absences[name]
        table.add_row(
            name,
            "yes" if absence is None else "no",
            versions[name] or "",
            Text(entry.description if absence is None else f"{entry.description}\n{absence}"),
            Text(", ".join(sorted(every - entry.manifest.features)) or "nothing"),
        )
    Console().print(table)
