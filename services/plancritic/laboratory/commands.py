"""`plancritic data`: data for training, each kind made by its subject."""

from __future__ import annotations

import typer

from plancritic.laboratory.adherence.training.commands.data import make
from plancritic.laboratory.adherence.training.commands.recorded import recorded
from plancritic.laboratory.adherence.training.commands.worded import worded
from plancritic.laboratory.reading.commands.corpus import corpus, labelling, sheets, suite

data = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Make data for training.\n\nExample: plancritic data make --domain waterway --out waterway.jsonl",
)


data.command("recorded")(recorded)
data.command("worded")(worded)
data.command("sheets")(sheets)
data.command("labelling")(labelling)
data.command("corpus")(corpus)
data.command("suite")(suite)
data.command("make")(make)
