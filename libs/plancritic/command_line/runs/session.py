"""`plancritic session`: what was said in a session, and accepting, undoing, branching and dropping."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated

import typer
from rich.text import Text

from plancritic.client import PlancriticClient, RunEnd, check_identifier
from plancritic.command_line.broker_client import connected
from plancritic.command_line.exit_codes import CommandFault, ExitCode, run, show_json
from plancritic.command_line.results.result import everything_adhered, result_json, show_result
from plancritic.command_line.runs.asking import Asker, ask_at_terminal
from plancritic.command_line.runs.followed_run import follow
from plancritic.command_line.runs.progress import RunProgress
from plancritic.command_line.runs.session_memory import at_terminal, remember
from plancritic.command_line.runs.session_text import headline, show_session, show_sessions
from plancritic.command_line.terminal import Console
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, SearchSettings
from plancritic.contracts.sessions import MOST_LISTED, Revision, SessionReport

session = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Look at sessions, and accept, undo, branch and drop.\n\nExample: plancritic session show work",
)

Name = Annotated[str, typer.Argument(metavar="SESSION", help="Session, or the beginning of its id.")]
Seen = Annotated[
    str | None,
    typer.Option("--revision", help="The newest revision that you have seen; refused if there is a newer one."),
]
Json = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]
Limit = Annotated[int, typer.Option(min=1, max=MOST_LISTED, help="Show at most this many.")]


@session.command("list")
def list_sessions(limit: Limit = 20, as_json: Json = False) -> None:
    """List the sessions of the tenant, the one that changed last first.

    Example: plancritic session list --limit 5

    Exit code 3 if no broker or coordinator answers.
    """

    async def ask() -> SessionReport:
        async with connected() as client:
            return await client.sessions(limit)

    found = run(ask())
    if as_json:
        show_json(found.model_dump(mode="json"))
    else:
        show_sessions(Console(), found)


@session.command()
def show(
    name: Name,
    limit: Limit = 20,
    before: Annotated[int | None, typer.Option(min=1, help="Show the revisions before this number.")] = None,
    as_json: Json = False,
) -> None:
    """Show a session: each statement with its reading, its standing and its history, and the revisions.

    Example: plancritic session show work

    Exit code 2 for a session that is unknown, or a beginning that several share, 3 if no broker or coordinator answers.
    """

    name = check_identifier(name, "session")

    async def ask() -> SessionReport:
        async with connected() as client:
            found = await client.session(name, limit, before)
            if found.head is not None:
                _seen(client, found.head)
            return found

    found = run(ask())
    if as_json:
        show_json(found.model_dump(mode="json"))
    else:
        show_session(Console(), found)


@session.command()
def accept(
    name: Name,
    statement: Annotated[
        str | None, typer.Argument(metavar="[STATEMENT]", help="Confirm only how this statement was read.")
    ] = None,
    revision: Seen = None,
    as_json: Json = False,
) -> None:
    """Accept the newest plan of a session. Readings in doubt are confirmed, so that their statements are `adhered`.

    Examples: plancritic session accept work; plancritic session accept work s1

    Exit code 2 for a session that is unknown, a revision that is not the newest or a statement that is not in force, 3
    if no coordinator answers.
    """

    name = check_identifier(name, "session")

    async def ask() -> Revision:
        async with connected() as client:
            if statement is None:
                return _seen(client, await client.accept(name, revision))
            return _seen(client, await client.confirm(name, statement, revision))

    accepted = run(ask())
    _show_changed(accepted, as_json)
    if not as_json:
        # What was in doubt counts now: the person sees as what.
        for each in accepted.in_force:
            if each.reading == "confirmed":
                read = each.said_back or each.mid_level_goal
                Console(soft_wrap=True).print(
                    Text(f'{each.statement.id} ("{each.statement.text}") is confirmed as: {read}')
                )


@session.command()
def reject(
    name: Name,
    statement: Annotated[
        str, typer.Argument(metavar="STATEMENT", help="Id of a statement in force, or how its words begin.")
    ],
    other: Annotated[
        bool, typer.Option("--other", help="The next likeliest reading (`Or`) is what you meant; nothing is asked.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Makes the run deterministic: same seed, same result.")] = None,
    as_json: Json = False,
) -> None:
    """Say that a statement was read wrongly. At a terminal you are asked about the next likeliest reading.

    Example: plancritic session reject work s1

    Exit code 0 and 1 as of `submit`, 2 for a statement that is not in force or words that several have in common, 3 if
    no broker or service answers.
    """
    name, asks = check_identifier(name, "session"), at_terminal() and not as_json and not other

    async def make(client: PlancriticClient) -> FeedbackSubmitted:
        settings = SearchSettings(seed=seed)
        return await client.rejecting(name, statement, settings, other, "ask" if asks else "none")

    asker = partial(ask_at_terminal, Console(stderr=True)) if asks else None
    _show_ended(run(_turn(make, as_json, asker)), as_json)


@session.command()
def undo(name: Name, revision: Seen = None, as_json: Json = False) -> None:
    """Go back to the revision before the newest: its plan and its statements. Undoing again goes back further.

    Example: plancritic session undo work

    Exit code 2 for a session that is unknown, or that has nothing to undo, 3 if no coordinator answers.
    """

    name = check_identifier(name, "session")

    async def ask() -> Revision:
        async with connected() as client:
            return _seen(client, await client.undo(name, revision))

    _show_changed(run(ask()), as_json)


@session.command()
def branch(
    name: Name,
    into: Annotated[str | None, typer.Argument(metavar="[NEW]", help="Name of the new session.")] = None,
    revision: Annotated[
        str | None, typer.Option("--revision", help="Revision to begin with, by id or number; by default the newest.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Begin a session with a copy of a revision. The one it comes from stays as it is.

    Example: plancritic session branch work alternative --revision 3

    Exit code 2 for a session or revision that is unknown, 3 if no coordinator answers.
    """

    name = check_identifier(name, "session")
    new = None if into is None else check_identifier(into, "session")

    async def ask() -> Revision:
        async with connected() as client:
            return _seen(client, await client.branch(name, revision, new))

    _show_changed(run(ask()), as_json)


