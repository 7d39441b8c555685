"""`plancritic engines`: which planners there are, which can be used here, and what each can plan with."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from plancritic.command_line.exit_codes import show_json
from plancritic.command_line.terminal import Console

#: How the features of a manifest are known, as `engines.manifests` has them.
_MARKS = {"proved": "+", "declared": "?", "refuted": "-"}


def engines(
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """List the planners with their features, and whether each can be used here.

    + marks a feature that a conformance run proved, ? one that could not be tried, - one that failed.

    Example: plancritic engines --json
    """
    from plancritic.engines.capabilities.manifests import records
    from plancritic.engines.registry import ENGINES, create_engine
    from plancritic.engines.settings import EngineSettings

    settings = EngineSettings()
    manifests = {name: records()[name] for name in ENGINES}
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
                **{kind: sorted(manifests[name][kind]) for kind in _MARKS},
            }
            for name, entry in ENGINES.items()
        ]
        show_json({"engines": rows})
        return
    console = Console()
    table = Table()
    for column in ("engine", "here", "version", "what for"):
        table.add_column(column, overflow="fold")
    for name, entry in ENGINES.items():
        absence = absences[name]
        what_for = entry.description if absence is None else f"{entry.description}\n{absence}"
        table.add_row(name, "yes" if absence is None else "no", versions[name] or "", Text(what_for))
    console.print(table)
    console.print(_features({name: _marks(record) for name, record in manifests.items()}))
    console.print("\n+ proved by a conformance run, ? declared but not tried, - tried and failed")
    console.print("missing constraint types are compiled away where possible")


def _marks(record: dict[str, Any]) -> dict[str, str]:
    return {feature: mark for kind, mark in _MARKS.items() for feature in record[kind]}


def _features(marks: dict[str, dict[str, str]]) -> Table:
    """Which engine has which feature."""
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column("feature", no_wrap=True)
    for name in marks:
        table.add_column("\n".join(name.split("-")), justify="center", no_wrap=True)
    for feature in sorted({feature for own in marks.values() for feature in own}):
        table.add_row(feature, *(own.get(feature, "") for own in marks.values()))
    return table
