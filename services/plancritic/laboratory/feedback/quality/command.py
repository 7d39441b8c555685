"""`plancritic evaluate quality`: how far plans are from the best that is known, and what is proved of them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plancritic.command_line.exit_codes import bad_input, missing_package, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.laboratory.reporting import bars_json, ended

if TYPE_CHECKING:
    from plancritic.laboratory.feedback.quality.cases import Case
    from plancritic.laboratory.feedback.quality.measuring import Measuring, QualityRow
    from plancritic.laboratory.row_file import RowFile

#: Measured (libs/plancritic/verdicts/RESULTS.md).
LIMIT = 6.0
CASES = Path("tests/cases/quality/specifications.jsonl")


def quality(
    domain: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only specifications of this domain; repeatable.")
    ] = None,
    limit: Annotated[float, typer.Option(min=0.1, max=600, help="Seconds for the improvement of a plan.")] = LIMIT,
    rows: Annotated[
        Path | None,
        typer.Option(metavar="OUT.jsonl", help="Append each row to this file; rows already in it are not run again."),
    ] = None,
    engines: Annotated[
        bool, typer.Option("--engines/--no-engines", help="Also run each engine alone, with ten times the limit.")
    ] = False,
    reference: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS", min=1, max=3600, help="Seconds to look for better best-known plans, which are kept."
        ),
    ] = None,
    cases: Annotated[Path, typer.Option(metavar="FILE", help="The specifications.")] = CASES,
    as_json: Annotated[bool, typer.Option("--json", help="Print rows and bars as JSON, and nothing else.")] = False,
) -> None:
    """Plan specifications, improve the plans, and compare their ends with the best known and with proved bounds.

    Needs no broker. Run it in the checkout's root: the specifications name files from there.

    Example: plancritic evaluate quality --domain haulage --rows haulage.jsonl

    Exit code 0 where all bars are met, 1 where one is missed, 2 bad input, 130 interrupted.
    """
    try:
        from plancritic.engines import available_engines
        from plancritic.laboratory.feedback.quality.cases import read_cases, write_cases
        from plancritic.laboratory.feedback.quality.measuring import Measuring
        from plancritic.laboratory.feedback.quality.tables import bars, show
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic evaluate quality`") from None
    try:
        everything = read_cases(cases)
    except (OSError, ValueError) as error:
        bad_input(FaultCode.INVALID_MESSAGE, f"{cases}: {error}", "run it in the checkout's root, or name --cases")
    known = {case.domain_name for case in everything}
    if unknown := sorted(set(domain or ()) - known):
        bad_input(FaultCode.UNKNOWN_DOMAIN, f"no specification of {unknown[0]}", f"one of {', '.join(sorted(known))}")
    chosen = [case for case in everything if not domain or case.domain_name in domain]
    alone = [name for name in ("kairos", "lpg") if name in available_engines()] if engines else []
    if reference is not None:
        found = asyncio.run(_references(Measuring(Path(), limit), chosen, reference))
        write_cases(cases, [found.get(case.id, case) for case in everything])
        return
    measured = asyncio.run(_measured(Measuring(Path(), limit, alone), chosen, rows, as_json))
    reached = bars(measured)
    if as_json:
        show_json({"rows": [row.model_dump(mode="json") for row in measured], "bars": bars_json(reached)})
    else:
        show(measured, reached, Console())
    raise ended(reached)


async def _measured(measuring: Measuring, chosen: list[Case], rows: Path | None, quiet: bool) -> list[QualityRow]:
    file = None if rows is None else _file(rows)
    known = {} if file is None else {row.id: row for row in file.read()}
    found = []
    try:
        for number, case in enumerate(chosen, start=1):
            row = known.get(case.id)
            if row is None:
                row = await measuring.row(case)
                if file is not None:
                    file.add(row)
                if not quiet:
                    typer.echo(f"{number}/{len(chosen)} {row.id}: {row.makespan}", err=True)
            found.append(row.model_copy(update={"best_known": case.best_known}))
    finally:
        await measuring.close()
    return found


def _file(rows: Path) -> RowFile[QualityRow]:
    from plancritic.laboratory.feedback.quality.measuring import QualityRow
    from plancritic.laboratory.row_file import RowFile

    return RowFile(rows, QualityRow.model_validate_json, QualityRow.model_dump_json)


async def _references(measuring: Measuring, chosen: list[Case], seconds: float) -> dict[str, Case]:
    found = {}
    try:
        for number, case in enumerate(chosen, start=1):
            best = await measuring.reference(case, seconds)
            found[case.id] = case.model_copy(update={"best_known": best})
            typer.echo(f"{number}/{len(chosen)} {case.id}: {best}", err=True)
        for case in list(found.values()):
            found[case.id] = case.model_copy(update={"best_known": await measuring.shared(case)})
    finally:
        await measuring.close()
    return found
