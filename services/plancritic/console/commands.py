"""`plancritic console`: open the console on this machine, and add its users."""

from __future__ import annotations

import getpass
import sys
import webbrowser
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from plancritic.command_line.exit_codes import ExitCode, bad_input, run
from plancritic.command_line.local_faults import local_faults
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode

if TYPE_CHECKING:
    from plancritic.bus import BusSettings

#: The session that is there at once, and what was said in it.
_SESSION, _DOMAIN = "demo", "waterway"
#: Whoever looks around makes domains, too: the services for that are not started of themselves.
_COPIES = {"planner": 2, "schema_library": 1, "refiner": 1}
_STATEMENTS = ("No vessel may go through waypoint A.", "Finish with the debris boat at waypoint B.")
_USERS = Path(".plancritic/console/users.yaml")

console = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Look at plans, say what is wrong with them and see the result, in a browser.\n\n"
    "Example: plancritic console open",
)


@console.command("open")
def open_console(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0 takes a free one.")] = 8700,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    demo: Annotated[bool, typer.Option("--demo/--no-demo", help="Start with an example session.")] = True,
) -> None:
    """Open the console on this machine, signed in by a link that works once, until Ctrl-C.

    It uses the broker and services that `plancritic up` started here; if none run, it starts temporary ones.

    Example: plancritic console open --no-browser
    """
    with local_faults():
        run(_open(port, browser, demo), cleanup_seconds=None)


@console.command("add-user")
def add_user(
    name: Annotated[str, typer.Argument(help="Name to sign in with: letters, digits and . @ - _")],
    role: Annotated[
        str, typer.Option(help="viewer (looks), operator (steers plans), administrator (also runs and dead letters).")
    ] = "operator",
    tenant: Annotated[str, typer.Option(help="The tenant whose sessions the user sees.")] = "default",
    file: Annotated[
        Path, typer.Option(help="File of users; PLANCRITIC_CONSOLE_USERS names it to the console.")
    ] = _USERS,
    token: Annotated[bool, typer.Option("--token", help="Make a token for programs instead of a password.")] = False,
    password_file: Annotated[Path | None, typer.Option(help="Read the password from this file.")] = None,
) -> None:
    """Add a user of the console, or change one. The password is kept as an argon2 hash, a token as SHA-256.

    Example: plancritic console add-user ada --role operator

    Exit code 2 for a name, role, tenant or password that cannot be taken.
    """
    from pydantic import ValidationError

    from plancritic.console.accounts.users import (
        LEAST_PASSWORD,
        User,
        UserFile,
        new_token,
        password_hash,
        read_users,
        token_hash,
        write_users,
    )

    known = read_users(file).users if file.exists() else ()
    secret = new_token() if token else _password(password_file)
    if not token and len(secret) < LEAST_PASSWORD:
        bad_input(
            FaultCode.INVALID_MESSAGE, f"the password has fewer than {LEAST_PASSWORD} characters", "choose a longer one"
        )
    try:
        user = User.model_validate(
            {
                "name": name,
                "role": role,
                "tenant": tenant,
                "token" if token else "password": token_hash(secret) if token else password_hash(secret),
            }
        )
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        bad_input(FaultCode.INVALID_MESSAGE, f"{place}: {first['msg']}", "see `plancritic console add-user --help`")
    write_users(file, UserFile(users=(*(each for each in known if each.name != name), user)))
    terminal = Console(soft_wrap=True)
    terminal.print(Text(f"{name} may sign in as {role} of {tenant}: {file}"))
    if token:
        terminal.print(Text(f"token (shown this once): {secret}"))


def _password(file: Path | None) -> str:
    if file is not None:
        try:
            return file.read_text(encoding="utf-8").strip()
        except OSError as error:
            bad_input(FaultCode.INVALID_MESSAGE, f"{file}: {error.strerror}", "name a file that can be read")
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    first = getpass.getpass("Password: ")
    if first != getpass.getpass("Again: "):
        bad_input(FaultCode.INVALID_MESSAGE, "the two passwords differ", "type the same one twice")
    return first


async def _open(port: int, browser: bool, demo: bool) -> ExitCode:
    # Imported here: `--help` should not wait for it.
    from plancritic.command_line.broker_client import broker_settings
    from plancritic.console.serving import serve_here
    from plancritic.local import LocalStack, read_state

    terminal = Console(soft_wrap=True)
    async with AsyncExitStack() as stack:
        state = read_state()
        settings: BusSettings
        if state is None:
            terminal.print("starting a temporary nats-server and services")
            settings = (await stack.enter_async_context(LocalStack(copies=_COPIES))).settings
        else:
            settings = broker_settings()
        if demo:
            await _say_something(settings, terminal)

        def ready(url: str) -> None:
            terminal.print(Text(f"The console is at {url} (this link works once; Ctrl-C ends it)"))
            if browser:
                webbrowser.open(url)

        await serve_here(settings, port, ready, None if state is None else state.credentials)
    return ExitCode.DONE


async def _say_something(settings: BusSettings, terminal: Console) -> None:
    """Begin the session of the demonstration, unless it is there."""
    from plancritic.client import PlancriticClient, make_feedback
    from plancritic.contracts.errors import ContractError
    from plancritic.contracts.feedback import SearchSettings

    async with PlancriticClient.connect(settings, name="console") as client:
        try:
            await client.head(_SESSION)
        except ContractError as error:
            if error.fault.code is not FaultCode.UNKNOWN_NAME:
                raise
            terminal.print(f"saying something about {_DOMAIN}, in the session {_SESSION!r}")
            feedback = make_feedback(_DOMAIN, "1", _STATEMENTS, SearchSettings(), _SESSION)
            await (await client.submit(feedback)).end(limit=120.0)
