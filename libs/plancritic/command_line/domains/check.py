"""`plancritic domain check`: what a domain's folder lacks or has wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from plancritic.command_line.counting import counted
from plancritic.command_line.exit_codes import ExitCode, bad_input, run, show_json
from plancritic.command_line.options import finite
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode

if TYPE_CHECKING:
    from plancritic.domains import Complaint

_STYLES = {"error": "bold red", "warning": "bold yellow", "note": "bold"}


def check(
    folder: Annotated[Path, typer.Argument(help="Folder of one domain.")],
    strict: Annotated[bool, typer.Option("--strict", help="Count warnings as errors.")] = False,
    no_plan: Annotated[bool, typer.Option("--no-plan", help="Skip planning: a second instead of minutes.")] = (False),
    limit: Annotated[float, typer.Option(min=0.1, max=600, callback=finite, help="CPU seconds for each search.")] = 5.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Check the folder of a domain and show what is missing or wrong, each with a remedy. Needs no broker.

    It plans every problem with every archetype, to find impossible ones.

    Example: plancritic domain check domains/waterway

    Exit code 0 without an error, 1 with one (with --strict also for a warning), 2 for bad input.
    """
    from plancritic.domains.examination import examine

    if not folder.is_dir():
        remedy = "name a folder that contains domain.pddl"
        bad_input(FaultCode.INVALID_MESSAGE, f"there is no folder {str(folder)!r}", remedy, str(folder))
    waiting = Console(stderr=True)
    with waiting.status("reading") as status:
        found = run(examine(folder, None if no_plan else limit, lambda what: status.update(Text(f"planning {what}"))))
    counts = Counter(complaint.severity.value for complaint in found)
    if as_json:
        show_json(_as_json(folder, found, counts))
    else:
        _show(folder, found, counts)
    failed = counts["error"] or (strict and counts["warning"])
    raise typer.Exit(ExitCode.OTHER_VERDICT if failed else ExitCode.DONE)


def _as_json(folder: Path, found: Sequence[Complaint], counts: Counter[str]) -> dict[str, object]:
    return {
        "folder": str(folder),
        "domain": folder.resolve().name,
        "errors": counts["error"],
        "warnings": counts["warning"],
        "notes": counts["note"],
        "findings": [
            {
                "severity": complaint.severity.value,
                "kind": complaint.kind,
                "file": str(folder / complaint.file),
                "line": complaint.line,
                "message": complaint.message,
                "remedy": complaint.remedy,
            }
            for complaint in found
        ],
    }


def _show(folder: Path, found: Sequence[Complaint], counts: Counter[str]) -> None:
    console = Console(soft_wrap=True)
    for complaint in found:
        line = "" if complaint.line is None else f":{complaint.line}"
        severity = complaint.severity.value
        # Text, not markup: names and constraints of the folder are among the words.
        message = Text.assemble((f"{severity}: ", _STYLES[severity]), f"{folder / complaint.file}{line}: ")
        message.append(f"{complaint.message}\n  remedy: {complaint.remedy}")
        console.print(message)
    summary = ", ".join(counted(counts[severity], severity) for severity in ("error", "warning", "note"))
    console.print(Text(f"{folder.resolve().name}: {summary}"))
