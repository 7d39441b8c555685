"""`plancritic schema list` and `schema show`: libraries that answers are kept for."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from plancritic.client import check_identifier
from plancritic.command_line.broker_client import connected
from plancritic.command_line.exit_codes import run, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.modelling.messages import LibraryList, SchemaLibrary
from plancritic.schema_library.commands.text import show_library

Json = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]


def list_libraries(as_json: Json = False) -> None:
    """List the descriptions that have stored answers.

    Example: plancritic schema list

    Exit code 3 if no broker or no schema library answers.
    """
    found = run(_libraries())
    if as_json:
        show_json(found.model_dump(mode="json"))
        return
    console = Console()
    if not found.libraries:
        console.print("no libraries")
        return
    table = Table("library", "domain", "descriptions", "instances", box=None)
    for each in found.libraries:
        table.add_row(each.library, each.domain, each.described_in, str(len(each.instances)))
    console.print(table)


def show(
    library: Annotated[
        str,
        typer.Argument(
            metavar="ID", help="A run of `schema build` or `generate`, or a library of `schema list`; or its beginning."
        ),
    ],
    as_json: Json = False,
) -> None:
    """Show candidates: votes, scores, kept or dropped by the filter, corrections, and what was left out and why.

    Example: plancritic schema show 3f2a9c01

    Exit code 2 for an id that is unknown or a beginning that several share, 3 if no schema library answers.
    """
    found = run(_library(check_identifier(library, "library")))
    if as_json:
        show_json(found.model_dump(mode="json"))
    else:
        show_library(Console(soft_wrap=True), found)


async def _libraries() -> LibraryList:
    async with connected() as client:
        return await client.libraries()


async def _library(beginning: str) -> SchemaLibrary:
    async with connected() as client:
        return await client.library(beginning)
