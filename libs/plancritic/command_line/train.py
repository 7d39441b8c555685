"""`plancritic train ...`: what is learned. Each service adds the training of its own part."""

from __future__ import annotations

import typer

from plancritic.command_line.root import LazyGroup


class TrainingGroup(LazyGroup):
    """The trainings that the installed rooms name in the entry-point group `plancritic.trainings`."""

    entry_point_group = "plancritic.trainings"
    program = "plancritic train"


train = typer.Typer(
    cls=TrainingGroup,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Train and fit models (a scorer needs torch: `make setup-train`).\n\n"
    "Example: plancritic train scorer --domain waterway --data waterway.jsonl --out domains/waterway/models/scorer",
)


@train.callback()
def _train() -> None:
    """Keep every training a command of its own."""
