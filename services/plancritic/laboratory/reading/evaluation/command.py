"""`plancritic evaluate reader`: how often a reader's readings are what people meant, domain by domain."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plancritic.command_line.exit_codes import CommandFault, ExitCode, missing_package, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.laboratory.adherence.training.commands.inputs import refused, set_up_encoder
from plancritic.laboratory.reading.corpus.utterances import Part
from plancritic.laboratory.reporting import make_table, percent


def reader(
    corpus: Annotated[Path, typer.Option(help="Folder of the corpus: utterances/ and the domains/ of its own.")],
    model: Annotated[Path | None, typer.Option(help="Folder of a reader; by default the one that ships.")] = None,
    part: Annotated[Part, typer.Option(help="Part of the corpus.")] = "choosing",
    suite: Annotated[
        list[Path] | None,
        typer.Option(help="Suites of feedback with ground truth to read as well."),
    ] = None,
    at: Annotated[int, typer.Option(min=1, help="Number of readings to look at.")] = 32,
    threads: Annotated[int, typer.Option(min=0, help="Threads; 0 uses one for each core.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
) -> None:
    """Read utterances whose meaning is known and count at which place the right reading stands.

    Example: plancritic evaluate reader --corpus tests/cases/corpus --part choosing

    The domain of the part "choosing" and that of the part "test" are in no training. Look at "test" once, at the end.
    Needs no torch.
    """
    try:
        from plancritic.domains import DomainError, domains_root
        from plancritic.laboratory.reading.corpus.texts import corpus_texts
        from plancritic.laboratory.reading.corpus.utterances import DOMAINS, read_corpus
        from plancritic.laboratory.reading.evaluation.reading import measured, suite_texts
        from plancritic.reading.model import Reader
        from plancritic.reading.shipped import shipped_reader
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic evaluate reader`") from None

    console = Console(soft_wrap=True)
    try:
        texts = corpus_texts(read_corpus(corpus), part)
        for path in suite or ():
            texts += suite_texts(path)
        folder = model or shipped_reader()
        if folder is None:
            raise refused(FaultCode.MODEL_MISSING, "no reader ships here", "name the folder of one: --model")
        loaded = Reader(folder, set_up_encoder(), threads)
    except ContractError as error:
        raise CommandFault(error.fault, ExitCode.BAD_INPUT) from error
    try:
        rows = measured(loaded, texts, (corpus / DOMAINS, domains_root()), at)
    except DomainError as error:
        raise refused(FaultCode.UNKNOWN_DOMAIN, error.message, error.remedy) from error
    if as_json:
        show_json([row.model_dump(mode="json") for row in rows])
        return
    console.print(
        make_table(
            ["domain", "utterances", "first", "of 8", f"of {at}", "both agree", "of these right", "ms"],
            (
                (row.domain, row.utterances, *map(percent, shares), f"{row.milliseconds:.0f}")
                for row in rows
                for shares in [(row.first, row.of_eight, row.of_all, row.agreed, row.right_where_agreed)]
            ),
        )
    )