@session.command()
def drop(
    name: Name,
    statements: Annotated[
        list[str], typer.Argument(metavar="STATEMENT...", help="Id of a statement in force, or how its words begin.")
    ],
    seed: Annotated[int | None, typer.Option(help="Makes the run deterministic: same seed, same result.")] = None,
    as_json: Json = False,
) -> None:
    """Plan again without some statements of a session.

    Example: plancritic session drop work s2 "No vessel"

    Exit code 0 and 1 as of `submit`, 2 for a statement that is not in force or words that several have in common, 3 if
    no broker or service answers.
    """
    name = check_identifier(name, "session")
    _show_ended(
        run(_turn(lambda client: client.dropping(name, statements, SearchSettings(seed=seed)), as_json)), as_json
    )


def _show_ended(ended: RunEnd, as_json: bool) -> None:
    if isinstance(ended, FeedbackRefused):
        raise CommandFault(ended.fault)
    if as_json:
        show_json(result_json(ended))
    else:
        show_result(Console(), ended)
    raise typer.Exit(ExitCode.DONE if everything_adhered(ended) else ExitCode.OTHER_VERDICT)


async def _turn(
    make: Callable[[PlancriticClient], Awaitable[FeedbackSubmitted]], as_json: bool, asker: Asker | None = None
) -> RunEnd:
    """Run the turn of a feedback that is made with what the session has in force, and return its end."""
    async with connected() as client:
        feedback = await make(client)
        with RunProgress(Console(quiet=as_json)) as progress:
            ended = await follow(client, feedback, progress, asker)
        if not isinstance(ended, FeedbackRefused) and ended.revision is not None:
            _seen(client, await client.head(ended.envelope.session_id))
        return ended


def _seen(client: PlancriticClient, revision: Revision) -> Revision:
    """Note the revision as seen, so that the next `submit` at this terminal goes on from it."""
    if at_terminal():
        remember(client.naming, revision)
    return revision


def _show_changed(revision: Revision, as_json: bool) -> None:
    if as_json:
        show_json(revision.model_dump(mode="json"))
    else:
        Console(soft_wrap=True).print(headline(revision))
