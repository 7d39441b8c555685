"""`plancritic evaluate scorer`: the bars of the scorer, measured on the model that ships."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plancritic.adherence.model_card import TEST_FILE
from plancritic.command_line.exit_codes import CommandFault, ExitCode, missing_package, run, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.laboratory.adherence.training.commands.inputs import (
    named_bundle,
    refused,
    set_up_encoder,
    warn_where_changed,
)
from plancritic.laboratory.reporting import bars_json, ended

if TYPE_CHECKING:
    from plancritic.adherence.dataset import Dataset
    from plancritic.adherence.model_card import ModelCard
    from plancritic.domains.folder import DomainFolder


def scorer(
    domain: Annotated[str, typer.Option(help="Name of a domain of the folder.")],
    data_file: Annotated[
        Path | None,
        typer.Option("--data", help=f"Data whose test split is judged; by default {TEST_FILE} of the model folder."),
    ] = None,
    recorded_file: Annotated[
        Path | None,
        typer.Option("--recorded", help="Recorded pairs; by default those of the domain's folder."),
    ] = None,
    without_recorded: Annotated[
        bool, typer.Option("--no-recorded", help="Judge no recorded pairs, which take longest.")
    ] = False,
    folder: Annotated[Path | None, typer.Option("--model", help="Model folder; by default the one that ships.")] = None,
    threads: Annotated[int, typer.Option(min=0, help="Threads; 0 uses one for each core.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Measure the shipped scorer on its test split and compare the figures with the required ones.

    Example: plancritic evaluate scorer --domain waterway

    Needs no torch. Figures for people's words come from the model card, the comparison with other networks from the
    model folder (`plancritic train comparison` writes it). PLANCRITIC_CACHE keeps labels of recorded pairs.

    Exit code 0 if every bar is met, 1 if one is missed, 2 bad input.
    """
    try:
        from plancritic.adherence.dataset import read_dataset
        from plancritic.domains import domains_root
        from plancritic.laboratory.adherence.evaluation.bars import BAR_FIELDS
        from plancritic.laboratory.adherence.evaluation.report import examined
        from plancritic.laboratory.adherence.evaluation.report_text import show_report
        from plancritic.laboratory.adherence.training.comparison.table import COMPARISON_FILE, read_comparison
        from plancritic.scorer.serving import AdherenceModel
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic evaluate scorer`") from None

    console = Console(stderr=True, soft_wrap=True)
    bundle = named_bundle(domain)
    home = folder or domains_root() / domain / "models" / "scorer"
    if recorded_file is not None and without_recorded:
        raise refused(
            FaultCode.INVALID_MESSAGE, "--recorded and --no-recorded exclude each other", "leave out one of them"
        )
    try:
        model = AdherenceModel(home, set_up_encoder(), threads)
        if data_file is None:
            _check_test_file(home / TEST_FILE, model.card)
        dataset = _of_domain(read_dataset(data_file or home / TEST_FILE), domain, data_file or home / TEST_FILE)
        warn_where_changed(bundle, dataset, data_file or home / TEST_FILE, console)
        recorded = _of_domain(read_dataset(recorded_file), domain, recorded_file) if recorded_file else None
        comparison = read_comparison(home / COMPARISON_FILE)
    except ContractError as error:
        # What is missing is a file that the person names, not a service.
        raise CommandFault(error.fault, ExitCode.BAD_INPUT) from error
    if recorded is None and not without_recorded:
        recorded = _recorded(bundle, console)
    try:
        report = examined(model, bundle, dataset, recorded, comparison, console.print)
    except ValueError as error:
        raise refused(FaultCode.INVALID_MESSAGE, str(error), "give --data with a test split") from error
    if as_json:
        show_json({**report.model_dump(mode="json"), "bars": bars_json(report.bars, **BAR_FIELDS)})
    else:
        show_report(report, Console())
    raise ended(report.bars)


def _check_test_file(path: Path, card: ModelCard) -> None:
    """Raise `ContractError` where the test split beside a model is not the one that its card is of."""
    if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() != card.test_sha256:
        raise ContractError(
            Fault(
                code=FaultCode.MODEL_UNUSABLE,
                message=f"{path.name} is not the test split of the model's card (another SHA-256)",
                remedy="remake card and test split with `plancritic train card`, or give --data",
                file=str(path),
            )
        )


def _of_domain(dataset: Dataset, domain: str, path: Path) -> Dataset:
    if dataset.card.domain == domain:
        return dataset
    raise ContractError(
        Fault(
            code=FaultCode.UNKNOWN_DOMAIN,
            message=f"{path.name} was made for {dataset.card.domain!r}, not for {domain!r}",
            remedy=f"name --domain {dataset.card.domain}",
        )
    )


def _recorded(bundle: DomainFolder, console: Console) -> Dataset | None:
    """The domain's recorded pairs, judged again; None where its folder has none."""
    from plancritic.laboratory.adherence.training.data.recorded import read_recording, recorded_folder

    folder = recorded_folder(bundle.name)
    if not folder.is_dir():
        return None
    try:
        from plancritic.embedding.settings import EmbeddingSettings
        from plancritic.laboratory.adherence.training.data.rejudged import rejudged
    except ModuleNotFoundError as error:
        raise missing_package(error, "judging recorded pairs again") from None
    return run(rejudged(bundle, read_recording(folder), EmbeddingSettings().cache, console.print))
