"""`plancritic ledger`: what was said in a session, how it was read and what came of it, turn by turn."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from plancritic.client import check_identifier
from plancritic.command_line.broker_client import connected
from plancritic.command_line.counting import counted
from plancritic.command_line.exit_codes import bad_input, run, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.ledger import LedgerEntry, LedgerStatement, SessionLedger


def ledger(
    session: Annotated[str, typer.Argument(help="Session, or the beginning of its id; `plancritic submit` prints it.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Show for each statement of a session its reading, weight, verdict and history, turn by turn.

    "Carried over" marks a statement of an earlier turn: the verdict says whether the newest plan still meets it.

    Example: plancritic ledger operations --json

    Exit code 2 for a session of which no turn has ended, 3 if no broker or coordinator answers.
    """
    found, known = run(_ask(check_identifier(session, "session")))
    if not found.turns:
        latest = f"; the latest sessions are {', '.join(known[:10])}" if known else ""
        bad_input(
            FaultCode.UNKNOWN_NAME,
            f"no turn of a session {session!r} has ended",
            f"`plancritic submit --session NAME STATEMENT` starts or continues one{latest}",
        )
    if as_json:
        show_json(found.model_dump(mode="json"))
    else:
        _show(found)


async def _ask(session: str) -> tuple[SessionLedger, tuple[str, ...]]:
    """The session's ledger; where it has no turns, also the latest sessions."""
    async with connected() as client:
        answer = await client.ledger(session)
        if answer.turns:
            return answer, ()
        return answer, tuple(dict.fromkeys(each.session for each in await client.latest_runs()))


def _show(found: SessionLedger) -> None:
    console = Console()
    last = found.turns[-1]
    console.print(
        Text(
            f"session {found.session}: {counted(len(found.turns), 'turn')} on {last.domain} {last.problem}, "
            f"the last ended {last.ended}"
        )
    )
    table = Table(show_lines=True)
    for column in ("statement", "read as", "weight", "verdict", "history"):
        table.add_column(column, overflow="fold")
    for statement in found.statements:
        table.add_row(*_row(statement))
    console.print(table)


def _row(statement: LedgerStatement) -> tuple[Text, ...]:
    latest, said = statement.latest, statement.said
    history = "\n".join(_came_to(entry) for entry in statement.history)
    read = f"{said.reading} ({said.score:.2f})" if said.reading and said.score is not None else said.reading
    # What people wrote is text, never markup.
    return tuple(Text(cell) for cell in (statement.text, read, latest.weight, _word(latest), history))


def _came_to(entry: LedgerEntry) -> str:
    evidence = "" if entry.together is None else f", evidence {entry.together:.2f}"
    return f"turn {entry.turn}: {_word(entry)}{evidence}"


def _word(entry: LedgerEntry) -> str:
    word = entry.verdict.replace("_", " ")
    if entry.carried:
        return f"{word}, carried over"
    return f"{word} by the check alone" if entry.settled == "check" else word
