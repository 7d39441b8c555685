"""`plancritic domain`: the domains of the folder, checking and making one, and publishing them on a broker."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from plancritic.command_line.domains.check import check
from plancritic.command_line.domains.make import make
from plancritic.command_line.domains.refine import refine
from plancritic.command_line.domains.scaffold import scaffold
from plancritic.command_line.exit_codes import ExitCode, run, show_json
from plancritic.command_line.terminal import Console

domain = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="List, check, make and repair domains, and publish them on a broker.\n\n"
    "Example: plancritic domain publish waterway",
)
domain.command("check")(check)
domain.command("scaffold")(scaffold)
domain.command("refine")(refine)
domain.command("make")(make)

Root = Annotated[
    Path | None, typer.Option(help="Folder of domains; by default PLANCRITIC_DOMAINS, else `domains` of the checkout.")
]


@domain.command("list")
def list_domains(
    root: Root = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """List the domains of the folder with their content, or with what is wrong.

    Example: plancritic domain list

    Exit code 1 if a domain's folder is wrong.
    """
    from plancritic.domains import DomainError, domains_root, known_domains
    from plancritic.domains.folder import load_folder

    rows: list[dict[str, Any]] = []
    for name in known_domains(root):
        try:
            bundle = load_folder(name, root)
        except DomainError as error:
            rows.append({"domain": name, "fault": error.message, "remedy": error.remedy})
        else:
            rows.append(
                {
                    "domain": name,
                    "problems": sorted(bundle.problems),
                    "archetypes": [archetype.name for archetype in bundle.archetypes],
                    "sha256": bundle.sha256,
                }
            )
    if as_json:
        show_json({"root": str(domains_root(root)), "domains": rows})
    else:
        _show(rows)
    raise typer.Exit(ExitCode.OTHER_VERDICT if any("fault" in row for row in rows) else ExitCode.DONE)


def _show(rows: list[dict[str, Any]]) -> None:
    table = Table()
    for column in ("domain", "problems", "archetypes", "bundle"):
        table.add_column(column, overflow="fold", no_wrap=column == "bundle")
    for row in rows:
        if "fault" in row:
            table.add_row(row["domain"], Text(f"{row['fault']}; {row['remedy']}", "red"), "", "")
        else:
            table.add_row(row["domain"], ", ".join(row["problems"]), str(len(row["archetypes"])), row["sha256"][:12])
    Console().print(table)


@domain.command("publish")
def publish(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME|FOLDER...]", help="Domains to publish; by default all of the folder of domains."),
    ] = None,
    root: Root = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Take the name from another domain, or an earlier version, that has it.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Publish domains and their scorer models on the broker; services use them from the next run on.

    A domain elsewhere is named by its folder and gets the folder's name. Where that name is in use by a domain with
    other content, it is not published without --replace, nor are those named after it. A NAME of the folder of domains
    replaces its earlier version.

    Examples: plancritic domain publish waterway; plancritic domain publish .plancritic/mine --replace

    Exit code 2 for a domain that is wrong and for a name in use, 3 if no broker answers.
    """
    from plancritic.command_line.broker_client import publishing
    from plancritic.command_line.local_faults import local_faults
    from plancritic.domains import known_domains
    from plancritic.local import publish_domain

    async def work() -> list[dict[str, Any]]:
        async with publishing() as bus:
            published = []
            for named in names or known_domains(root):
                name, folder = place_of(named, root)
                # The folder of domains says what its names mean; another folder has to be told.
                own = root is None and name == named
                published.append(await publish_domain(bus, name, folder, replace or own))
        return [{"domain": one.domain, "bundle": one.bundle, "model": one.model} for one in published]

    with local_faults():
        rows = run(work())
    if as_json:
        show_json({"published": rows})
        return
    console = Console(soft_wrap=True)
    for row in rows:
        model = f"model {row['model'][:12]}" if row["model"] else "no scorer model"
        console.print(Text(f"published {row['domain']}: bundle {row['bundle'][:12]}, {model}"))


def place_of(named: str, root: Path | None) -> tuple[str, Path | None]:
    """Return a domain's name and the folder of domains that has it; `named` is that name or the domain's own folder."""
    folder = Path(named)
    # A name has no slash: `mine` is one of the folder of domains, `./mine` a folder here.
    if folder.name == named and named not in (".", ".."):
        return named, root
    return folder.resolve().name, folder.resolve().parent
