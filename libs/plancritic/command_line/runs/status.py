"""`plancritic status`: which services run, where the latest runs stand, how full the streams are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from typing import Annotated, Any

import nats.errors
import nats.js.errors
import typer
from rich.table import Table
from rich.text import Text

from plancritic.bus.client import Client
from plancritic.bus.streams import streams
from plancritic.command_line.broker_client import broker_settings, connected
from plancritic.command_line.exit_codes import CommandFault, ExitCode, bad_input, run, show_json
from plancritic.command_line.runs.feedback_client import descriptions
from plancritic.command_line.runs.identifiers import ROOM_FOR_IDS, checked_id, short_ids
from plancritic.command_line.runs.known_runs import find_run
from plancritic.command_line.runs.result import result_json
from plancritic.command_line.terminal import Console, write_lines
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised
from plancritic.contracts.service import ReportRun

#: How long to look for the end of a run that has one; the recording answers in milliseconds.
_RECORDED_SECONDS = 10.0


def status(
    url: Annotated[bool, typer.Option("--url", help="Print the broker's URL and nothing else.")] = False,
    plan: Annotated[
        str | None,
        typer.Option(
            metavar="RUN",
            help="Print the plan of an ended run as PDDL; with --json its whole result. The beginning of the run's id "
            "is enough.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Show which services run, how far the latest runs are, and how many messages wait.

    Examples: plancritic status; plancritic status --plan RUN > my.plan

    Exit code 3 if no broker answers or no service does; of --plan also 1 for a run that has not ended, 2 for one that
    is unknown or was refused.
    """
    if url:
        write_lines(broker_settings().nats_url)
        return
    if plan is not None:
        result = run(_result_of(checked_id(plan, "run")))
        if as_json:
            show_json(result_json(result))
        else:
            write_lines(result.plan)
        return
    found = run(_status())
    if as_json:
        show_json(found)
    else:
        _show_status(found)
    raise typer.Exit(ExitCode.DONE if found["services"] else ExitCode.UNAVAILABLE)


async def _status() -> dict[str, Any]:
    async with connected() as client:
        copies = await descriptions(client, wait=0.5)
        runs, runs_unknown, depths = *await _runs(client), await _stream_depths(client)
        return {
            "broker": client.settings.shown_url,
            "services": [
                copy.model_dump(mode="json") for copy in sorted(copies, key=lambda copy: (copy.service, copy.instance))
            ],
            "runs": runs,
            "runs_unknown": runs_unknown,
            "streams": depths,
        }


async def _result_of(beginning: str) -> PlanRevised:
    """The end of the run whose id begins so, from the recording."""
    async with connected() as client:
        state = await find_run(client, beginning)
        name = state.run
        if state.state == "running":
            fault = Fault(
                code=FaultCode.DEADLINE_EXCEEDED,
                message=f"the run {name} has not ended: it is at generation {state.generation}",
                remedy="wait for its end; `plancritic watch` shows it",
            )
            raise CommandFault(fault, ExitCode.OTHER_VERDICT)
        ends = (subjects.PLAN_REVISED, subjects.FEEDBACK_REFUSED)
        async with aclosing(client.watch(state.session, name, ends)) as events:
            try:
                ended = (await asyncio.wait_for(anext(events), _RECORDED_SECONDS)).message
            except TimeoutError:
                bad_input(
                    FaultCode.UNKNOWN_NAME,
                    f"the result of run {name} is no longer stored",
                    "submit the feedback again; the same --seed gives the same plan",
                )
    if isinstance(ended, FeedbackRefused):
        raise CommandFault(ended.fault, ExitCode.BAD_INPUT)
    assert isinstance(ended, PlanRevised), "these are the two ends of a run"
    return ended


async def _runs(client: Client) -> tuple[list[dict[str, Any]] | None, str | None]:
    """The latest runs; or None, and why nobody could say: that is not the same as no runs."""
    try:
        report = await client.ask(ReportRun(envelope=Envelope.start()), subjects.REPORT_RUN)
    except ContractError as error:
        return None, error.fault.message
    return [state.model_dump(mode="json") for state in report.runs], None


async def _stream_depths(client: Client) -> dict[str, dict[str, Any]]:
    names = [str(config.name) for config in streams(client.naming)]
    # At once: for a user who may not see them each takes as long as a time-out.
    depths = await asyncio.gather(*(_stream_depth(client, name) for name in names))
    return dict(zip(names, depths, strict=True))


async def _stream_depth(client: Client, name: str) -> dict[str, Any]:
    try:
        state = (await client.jetstream.stream_info(name)).state
        consumers = await client.jetstream.consumers_info(name)
    except nats.js.errors.NotFoundError:
        return {"provisioned": False}
    except nats.errors.TimeoutError:
        # The broker does not answer a user who may not know.
        return {"provisioned": None}
    return {
        "provisioned": True,
        "messages": state.messages,
        "bytes": state.bytes,
        "consumers": {
            consumer.name: {"waiting": consumer.num_pending, "under_way": consumer.num_ack_pending}
            for consumer in consumers
            if consumer.config is not None and consumer.config.durable_name
        },
    }


def _show_status(found: dict[str, Any]) -> None:
    console = Console()
    console.print(Text(f"broker {found['broker']}"))
    services = _table("Services", "process", "ready", "in flight", "handled", "http", ids=("copy",))
    for copy in found["services"]:
        services.add_row(
            copy["instance"],
            f"{copy['process_id']} on {copy['host']}",
            "yes" if copy["ready"] else "no",
            str(copy["in_flight"]),
            str(copy["handled"]),
            copy["http"] or "",
        )
    console.print(services)
    if found["runs"] is None:
        console.print(Text(f"Latest runs: unknown, {found['runs_unknown']}", "yellow"))
    else:
        console.print(_runs_table(found["runs"], whole=console.width >= ROOM_FOR_IDS))
    console.print(_streams_table(found["streams"]))


def _ids(found: Sequence[str], whole: bool) -> dict[str, str]:
    return {each: each for each in found} if whole else short_ids(found)


def _runs_table(states: list[dict[str, Any]], whole: bool) -> Table:
    """The latest runs; their ids, `whole` or short, stand on one line."""
    runs = _table("Latest runs", "domain", "state", "generation", "best adherence", "started", ids=("run", "session"))
    names = {name: _ids([state[name] for state in states], whole) for name in ("run", "session")}
    for state in states:
        best = state["best_adherence"]
        runs.add_row(
            names["run"][state["run"]],
            names["session"][state["session"]],
            state["domain"],
            state["state"],
            str(state["generation"]),
            "" if best is None else f"{best:.2f}",
            state["started"],
        )
    return runs


def _streams_table(streams_found: dict[str, dict[str, Any]]) -> Table:
    depths = _table("Streams", "stream", "messages", "consumers: waiting, under way")
    for name, depth in streams_found.items():
        if depth["provisioned"] is None:
            depths.add_row(name, "", "this user may not see it")
            continue
        if not depth["provisioned"]:
            depths.add_row(name, "missing", "run `plancritic provision`")
            continue
        consumers = "\n".join(
            f"{consumer}: {counts['waiting']}, {counts['under_way']}" for consumer, counts in depth["consumers"].items()
        )
        depths.add_row(name, str(depth["messages"]), consumers)
    return depths


def _table(title: str, *columns: str, ids: Sequence[str] = ()) -> Table:
    """An empty table; the columns of `ids` come first and are never broken."""
    table = Table(title=title, title_justify="left")
    for column in ids:
        table.add_column(column, no_wrap=True)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
