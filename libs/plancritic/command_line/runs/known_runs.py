"""Runs and sessions that the coordinator knows, found by the beginning of an id."""

from __future__ import annotations

from plancritic.bus.client import Client
from plancritic.command_line.runs.identifiers import found_id
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.service import ReportRun, RunState


async def find_run(client: Client, beginning: str) -> RunState:
    """Return the state of the one run whose id begins so.

    Raises:
        CommandFault: there is none, or several.
        ContractError: no coordinator answers.
    """
    runs = await _runs(client, ReportRun(envelope=Envelope.start(), run=beginning))
    # Where no run begins so, the latest are named as candidates.
    runs = runs or await latest_runs(client)
    run = found_id(beginning, [each.run for each in runs], "run")
    return next(each for each in runs if each.run == run)


async def latest_runs(client: Client) -> tuple[RunState, ...]:
    """Return the states of the latest runs, newest first."""
    return await _runs(client, ReportRun(envelope=Envelope.start()))


async def sessions_beginning(client: Client, beginning: str) -> tuple[str, ...]:
    """Return the sessions whose ids begin so, the latest first; the one that is exactly that stands alone."""
    runs = await _runs(client, ReportRun(envelope=Envelope.start(), session=beginning))
    found = tuple(dict.fromkeys(each.session for each in runs if each.session.startswith(beginning)))
    return (beginning,) if beginning in found else found


async def _runs(client: Client, ask: ReportRun) -> tuple[RunState, ...]:
    report = await client.ask(ask, subjects.REPORT_RUN)
    return tuple(report.runs)
