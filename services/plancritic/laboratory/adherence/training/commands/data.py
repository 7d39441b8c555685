"""`plancritic data make`: from a domain's folder to data for training."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from plancritic.adherence.dataset import Dataset


def make(
    domain: Annotated[str, typer.Option(help="Name of a domain of the folder.")],
    out: Annotated[Path, typer.Option(help="File to write: JSON lines, compressed if it ends in .gz.")],
    seed: Annotated[int, typer.Option(help="Same seed, same data.")] = 0,
    problems: Annotated[str, typer.Option(help="Ids of problems, separated by commas; by default all.")] = "",
    samples: Annotated[int, typer.Option(min=0, help="Problems to sample from each.")] = 5,
    instances: Annotated[int, typer.Option(min=1, help="Constraint sets and goals to plan for.")] = 40,
    variations: Annotated[int, typer.Option(min=0, help="Variations of the plans.")] = 40,
    walks: Annotated[int, typer.Option(min=0, help="Plans made by random walks.")] = 12,
    examples: Annotated[int, typer.Option(min=1, help="Examples to make for training.")] = 5000,
    reword: Annotated[int, typer.Option(min=0, help="Texts that the configured language model rewords.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the card as JSON.")] = False,
) -> None:
    """Make training data: sample problems and requests, plan for them, let the judges label the plans.

    Example: plancritic data make --domain waterway --out waterway.jsonl.gz --seed 1 --problems 1,4 --samples 2

    Instances, variations, walks, examples and reworded texts count for each sampled problem; the folder's own problems
    get twice as many plans and examples. The last problem, and those sampled from it, are for testing. It takes
    minutes; Ctrl-C ends it and leaves no file.
    """
    from plancritic.laboratory.adherence.training.data.making import DataSettings, make_data
    from plancritic.laboratory.adherence.training.errors import NotEnoughData

    console = Console(stderr=True)
    check_writable(out)
    bundle = named_bundle(domain)
    chosen = tuple(problem.strip() for problem in problems.split(",") if problem.strip())
    unknown = sorted(set(chosen) - bundle.problems.keys())
    if unknown:
        known = ", ".join(sorted(bundle.problems))
        raise refused(FaultCode.UNKNOWN_PROBLEM, f"domain {domain!r} has no problem {unknown[0]!r}", f"it has {known}")
    settings = DataSettings(
        seed=seed,
        problems=chosen,
        samples=samples,
        instances=instances,
        variations=variations,
        walks=walks,
        examples=examples,
        reworded=reword,
    )

    async def made() -> Dataset:
        if not reword:
            return await make_data(bundle, settings, command_as_given(), console.print)
        from plancritic.llm import LanguageModel, LanguageModelSettings

        async with LanguageModel(LanguageModelSettings()) as model:
            return await make_data(bundle, settings, command_as_given(), console.print, model)

    try:
        dataset = run(made())
    except NotEnoughData as error:
        raise refused(FaultCode.INVALID_MESSAGE, str(error), "ask for more --instances or other --problems") from error
    with writing(out):
        dataset.write(out)
    card = dataset.card
    if as_json:
        show_json(card.model_dump(mode="json"))
    console.print(
        f"wrote {out}: {len(dataset.examples)} examples ({card.positives} adhere), {card.statements} texts, "
        f"{card.plans} plans of {len(card.problems)} problems and {card.samples} sampled ones; {card.disputed} "
        f"disputed pairs left out; {card.cpu_seconds:.0f} s of CPU"
    )
