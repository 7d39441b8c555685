"""`plancritic diff`: two runs that have ended, compared: their plans and what came of their statements."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from plancritic.client import check_identifier
from plancritic.command_line.broker_client import connected
from plancritic.command_line.exit_codes import bad_input, run, show_json
from plancritic.command_line.results.changes_text import change_lines
from plancritic.command_line.results.time_words import time_words
from plancritic.command_line.results.verdict_words import STYLES
from plancritic.command_line.runs.ended_run import ended_run
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import PlanRevised
from plancritic.pictures.changes_in_words import TimeWords, counts_sentence, end_sentence
from plancritic.pictures.plan_changes import changes_json, plan_changes
from plancritic.pictures.verdict_words import verdict_word

_SHORT_ID = 8


def diff(
    old: Annotated[str, typer.Argument(metavar="RUN", help="Run that has ended; the beginning of its id is enough.")],
    new: Annotated[str, typer.Argument(metavar="RUN", help="Run to compare it with.")],
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page with both plans to this file.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the file even if this program did not write it.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Compare the plans of two runs: steps added, removed, replaced and moved, ends, and statements with verdicts.

    `+` is a step of the second plan alone, `-` of the first alone, `~` one that took the place of another, `>` one that
    starts earlier or later.

    Examples: plancritic diff 3f9a12cd 77b0; plancritic diff 3f9a12cd 77b0 --html changes.html

    Exit code 1 for a run that has not ended, 2 for an unknown run or runs about different problems.
    """
    first, second, unit = run(_results(check_identifier(old, "run"), check_identifier(new, "run")))
    about = [(result.problem.domain, result.problem.problem) for result in (first, second)]
    if about[0] != about[1]:
        names = [f"problem {problem} of {domain}" for domain, problem in about]
        bad_input(
            FaultCode.INVALID_MESSAGE,
            f"the runs are about {names[0]} and {names[1]}",
            "name two runs of the same problem",
        )
    if html is not None:
        # Imported here: comparing in words needs no planner's libraries.
        from plancritic.command_line.plans.plan_drawings import drawing_of_two_runs
        from plancritic.command_line.plans.written_page import write_and_open

        write_and_open(run(drawing_of_two_runs(first, second)), html, False, force)
    elif as_json:
        show_json(diff_json(first, second))
    else:
        show_diff(Console(), first, second, unit)


def diff_json(first: PlanRevised, second: PlanRevised) -> dict[str, Any]:
    """Return the comparison as JSON."""
    return {
        "old": _run_json(first),
        "new": _run_json(second),
        **changes_json(plan_changes(first.steps, second.steps)),
    }


def show_diff(console: Console, first: PlanRevised, second: PlanRevised, unit: TimeWords) -> None:
    """Print the comparison."""
    names = [f"Run {result.envelope.correlation_id[:_SHORT_ID]}" for result in (first, second)]
    for name, result in zip(names, (first, second), strict=True):
        console.print(Text(name, "bold"))
        console.print(_statements(result))
    changes = plan_changes(first.steps, second.steps)
    if changes.nothing:
        console.print(Text(f"Both plans are the same; they end at {unit.amount(changes.new_end)}.", "bold"))
        return
    console.print(Text(end_sentence(changes, unit, names[0].lower(), names[1]), "bold"))
    console.print(Text(counts_sentence(changes)))
    console.print(change_lines(console, changes, unit))


def _statements(result: PlanRevised) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 1, 0, 2), pad_edge=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for outcome in result.statements:
        table.add_row(Text(verdict_word(outcome.verdict), STYLES[outcome.verdict]), Text(outcome.statement.text))
    return table


def _run_json(result: PlanRevised) -> dict[str, Any]:
    return {
        "run": result.envelope.correlation_id,
        "session": result.envelope.session_id,
        "statements": [
            {
                "id": outcome.statement.id,
                "statement": outcome.statement.text,
                "said_back": outcome.said_back,
                "verdict": outcome.verdict,
            }
            for outcome in result.statements
        ],
    }


async def _results(old: str, new: str) -> tuple[PlanRevised, PlanRevised, TimeWords]:
    async with connected() as client:
        first, second = await ended_run(client, old), await ended_run(client, new)
        return first, second, await time_words(second)
