"""`plancritic status`: which services run, where the latest runs stand, how full the streams are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from plancritic.client import (
    NEEDED_SERVICES,
    RunsUnknown,
    StreamDepth,
    StreamHidden,
    StreamMissing,
    StreamState,
    SystemStatus,
    check_identifier,
)
from plancritic.command_line.broker_client import broker_settings, connected
from plancritic.command_line.exit_codes import ExitCode, run, show_json
from plancritic.command_line.results.result import result_json
from plancritic.command_line.runs.ended_run import ended_run
from plancritic.command_line.runs.first_statements import FirstStatement, first_statements
from plancritic.command_line.stack_troubles import stack_troubles
from plancritic.command_line.status_text import MOST_RUNS, show_status
from plancritic.command_line.terminal import write_lines
from plancritic.contracts.feedback import PlanRevised


def status(
    url: Annotated[bool, typer.Option("--url", help="Print the broker's URL and nothing else.")] = False,
    environment: Annotated[
        bool,
        typer.Option("--environment", help="Print the variables by which a program signs in as the user `client`."),
    ] = False,
    plan: Annotated[
        str | None,
        typer.Option(
            metavar="RUN",
            help="Print the plan of an ended run as PDDL; with --json its whole result. The beginning of the run's id "
            "is enough.",
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Show every copy, queue and stream, and more runs.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print all of it as JSON.")] = False,
) -> None:
    """Show which services run, how far the latest runs are, and how many messages wait.

    Examples: plancritic status; plancritic status --plan RUN > my.plan;
    env $(plancritic status --environment) python deploy/examples/operations_system.py waterway "Avoid waypoint A."

    Exit code 3 if no broker answers or no service does; of --plan also 1 for a run that has not ended, 2 for one that
    is unknown or was refused.
    """
    if url:
        write_lines(broker_settings().nats_url)
        return
    if environment:
        write_lines("\n".join(f"{name}={value}" for name, value in broker_settings().environment().items()))
        return
    if plan is not None:
        result = run(_result_of(check_identifier(plan, "run")))
        if as_json:
            show_json(result_json(result))
        else:
            write_lines(result.plan)
        return
    found = run(_status())
    if as_json:
        show_json(found)
    else:
        show_status(found, everything)
    raise typer.Exit(ExitCode.DONE if found["services"] else ExitCode.UNAVAILABLE)


async def _status() -> dict[str, Any]:
    async with connected("operator") as client:
        found = await client.status()
        shown = () if isinstance(found.runs, RunsUnknown) else found.runs[:MOST_RUNS]
        said = await first_statements(client, [state for state in shown if state.kind == "feedback"])
        return _as_json(found, said)


def _as_json(found: SystemStatus, said: Mapping[str, FirstStatement]) -> dict[str, Any]:
    unknown = found.runs.reason if isinstance(found.runs, RunsUnknown) else None
    runs = None
    if not isinstance(found.runs, RunsUnknown):
        runs = [state.model_dump(mode="json") | _said_json(said.get(state.run)) for state in found.runs]
    ready = {copy.service for copy in found.services if copy.ready}
    return {
        "broker": found.broker,
        "troubles": list(stack_troubles()),
        "missing": [service for service in NEEDED_SERVICES if service not in ready],
        "services": [copy.model_dump(mode="json") for copy in found.services],
        "runs": runs,
        "runs_unknown": unknown,
        "streams": {name: _stream_json(state) for name, state in found.streams.items()},
    }


def _said_json(first: FirstStatement | None) -> dict[str, Any]:
    if first is None:
        return {"statement": None, "more_statements": None, "verdict": None}
    return {"statement": first.text, "more_statements": first.more, "verdict": first.verdict}


def _stream_json(state: StreamState) -> dict[str, Any]:
    match state:
        case StreamMissing():
            return {"provisioned": False}
        case StreamHidden():
            return {"provisioned": None}
        case StreamDepth():
            return {
                "provisioned": True,
                "messages": state.messages,
                "bytes": state.bytes,
                "limit_bytes": state.limit_bytes,
                "consumers": {
                    name: {"waiting": depth.waiting, "under_way": depth.under_way, "redelivered": depth.redelivered}
                    for name, depth in state.consumers.items()
                },
            }


async def _result_of(beginning: str) -> PlanRevised:
    """The end of the run whose id begins so, from the recording."""
    async with connected() as client:
        return await ended_run(client, beginning)
