"""`plancritic data recorded`: the pairs recorded with PlanCritic as a data file, their labels judged again."""

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


def recorded(
    domain: Annotated[str, typer.Option(help="Name of a domain of the folder that has recorded pairs.")],
    out: Annotated[Path, typer.Option(help="File to write: JSON lines, compressed where the name ends in .gz.")],
    seed: Annotated[int, typer.Option(help="Seed of the split: the same seed, the same data.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the card as JSON.")] = False,
) -> None:
    """Make training data from recorded pairs of plan and statement, with labels by our judges.

    Example: plancritic data recorded --domain satellite --out recorded.jsonl.gz

    It takes seconds, plans nothing and calls no language model.
    """
    from plancritic.laboratory.adherence.training.data.recorded import read_recording, recorded_folder
    from plancritic.laboratory.adherence.training.data.recorded_data import make_recorded_data
    from plancritic.laboratory.adherence.training.errors import NotEnoughData

    console = Console(stderr=True)
    check_writable(out)
    bundle = named_bundle(domain)
    recording = read_recording(recorded_folder(domain))
    try:
        dataset = run(make_recorded_data(bundle, recording, seed, command_as_given(), console.print))
    except NotEnoughData as error:
        raise refused(FaultCode.INVALID_MESSAGE, str(error)) from error
    with writing(out):
        dataset.write(out)
    card = dataset.card
    if as_json:
        show_json(card.model_dump(mode="json"))
    sides = ", ".join(f"{count} {split}" for split, count in card.by_split.items())
    left_out = "; ".join(f"{count} {reason}" for reason, count in card.left_out.items())
    console.print(
        f"wrote {out}: {len(dataset.examples)} examples ({sides}; {card.positives} adhere); left out: {left_out}"
    )
