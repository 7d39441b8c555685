"""`plancritic watch`: the events of a broker as lines, for people or for programs."""

from __future__ import annotations

from contextlib import aclosing
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from plancritic.bus.watch import Event
from plancritic.command_line.broker_client import connected
from plancritic.command_line.ending import run, show_json_line
from plancritic.command_line.run_progress import event_line


def watch(
    session: Annotated[str | None, typer.Option(help="Only this session; all without it.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document a line.")] = False,
) -> None:
    """Print events as they happen, the recorded ones first; Ctrl-C ends it.

    Example: plancritic watch --json | head -20
    """
    run(_watch(session, as_json))


async def _watch(session: str | None, as_json: bool) -> None:
    console = Console()
    async with connected() as client, aclosing(client.watch(session=session)) as events:
        async for event in events:
            if as_json:
                show_json_line(_event_json(event))
            else:
                console.print(_event_text(event), soft_wrap=True)


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
