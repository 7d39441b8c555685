"""`plancritic chat`: a conversation about one plan, statement by statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from plancritic.client import PlancriticClient
from plancritic.command_line.broker_client import connected, published_domains
from plancritic.command_line.exit_codes import ExitCode, bad_input, run
from plancritic.command_line.options import finite
from plancritic.command_line.runs.search_options import IMPROVE_HELP, KEEP_CLOSE_HELP, VERBOSE_HELP
from plancritic.command_line.terminal import Console
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.feedback import SearchSettings
from plancritic.contracts.sessions import Revision

if TYPE_CHECKING:
    from plancritic.command_line.plans.plan_view import PlanView

SESSION_HELP = "Continue or begin the session of this name; without it a new one begins."


def chat(
    domain: Annotated[str, typer.Option(help="Domain of the plan; see `plancritic domain list`.")],
    problem: Annotated[str, typer.Option(help="Problem of the domain.")] = "1",
    session: Annotated[str | None, typer.Option(help=SESSION_HELP)] = None,
    seed: Annotated[int | None, typer.Option(help="Makes each answer deterministic: same seed, same result.")] = None,
    keep_close: Annotated[bool, typer.Option("--keep-close", help=KEEP_CLOSE_HELP)] = False,
    improve_seconds: Annotated[float, typer.Option(min=0, max=3600, callback=finite, help=IMPROVE_HELP)] = 0.5,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help=VERBOSE_HELP)] = False,
) -> None:
    """Talk about a plan: say what it must do, see what changes, ask why a step is there.

    `help` in the chat lists what the domain has and every command. Statements can also be piped in, one a line.

    Examples: plancritic chat --domain waterway; plancritic chat --domain waterway < statements.txt

    Exit code 0 if everything that was said is met by a proved plan, 1 if not, 2 for bad input, 3 if no broker or
    service answers. The worst answer decides.
    """
    settings = SearchSettings(seed=seed, keep_close=keep_close, improve_seconds=improve_seconds)
    raise typer.Exit(run(_chat(domain, problem, session, settings, verbose)))


async def _chat(domain: str, problem: str, session: str | None, settings: SearchSettings, verbose: bool) -> ExitCode:
    # Imported here: `--help` should not wait for the planner's libraries.
    from plancritic.command_line.chat.actions import ClientActions
    from plancritic.command_line.chat.conversation import Conversation, introduction
    from plancritic.command_line.chat.lines import lines

    console = Console()
    async with connected() as client:
        view = await _first_view(client, domain, problem, session)
        name = session or Envelope.start().session_id
        source = lines(console)
        conversation = Conversation(
            client, ClientActions(client, settings), console, name, view, settings, verbose, source.answer
        )
        conversation.show()
        for line in introduction(view, name):
            console.print(Text(line, "dim"))
        while (said := conversation.said_instead() or await source.next()) is not None:
            if not await conversation.answer(said):
                break
        again = f"plancritic chat --domain {domain} --problem {problem} --session {name}"
        console.print(Text(f"\nTo continue: {again}", "dim"), soft_wrap=True)
    return conversation.exit_code


async def _first_view(client: PlancriticClient, domain: str, problem: str, session: str | None) -> PlanView:
    """The newest plan of the session about this problem; in a new session the plan without feedback."""
    from plancritic.command_line.plans.plan_view import plan_of_bundle, plan_of_revision

    if session is not None and (head := await _head(client, session)) is not None:
        if (head.problem.domain, head.problem.problem) != (domain, problem):
            bad_input(
                FaultCode.OTHER_PROBLEM,
                f"session {session!r} is about {head.problem.domain} {head.problem.problem}",
                "name that domain and problem, or another session",
            )
        return await plan_of_revision(head)
    async with published_domains() as domains:
        bundle = await domains.current(domain)
    return await plan_of_bundle(bundle, problem)


async def _head(client: PlancriticClient, session: str) -> Revision | None:
    """Return the newest revision of the session of exactly this name; None where there is none."""
    try:
        head = await client.head(session)
    except ContractError as error:
        if error.fault.code not in (FaultCode.UNKNOWN_NAME, FaultCode.AMBIGUOUS_NAME):
            raise
        return None
    return head if head.session == session else None
