"""`plancritic replay`: recorded feedback submitted anew, every outcome compared with the recorded one."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from plancritic.command_line.broker_client import broker_settings, publishing
from plancritic.command_line.exit_codes import ExitCode, bad_input, run, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.recorder import pace as paces
from plancritic.recorder.commands import given_moment
from plancritic.recorder.moments import FORMS

if TYPE_CHECKING:
    from plancritic.bus import Client
    from plancritic.recorder.event_stream import Start
    from plancritic.recorder.pace import Pace
    from plancritic.recorder.report import Report
    from plancritic.recorder.sources import Source

AGAINST_HELP = (
    "Replay with the domains of the folder, or with the bundles and models that the current broker serves; in both "
    "cases on a broker and services of its own."
)


def replay(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Recording that `plancritic record export` wrote.")
    ] = None,
    from_seq: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Replay what the current broker recorded from sequence N on.")
    ] = None,
    from_time: Annotated[
        str | None, typer.Option(metavar="T", help=f"Replay what the current broker recorded from T on: {FORMS}.")
    ] = None,
    pace: Annotated[str, typer.Option(metavar="recorded|max|xN", help="How fast inputs follow each other.")] = "max",
    against: Annotated[Literal["own", "current"], typer.Option(help=AGAINST_HELP)] = "own",
    workers: Annotated[int, typer.Option(min=1, max=64, help="Planners, and sessions at once at the pace max.")] = 2,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON, and nothing else.")] = False,
) -> None:
    """Submit recorded feedback again and compare every outcome with the recorded one.

    Examples:

    plancritic replay domains/waterway/recordings/conversations.jsonl

    the last two hours, with the bundles and models that are served now: plancritic replay --from-time 2h --against
    current

    Exit code 0 all outcomes are the same or better, 1 one is worse or failed, 2 bad input, 3 no broker or service.
    """
    from plancritic.recorder.event_stream import Start

    if sum(each is not None for each in (file, from_seq, from_time)) != 1:
        bad_input(
            FaultCode.INVALID_MESSAGE,
            "name one source: FILE, --from-seq or --from-time",
            "for example: plancritic replay domains/waterway/recordings/conversations.jsonl",
        )
    try:
        chosen = paces.Pace.of(pace)
    except ValueError as error:
        raise typer.BadParameter(f"--pace: {error}") from None
    since = None if from_time is None else given_moment(from_time, "--from-time", datetime.now(UTC))
    console = Console(stderr=True, quiet=as_json)
    report = run(_replay(file, Start(from_seq, since), chosen, against, workers, console), cleanup_seconds=None)
    if as_json:
        from plancritic.recorder.report import report_json

        show_json(report_json(report))
    else:
        from plancritic.recorder.report import show_report

        show_report(Console(), report)
    raise typer.Exit(ExitCode.DONE if report.is_good else ExitCode.OTHER_VERDICT)


async def _replay(
    file: Path | None, start: Start, pace: Pace, against: Literal["own", "current"], workers: int, console: Console
) -> Report:
    from plancritic.client import PlancriticClient
    from plancritic.command_line.local_faults import local_faults
    from plancritic.recorder.progress import ReplayProgress
    from plancritic.recorder.replaying import Replay, Replayed
    from plancritic.recorder.report import Report, about

    services = _services(against, workers)
    source = await _source(file, start, console)
    with local_faults(), ReplayProgress(console, len(source.history.inputs)) as progress:
        async with services(progress.say) as bus:

            def done(row: Replayed) -> None:
                progress.done(row.comparison.word, about(row.input))

            begun = time.monotonic()
            replayed = Replay(PlancriticClient(bus), source.history, pace, workers, done)
            rows = await replayed.run()
            return Report(source, rows, replayed.versions, time.monotonic() - begun)


async def _source(file: Path | None, start: Start, console: Console) -> Source:
    from plancritic.recorder.progress import ReadingProgress
    from plancritic.recorder.sources import read_broker, read_file

    if file is not None:
        return read_file(file)
    with ReadingProgress(console) as progress:
        async with publishing() as current:
            return await read_broker(current, start, progress.read)


def _services(
    against: Literal["own", "current"], workers: int
) -> Callable[[Callable[[str], None]], AbstractAsyncContextManager[Client]]:
    """Return what starts the services; without a broker to take domains from, fail before anything is read."""
    from plancritic.recorder.replay_services import own_services, services_like

    return (
        partial(own_services, workers)
        if against == "own"
        else partial(services_like, broker_settings("operator"), workers)
    )
