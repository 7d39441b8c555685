"""`plancritic evaluate encoder`: the semantic filter's encoder and threshold, before and after tuning."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from plancritic.command_line.exit_codes import CommandFault, ExitCode, missing_package, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.laboratory.reporting import ended


def encoder(
    model: Annotated[Path | None, typer.Option(help="Model folder; by default the one that ships.")] = None,
    domain: Annotated[
        list[Path] | None,
        typer.Option(help="Folder with description.yaml and domain.pddl to measure as well; repeatable."),
    ] = None,
    splits: Annotated[int, typer.Option(min=20, help="Random splits by domain for the coverage.")] = 40,
    seed: Annotated[int, typer.Option(help="Seed of splits and seeded faults.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Measure the encoder of the semantic filter and its base on domains that did not train it.

    Example: plancritic evaluate encoder

    Prints how often descriptions are nearer to their own schemas than to wrong ones, the coverage of held-out true
    pairs, the thresholds, and what the filter drops of libraries with seeded faults. Needs no torch.

    Exit code 0 if the interval of the coverage at epsilon 0.2 reaches 80 %, 1 if it lies below, 2 bad input.
    """
    try:
        from plancritic.embedding import EncoderMissingError, load_encoder
        from plancritic.embedding.settings import EmbeddingSettings
        from plancritic.laboratory.schema.calibration.similarity import calibrate
        from plancritic.laboratory.schema.corpus import CorpusError, load_corpus, read_described_domain
        from plancritic.laboratory.schema.measurement.report import measured, report_lines
        from plancritic.schema_library.filtering.calibration import read_calibration
        from plancritic.schema_library.filtering.tuned_encoder import CALIBRATION_FILE, SHIPPED_MODEL, tuned_encoder
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic evaluate encoder`") from None

    console = Console(stderr=True, soft_wrap=True)
    cache = EmbeddingSettings().cache
    folder = model or SHIPPED_MODEL
    try:
        corpus = load_corpus()
        base, tuned = load_encoder(cache), tuned_encoder(cache, folder)
        encoders = [(base, calibrate(base, corpus)), (tuned, read_calibration(folder / CALIBRATION_FILE))]
        further = [(each.name, (each,)) for each in map(read_described_domain, domain or ())]
        report = measured(encoders, corpus, further, splits, seed, console.print)
    except CorpusError as error:
        fault = Fault(code=FaultCode.INVALID_MESSAGE, message=str(error), remedy="correct the file")
        raise CommandFault(fault, ExitCode.BAD_INPUT) from error
    except EncoderMissingError as error:
        fault = Fault(code=FaultCode.MODEL_MISSING, message=str(error), remedy=error.remedy)
        raise CommandFault(fault) from error
    except ContractError as error:
        raise CommandFault(error.fault) from error
    if as_json:
        show_json(asdict(report))
    else:
        for line in report_lines(report):
            typer.echo(line)
    raise ended([report.bar(tuned.name)])
