"""`plancritic dead-letters`: what no worker could finish, to look at, try again and drop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import typer
from rich.table import Table
from rich.text import Text

from plancritic.bus import Client
from plancritic.client import dead_letters as letters
from plancritic.command_line.broker_client import publishing
from plancritic.command_line.exit_codes import run, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.service import MOST_LETTERS, DeadLetterList

_SHORT = 12
Answer = TypeVar("Answer")

dead_letters = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Look at what no worker could finish, try it again, drop it.\n\nExample: plancritic dead-letters list",
)

Name = Annotated[str, typer.Argument(metavar="LETTER", help="The dead letter's id, or its beginning.")]
Json = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]


@dead_letters.command("list")
def list_letters(
    limit: Annotated[int, typer.Option(min=1, max=MOST_LETTERS, help="Show at most this many.")] = 20,
    whole: Annotated[
        bool, typer.Option("--whole", help="Show ids, subjects and reasons whole, however long the lines get.")
    ] = False,
    as_json: Json = False,
) -> None:
    """List the dead letters, newest first, a line each: --whole and `plancritic dead-letters show` cut nothing.

    Example: plancritic dead-letters list --limit 5

    Exit code 3 if no broker or no service of dead letters answers.
    """
    found = run(_with_bus(lambda client: letters.list_letters(client, limit)))
    if as_json:
        show_json(found.model_dump(mode="json"))
        return
    console = Console(soft_wrap=whole)
    if not found.letters:
        console.print("no dead letters")
        return
    if whole:
        for each in found.letters:
            why = f"{each.fault}: {' '.join(each.reason.split())}"
            deliveries = f"{each.deliveries} {'delivery' if each.deliveries == 1 else 'deliveries'}"
            console.print(Text(f"{each.id}  {each.subject}  {each.run or 'no run'}  {deliveries}  {why}"))
        _show_older(console, found)
        return
    table = Table(box=None)
    for column in ("letter", "message", "run", "deliveries"):
        table.add_column(column, no_wrap=True)
    table.add_column("reason")
    for each in found.letters:
        kind = ".".join(each.subject.split(".")[3:6])
        name, carried = each.id[:_SHORT], (each.run or "")[:_SHORT]
        # A line a letter; `show` has the whole reason.
        ellipsized = Text(f"{each.fault}: {each.reason}", no_wrap=True, overflow="ellipsis")
        table.add_row(name, kind, Text(carried), str(each.deliveries), ellipsized)
    console.print(table)
    _show_older(console, found)


def _show_older(console: Console, found: DeadLetterList) -> None:
    if found.total > len(found.letters):
        console.print(f"{found.total - len(found.letters)} older ones are not shown")


@dead_letters.command()
def show(name: Name, as_json: Json = False) -> None:
    """Show a dead letter: where it came from, why it was given up, and its body.

    Example: plancritic dead-letters show 3f2a9c01

    Exit code 2 for an id that is unknown, or a beginning that several share, 3 if no service of dead letters answers.
    """
    found = run(_with_bus(lambda client: letters.show_letter(client, name)))
    if as_json:
        show_json(found.model_dump(mode="json"))
        return
    console = Console(soft_wrap=True)
    for field, value in found.letter.model_dump(mode="json", exclude_none=True).items():
        console.print(Text.assemble((f"{field}: ", "bold"), str(value)))
    console.print(Text(found.body))


@dead_letters.command()
def retry(name: Name, as_json: Json = False) -> None:
    """Publish feedback or a report of execution again, and remove the letter. The old run has ended: it is a new one.

    Example: plancritic dead-letters retry 3f2a9c01

    Exit code 2 for an id that is unknown, or a message that is not tried again (unreadable, a job, an answer), 3 if no
    service answers.
    """
    done = run(_with_bus(lambda client: letters.retry_letter(client, name)))
    if as_json:
        show_json(done.model_dump(mode="json"))
    else:
        Console(soft_wrap=True).print(f"dead letter {done.letter.id[:_SHORT]} is published again as run {done.run}")


@dead_letters.command()
def drop(name: Name, as_json: Json = False) -> None:
    """Remove a dead letter for good.

    Example: plancritic dead-letters drop 3f2a9c01

    Exit code 2 for an id that is unknown, or a beginning that several share, 3 if no service of dead letters answers.
    """
    done = run(_with_bus(lambda client: letters.drop_letter(client, name)))
    if as_json:
        show_json(done.model_dump(mode="json"))
    else:
        Console(soft_wrap=True).print(f"dead letter {done.letter.id[:_SHORT]} is removed")


async def _with_bus(asking: Callable[[Client], Awaitable[Answer]]) -> Answer:
    async with publishing() as client:
        return await asking(client)
