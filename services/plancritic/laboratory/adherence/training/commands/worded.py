"""`plancritic data worded`: the plans of a data file asked about in the recorded words of a language model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plancritic.command_line.exit_codes import run, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.laboratory.adherence.training.commands.inputs import (
    check_writable,
    command_as_given,
    named_bundle,
    refused,
    writing,
)


def worded(
    domain: Annotated[str, typer.Option(help="Name of a domain of the folder that has recorded wordings.")],
    data_file: Annotated[
        Path, typer.Option("--data", help="File that `plancritic data make` wrote: its plans are used.")
    ],
    out: Annotated[Path, typer.Option(help="File to write: JSON lines, compressed where the name ends in .gz.")],
    seed: Annotated[int, typer.Option(help="The same seed, the same data.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the card as JSON.")] = False,
) -> None:
    """Make training data from recorded requests in a language model's words, on the plans of a data file.

    Example: plancritic data worded --domain satellite --data satellite.jsonl.gz --out satellite-worded.jsonl.gz

    It takes a minute, plans nothing and calls no language model.
    """
    from plancritic.adherence.dataset import read_dataset
    from plancritic.laboratory.adherence.training.data.worded import make_worded_data, read_wordings
    from plancritic.laboratory.adherence.training.errors import NotEnoughData

    console = Console(stderr=True)
    check_writable(out)
    bundle = named_bundle(domain)
    wordings, dataset = read_wordings(domain), read_dataset(data_file)
    if dataset.card.domain != domain:
        raise refused(
            FaultCode.UNKNOWN_DOMAIN,
            f"{data_file.name} was made for {dataset.card.domain!r}, not for {domain!r}",
            f"name --domain {dataset.card.domain}",
        )
    try:
        made = run(make_worded_data(bundle, wordings, dataset, seed, command_as_given(), console.print))
    except NotEnoughData as error:
        raise refused(FaultCode.INVALID_MESSAGE, str(error)) from error
    with writing(out):
        made.write(out)
    if as_json:
        show_json(made.card.model_dump(mode="json"))
    sides = ", ".join(f"{count} {split}" for split, count in made.card.by_split.items())
    console.print(f"wrote {out}: {len(made.examples)} examples in {made.card.statements} texts ({sides})")
