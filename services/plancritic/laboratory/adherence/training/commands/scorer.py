"""`plancritic train scorer`: from data files to the model folder that ships."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plancritic.command_line.exit_codes import missing_package, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.laboratory.adherence.training.commands.inputs import (
    check_writable,
    command_as_given,
    named_bundle,
    refused,
    set_up_encoder,
    warn_where_changed,
    writing,
)

if TYPE_CHECKING:
    from plancritic.laboratory.adherence.training.comparison.learning import Look

#: Beside the model folder, so that half a training is never published with it.
CHECKPOINT = ".training.checkpoint"


def scorer(
    domain: Annotated[str, typer.Option(help="Name of the domain that the model is for.")],
    data_files: Annotated[
        list[Path],
        typer.Option("--data", help="File that `plancritic data make` or `data recorded` wrote; may be repeated."),
    ],
    out: Annotated[Path, typer.Option(help="Model folder to write.")],
    seed: Annotated[int, typer.Option(help="Seed of weights and order.")] = 0,
    epochs: Annotated[int, typer.Option(min=1, help="Most epochs; validation loss may end training sooner.")] = 5,
    patience: Annotated[int, typer.Option(min=1, help="Epochs without improvement before training ends.")] = 5,
    learning_rate: Annotated[float, typer.Option(help="Highest learning rate of AdamW.")] = 1.5e-3,
    budget_seconds: Annotated[
        float | None, typer.Option(min=1, help="Seconds of CPU after which training ends with what it has.")
    ] = None,
    suite: Annotated[list[Path] | None, typer.Option(help="Feedback suite to report accuracy on.")] = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads.")] = 2,
    resume: Annotated[bool, typer.Option("--resume", help="Resume the stopped training of this folder.")] = False,
    restart: Annotated[
        bool, typer.Option("--restart", help="Restart the stopped training of this folder from the beginning.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the card as JSON.")] = False,
) -> None:
    """Train the adherence scorer, export it and write its card.

    Example: plancritic train scorer --domain waterway --data waterway.jsonl.gz --out domains/waterway/models/scorer

    The files may include data of other domains; the card reports on the validation and test splits of the first file.
    Every epoch writes a checkpoint. Ctrl-C ends training and keeps the folder's old model; the same command with
    `--resume` continues.
    """
    try:
        from plancritic.adherence.dataset import read_dataset
        from plancritic.laboratory.adherence.training.checkpoint import Checkpoint
        from plancritic.laboratory.adherence.training.comparison.learning import Corpus, LearningSettings, Note
        from plancritic.laboratory.adherence.training.data.suites import read_suite
        from plancritic.laboratory.adherence.training.errors import (
            BadCheckpoint,
            MixedSplits,
            NotEnoughData,
            UnfaithfulExport,
        )
        from plancritic.laboratory.adherence.training.train import train_model
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic train scorer`") from None

    console = Console(stderr=True, soft_wrap=True)
    check_writable(out, folder=True)
    bundle = named_bundle(domain)
    datasets = [read_dataset(path) for path in data_files]
    if datasets[0].card.domain != domain:
        raise refused(
            FaultCode.UNKNOWN_DOMAIN,
            f"{data_files[0].name} was made for {datasets[0].card.domain!r}, not for {domain!r}",
            f"name --domain {datasets[0].card.domain}, or data of {domain} first",
        )
    checkpoint = Checkpoint(_checkpoint(out, resume, restart), command_as_given(), resume)
    settings = LearningSettings(
        seed=seed,
        epochs=epochs,
        patience=patience,
        learning_rate=learning_rate,
        budget_seconds=budget_seconds,
        threads=threads,
    )

    def show(seen: Look | Note) -> None:
        if isinstance(seen, Note):
            console.print(seen.text)
            return
        console.print(
            f"epoch {seen.epochs:3.0f} of {epochs}: loss {seen.training_loss:.3f}, validation loss "
            f"{seen.validation_loss:.3f}, accuracy {seen.validation_accuracy:.1%} ({seen.cpu_seconds:.0f} s of CPU)"
        )

    corpora = [Corpus(named_bundle(data.card.domain), data) for data in datasets]
    for path, corpus in zip(data_files, corpora, strict=True):
        warn_where_changed(corpus.bundle, corpus.dataset, path, console)
    suites = {path.name: read_suite(path, bundle, datasets[0], seed) for path in suite or ()}
    for name, found in suites.items():
        if not found.examples:
            console.print(f"{name}: left out, because {data_files[0].name} has no plans of both answers for it")
    encoder = set_up_encoder()
    try:
        with writing(out):
            card = train_model(domain, corpora, encoder, settings, out, command_as_given(), show, suites, checkpoint)
    except NotEnoughData as error:
        raise refused(FaultCode.INVALID_MESSAGE, str(error), "make more data") from error
    except MixedSplits as error:
        names = ", ".join(f"{number} {path.name}" for number, path in enumerate(data_files, start=1))
        remedy = f"make the files again with this version, or leave one out (they are {names})"
        raise refused(FaultCode.INVALID_MESSAGE, str(error), remedy) from error
    except UnfaithfulExport as error:
        remedy = f"{out} is unchanged; after a correction, --resume exports the kept training again"
        raise refused(FaultCode.MODEL_UNUSABLE, str(error), remedy) from error
    except BadCheckpoint as error:
        remedy = "repeat its first command with --resume, or with --restart, which overwrites it"
        raise refused(FaultCode.INVALID_MESSAGE, str(error), remedy) from error
    if as_json:
        show_json(card.model_dump(mode="json"))
    console.print(
        f"wrote {out}: {card.parameters} weights, {card.graph_bytes / 1e6:.1f} MB; epoch {card.training.best_epoch} of "
        f"{card.training.epochs}, ended by {card.training.ended}; {card.training.cpu_seconds:.0f} s of CPU"
    )
    for name, judged in (("validation", card.validation), ("test", card.test), *card.held_out.items()):
        if judged is not None:
            console.print(
                f"{name}: {judged.overall.accuracy:.1%} of {judged.overall.examples}, "
                f"calibration error {judged.expected_calibration_error:.3f}"
            )


def _checkpoint(out: Path, resume: bool, restart: bool) -> Path:
    """Where a training into `out` is kept. Raises `CommandFault` where one that is there would be lost unasked."""
    path = out.parent / f"{out.name}{CHECKPOINT}"
    if resume and restart:
        raise refused(FaultCode.INVALID_MESSAGE, "--resume and --restart exclude each other", "give only one of them")
    if resume and not path.is_file():
        raise refused(FaultCode.INVALID_MESSAGE, f"there is no checkpoint {str(path)!r}", "leave out --resume")
    if path.is_file() and not (resume or restart):
        raise refused(
            FaultCode.INVALID_MESSAGE,
            f"a training into {str(out)!r} was stopped and is kept in {str(path)!r}",
            "give --resume to continue it, or --restart to begin again",
        )
    return path
