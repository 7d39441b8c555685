"""`plancritic evaluate sweep`: the same elements under many settings, one table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from plancritic.command_line.exit_codes import ExitCode, bad_input, missing_package, show_json
from plancritic.command_line.runs.search_options import chosen_evidence
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import PresetName
from plancritic.contracts.translation import TranslatorName
from plancritic.laboratory.feedback.options import (
    NO_SCORER,
    Domain,
    Examples,
    First,
    Page,
    Population,
    Seed,
    Suites,
    Workers,
    judging,
    listed,
    no_folder,
    write_page,
)
from plancritic.laboratory.feedback.settings import EvaluationSettings

if TYPE_CHECKING:
    from plancritic.laboratory.feedback.sweep import Sweep
    from plancritic.laboratory.feedback.system import ScorerModel
    from plancritic.laboratory.feedback.tables import Tables

#: What an axis calls the choice of leaving it to the preset, or to what ships.
_PRESET, _SHIPPED = "preset", "shipped"

#: Columns that the table needs.
_WIDTH = 120

_Choice = tuple[str, Mapping[str, Any]]
#: A choice of the scorer, with the model it publishes.
_Judged = tuple[str, Mapping[str, Any], "ScorerModel | None"]


def sweep(
    suite: Suites,
    domain: Domain,
    rows: Annotated[
        Path,
        typer.Option(
            metavar="FOLDER",
            help="Folder with one file of rows for each combination; rows already there are not run again.",
        ),
    ],
    generations: Annotated[
        str | None, typer.Option(metavar="N,N", help="Search at most this many generations.")
    ] = None,
    preset: Annotated[str | None, typer.Option(metavar="NAMES", help="ours, paper, code.")] = None,
    evidence: Annotated[
        str | None, typer.Option(metavar="NAMES", help="preset, scorer, check; joined by + where several count.")
    ] = None,
    scorer: Annotated[
        str | None, typer.Option(metavar="FOLDERS", help="shipped, none, or folders of scorer models.")
    ] = None,
    translator: Annotated[str | None, typer.Option(metavar="NAMES", help="offline, language_model.")] = None,
    misread: Annotated[
        str | None,
        typer.Option(
            metavar="SHARES", help="Shares of statements misread on purpose, such as 0,0.3 for a weaker translator."
        ),
    ] = None,
    engine: Annotated[str | None, typer.Option(metavar="NAMES", help="Planners, see `plancritic engines`.")] = None,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="From the published search to ours, one change a row.")
    ] = False,
    population: Population = None,
    workers: Workers = 2,
    seed: Seed = 1,
    first: First = None,
    html: Page = None,
    examples: Examples = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table and each point's tables as JSON.")] = False,
) -> None:
    """Run the same elements under every combination of settings and compare them in one table.

    Examples:

    plancritic evaluate sweep --suite tests/cases/feedback/rephrasings-dev.jsonl --domain waterway --rows sweep
    --generations 0,1,3,10 --preset ours,paper

    the effect of each change to the published method: --ladder; weaker translators: --misread 0,0.3,0.6

    The same command continues after Ctrl-C: rows are kept in the folder. Exit code 0 where every element was run and
    judged, 1 where not, 2 bad input, 3 no broker or service, 130 interrupted.
    """
    try:
        from plancritic.laboratory.feedback.measuring import Measurement, Point, named_bundle
        from plancritic.laboratory.feedback.rows import RowFile, all_judged
        from plancritic.laboratory.feedback.suites import read_suites
        from plancritic.laboratory.feedback.sweep import LADDER, make_sweep, points_of
        from plancritic.laboratory.feedback.tables import make_tables
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic evaluate sweep`") from None

    no_folder("--html", html)
    if rows.exists() and not rows.is_dir():
        bad_input(
            FaultCode.INVALID_MESSAGE,
            "--rows names a file",
            "name a folder: each combination has its own file",
            str(rows),
        )
    if ladder and (preset or evidence):
        bad_input(
            FaultCode.INVALID_MESSAGE,
            "--ladder sets preset and evidence of each row",
            "leave out --preset and --evidence, or --ladder",
        )
    judges = _judges(scorer, evidence)
    if ladder and any("evidence" in changes and changes["evidence"] is not None for _, changes, _ in judges):
        bad_input(FaultCode.INVALID_MESSAGE, "--ladder already ends without a scorer", "leave out --scorer none")
    axes: list[list[_Choice]] = [
        [(f"generations {each}", {"generations": each}) for each in _numbers("--generations", generations, int, 1000)],
        _named("translator", translator, get_args(TranslatorName)),
        [(f"misread {each:g}", {"misread": each or None}) for each in _numbers("--misread", misread, float, 1)],
        _named("engine", engine, None),
        _named("preset", preset, get_args(PresetName)),
        [(words, changes) for words, changes, _ in judges],
        [(words, changes) for words, changes in LADDER] if ladder else [],
    ]
    base = EvaluationSettings(seed=seed, population=population)
    points = [
        Point(settings, label, RowFile(rows / f"{domain}-{_file_name(settings)}.jsonl"))
        for label, settings in points_of(base, [axis for axis in axes if axis])
    ]
    bundle = named_bundle(domain)
    elements = read_suites(suite, domain)[:first]
    models = {model.sha256: model for _, _, model in judges if model is not None}
    finished = Measurement(elements, bundle, workers, models).finished(points)
    measured = [
        (point.label, point.settings, done, point.file.path.name if point.file is not None else None)
        for point, done in zip(points, finished, strict=True)
    ]
    _show(
        make_sweep(measured, domain, ladder and len(points) == len(LADDER)),
        [make_tables(done, domain, examples) for done in finished],
        html,
        as_json,
    )
    raise typer.Exit(ExitCode.DONE if all(map(all_judged, finished)) else ExitCode.OTHER_VERDICT)


def _named(option: str, text: str | None, allowed: Sequence[str] | None) -> list[_Choice]:
    if text is None:
        return []
    return [(f"{option} {each}", {option: each}) for each in listed(f"--{option}", text, allowed)]


def _numbers(option: str, text: str | None, number: type[int] | type[float], most: int) -> list[Any]:
    if text is None:
        return []
    try:
        values = [number(each) for each in listed(option, text)]
    except ValueError:
        values = []
    if not values or not all(0 <= value <= most for value in values):
        bad_input(
            FaultCode.INVALID_MESSAGE,
            f"{option}: {text!r} are not numbers from 0 to {most}",
            f"for example: {option} 0,1",
        )
    return values


def _judges(scorer: str | None, evidence: str | None) -> list[_Judged]:
    """Every evidence with every scorer that are named; what contradicts each other is refused."""
    if scorer is None and evidence is None:
        return []
    found: list[_Judged] = []
    for counted in listed("--evidence", evidence) if evidence is not None else (_PRESET,):
        for judge in listed("--scorer", scorer) if scorer is not None else (_SHIPPED,):
            named = None if counted == _PRESET else chosen_evidence(counted.replace("+", ","))
            sources, model = judging(None if judge == _SHIPPED else judge, named)
            words = [*([f"evidence {counted}"] if evidence is not None else [])]
            if scorer is not None:
                words.append(f"scorer {judge if judge in (_SHIPPED, NO_SCORER) else Path(judge).name}")
            changes = {"evidence": sources, "scorer": None if model is None else model.sha256}
            found.append((", ".join(words), changes, model))
    return found


def _file_name(settings: EvaluationSettings) -> str:
    """A name of the settings' file that says what they are."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", settings.shown().replace("mode ga; ", "")).strip("-").lower()


def _show(table: Sweep, tables: Sequence[Tables], html: Path | None, as_json: bool) -> None:
    from plancritic.laboratory.feedback.sweep_text import show_sweep

    if html is not None:
        write_page(html, "plancritic evaluate sweep", lambda page: page.make_sweep_page(table, tables))
    if as_json:
        show_json({**table.model_dump(mode="json"), "tables": [each.model_dump(mode="json") for each in tables]})
    else:
        console = Console()
        if not console.is_terminal:
            # A file or a pipe has no width of its own, and the table needs more than the usual 80 columns.
            console.width = max(console.width, _WIDTH)
        show_sweep(table, console)
