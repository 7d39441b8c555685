"""`plancritic train own-reader`: the shared reader, trained further on statements of one's own domains."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plancritic.command_line.exit_codes import CommandFault, ExitCode, bad_input, missing_package, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.laboratory.adherence.training.commands.inputs import (
    check_writable,
    command_as_given,
    refused,
    set_up_encoder,
    writing,
)
from plancritic.laboratory.reporting import make_table, percent

if TYPE_CHECKING:
    from plancritic.laboratory.reading.training.learning import ReaderLook
    from plancritic.laboratory.reading.training.own_reader import OwnReaderReport


def own_reader(
    suite: Annotated[
        list[Path], typer.Option(help="Suite of single statements with ground truth, a line of JSON each; repeatable.")
    ],
    out: Annotated[Path, typer.Option(help="Folder to write: DOMAIN/models/reader of the folder of domains.")],
    model: Annotated[
        Path | None, typer.Option(help="Folder of the reader to train further; by default the one that ships.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of parts and order: the same seed, the same networks.")] = 1,
    epochs: Annotated[int, typer.Option(min=1, help="Epochs of each training.")] = 20,
    learning_rate: Annotated[float, typer.Option(min=0.0, help="Highest learning rate of AdamW.")] = 2e-4,
    threads: Annotated[int, typer.Option(min=1, help="Threads.")] = 2,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Train the shared reader further on statements about your own domain, and measure whether that helps.

    Example: plancritic train own-reader --suite haulage.jsonl --out domains/haulage/models/reader

    A line of the suite: {"domain": "haulage", "problem": "1", "statement": "Van 1 ends up at the depot.",
    "ground_truth": ["(at end (at van1 depot))"]}. At least 10 statements, 50 are better; several domains are fine.

    It prints two figures, both measured on statements that are held out in turn: how many the shared networks read
    right, and how many networks that learnt from the other four fifths do. Then it learns from all and writes the
    folder. The translator uses DOMAIN/models/reader for that domain once it is started again.

    Takes some 16 minutes for 50 statements on one core. Needs torch (`make setup-train`). Exit code 0 also where the
    shared networks read as well or better; 2 where the suite, a domain or the reader cannot be used.
    """
    try:
        from plancritic.domains import DomainError, domains_root
        from plancritic.laboratory.reading.evaluation.reading import suite_texts
        from plancritic.laboratory.reading.training.learning import ReaderSettings
        from plancritic.laboratory.reading.training.own_reader import (
            LEAST,
            TooFewStatements,
            UnfittingMeaning,
            train_own_reader,
        )
        from plancritic.reading.shipped import shipped_reader
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic train own-reader`") from None

    shared = model or shipped_reader()
    if shared is None:
        bad_input(FaultCode.MODEL_MISSING, "no reader ships here", "name the folder of one with --model")
    check_writable(out, folder=True)
    if out.resolve() == shared.resolve():
        bad_input(
            FaultCode.INVALID_MESSAGE,
            f"{str(out)!r} is the folder of the reader that is to be trained further",
            "name another folder with --out",
        )
    console = Console(stderr=True, soft_wrap=True)

    def show(held_out: int | None, name: str, look: ReaderLook) -> None:
        if look.epoch == epochs:
            part = "all statements" if held_out is None else f"all but part {held_out + 1}"
            console.print(f"trained on {part}: network {name} ({look.seconds:.0f} s)")

    settings = ReaderSettings(seed, epochs, learning_rate, threads)
    try:
        texts = [text for path in suite for text in suite_texts(path)]
        with writing(out):
            report = train_own_reader(
                texts, (domains_root(),), set_up_encoder(), shared, settings, out, command_as_given(), show
            )
    except ContractError as error:
        raise CommandFault(error.fault, ExitCode.BAD_INPUT) from error
    except DomainError as error:
        raise refused(FaultCode.UNKNOWN_DOMAIN, error.message, error.remedy) from error
    except TooFewStatements as error:
        remedy = f"write at least {LEAST} statements with different meanings; 50 are better"
        raise refused(FaultCode.INVALID_MESSAGE, str(error), remedy) from error
    except UnfittingMeaning as error:
        raise refused(FaultCode.INVALID_MESSAGE, str(error), "correct the ground truth in the suite") from error
    if as_json:
        show_json({**report.model_dump(mode="json"), "gains": report.gains})
    else:
        _show(report)
    console.print(f"wrote {out}")


def _show(report: OwnReaderReport) -> None:
    console = Console(soft_wrap=True)
    rows: list[tuple[Any, ...]] = []
    for before, after in zip(report.shared, report.own, strict=True):
        for name, row in (("shared", before), ("trained further", after)):
            shares = (row.first, row.of_eight, row.of_all, row.likely, row.agreed, row.right_where_agreed)
            rows.append((row.domain, name, row.utterances, *map(percent, shares)))
    heads = ["domain", "networks", "statements", "first right", "of 8", "of 32", "held likely", "both agree", "right"]
    console.print(make_table(heads, rows, title=f"Read without having learnt them ({report.folds} parts in turn)"))
    if report.left_out:
        console.print(f"left out, because no reading can say what they mean: {len(report.left_out)}")
        for text in report.left_out:
            console.print(f"  {text}", markup=False)
    shared, own = (round(each[-1].first * report.statements) for each in (report.shared, report.own))
    figures = f"of {report.statements} statements the shared networks read {shared} right at once, networks that were "
    figures += f"trained further {own}"
    if own <= shared:
        figures += f": the shared networks read {'as well' if own == shared else 'better'}"
    console.print(figures)
