"""`plancritic train card`: the card of a trained model made anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plancritic.command_line.exit_codes import CommandFault, ExitCode, missing_package, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.laboratory.adherence.training.commands.inputs import (
    named_bundle,
    refused,
    set_up_encoder,
    warn_where_changed,
)

if TYPE_CHECKING:
    from plancritic.adherence.dataset import Dataset
    from plancritic.adherence.model_card import ModelCard


def card(
    domain: Annotated[str, typer.Option(help="Name of the domain that the model is for.")],
    data_files: Annotated[
        list[Path], typer.Option("--data", help="The files that it was trained on, in the same order.")
    ],
    suite: Annotated[list[Path] | None, typer.Option(help="Feedback suite to report accuracy on.")] = None,
    folder: Annotated[Path | None, typer.Option("--model", help="Model folder; by default the one that ships.")] = None,
    threads: Annotated[int, typer.Option(min=0, help="Threads; 0 uses one for each core.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the card as JSON.")] = False,
) -> None:
    """Measure a trained model again and write its card and test file.

    Example: plancritic train card --domain waterway --data waterway.jsonl.gz --suite people.jsonl

    Use it for other suites or for figures that a newer version adds. It fits the unsure band again; the graph, and what
    the card says of it and its training, stay. Needs no torch. The data must be those that the card names.
    """
    try:
        from plancritic.adherence.dataset import read_dataset
        from plancritic.domains import domains_root
        from plancritic.laboratory.adherence.training.appraisal import appraised, write_appraisal
        from plancritic.laboratory.adherence.training.comparison.learning import Corpus
        from plancritic.laboratory.adherence.training.data.suites import read_suite
        from plancritic.scorer.serving import AdherenceModel
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic train card`") from None

    console = Console(stderr=True, soft_wrap=True)
    bundle = named_bundle(domain)
    home = folder or domains_root() / domain / "models" / "scorer"
    try:
        model = AdherenceModel(home, set_up_encoder(), threads)
        if model.card.domain != domain:
            raise refused(
                FaultCode.UNKNOWN_DOMAIN,
                f"the model is for {model.card.domain!r}, not for {domain!r}",
                f"name --domain {model.card.domain}",
            )
        datasets = [read_dataset(path) for path in data_files]
        _check_trained_on(model.card, datasets, data_files)
        suites = {path.name: read_suite(path, bundle, datasets[0], model.card.training.seed) for path in suite or ()}
    except ContractError as error:
        # What is missing is a file that the person names, not a service.
        raise CommandFault(error.fault, ExitCode.BAD_INPUT) from error
    for name, found in suites.items():
        if not found.examples:
            console.print(f"{name}: left out, because {data_files[0].name} has no plans of both answers for it")
    console.print(f"judging with {model.card.name} (graph {model.card.graph_sha256[:12]})")
    corpora = [Corpus(named_bundle(dataset.card.domain), dataset) for dataset in datasets]
    for path, corpus in zip(data_files, corpora, strict=True):
        warn_where_changed(corpus.bundle, corpus.dataset, path, console)
    anew = appraised(model, corpora, suites, progress=lambda note: console.print(note.text))
    made = write_appraisal(home, anew, datasets[0])
    if as_json:
        show_json(made.model_dump(mode="json"))
        return
    console.print(f"wrote the card of {home}: unsure from {made.unsure[0]:.2f} to {made.unsure[1]:.2f}")
    for name, judged in (("validation", made.validation), ("test", made.test), *made.held_out.items()):
        if judged is not None:
            console.print(
                f"{name}: {judged.overall.accuracy:.1%} of {judged.overall.examples}, "
                f"calibration error {judged.expected_calibration_error:.3f}"
            )


def _check_trained_on(card: ModelCard, datasets: list[Dataset], files: list[Path]) -> None:
    """Raise `CommandFault` where the data are not those that the card names."""
    # What making them took is not in the file.
    named = [data.model_dump(exclude={"cpu_seconds"}) for data in card.data]
    given = [dataset.card.model_dump(exclude={"cpu_seconds"}) for dataset in datasets]
    made = "; ".join(data.command for data in card.data)
    if len(named) != len(given):
        raise refused(
            FaultCode.INVALID_MESSAGE,
            f"the model was trained on {len(named)} files of data, but {len(given)} are given",
            f"give with --data, in this order, the files that these commands wrote: {made}",
        )
    for path, one, other in zip(files, given, named, strict=True):
        if one != other:
            differing = ", ".join(sorted(key for key in one if one[key] != other.get(key)))
            raise refused(
                FaultCode.INVALID_MESSAGE,
                f"the model was not trained on {path.name}: its card differs in {differing}",
                f"give with --data, in this order, the files that these commands wrote: {made}",
            )
    seen = sum(example.split == "train" for dataset in datasets for example in dataset.examples)
    if seen != card.training.examples:
        raise refused(
            FaultCode.INVALID_MESSAGE,
            f"the model was trained on {card.training.examples} examples, the data hold {seen}",
            f"make the data again: {made}",
        )
