"""`plancritic record`: recordings of the events of a broker."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from plancritic.client import check_identifier
from plancritic.command_line.broker_client import publishing
from plancritic.command_line.counting import counted
from plancritic.command_line.exit_codes import run, show_json
from plancritic.command_line.terminal import Console
from plancritic.recorder.moments import FORMS, moment
from plancritic.recorder.progress import ReadingProgress
from plancritic.recorder.recording import Selection

record = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Keep recorded feedback for `plancritic replay`.\n\nExample: plancritic record export new.jsonl --since 8h",
)

OVERWRITE_HELP = "Replace the file if it is there."


@record.callback()
def _group() -> None:
    """Keep typer from making the one command the whole program."""


@record.command("export")
def export(
    out: Annotated[Path, typer.Argument(metavar="OUT.jsonl[.zst]", help="File to write; .zst compresses it.")],
    session: Annotated[str | None, typer.Option(help="Only this session; the beginning of its id is enough.")] = None,
    since: Annotated[str | None, typer.Option(metavar="T", help=f"Only what came at or after T: {FORMS}.")] = None,
    until: Annotated[str | None, typer.Option(metavar="T", help="Only what came until T.")] = None,
    domain: Annotated[str | None, typer.Option(help="Only feedback about this domain.")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help=OVERWRITE_HELP)] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON, and nothing else.")] = False,
) -> None:
    """Write the events that the broker keeps into a file, one JSON text a line.

    Examples:

    plancritic record export all.jsonl

    plancritic record export tuesday.jsonl.zst --since 2026-11-24T00:00:00Z --until 2026-11-25T00:00:00Z

    The file is written whole or not at all. Exit code 0 done, 2 bad input or nothing recorded, 3 no broker.
    """
    from plancritic.recorder.exporting import Exported
    from plancritic.recorder.exporting import export as export_events

    now = datetime.now(UTC)
    selection = Selection(
        session=None if session is None else check_identifier(session, "session"),
        domain=domain,
        since=None if since is None else given_moment(since, "--since", now),
        until=None if until is None else given_moment(until, "--until", now),
    )

    async def work() -> Exported:
        with ReadingProgress(Console(stderr=True, quiet=as_json)) as progress:
            async with publishing() as bus:
                return await export_events(bus, selection, out, overwrite, progress.read)

    exported = run(work())
    if as_json:
        summary = exported.header.model_dump(mode="json")
        places = {"first_sequence": exported.first.sequence, "last_sequence": exported.last.sequence}
        show_json({"file": str(out), "bytes": exported.bytes, **places, **summary})
        return
    first, last = exported.first, exported.last
    times = f"{first.time:%Y-%m-%d %H:%M:%S} to {last.time:%Y-%m-%d %H:%M:%S} UTC"
    Console(soft_wrap=True).print(
        f"{out}: {counted(exported.header.events, 'event')}, {exported.bytes} bytes, "
        f"sequence {first.sequence} to {last.sequence}, {times}"
    )


def given_moment(text: str, option: str, now: datetime) -> datetime:
    """Return the moment that an option names.

    Raises:
        typer.BadParameter: it names none.
    """
    try:
        return moment(text, now)
    except ValueError as error:
        raise typer.BadParameter(f"{option}: {error}") from None
