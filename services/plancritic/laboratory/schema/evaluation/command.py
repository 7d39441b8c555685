"""`plancritic evaluate schema`: what the schema library promises, measured on its test domains."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plancritic.command_line.exit_codes import CommandFault, ExitCode, missing_package, run, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.messages import FilterScore
from plancritic.laboratory.reporting import bars_json, ended

if TYPE_CHECKING:
    from plancritic.laboratory.schema.evaluation.report import Report, Settings
    from plancritic.schema_library.filtering import Scale

_PARTS = ("recordings", "reference", "scale", "faults", "coverage", "model")
#: Asks a language model, so that nobody pays for it without wanting it.
_ON_REQUEST = "model"


def schema(
    folder: Annotated[
        Path, typer.Option("--cases", help="Folder of test domains, each in a folder of its own.")
    ] = Path("tests/cases/schema_library"),
    domain: Annotated[list[str] | None, typer.Option(help="Name of a test domain; repeatable. By default all.")] = None,
    part: Annotated[
        list[str] | None, typer.Option(help=f"Part to run: {', '.join(_PARTS)}; repeatable. By default all but model.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of variations, samples, faults and splits.")] = 1,
    combinations: Annotated[int, typer.Option(min=1, help="scale: least number of combinations.")] = 100_000,
    sample: Annotated[int, typer.Option(min=0, help="scale: combinations that K* confirms one by one.")] = 500,
    libraries: Annotated[int, typer.Option(min=1, help="faults: libraries for each rate.")] = 5,
    writers: Annotated[int, typer.Option(min=1, help="faults: writers of a library.")] = 7,
    splits: Annotated[int, typer.Option(min=20, help="coverage: random splits by domain.")] = 40,
    processes: Annotated[int, typer.Option(min=1, help="Processes that decide combinations.")] = 2,
    model: Annotated[
        Path | None, typer.Option(help="Model folder of the encoder; by default the one that ships.")
    ] = None,
    score: Annotated[FilterScore, typer.Option(help="Score by which the filter drops schemas.")] = "combined",
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Measure the schema library on recorded answers, at scale and with seeded faults.

    Example: plancritic evaluate schema

    Example: plancritic evaluate schema --part recordings --part reference --domain libraryworld

    Example: plancritic evaluate schema --part faults --part coverage --score agreement

    Example: plancritic evaluate schema --part scale --sample 50 --seed 2

    The part `model` asks the language model of PLANCRITIC_LLM_MODEL for plans without any domain model (tree of
    thoughts), and how well it knows the domains by name alone.

    Needs no broker. All parts take some minutes on two idle cores. The seconds of the part `scale` are wall time: other
    work on the machine counts.

    Exit code 0 if every bar is met, 1 if one is missed, 2 bad input.
    """
    unknown = [each for each in part or () if each not in _PARTS]
    if unknown:
        fault = Fault(
            code=FaultCode.INVALID_MESSAGE,
            message=f"there is no part {unknown[0]!r}",
            remedy=f"parts: {', '.join(_PARTS)}",
        )
        raise CommandFault(fault, ExitCode.BAD_INPUT)
    try:
        from plancritic.laboratory.schema.evaluation.report import Part, Settings
        from plancritic.laboratory.schema.evaluation.report_text import report_lines
        from plancritic.laboratory.schema.evaluation.scale import ScaleSettings
        from plancritic.laboratory.schema.evaluation.seeded_faults import FaultSettings
        from plancritic.laboratory.schema.evaluation.variation import VariationError
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic evaluate schema`") from None

    settings = Settings(
        parts=tuple(map(Part, part or (each for each in _PARTS if each != _ON_REQUEST))),
        seed=seed,
        splits=splits,
        scale=ScaleSettings(combinations, sample, processes),
        faults=FaultSettings(writers, libraries, processes=processes),
    )
    try:
        report = _measured(folder, tuple(domain or ()), model, score, settings)
    except VariationError as error:
        remedy = "ask for fewer --combinations"
        fault = Fault(code=FaultCode.INVALID_MESSAGE, message=str(error), remedy=remedy)
        raise CommandFault(fault, ExitCode.BAD_INPUT) from error
    except ContractError as error:
        raise CommandFault(error.fault) from error
    if as_json:
        bars = bars_json(report.bars, part="name", promised="wanted", measured="reached", met="met")
        show_json({**report.model_dump(mode="json"), "bars": bars})
    else:
        for line in report_lines(report):
            typer.echo(line)
    raise ended(report.bars)


def _measured(
    folder: Path, names: tuple[str, ...], model: Path | None, score: FilterScore, settings: Settings
) -> Report:
    from plancritic.embedding.settings import EmbeddingSettings
    from plancritic.judges import ValJudge
    from plancritic.laboratory.schema.evaluation.cases import read_domains
    from plancritic.laboratory.schema.evaluation.recordings import Semantics
    from plancritic.laboratory.schema.evaluation.report import evaluated
    from plancritic.schema_library.filtering import (
        read_agreement_calibration,
        read_calibration,
        read_combined_calibration,
    )
    from plancritic.schema_library.filtering.combined_calibration import COMBINED_CALIBRATION_FILE
    from plancritic.schema_library.filtering.tuned_encoder import CALIBRATION_FILE, SHIPPED_MODEL, tuned_encoder

    domains = read_domains(folder, names)
    place = model or SHIPPED_MODEL
    scales: dict[FilterScore, Callable[[], Scale | None]] = {
        "similarity": lambda: None,
        "agreement": read_agreement_calibration,
        "combined": lambda: read_combined_calibration(place / COMBINED_CALIBRATION_FILE),
    }
    encoder = tuned_encoder(EmbeddingSettings().cache, place)
    semantics = Semantics(encoder, read_calibration(place / CALIBRATION_FILE), scales[score]())
    progress = Console(stderr=True, soft_wrap=True).print
    return run(evaluated(domains, semantics, ValJudge(), settings, progress))
