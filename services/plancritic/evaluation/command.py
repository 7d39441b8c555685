"""`plancritic evaluate feedback`: how often feedback ends in a plan that truly does what was asked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from plancritic.command_line.ending import ExitCode, bad_input, missing_package, run, show_json
from plancritic.command_line.following import EVIDENCE_HELP, PRESET_HELP, chosen_evidence
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import PresetName
from plancritic.contracts.translation import TranslatorName
from plancritic.evaluation.settings import EvaluationSettings, Mode

if TYPE_CHECKING:
    from plancritic.domains import DomainBundle
    from plancritic.evaluation.rows import Row, RowFile
    from plancritic.evaluation.suites import Element


def feedback(
    suite: Annotated[list[Path], typer.Option(help="JSON lines of feedback whose meaning is known; repeatable.")],
    domain: Annotated[str, typer.Option(help="Only elements of this domain are run.")],
    mode: Annotated[Mode, typer.Option(help="Search, or plan once under what was understood.")] = "ga",
    preset: Annotated[PresetName, typer.Option(help=PRESET_HELP)] = "ours",
    evidence: Annotated[str | None, typer.Option(metavar="NAMES", help=EVIDENCE_HELP)] = None,
    translator: Annotated[TranslatorName | None, typer.Option(help="Who reads; else the service's default.")] = None,
    generations: Annotated[int | None, typer.Option(min=0, max=1000, help="Most generations to breed.")] = None,
    population: Annotated[int | None, typer.Option(min=2, max=1000, help="Specifications in a generation.")] = None,
    engine: Annotated[str | None, typer.Option(help="Planner to use, see `plancritic engines`.")] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Elements at once, and copies of the planner.")] = 2,
    seed: Annotated[int, typer.Option(help="The same seed, the same result.")] = 1,
    anytime: Annotated[
        bool, typer.Option("--anytime", help="No seed: limits are wall seconds, the deadline holds.")
    ] = False,
    first: Annotated[int | None, typer.Option(min=1, help="Only so many elements, from the start.")] = None,
    rows: Annotated[
        Path | None, typer.Option(metavar="OUT.jsonl", help="Append each row here; what is there is not run again.")
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="OUT.html", help="Also write the tables as a page.")] = None,
    at_least: Annotated[
        float | None, typer.Option(min=0, max=1, help="Exit code 1 where the adherent rate is lower.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print rows and tables as JSON, and nothing else.")] = False,
) -> None:
    """Run suites over the services and judge every plan by VAL against the ground truth.

    Examples:

    plancritic evaluate feedback --suite tests/cases/feedback/rephrasings-dev.jsonl --domain waterway

    go on after Ctrl-C: the same command with --rows waterway.jsonl

    translation alone: --mode translate-only; the search as [EA] prints it: --preset paper

    Uses the broker of PLANCRITIC_NATS_URL, else starts a broker and services of its own. Exit code 0 where every
    element was run and judged (and --at-least is met), 1 where not, 2 bad input, 3 no broker or service, 130
    interrupted.
    """
    try:
        from plancritic.evaluation.rows import RowFile
        from plancritic.evaluation.suites import read_suites
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic evaluate feedback`") from None

    settings = EvaluationSettings(
        mode=mode,
        preset=preset,
        seed=None if anytime else seed,
        generations=generations,
        population=population,
        evidence=chosen_evidence(evidence),
        translator=translator,
        engine=engine,
    )
    for option, path in (("--rows", rows), ("--html", html)):
        if path is not None and path.is_dir():
            bad_input(FaultCode.INVALID_MESSAGE, f"{option} names a folder", "name a file", str(path))
    bundle = _bundle(domain)
    elements = read_suites(suite, domain)[:first]
    finished = _finished(elements, settings, bundle, RowFile(rows) if rows is not None else None, workers)
    _show(finished, settings, domain, html, as_json)
    rate = _rate(finished)
    met = at_least is None or rate is None or rate >= at_least
    judged = all(row.cause is None or row.cause.name not in ("refused", "unjudged") for row in finished)
    raise typer.Exit(ExitCode.DONE if met and judged else ExitCode.OTHER_VERDICT)


def _bundle(domain: str) -> DomainBundle:
    from plancritic.command_line.local_faults import local_faults
    from plancritic.domains import load_domain

    with local_faults():
        return load_domain(domain)


def _finished(
    elements: tuple[Element, ...],
    settings: EvaluationSettings,
    bundle: DomainBundle,
    file: RowFile | None,
    workers: int,
) -> tuple[Row, ...]:
    """A row of every element, in the order of the suite, with causes: those of the file, and those run now."""
    from plancritic.evaluation.causes import with_causes

    there = file.read() if file is not None else ()
    wanted = {(element.id, settings, bundle.sha256) for element in elements}
    known = {row.key: row for row in there if row.key in wanted}
    missing = [element for element in elements if (element.id, settings, bundle.sha256) not in known]
    if missing:
        for row in _run(missing, settings, bundle, file, workers, len(known)):
            known[row.key] = row
    finished = with_causes([known[element.id, settings, bundle.sha256] for element in elements], bundle)
    if file is not None:
        # Causes need all plans, so they come last; rows of other settings or elements stay as they are.
        caused = {row.key: row for row in finished}
        others = [row for row in there if row.key not in wanted]
        file.replace([*others, *caused.values()])
    return finished


def _run(
    elements: list[Element],
    settings: EvaluationSettings,
    bundle: DomainBundle,
    file: RowFile | None,
    workers: int,
    known: int,
) -> list[Row]:
    from plancritic.command_line.local_faults import local_faults
    from plancritic.evaluation.judging import GroundTruthJudge
    from plancritic.evaluation.progress import EvaluationProgress
    from plancritic.evaluation.running import Evaluation
    from plancritic.evaluation.system import evaluated_system

    judge = GroundTruthJudge(bundle)
    made: list[Row] = []

    async def measure() -> None:
        with EvaluationProgress(Console(stderr=True, highlight=False), len(elements), known) as progress:

            def done(row: Row) -> None:
                made.append(row)
                if file is not None:
                    file.add(row)
                progress.done(row)

            async with evaluated_system(workers, progress.say) as client:
                await Evaluation(client, settings, judge, workers).run(elements, done)

    try:
        with local_faults():
            run(measure())
    except KeyboardInterrupt:
        if file is not None:
            Console(stderr=True, highlight=False, soft_wrap=True).print(
                f"{len(made)} rows of this time are in {file.path}: the same command goes on from there", markup=False
            )
        raise
    finally:
        if file is not None:
            file.close()
    return made


def _rate(rows: tuple[Row, ...]) -> float | None:
    """The share of adherent elements; None where no element has a ground truth."""
    meant = [row.adherent for row in rows if not row.to_be_refused]
    return sum(meant) / len(meant) if meant else None


def _show(rows: tuple[Row, ...], settings: EvaluationSettings, domain: str, html: Path | None, as_json: bool) -> None:
    from plancritic.evaluation.rows import row_json
    from plancritic.evaluation.tables import make_tables
    from plancritic.evaluation.tables_text import show_tables

    tables = make_tables(rows, domain)
    if html is not None:
        try:
            from plancritic.evaluation.page import make_page
        except ModuleNotFoundError as error:
            raise missing_package(error, "`plancritic evaluate feedback --html`") from None
        html.parent.mkdir(parents=True, exist_ok=True)
        html.write_text(make_page(rows, tables, settings), encoding="utf-8")
    if as_json:
        document: dict[str, Any] = {
            "adherent_rate": _rate(rows),
            "settings": settings.model_dump(mode="json"),
            "tables": tables.model_dump(mode="json"),
            "rows": [row_json(row) for row in rows],
        }
        show_json(document)
    else:
        show_tables(tables, settings, Console(highlight=False))
