"""`plancritic train comparison`: other networks beside ours, row by row."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plancritic.adherence.model_card import TEST_FILE
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
    from plancritic.adherence.dataset import Dataset
    from plancritic.laboratory.adherence.training.comparison.learning import Look
    from plancritic.laboratory.adherence.training.comparison.table import ComparedData


def comparison(
    domain: Annotated[str, typer.Option(help="Name of the domain the data were made for.")],
    data_file: Annotated[Path, typer.Option("--data", help="File that `plancritic data make` wrote.")],
    recorded_file: Annotated[Path, typer.Option("--recorded", help="File that `plancritic data recorded` wrote.")],
    out: Annotated[Path, typer.Option(help="File to write; rows already in it stay unless they are made again.")],
    other_file: Annotated[
        Path | None, typer.Option("--other-data", help="Data of another domain, for rows that train on it.")
    ] = None,
    rows: Annotated[
        str, typer.Option(help="Names of rows, separated by commas; by default all for which there are data.")
    ] = "",
    budget_seconds: Annotated[
        float | None, typer.Option(min=1, help="Seconds of CPU for training each row; validation may end it sooner.")
    ] = None,
    epochs: Annotated[int | None, typer.Option(min=1, help="Most epochs; by default what suits each network.")] = None,
    patience: Annotated[
        int | None,
        typer.Option(min=1, help="Validations without improvement before training ends; by default what suits each."),
    ] = None,
    learning_rate: Annotated[
        float | None, typer.Option(help="Highest learning rate of AdamW; by default what suits each network.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the weights, the order and the split by row.")] = 0,
    threads: Annotated[int, typer.Option(min=1, help="Threads.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the rows that were made as JSON.")] = False,
) -> None:
    """Train other networks and ours on one split and write one row for each.

    Example: plancritic train comparison --domain waterway --data waterway.jsonl.gz --recorded recorded.jsonl.gz
    --out domains/waterway/models/scorer/comparison.json --rows published,changes --budget-seconds 300

    Ctrl-C loses the row that is being trained, and no other.
    """
    try:
        from plancritic.adherence.dataset import read_dataset
        from plancritic.laboratory.adherence.training.comparison.learning import Corpus, Note
        from plancritic.laboratory.adherence.training.comparison.rows import (
            ROWS,
            SETTINGS,
            Materials,
            run_row,
            runnable,
        )
        from plancritic.laboratory.adherence.training.comparison.table import RECORDED, comparable, merge_row
        from plancritic.laboratory.adherence.training.data.apart import check_apart
        from plancritic.laboratory.adherence.training.data.recorded import (
            published_labels,
            read_recording,
            recorded_folder,
        )
        from plancritic.laboratory.adherence.training.errors import MixedSplits, NotEnoughData
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic train comparison`") from None

    console = Console(stderr=True, soft_wrap=True)
    check_writable(out)
    bundle = named_bundle(domain)
    dataset, recorded = read_dataset(data_file), read_dataset(recorded_file)
    other = None if other_file is None else read_dataset(other_file)
    warn_where_changed(bundle, dataset, data_file, console)
    for found, path in ((dataset, data_file), (recorded, recorded_file)):
        if found.card.domain != domain:
            raise refused(
                FaultCode.UNKNOWN_DOMAIN,
                f"{path.name} was made for {found.card.domain!r}, not for {domain!r}",
                f"name --domain {found.card.domain}",
            )
    data: dict[str, ComparedData] = {
        domain: _compared(dataset, data_file),
        RECORDED: _compared(recorded, recorded_file, recorded=True),
    }
    if other is not None and other_file is not None:
        data[other.card.domain] = _compared(other, other_file)
    materials = Materials(
        own=Corpus(bundle, dataset),
        recorded=Corpus(bundle, recorded),
        published=published_labels(read_recording(recorded_folder(domain)), recorded),
        other=None if other is None else Corpus(named_bundle(other.card.domain), other),
        data=data,
    )
    try:
        check_apart([corpus for corpus in (materials.own, materials.recorded, materials.other) if corpus is not None])
    except MixedSplits as error:
        remedy = "make the files again with this version; they are those of --data, --recorded, --other-data"
        raise refused(FaultCode.INVALID_MESSAGE, str(error), remedy) from error
    can = runnable(materials)
    chosen = tuple(name.strip() for name in rows.split(",") if name.strip()) or can
    for name in chosen:
        if name not in ROWS:
            raise refused(FaultCode.UNKNOWN_NAME, f"there is no row {name!r}", f"choose among {', '.join(ROWS)}")
        if name not in can:
            raise refused(FaultCode.INVALID_MESSAGE, f"row {name!r} needs more than these data", "give --other-data")
    # Before hours of training, not after.
    comparable(out, domain, data.values())
    asked: dict[str, Any] = {"epochs": epochs, "patience": patience, "learning_rate": learning_rate}
    asked = {name: value for name, value in asked.items() if value is not None}
    encoder = set_up_encoder()

    def show(seen: Look | Note) -> None:
        if isinstance(seen, Note):
            console.print(f"  {seen.text}")
            return
        console.print(
            f"  epoch {seen.epochs:5.1f}: loss {seen.training_loss:.3f}, validation loss {seen.validation_loss:.3f}, "
            f"accuracy {seen.validation_accuracy:.1%} ({seen.cpu_seconds:.0f} s of CPU)"
        )

    made: dict[str, Any] = {}
    for name in chosen:
        console.print(f"{name}: {ROWS[name].title}")
        own = SETTINGS[ROWS[name].network]
        settings = replace(own, seed=seed, budget_seconds=budget_seconds, threads=threads, **asked)
        try:
            row = run_row(name, materials, encoder, settings, command_as_given(), show)
        except NotEnoughData as error:
            raise refused(FaultCode.INVALID_MESSAGE, f"row {name!r}: {error}") from error
        with writing(out):
            merge_row(out, domain, row)
        made[name] = row.model_dump(mode="json")
        tests = ", ".join(f"{test} {found.overall.accuracy:.1%}" for test, found in row.tests.items())
        console.print(f"  {tests}; {row.epochs:.1f} epochs, ended by {row.ended}, {row.cpu_seconds:.0f} s of CPU")
    if as_json:
        show_json(made)


def _compared(dataset: Dataset, path: Path, recorded: bool = False) -> ComparedData:
    from plancritic.laboratory.adherence.training.comparison.table import ComparedData

    return ComparedData(
        domain=dataset.card.domain,
        name=path.name,
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        examples=len(dataset.examples),
        recorded=recorded,
        test_sha256=_test_sha256(dataset),
    )


def _test_sha256(dataset: Dataset) -> str:
    """Of the test split as training leaves it beside a model."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / TEST_FILE
        dataset.of_split("test").write(path)
        return hashlib.sha256(path.read_bytes()).hexdigest()
