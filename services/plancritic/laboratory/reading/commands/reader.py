"""`plancritic train reader`: one reader for all domains, from the corpus of people's own words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from plancritic.command_line.exit_codes import CommandFault, ExitCode, missing_package, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.laboratory.adherence.training.commands.inputs import (
    check_writable,
    command_as_given,
    refused,
    set_up_encoder,
    writing,
)

if TYPE_CHECKING:
    from plancritic.laboratory.reading.training.learning import ReaderLook


def reader(
    corpus: Annotated[Path, typer.Option(help="Folder of the corpus: utterances/ and the domains/ of its own.")],
    out: Annotated[Path, typer.Option(help="Folder to write: four graphs and a card.")],
    start: Annotated[
        Path | None, typer.Option(help="Folder of a reader whose networks are trained further, instead of new ones.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of weights and order: the same seed, the same networks.")] = 1,
    epochs: Annotated[int, typer.Option(min=1, help="Epochs for each of the two networks.")] = 8,
    learning_rate: Annotated[float, typer.Option(help="Highest learning rate of AdamW.")] = 1e-3,
    threads: Annotated[int, typer.Option(min=1, help="Threads.")] = 2,
    device: Annotated[str, typer.Option(help="Device, as torch names it: cpu or cuda.")] = "cpu",
    network: Annotated[
        Literal["both", "first", "second"],
        typer.Option(help="Train only this one; the other may train at the same time."),
    ] = "both",
    precision: Annotated[
        Literal["float32", "bfloat16"],
        typer.Option(help="Precision of matrix products; bfloat16 is faster if the processor supports it."),
    ] = "float32",
    as_json: Annotated[bool, typer.Option("--json", help="Print the card as JSON.")] = False,
) -> None:
    """Train the two networks that read statements and judge each other's readings, for all domains at once.

    Example: plancritic train reader --corpus tests/cases/corpus --out domains/shared/models/reader

    Example: plancritic train reader --corpus tests/cases/corpus --start domains/shared/models/reader --epochs 4
    --learning-rate 5e-4 --out .plancritic/reader-new

    Both learn from the training part; neither sees the domains and the writers that are kept out. A training that was
    stopped goes on where it was. Takes some four hours on one core; with --network first and --network second at the
    same time, half of that on two. Needs torch (`make setup-train`).
    """
    try:
        from plancritic.domains import domains_root
        from plancritic.laboratory.adherence.training.errors import BadCheckpoint
        from plancritic.laboratory.reading.corpus.utterances import DOMAINS, read_corpus
        from plancritic.laboratory.reading.training.learning import ReaderSettings
        from plancritic.laboratory.reading.training.training import ReaderCorpus, train_reader
        from plancritic.reading.model import NETWORKS
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic train reader`") from None

    console = Console(stderr=True, soft_wrap=True)
    check_writable(out, folder=True)
    try:
        utterances = read_corpus(corpus)
    except ContractError as error:
        raise CommandFault(error.fault, ExitCode.BAD_INPUT) from error

    def show(name: str, look: ReaderLook) -> None:
        console.print(
            f"{name}, epoch {look.epoch} of {epochs}: loss {look.training:.3f}, validation loss {look.validation:.3f} "
            f"({look.seconds:.0f} s)"
        )

    settings = ReaderSettings(seed, epochs, learning_rate, threads, device, precision)
    roots = (corpus / DOMAINS, domains_root())
    try:
        with writing(out):
            whole = ReaderCorpus(tuple(utterances), roots, start)
            names = NETWORKS if network == "both" else (network,)
            card = train_reader(whole, set_up_encoder(), settings, out, command_as_given(), show, names)
    except ContractError as error:
        raise CommandFault(error.fault, ExitCode.BAD_INPUT) from error
    except BadCheckpoint as error:
        remedy = "give the options and the corpus of its first command, or remove it to start again"
        raise refused(FaultCode.INVALID_MESSAGE, str(error), remedy) from error
    except ValueError as error:
        remedy = "name a corpus with a training part; --start needs the encoder in use and another folder than --out"
        raise refused(FaultCode.INVALID_MESSAGE, str(error), remedy) from error
    if card is None:
        console.print(f"wrote network {network!r} to {out}: the reader also needs the other one")
        return
    if as_json:
        show_json(card.model_dump(mode="json"))
    console.print(f"wrote {out}: {card.utterances} utterances of {len(card.domains)} domains")
