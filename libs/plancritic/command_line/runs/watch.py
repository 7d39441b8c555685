"""`plancritic watch`: the events of a broker as lines, for people or for programs."""

from __future__ import annotations

import re
from contextlib import aclosing
from typing import Annotated

import typer
from rich.text import Text

from plancritic.bus import Event, ServiceUnavailable
from plancritic.client import PlancriticClient, UnknownIdentifier, check_identifier
from plancritic.command_line.broker_client import connected
from plancritic.command_line.exit_codes import run, show_json_line
from plancritic.command_line.runs.progress import event_line
from plancritic.command_line.terminal import Console

#: An id that we made; other ids are names that people chose, or beginnings.
_WHOLE_ID = re.compile("[0-9a-f]{32}")


def watch(
    session: Annotated[
        str | None, typer.Option(help="Show only this session; the beginning of its id is enough.")
    ] = None,
    of_run: Annotated[
        str | None, typer.Option("--run", help="Show only this run; the beginning of its id is enough.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document a line.")] = False,
) -> None:
    """Print events as they happen, the recorded ones first; Ctrl-C ends it.

    Examples: plancritic watch --json | head -20; plancritic watch --run 3f9a12cd

    Exit code 2 for a run that is unknown, or a beginning that several runs or sessions share.
    """
    session = None if session is None else check_identifier(session, "session")
    of_run = None if of_run is None else check_identifier(of_run, "run")
    run(_watch(session, of_run, as_json))


async def _watch(session: str | None, of_run: str | None, as_json: bool) -> None:
    console = Console()
    async with connected() as client:
        if of_run is not None and not _WHOLE_ID.fullmatch(of_run):
            of_run = (await client.find_run(of_run)).run
        if session is not None and not _WHOLE_ID.fullmatch(session):
            session = await _session(client, session)
        async with aclosing(client.watch(session=session, run=of_run)) as events:
            async for event in events:
                if as_json:
                    show_json_line(_event_json(event))
                else:
                    console.print(_event_text(event), soft_wrap=True)


async def _session(client: PlancriticClient, beginning: str) -> str:
    """The session whose id begins so; where none is known, one of exactly that name is waited for, which is said."""
    try:
        return await client.find_session(beginning)
    except UnknownIdentifier:
        reason = f"no session {beginning!r} is known yet"
    except ServiceUnavailable as error:
        reason = error.fault.message
    Console(stderr=True, soft_wrap=True).print(f"{reason}: waiting for a session of exactly this name")
    return beginning


def _event_json(event: Event) -> str:
    body = event.message.model_dump_json()
    return (
        f'{{"sequence":{event.sequence},"time":"{event.time.isoformat()}",'
        f'"subject":"{event.subject.name}","message":{body}}}'
    )


def _event_text(event: Event) -> Text:
    return Text.assemble(
        (f"{event.time:%H:%M:%S.%f}"[:-3], "dim"),
        (f" {event.message.envelope.correlation_id[:8]} ", "cyan"),
        event_line(event.message),
    )
