"""`plancritic evaluate feedback`: how often feedback ends in a plan that truly does what was asked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plancritic.command_line.exit_codes import bad_input, missing_package, show_json
from plancritic.command_line.runs.search_options import EVIDENCE_HELP, GUESSES_HELP, PRESET_HELP, chosen_evidence
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import MutationName, PresetName, RatesName
from plancritic.contracts.translation import TranslatorName
from plancritic.laboratory.feedback.options import (
    MISREAD_HELP,
    SCORER_HELP,
    Domain,
    Examples,
    First,
    Page,
    Population,
    Seed,
    Suites,
    Workers,
    judging,
    no_folder,
    write_page,
)
from plancritic.laboratory.feedback.settings import Answers, EvaluationSettings, Mode
from plancritic.laboratory.reporting import bars_json, ended

if TYPE_CHECKING:
    from plancritic.laboratory.feedback.bars import ShareBar
    from plancritic.laboratory.feedback.rows import Row
    from plancritic.laboratory.feedback.tables import Tables


def feedback(
    suite: Suites,
    domain: Domain,
    mode: Annotated[Mode, typer.Option(help="Search (ga), or plan once under the best readings.")] = "ga",
    preset: Annotated[PresetName, typer.Option(help=PRESET_HELP)] = "ours",
    evidence: Annotated[str | None, typer.Option(metavar="NAMES", help=EVIDENCE_HELP)] = None,
    scorer: Annotated[str | None, typer.Option(metavar="FOLDER|none", help=SCORER_HELP)] = None,
    translator: Annotated[
        TranslatorName | None, typer.Option(help="How statements are read; by default as configured.")
    ] = None,
    misread: Annotated[float | None, typer.Option(min=0, max=1, help=MISREAD_HELP)] = None,
    generations: Annotated[
        int | None, typer.Option(min=0, max=1000, help="Search at most this many generations.")
    ] = None,
    population: Population = None,
    mutation: Annotated[
        MutationName | None, typer.Option(help="Replacements that mutation prefers; by default the preset's.")
    ] = None,
    rates: Annotated[
        RatesName | None, typer.Option(help="Fixed or learnt chances of the operators; by default the preset's.")
    ] = None,
    guesses: Annotated[bool | None, typer.Option("--guesses/--no-guesses", help=GUESSES_HELP)] = None,
    engine: Annotated[str | None, typer.Option(help="Planner to use, see `plancritic engines`.")] = None,
    answers: Annotated[
        Answers, typer.Option(help="Who answers questions: a simulated person who knows the ground truth, or nobody.")
    ] = "none",
    workers: Workers = 2,
    seed: Seed = 1,
    anytime: Annotated[
        bool, typer.Option("--anytime", help="No seed: limits are wall seconds, the deadline holds.")
    ] = False,
    first: First = None,
    rows: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT.jsonl",
            help="Append each row to this file; rows already in it are not run again (dialogues: a new file).",
        ),
    ] = None,
    html: Page = None,
    examples: Examples = 5,
    at_least: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[NAME=]SHARE",
            help="A bar: exit code 1 if it is missed; repeatable. NAME: adherent (without one), violated_before, "
            "kept, mended, steady (archetypes that lost one element at most), or a suite.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print rows and tables as JSON, and nothing else.")] = False,
) -> None:
    """Run suites over the services and judge every plan by VAL against the ground truth.

    Examples:

    plancritic evaluate feedback --suite tests/cases/feedback/rephrasings-dev.jsonl --domain waterway

    continue after Ctrl-C: the same command with --rows waterway.jsonl

    translation alone: --mode translate-only; the search as [EA] prints it: --preset paper; without the learned
    scorer: --scorer none

    dialogues (lines with `turns`), answered from the ground truth: --suite dialogues-own.jsonl --answers ground-truth

    Uses the broker of PLANCRITIC_NATS_URL, else starts a broker and services of its own (--scorer FOLDER and --misread
    need those). Exit code 0 where every element was run and judged (and every --at-least is met), 1 where not, 2 bad
    input, 3 no broker or service, 130 interrupted.
    """
    try:
        from plancritic.laboratory.feedback.bars import reached, read_bars
        from plancritic.laboratory.feedback.dialogues.measuring import evaluate_dialogues
        from plancritic.laboratory.feedback.dialogues.suite import is_dialogue_suite
        from plancritic.laboratory.feedback.measuring import Measurement, Point, named_bundle
        from plancritic.laboratory.feedback.rows import RowFile, all_judged
        from plancritic.laboratory.feedback.suites import read_suites
        from plancritic.laboratory.feedback.tables import make_tables
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic evaluate feedback`") from None

    if guesses and mode == "translate-only":
        bad_input(FaultCode.INVALID_MESSAGE, "--mode translate-only tries no guesses", "leave out --guesses or --mode")
    counted, model = judging(scorer, chosen_evidence(evidence))
    settings = EvaluationSettings(
        mode=mode,
        preset=preset,
        seed=None if anytime else seed,
        generations=generations,
        population=population,
        evidence=counted,
        mutation=mutation,
        rates=rates,
        guesses=guesses,
        translator=translator,
        engine=engine,
        scorer=None if model is None else model.sha256,
        misread=misread,
        answers=answers,
    )
    no_folder("--rows", rows)
    no_folder("--html", html)
    try:
        wanted = read_bars(at_least or (), {path.stem for path in suite})
    except ValueError as error:
        bad_input(FaultCode.INVALID_MESSAGE, f"--at-least: {error}", "for example: --at-least 0.85")
    bundle = named_bundle(domain)
    if is_dialogue_suite(suite[0]):
        if html is not None or at_least:
            message = "--html and --at-least work only with suites of statements, not with dialogues"
            bad_input(FaultCode.INVALID_MESSAGE, message, "leave them out; --json has all figures")
        if rows is not None and rows.exists() and rows.stat().st_size:
            message = "the file has rows already, and interrupted dialogues cannot continue"
            bad_input(FaultCode.INVALID_MESSAGE, message, "name another file, or remove this one", str(rows))
        raise typer.Exit(evaluate_dialogues(suite, bundle, settings, workers, first, rows, as_json))
    elements = read_suites(suite, domain)[:first]
    models = {} if model is None else {model.sha256: model}
    point = Point(settings, file=RowFile(rows) if rows is not None else None)
    (finished,) = Measurement(elements, bundle, workers, models).finished([point])
    tables = make_tables(finished, domain, examples)
    bars = reached(wanted, tables)
    _show(finished, tables, settings, bars, html, as_json)
    raise ended(bars, complete=all_judged(finished))


def _show(
    rows: tuple[Row, ...],
    tables: Tables,
    settings: EvaluationSettings,
    bars: tuple[ShareBar, ...],
    html: Path | None,
    as_json: bool,
) -> None:
    from plancritic.laboratory.feedback.rows import row_json
    from plancritic.laboratory.feedback.tables_text import show_tables

    if html is not None:
        write_page(html, "plancritic evaluate feedback", lambda page: page.make_page(rows, tables, settings, bars))
    if as_json:
        document: dict[str, Any] = {
            "adherent_rate": tables.adherent.rate,
            "settings": settings.model_dump(mode="json"),
            "bars": bars_json(bars),
            "tables": tables.model_dump(mode="json"),
            "rows": [row_json(row) for row in rows],
        }
        show_json(document)
    else:
        show_tables(tables, settings, Console(), bars)
