"""`plancritic evaluate adherence`: how well scorers judge plans by people's own words, domain by domain."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from plancritic.command_line.exit_codes import CommandFault, ExitCode, missing_package, run, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.laboratory.adherence.training.commands.inputs import refused, set_up_encoder
from plancritic.laboratory.reading.corpus.utterances import Part
from plancritic.laboratory.reporting import make_table, percent

if TYPE_CHECKING:
    from plancritic.laboratory.reading.corpus.texts import TextAsked
    from plancritic.laboratory.reading.corpus.utterances import Utterance
    from plancritic.laboratory.reading.evaluation.adherence import AdherenceRow


def adherence(
    corpus: Annotated[Path, typer.Option(help="Folder of the corpus: utterances/ and the domains/ of its own.")],
    part: Annotated[
        list[str] | None,
        typer.Option(help=f"Part of the corpus: {', '.join(get_args(Part))}; may be repeated. [default: choosing]"),
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="Most utterances of each domain and part, drawn at random.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed, the same utterances and plans.")] = 1,
    model: Annotated[Path | None, typer.Option(help="Folder of a reader; by default the one that ships.")] = None,
    write_band: Annotated[
        bool,
        typer.Option("--write-band", help="Fit the band in which the reader is unsure, and write it into its card."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
) -> None:
    """Ask utterances of plans of their problems, and count how often the scorers are right.

    Example: plancritic evaluate adherence --corpus tests/cases/corpus --part choosing --most 40

    Each utterance is asked of as many plans that adhere as of others; guessing is right in 50 %. The shared reader
    judges every domain, a trained scorer model the domain whose folder holds it. Needs no torch.
    """
    try:
        from plancritic.domains import DomainError, domains_root
        from plancritic.laboratory.reading.corpus.utterances import DOMAINS, read_corpus
        from plancritic.laboratory.reading.evaluation import adherence as measuring
        from plancritic.reading.model import CARD_FILE, read_card
        from plancritic.reading.shipped import shipped_reader
        from plancritic.scorer.reader_model import ReaderModel
        from plancritic.scorer.serving import AdherenceModel
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic evaluate adherence`") from None

    console = Console(stderr=True, soft_wrap=True)
    folder = model or shipped_reader()
    if folder is None:
        raise refused(FaultCode.MODEL_MISSING, "no reader ships here", "name the folder of one with --model")
    parts = part or ["choosing"]
    if unknown := {*parts} - {*get_args(Part)}:
        raise refused(
            FaultCode.UNKNOWN_NAME, f"there is no part {min(unknown)!r}", f"choose from {', '.join(get_args(Part))}"
        )
    if write_band and not {*parts} <= {"writer", "free", "harder", "choosing"}:
        raise refused(
            FaultCode.INVALID_MESSAGE,
            "the reader was trained on that part",
            "fit the band to writer, free, harder or choosing",
        )
    try:
        texts = _drawn(read_corpus(corpus), parts, most, seed)
        encoder = set_up_encoder()
        reader = ReaderModel(folder, encoder)
    except ContractError as error:
        raise CommandFault(error.fault, ExitCode.BAD_INPUT) from error
    try:
        asked = run(measuring.ask_plans(texts, (corpus / DOMAINS, domains_root()), seed, console.print))
    except DomainError as error:
        raise refused(FaultCode.UNKNOWN_DOMAIN, error.message, error.remedy) from error
    if not asked:
        raise refused(
            FaultCode.INVALID_MESSAGE, "no utterance of these parts can be asked of plans", "name another part"
        )
    found = [measuring.judged(reader, each) for each in asked]
    band = reader.unsure
    if write_band:
        band = measuring.fitted_band(asked, found)
        card = read_card(folder).model_copy(update={"unsure": band})
        try:
            (folder / CARD_FILE).write_text(card.model_dump_json(indent=2) + "\n", encoding="utf-8")
        except OSError as error:
            message = f"the card in {folder} cannot be written: {error}"
            raise refused(FaultCode.INVALID_MESSAGE, message, "name a folder that may be changed") from error
        console.print(f"the reader in {folder} is unsure between {band[0]:g} and {band[1]:g}, fitted to the rows below")
    tables = {"shared reader": measuring.adherence_rows(asked, found, band)}
    for name in sorted({each.folder.name for each in asked}):
        home = domains_root() / name / "models" / "scorer"
        if not (home / "model.json").is_file():
            continue
        try:
            own = AdherenceModel(home, encoder)
        except ContractError as error:
            raise CommandFault(error.fault, ExitCode.BAD_INPUT) from error
        its = [each for each in asked if each.folder.name == name]
        rows = measuring.adherence_rows(its, [measuring.judged(own, each) for each in its], own.card.unsure)
        tables[f"trained for {name}"] = rows
    if as_json:
        show_json({name: [row.model_dump(mode="json") for row in rows] for name, rows in tables.items()})
    else:
        _show(tables)


def _drawn(utterances: Sequence[Utterance], parts: Sequence[str], most: int, seed: int) -> list[TextAsked]:
    """Up to so many texts that ask for something, of each domain and part."""
    from plancritic.laboratory.reading.corpus.texts import corpus_texts

    found = []
    for part in parts:
        by_domain: dict[str, list[TextAsked]] = {}
        for each in corpus_texts(utterances, cast(Part, part)):
            if each.constraints:
                by_domain.setdefault(each.domain, []).append(each)
        for domain, texts in sorted(by_domain.items()):
            found += random.Random(f"{seed}/{part}/{domain}").sample(texts, min(most, len(texts)))
    return found


def _show(tables: dict[str, list[AdherenceRow]]) -> None:
    heads = ("domain", "texts", "plans and texts", "right", "calibration error", "outside the band", "of these right")
    for name, rows in tables.items():
        shown = (
            (
                row.domain,
                row.texts,
                row.examples,
                percent(row.accuracy),
                percent(row.calibration_error),
                percent(row.outside),
                "-" if row.right_outside is None else percent(row.right_outside),
            )
            for row in rows
        )
        Console(soft_wrap=True).print(make_table(heads, shown, title=name))
