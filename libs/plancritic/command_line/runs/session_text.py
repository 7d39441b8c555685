"""Sessions on a terminal: a list of them, and one with the history of each statement."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from plancritic.command_line.counting import counted
from plancritic.command_line.runs.identifiers import short_ids
from plancritic.command_line.terminal import Console
from plancritic.contracts.sessions import (
    Revision,
    RevisionSummary,
    SessionReport,
    SessionSummary,
    StatementInForce,
    StatementNotInForce,
)


def show_sessions(console: Console, found: SessionReport) -> None:
    """Print a list of sessions."""
    if not found.sessions:
        console.print('No session is known: `plancritic submit --domain NAME "STATEMENT"` begins one.')
        return
    short = short_ids([each.session for each in found.sessions])
    table = Table()
    for column in ("session", "problem", "revision", "in force", "accepted", "changed"):
        table.add_column(column, overflow="fold")
    for each in found.sessions:
        table.add_row(*(Text(cell) for cell in _session_row(each, short[each.session])))
    console.print(table)
    if found.more:
        console.print("There are more: --limit shows up to 100.")


def _session_row(each: SessionSummary, name: str) -> tuple[str, ...]:
    changed = f"{each.updated:%Y-%m-%d %H:%M:%S} UTC"
    about = f"{each.domain} {each.problem}"
    return name, about, str(each.number), str(each.in_force), "yes" if each.accepted else "no", changed


def show_session(console: Console, found: SessionReport) -> None:
    """Print one session: its statements with their histories, then its revisions."""
    head = found.head
    if head is None:
        return
    console.print(Text(headline(head)))
    table = Table(show_lines=True)
    for column in ("id", "statement", "read as", "standing", "history"):
        table.add_column(column, overflow="fold")
    for row in _statement_rows(head, found.revisions):
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)
    console.print(_revisions(found.revisions))
    if found.more:
        console.print(f"Older revisions: --before {found.revisions[-1].number}")


def headline(head: Revision) -> str:
    """Return one line on where a session stands."""
    about = f"{head.problem.domain} {head.problem.problem}"
    accepted = ", accepted" if head.accepted else ""
    return (
        f"session {head.session} on {about}: revision {head.id}{accepted}, "
        f"{counted(len(head.in_force), 'statement')} in force, a plan of {counted(len(head.steps), 'action')}"
    )


def _statement_rows(head: Revision, revisions: Sequence[RevisionSummary]) -> list[tuple[str, ...]]:
    histories = _histories(revisions)
    entries: list[StatementInForce | StatementNotInForce] = [*head.in_force, *head.not_in_force]
    return [
        (
            each.statement.id,
            each.statement.text,
            each.said_back or "not understood",
            _standing(each),
            histories.get(each.statement.id, ""),
        )
        for each in entries
    ]


def _standing(each: StatementInForce | StatementNotInForce) -> str:
    if isinstance(each, StatementNotInForce):
        return f"not in force: {each.why.replace('_', ' ')}"
    wish = "" if each.statement.strength == "must" else f" ({each.statement.strength})"
    reading = {"clear": "", "confirmed": ", reading confirmed", "doubtful": ", reading in doubt"}[each.reading]
    met = "" if each.verdict in ("adhered", "unconfirmed") else ", not met by this plan"
    return f"in force{wish}{reading}{met}"


def _histories(revisions: Sequence[RevisionSummary]) -> dict[str, str]:
    """Return for each statement what came of it, revision by revision, where that changed."""
    told: dict[str, list[str]] = {}
    last: dict[str, str] = {}
    for revision in reversed(revisions):
        for mark in revision.statements:
            dropped = mark.standing == "dropped"
            word = "dropped" if dropped else mark.verdict.replace("_", " ")
            if last.get(mark.id) != word:
                told.setdefault(mark.id, []).append(f"{revision.number}: {word}")
                last[mark.id] = word
        # What an undo took away, and what is beyond the list, stands in no later revision.
        for gone in last.keys() - {mark.id for mark in revision.statements}:
            if last[gone] != "gone":
                told[gone].append(f"{revision.number}: gone")
                last[gone] = "gone"
    return {name: "\n".join(each) for name, each in told.items()}


def _revisions(revisions: Sequence[RevisionSummary]) -> Table:
    table = Table(title="Revisions, newest first", title_justify="left")
    for column in ("revision", "made by", "in force", "actions", "ends at", "accepted", "made"):
        table.add_column(column, overflow="fold")
    for each in revisions:
        maker = f"{each.made_by} {each.run[:8]}" if each.run is not None else f"{each.made_by} of {each.restores}"
        in_force = sum(mark.standing == "in_force" for mark in each.statements)
        table.add_row(
            Text(each.id),
            Text(maker),
            str(in_force),
            str(each.steps),
            f"{each.ends_at:g}",
            "yes" if each.accepted else "no",
            f"{each.created:%Y-%m-%d %H:%M:%S} UTC",
        )
    return table
