"""`plancritic evaluate ...`: what is promised, measured. Each service adds the evaluation of its own part."""

from __future__ import annotations

import typer

from plancritic.command_line.root import LazyGroup


class EvaluationGroup(LazyGroup):
    """The evaluations that the installed rooms name in the entry-point group `plancritic.evaluations`."""

    entry_point_group = "plancritic.evaluations"
    program = "plancritic evaluate"


evaluate = typer.Typer(
    cls=EvaluationGroup,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Measure translator, search and scorer on known cases; exit code 1 if a required share is missed.\n\n"
    "Example: plancritic evaluate scorer --domain waterway",
)


@evaluate.callback()
def _evaluate() -> None:
    """Keep every evaluation a command of its own, though there may be only one."""
