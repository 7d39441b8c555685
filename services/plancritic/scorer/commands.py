"""`plancritic data make` and `plancritic train scorer`: from a domain's folder to the model that ships."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from plancritic.command_line.ending import missing_package, run
from plancritic.contracts.errors import FaultCode
from plancritic.scorer.command_inputs import command_as_given, named_bundle, refused, set_up_encoder
from plancritic.scorer.comparison_command import comparison
from plancritic.scorer.recorded_command import recorded

data = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Make data for training.\n\nExample: plancritic data make --domain waterway --out waterway.jsonl",
)
train = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Train models (needs torch: `make setup-train`).\n\nExample: plancritic train scorer --domain waterway "
    "--data waterway.jsonl --out domains/waterway/models/scorer",
)


data.command("recorded")(recorded)
train.command("comparison")(comparison)


@data.command("make")
def make(
    domain: Annotated[str, typer.Option(help="Name of a domain of the folder.")],
    out: Annotated[Path, typer.Option(help="File to write: JSON lines, compressed if it ends in .gz.")],
    seed: Annotated[int, typer.Option(help="The same seed, the same data.")] = 0,
    problems: Annotated[str, typer.Option(help="Ids of problems with commas between; all if empty.")] = "",
    samples: Annotated[int, typer.Option(min=0, help="Problems to sample from each.")] = 6,
    instances: Annotated[int, typer.Option(min=1, help="Constraint sets and goals to plan for, each problem.")] = 24,
    variations: Annotated[int, typer.Option(min=0, help="Variations of the plans, each problem.")] = 40,
    walks: Annotated[int, typer.Option(min=0, help="Plans walked at random, each problem.")] = 14,
    examples: Annotated[int, typer.Option(min=1, help="Examples to make for training, each problem.")] = 2400,
) -> None:
    """Sample problems and requests, plan for them, label plans by the judges and say the requests in words.

    Example: plancritic data make --domain waterway --out waterway.jsonl.gz --seed 1 --problems 1,4 --samples 2

    The last problem of the domain, and what is sampled from it, is for testing. Takes minutes; Ctrl-C ends it and
    leaves no file.
    """
    from plancritic.scorer.training.data import DataSettings, make_data

    console = Console(stderr=True, highlight=False)
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
    )
    try:
        dataset = run(make_data(bundle, settings, command_as_given(), console.print))
    except ValueError as error:
        raise refused(FaultCode.INVALID_MESSAGE, str(error), "ask for more instances or other problems") from error
    dataset.write(out)
    card = dataset.card
    console.print(
        f"wrote {out}: {len(dataset.examples)} examples ({card.positives} adhere), {card.statements} texts, "
        f"{card.plans} plans of {len(card.problems)} problems and {card.samples} sampled ones; {card.disputed} "
        f"disputed pairs left out; {card.cpu_seconds:.0f} s of CPU"
    )


@train.command("scorer")
def scorer(
    domain: Annotated[str, typer.Option(help="Name of the domain the data were made for.")],
    data_file: Annotated[Path, typer.Option("--data", help="File that `plancritic data make` wrote.")],
    out: Annotated[Path, typer.Option(help="Model folder to write.")],
    seed: Annotated[int, typer.Option(help="Seed of weights, split and order.")] = 0,
    epochs: Annotated[int, typer.Option(min=1, help="Most epochs; validation loss may end training sooner.")] = 30,
    patience: Annotated[int, typer.Option(min=1, help="Epochs without improvement before it ends.")] = 4,
    network: Annotated[str, typer.Option(help="`published` ([EA] IV-C) or `matching`.")] = "matching",
    learning_rate: Annotated[float, typer.Option(help="Of AdamW, at first.")] = 1e-3,
    hidden: Annotated[int | None, typer.Option(min=1, help="Size of the LSTM; else the network's own.")] = None,
    hold_out: Annotated[str | None, typer.Option(help="Validate on this problem; else on some plans of each.")] = None,
    suite: Annotated[list[Path] | None, typer.Option(help="Feedback suite to report accuracy on.")] = None,
    threads: Annotated[int, typer.Option(min=0, help="Threads; 0: one a core.")] = 0,
) -> None:
    """Train the adherence scorer, export it and write its card.

    Example: plancritic train scorer --domain waterway --data waterway.jsonl --out domains/waterway/models/scorer

    Ctrl-C ends it and leaves what was in the folder before.
    """
    try:
        from plancritic.scorer.training.dataset import Dataset, read_dataset
        from plancritic.scorer.training.network import NETWORKS
        from plancritic.scorer.training.suites import read_suite
        from plancritic.scorer.training.train import Epoch, TrainingSettings, train_model
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic train scorer`") from None

    console = Console(stderr=True, highlight=False)
    if network not in NETWORKS:
        raise refused(FaultCode.UNKNOWN_NAME, f"there is no network {network!r}", f"it is {' or '.join(NETWORKS)}")
    bundle = named_bundle(domain)
    dataset = read_dataset(data_file)
    if dataset.card.domain != domain:
        raise refused(
            FaultCode.UNKNOWN_DOMAIN,
            f"{data_file.name} was made for {dataset.card.domain!r}, not for {domain!r}",
            f"name --domain {dataset.card.domain}",
        )
    settings = TrainingSettings(
        seed=seed,
        epochs=epochs,
        patience=patience,
        learning_rate=learning_rate,
        network=network,
        hidden=hidden,
        hold_out=hold_out,
        threads=threads,
    )

    def show(epoch: Epoch) -> None:
        console.print(
            f"epoch {epoch.number:3d}: loss {epoch.training_loss:.3f}, validation loss {epoch.validation_loss:.3f}, "
            f"accuracy {epoch.validation_accuracy:.1%} ({epoch.seconds:.0f} s)"
        )

    def suites(plans: object) -> dict[str, Dataset]:
        numbers = list(plans)  # type: ignore[call-overload]
        return {path.name: read_suite(path, bundle, dataset, numbers, seed) for path in suite or ()}

    console.print(f"embedding the texts of {len(dataset.examples)} examples")
    try:
        card = train_model(
            dataset, set_up_encoder(), settings, out, command_as_given(), show, suites if suite else None
        )
    except ValueError as error:
        raise refused(FaultCode.INVALID_MESSAGE, str(error)) from error
    console.print(
        f"wrote {out}: validation accuracy {card.validation.accuracy:.1%} on {card.validation.examples} examples "
        f"({card.split}), epoch {card.training.best_epoch} of {card.training.epochs}, "
        f"{card.training.cpu_seconds:.0f} s of CPU"
    )
    for name, judged in card.held_out.items():
        console.print(f"{name}: accuracy {judged.accuracy:.1%} on {judged.examples} pairs, never trained on")
